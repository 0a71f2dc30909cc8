// Where the time of a test run went: by stage, file and test, and for browser tests by expense. Kept in a file, and the
// slowest files of each stage are printed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot, say } from './process.mjs'

export const timesFile = path.join(projectRoot, 'test-results', 'times.json')
const shown = 5

/** Files of a stage's report, slowest first, each with its tests; times in seconds. */
export function timesOf(stage, report) {
  if (!existsSync(report)) return []
  const json = JSON.parse(readFileSync(report, 'utf8'))
  const files = stage.playwright ? browserFiles(json) : vitestFiles(json)
  return files.toSorted((a, b) => b.seconds - a.seconds)
}

function vitestFiles({ testResults }) {
  return testResults.map(({ name, assertionResults }) => {
    const tests = assertionResults.map(({ fullName, duration }) => ({ name: fullName, seconds: inSeconds(duration) }))
    return fileOf(path.relative(projectRoot, name), tests)
  })
}

function browserFiles({ suites }) {
  return suites.map((suite) => {
    const tests = specsOf(suite).map(({ title, tests: tries }) => ({
      name: title,
      seconds: inSeconds(tries.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0)),
    }))
    return fileOf(`tests/e2e/${suite.file}`, tests)
  })
}

const specsOf = ({ suites = [], specs = [] }) => [...suites.flatMap(specsOf), ...specs]
const inSeconds = (ms) => Math.round(ms ?? 0) / 1000
const total = (parts) => Math.round(parts.reduce((sum, { seconds }) => sum + seconds, 0) * 1000) / 1000

function fileOf(file, tests) {
  return { file, seconds: total(tests), tests: tests.toSorted((a, b) => b.seconds - a.seconds) }
}

/** Expenses of all browser tests together in seconds, largest first; none where the reporter wrote nothing. */
export function expensesOf(file) {
  if (!existsSync(file)) return []
  const { files } = JSON.parse(readFileSync(file, 'utf8'))
  const sums = new Map()
  for (const spent of Object.values(files))
    for (const [name, ms] of Object.entries(spent)) sums.set(name, (sums.get(name) ?? 0) + ms / 1000)
  return [...sums].toSorted((a, b) => b[1] - a[1])
}

/** Prints the slowest files of each stage and the browser's expenses, and keeps all times. */
export function keepTimes(results, expensesFile) {
  const stages = results.map(({ title, seconds, times = [] }) => ({ title, seconds, files: times }))
  const expenses = expensesOf(expensesFile)
  const byFile = existsSync(expensesFile) ? JSON.parse(readFileSync(expensesFile, 'utf8')) : undefined
  mkdirSync(path.dirname(timesFile), { recursive: true })
  writeFileSync(timesFile, `${JSON.stringify({ stages, ...(byFile && { browser: byFile }) }, null, 1)}\n`)
  say(`\n== times (all of them in ${path.relative(projectRoot, timesFile)})`)
  for (const { title, files } of stages.filter((stage) => stage.files.length > 0)) {
    const slowest = files.slice(0, shown).map(({ file, seconds }) => `${path.basename(file)} ${seconds.toFixed(1)}`)
    say(`${title.padEnd(24)} ${files.length} files; slowest (s): ${slowest.join(', ')}`)
  }
  if (expenses.length > 0)
    say(`${'browser, worker seconds'.padEnd(24)} ${expenses.map(([name, s]) => `${name} ${s.toFixed(0)}`).join(', ')}`)
}
