// The stages of `npm test`, in order. A stage counts as one, or as many tests as its runner reports.
import { existsSync, readFileSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { enginesMissing, firefox, webkit } from './engines.mjs'
import { projectNode, projectRoot } from './process.mjs'

const bin = (name, file) => [projectNode(), path.join(projectRoot, 'node_modules', name, file)]

export const stages = [
  { name: 'types', steps: (isQuick) => typeChecks(isQuick) },
  { name: 'lint', steps: (_isQuick, changed) => [...lint(changed), bin('knip', 'bin/knip.js')] },
  { name: 'architecture', files: filesIn('tests/architecture', '.test.ts'), vitest: 'architecture', countsAsOne: true },
  { name: 'unit', files: filesIn(['domain', 'sync', 'api', 'web', 'scripts'], '.test.ts'), vitest: 'unit' },
  // Before the tests that start the whole application, which would build it for themselves.
  { name: 'web', title: 'web build', needs: ['vite.config.ts'], build: true },
  { name: 'api', files: filesIn('tests/api', '.test.ts'), vitest: 'api' },
  // Its seeds do not decide in which order PostgreSQL serves devices: a violation that another try does not show is one.
  { name: 'sync', title: 'sync simulation', files: filesIn('tests/sync', '.test.ts'), vitest: 'sync', isFinal: true },
  {
    name: 'api-older',
    title: 'api on an older server',
    files: () => halfOf(filesIn('tests/api', '.test.ts')(), commit()),
    isPart: true,
    vitest: 'api',
    onAsk: '--older-postgres',
    binaries: olderPostgres,
  },
  {
    name: 'components',
    title: 'components in Chromium',
    files: filesIn('web', '.test.tsx'),
    vitest: 'browser',
    chromium: true,
  },
  { name: 'browser', files: filesIn('tests/e2e', '.test.ts'), playwright: true, chromium: true },
  {
    name: 'engines',
    title: 'Firefox and WebKit',
    files: filesIn('tests/engines', '.test.ts'),
    vitest: 'engines',
    drivesBuild: true,
    missing: () => (firefox() === null && webkit() === null ? enginesMissing : null),
  },
]

/** The stages that a command line asks for: those that it names, or else all that no flag has to ask for. */
export function chosenStages(args) {
  const names = args.filter((arg) => !arg.startsWith('-'))
  if (names.length > 0) return stages.filter((stage) => names.includes(stage.name))
  return stages.filter((stage) => !stage.onAsk || args.includes(stage.onAsk))
}

/** Files of a stage that CI retries at most: more did not fail by chance. */
const mostRetriedFiles = 2

/**
 * The command that retries the failed files of a stage in a process of their own; null where none is allowed: in a stage
 * whose failures are final, after too many, and beside an error that belongs to no test.
 */
export function retryCommand(stage, report, again) {
  const failed = new Set(failedFiles(report))
  if (stage.countsAsOne || stage.isFinal || failed.size === 0 || failed.size > mostRetriedFiles) return null
  if (existsSync(unhandledIn(report))) return null
  return vitest(['run', ...[...failed].map(relative)], [stage], again)
}

/** Puts what the files have shown on another try into the report of the stage, which names what has passed only then. */
export function mergeReport(report, again) {
  if (!existsSync(again)) return
  const [first, second] = [report, again].map((file) => JSON.parse(readFileSync(file, 'utf8')))
  const tried = new Map(second.testResults.map((result) => [realpathSync(result.name), result]))
  const testResults = first.testResults.map((result) => tried.get(realpathSync(result.name)) ?? result)
  const still = new Set(testResults.flatMap(failedTests).map(nameOf))
  const flaky = first.testResults
    .flatMap(failedTests)
    .filter((test) => !still.has(nameOf(test)))
    .map((test) => sentence(nameOf(test), test.reason))
  writeFileSync(report, JSON.stringify({ ...totalsOf(testResults), testResults, flaky }))
}

/** Where a run of vitest leaves the errors that belong to no test; no file where there were none. */
export function unhandledIn(report) {
  return `${report}.unhandled`
}

/** Commands of a stage that runs for itself. */
export function commandsOf(stage, report, isQuick = false, changed = null) {
  if (stage.steps) return stage.steps(isQuick, changed)
  if (stage.playwright)
    return [[...bin('playwright', 'cli.js'), 'test', '--reporter=list,json,./tests/support/expense-reporter.ts']]
  return [vitest(['run', ...(stage.isPart ? stage.files().map(relative) : [])], [stage], report)]
}

/**
 * One command for the tests of several stages at once, all but the slow ones: their workers never wait for each other's
 * last file. Where the changed modules are known, it repeats only the tests that these reach.
 */
export function quickCommand(together, report, changed) {
  const tests = changed === null ? ['run'] : ['related', ...changed, '--run', '--passWithNoTests']
  return vitest([...tests, '--tags-filter=!slow'], together, report)
}

function vitest(tests, chosen, report) {
  const reporters = ['default', 'json', './tests/support/unhandled-reporter.ts'].map((name) => `--reporter=${name}`)
  return [
    ...bin('vitest', 'vitest.mjs'),
    ...tests,
    ...chosen.map((stage) => `--project=${stage.vitest}`),
    ...reporters,
    `--outputFile.json=${report}`,
  ]
}

/** Makes of the report of several stages one of each, with its own files; none where the runner wrote none. */
export function splitReport(together, report, reportOf) {
  if (!existsSync(report)) return
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  for (const stage of together) {
    const files = new Set(stage.files().map((file) => realpathSync(file)))
    const own = testResults.filter(({ name }) => files.has(realpathSync(name)))
    writeFileSync(reportOf(stage), JSON.stringify({ ...totalsOf(own), testResults: own }))
  }
}

function totalsOf(testResults) {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const counted = (...statuses) => all.filter(({ status }) => statuses.includes(status)).length
  return {
    numPassedTests: counted('passed'),
    numFailedTests: counted('failed'),
    numPendingTests: counted('pending', 'skipped', 'disabled'),
    numTodoTests: counted('todo'),
  }
}

// The oldest PostgreSQL from 15 on that Debian's packages put on this machine.
function olderPostgres() {
  const home = '/usr/lib/postgresql'
  const majors = existsSync(home) ? readdirSync(home).map(Number) : []
  const kept = majors.filter((major) => major >= 15 && existsSync(path.join(home, String(major), 'bin', 'initdb')))
  return kept.length > 0 ? path.join(home, String(Math.min(...kept)), 'bin') : undefined
}

/**
 * Every other of these files, beginning with the first or the second as a commit's name says: of two servers the older
 * one sees all files within a few commits, and each run pays for half of them. All of them where no commit is known.
 */
export function halfOf(files, name) {
  const half = halfNumber(name)
  return half === null ? files : files.toSorted().filter((_, at) => at % 2 === half)
}

/** Which half of what takes turns a commit runs, 0 or 1; null, for both, where no commit is known. */
export function halfNumber(name) {
  return /^[0-9a-f]{40}$/.test(name) ? Number.parseInt(name.at(-1), 16) % 2 : null
}

/** The commit that is checked out; empty outside a repository. */
export function commit() {
  const answer = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: projectRoot, encoding: 'utf8' })
  return (answer.stdout ?? '').trim()
}

