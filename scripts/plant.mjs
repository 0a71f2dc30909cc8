// `npm run plant`: plants known defects one at a time into a copy of the tree, runs the tests that could see each, and
// prints which of them are caught. Ids and areas pick defects; `--list` names them, `--vitest-only` leaves the browser
// tests out, `--tree PATH` takes code and tests of another checkout, `--json FILE` keeps the results.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromiumEnvironment } from './chromium.mjs'
import { guardRun } from './guarded-run.mjs'
import { makeCopy, removeCopy } from './plant-copy.mjs'
import { areas, faultOf, faultsOfList, missingTests, plants, runnerOf } from './plant-list.mjs'
import { verdictOf } from './plant-report.mjs'
import { Sentence, endWith, endWithParent, projectEnvironment, projectNode, projectRoot, run, say } from './process.mjs'

/** Runners in their order, the quick ones first; what one of them catches is not run by the next. */
const runners = ['unit', 'architecture', 'api', 'sync', 'browser', 'playwright']
/** A defect may leave a test in an endless loop: the run ends as broken after so many milliseconds. */
const longestRunMs = 30 * 60_000
const linesKept = 40

const { asked, flags } = readArguments(process.argv.slice(2))
let copy = null
let child = null
/** What dist/ of the copy is built of: the id of a defect, or `clean`; null before the first build. */
let built = null