// Every tsconfig.json of the tree is a program of its own; the router's types differ between the two entries.
// A quick check goes on from what the compiler found last time.
function typeChecks(isQuick) {
  const projects = ['tsconfig.json', ...['web/journey', 'web/staff'].map((folder) => `${folder}/tsconfig.json`)]
  return projects
    .filter((file) => existsSync(path.join(projectRoot, file)))
    .map((file) => [...bin('typescript', 'bin/tsc'), '--noEmit', '-p', file, ...(isQuick ? incremental(file) : [])])
}

// Its rules that know types take most of its time: where the changed modules are known, it reads these alone.
function lint(changed) {
  const modules = changed?.filter((file) => !file.endsWith('.css'))
  return modules?.length === 0 ? [] : [[...bin('oxlint', 'bin/oxlint'), '--quiet', ...(modules ?? [])]]
}

function incremental(file) {
  const kept = path.join(projectRoot, 'node_modules', '.cache', 'reprise', `${file.replaceAll('/', '-')}.tsbuildinfo`)
  return ['--incremental', '--tsBuildInfoFile', kept]
}

function filesIn(folders, ending) {
  return () =>
    [folders]
      .flat()
      .flatMap((folder) => walk(path.join(projectRoot, folder)))
      .filter((file) => file.endsWith(ending))
}

function walk(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(path.join(folder, entry.name)) : [path.join(folder, entry.name)],
  )
}

/** Name and first line of the reason of each failed test of a report; none where there is no report to read. */
export function failuresOf(stage, report) {
  try {
    const json = JSON.parse(readFileSync(report, 'utf8'))
    return stage.playwright ? json.suites.flatMap(failedSpecs) : json.testResults.flatMap(failedAssertions)
  } catch {
    return []
  }
}

function failedFiles(report) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  } catch {
    return []
  }
}

const failedAssertions = (result) => failedTests(result).map((test) => sentence(nameOf(test), test.reason))
const nameOf = ({ file, fullName }) => (fullName === undefined ? file : `${file} › ${fullName}`)

function failedTests({ name, status, message, assertionResults }) {
  const file = relative(name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [{ file, reason: message }]
  return failed.map(({ fullName, failureMessages }) => ({ file, fullName, reason: failureMessages[0] }))
}

function failedSpecs(suite) {
  return specsOf(suite)
    .filter((spec) => !spec.ok)
    .map(sentenceOfSpec)
}

const specsOf = ({ suites = [], specs = [] }) => [...suites.flatMap(specsOf), ...specs]

function sentenceOfSpec(spec) {
  const first = spec.tests.flatMap(({ results }) => results).find(({ error }) => error)
  return sentence(`${spec.file} › ${spec.title}`, first?.error.message)
}

/** Name and first failure of each test that passed on another try only. */
export function flakyOf(stage, report) {
  try {
    const json = JSON.parse(readFileSync(report, 'utf8'))
    if (!stage.playwright) return json.flaky ?? []
    return json.suites.flatMap((suite) =>
      specsOf(suite)
        .filter((spec) => spec.ok && spec.tests.some(({ status }) => status === 'flaky'))
        .map(sentenceOfSpec),
    )
  } catch {
    return []
  }
}

const relative = (file) => path.relative(projectRoot, file)
const sentence = (name, message) => `${name}: ${stripVTControlCharacters(message ?? 'no reason given').split('\n')[0]}`

/** The counts of a runner's JSON report; a missing or unreadable one counts as a failure. */
export function countsOf(stage, report) {
  try {
    const json = JSON.parse(readFileSync(report, 'utf8'))
    if (stage.playwright) {
      const { expected, flaky, unexpected } = json.stats
      const broken = json.errors.length > 0 && unexpected === 0 ? 1 : 0
      return { passed: expected + flaky, failed: unexpected + broken, skipped: json.stats.skipped }
    }
    const brokenFiles = json.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    ).length
    return {
      passed: json.numPassedTests,
      failed: json.numFailedTests + brokenFiles,
      skipped: json.numPendingTests + (json.numTodoTests ?? 0),
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/**
 * The counts of a run from a stage's report. A runner that ends badly has failed, regardless of its counts, and so has
 * one that ran nothing, unless it ran only the tests that changes reach.
 */
export function countsOfRun(stage, report, { endedWell, isNarrowed }) {
  const counts =
    endedWell && isNarrowed && !existsSync(report) ? { passed: 0, failed: 0, skipped: 0 } : countsOf(stage, report)
  const ranNothing = counts.passed === 0 && !isNarrowed
  return counts.failed === 0 && (!endedWell || ranNothing) ? { ...counts, failed: 1 } : counts
}