async function plantAll() {
  const chosen = choose(asked)
  if (flags.list) return list(chosen)
  const tree = path.resolve(flags.tree ?? projectRoot)
  const faults = flags.tree === undefined ? faultsOfList(chosen, tree) : []
  if (faults.length > 0) throw new Sentence(`The list of defects does not fit this tree:\n${faults.join('\n')}`)
  say(`Copying ${tree} …`)
  copy = makeCopy(tree)
  const results = []
  for (const [at, plant] of chosen.entries()) {
    say(`\n[${at + 1}/${chosen.length}] ${plant.id}: ${plant.what}`)
    const begin = performance.now()
    const result = await assess(plant)
    results.push({ id: plant.id, area: plant.area, what: plant.what, ...result, seconds: secondsSince(begin) })
    say(`  ${wordsOf(results.at(-1))} (${results.at(-1).seconds.toFixed(1)} s)`)
    if (result.by) say(`  ${result.by.test}: ${result.by.reason}`)
    if (result.output) say(indented(result.output))
    // What is known already is kept if the run is stopped.
    if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify(results, null, 2)}\n`)
  }
  return summarise(results)
}

function readArguments(args) {
  const flags = { list: false, vitestOnly: false }
  const asked = []
  const rest = args.values()
  for (const arg of rest) {
    if (arg === '--list') flags.list = true
    else if (arg === '--vitest-only') flags.vitestOnly = true
    else if (arg === '--tree') flags.tree = valueOf(arg, rest.next().value)
    else if (arg === '--json') flags.json = path.resolve(valueOf(arg, rest.next().value))
    else if (arg.startsWith('-')) endWith(new Sentence(`npm run plant does not know ${arg}.`))
    else asked.push(arg)
  }
  return { asked, flags }
}

function valueOf(name, value) {
  if (value === undefined) endWith(new Sentence(`${name} needs a value.`))
  return value
}

function choose(names) {
  const unknown = names.filter((name) => !areas.includes(name) && !plants.some(({ id }) => id === name))
  if (unknown.length > 0)
    throw new Sentence(`No defect and no area is named ${unknown.join(', ')}; npm run plant -- --list names them.`)
  return names.length === 0 ? plants : plants.filter(({ id, area }) => names.includes(id) || names.includes(area))
}

function list(chosen) {
  for (const { id, what, tests } of chosen) say(`${id.padEnd(10)} ${what}\n${' '.repeat(11)}${tests.join(', ')}`)
  say(`\n${chosen.length} defects`)
  return 0
}

/** Plants one defect, runs its tests until one catches it, and takes it out again. */
async function assess(plant) {
  const fault = faultOf(plant, copy)
  if (fault !== null) return { state: 'absent', why: fault }
  const missing = missingTests(plant, copy)
  const tests = plant.tests.filter((file) => !missing.includes(file))
  if (tests.length === 0) return { state: 'absent', why: `there is no test file ${missing.join(', ')}` }
  const groups = runners
    .map((runner) => ({ runner, files: tests.filter((file) => runnerOf(file) === runner) }))
    .filter(({ runner, files }) => files.length > 0 && !(flags.vitestOnly && runner === 'playwright'))
  if (groups.length === 0) return { state: 'left out', why: 'only browser tests could see it' }
  const target = path.join(copy, plant.file)
  const before = readFileSync(target, 'utf8')
  const [head, tail] = before.split(plant.find)
  writeFileSync(target, `${head}${plant.replace}${tail}`)
  try {
    return await runGroups(plant, groups)
  } finally {
    writeFileSync(target, before)
  }
}

async function runGroups(plant, groups) {
  let worst = { state: 'not caught' }
  for (const { runner, files } of groups) {
    say(`  ${runner}: ${files.join(', ')}`)
    const found = await runGroup(plant, runner, files)
    if (found.state === 'caught') return { ...found, runner }
    if (found.state === 'broken') worst = { ...found, runner }
  }
  return worst
}

async function runGroup(plant, runner, files) {
  if (runner === 'playwright') {
    const broken = await buildCopy(plant)
    if (broken) return broken
  }
  const report = path.join(copy, 'plant-report.json')
  rmSync(report, { force: true })
  const { code, output } = await start(commandOf(runner, files, report), environmentOf(runner, report))
  const verdict = verdictOf(runner, report, copy, code === 0)
  return verdict.state === 'broken' ? { ...verdict, output } : verdict
}

function commandOf(runner, files, report) {
  if (runner === 'playwright') {
    const options = ['test', '--retries=0', '--max-failures=1', '--reporter=json']
    return [path.join('node_modules', 'playwright', 'cli.js'), ...options, ...files]
  }
  const options = [`--project=${runner}`, '--bail=1', '--reporter=json', `--outputFile.json=${report}`]
  return [path.join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...options, ...files]
}

/** Builds the web app of the copy with the defect, where the app can hold it; else once without any. */
async function buildCopy({ id, file }) {
  const wanted = /^(?:web|domain|sync|public)\//.test(file) ? id : 'clean'
  if (built === wanted) return null
  built = null
  say('  building the web app')
  const command = [path.join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn']
  const { code, output } = await start(command, environmentOf('build'))
  if (code !== 0) return { state: 'broken', why: 'the web app does not build', output }
  built = wanted
  return null
}

function environmentOf(runner, report) {
  const bin = path.join(copy, 'node_modules', '.bin')
  const environment = projectEnvironment({ NODE_ENV: runner === 'build' ? 'production' : 'test' })
  return {
    ...environment,
    PATH: `${bin}${path.delimiter}${environment.PATH}`,
    ...(runner === 'playwright' ? { PLAYWRIGHT_JSON_OUTPUT_NAME: report } : {}),
    ...(runner === 'playwright' || runner === 'browser' ? chromiumEnvironment() : {}),
  }
}

/** Runs a command in the copy with its own Node.js; answers its code, and the last lines of what it said. */
async function start(args, env) {
  const said = []
  const code = await run(projectNode(), args, {
    cwd: copy,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestRunMs,
    onSpawn: (spawned) => {
      child = spawned
      for (const stream of [spawned.stdout, spawned.stderr])
        stream.setEncoding('utf8').on('data', (text) => {
          said.push(...text.split('\n').filter((line) => line.trim() !== ''))
          said.splice(0, said.length - linesKept)
        })
    },
  })
  child = null
  return { code, output: said.join('\n') }
}

function wordsOf({ state, runner, by, why }) {
  if (state === 'caught') return `${runner === 'playwright' ? 'browser' : stageOf(runner)}: ${by.file}`
  if (state === 'not caught') return 'NOT CAUGHT'
  return why === undefined ? state : `${state}: ${why}`
}

// As `npm test` names its stages: the project of the components is called browser.
const stageOf = (runner) => (runner === 'browser' ? 'components' : runner)

function summarise(results) {
  say('\n== defects')
  const rows = [
    ['id', 'area', 'what is broken', 'caught by', 'seconds'],
    ...results.map((one) => [one.id, one.area, one.what, wordsOf(one), one.seconds.toFixed(1)]),
  ]
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (row) => row.map((cell, at) => (at === 4 ? cell.padStart(widths[at]) : cell.padEnd(widths[at])))
  for (const row of rows) say(line(row).join('  '))
  const count = (state) => results.filter((one) => one.state === state).length
  const [caught, missed, broken] = [count('caught'), count('not caught'), count('broken')]
  const others = count('absent') + count('left out')
  say(`\n${caught} caught, ${missed} not caught, ${broken} broken, ${others} not run`)
  return missed + broken === 0 ? 0 : 1
}

const secondsSince = (begin) => (performance.now() - begin) / 1000
const indented = (text) => text.replaceAll(/^/gm, '    ')

function stop(code) {
  child?.kill('SIGTERM')
  process.exit(code)
}

guardRun({ ownFolders: true })
process.on('exit', () => copy !== null && removeCopy(copy))
process.once('SIGINT', () => stop(130))
process.once('SIGTERM', () => stop(143))
endWithParent(() => stop(1))
plantAll().then((code) => process.exit(code), endWith)
