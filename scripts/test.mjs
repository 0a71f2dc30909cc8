// `npm test`: every stage in turn, but for types and lint, which run beside each other where the memory allows it; their
// output is shown, and the last line is `N passed, N failed`.
// `--no-browser` (npm run check) leaves out the web build and what needs a Chromium, runs a small part of the
// simulation, passes over the tests that are slow, and repeats only those that the changes since the last check that
// passed can reach, unless `--all` asks for each of them; its stages run beside each other. Names pick stages.
// `--pictures` (npm run pictures) has the browser tests keep pictures of the screens that they come through, and of the
// papers that they are given.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { guardRun } from './guarded-run.mjs'
import { endWith, endWithParent, projectEnvironment, projectRoot, run, say } from './process.mjs'
import { changedSinceCheck, keepChecked } from './changed-files.mjs'
import {
  chosenStages,
  commandsOf,
  commit,
  countsOfRun,
  failuresOf,
  flakyOf,
  halfNumber,
  mergeReport,
  quickCommand,
  retryCommand,
  splitReport,
  stages,
  unhandledIn,
} from './test-stages.mjs'
import { keepTimes, timesOf } from './test-times.mjs'
import { buildWeb } from './web-build.mjs'
import { chromiumEnvironment } from './chromium.mjs'
import { hasPoppler, popplerMissing } from './poppler.mjs'

const isQuick = process.argv.includes('--no-browser')
const checked = isQuick ? changedSinceCheck() : null
const changed = process.argv.includes('--all') ? null : (checked?.modules ?? null)

async function test() {
  const args = process.argv.slice(2)
  const names = args.filter((arg) => !arg.startsWith('-'))
  if (args.includes('--pictures') && !hasPoppler()) say(popplerMissing)
  const unknown = names.filter((name) => !stages.some((stage) => stage.name === name))
  if (unknown.length > 0)
    say(`No stage is named ${unknown.join(', ')}; there are: ${stages.map((s) => s.name).join(', ')}`)
  const chosen = chosenStages(args)
  const needsBrowser = (stage) => stage.chromium || stage.drivesBuild || stage.build
  const kept = args.includes('--no-browser') ? chosen.filter((stage) => !needsBrowser(stage)) : chosen
  const reports = mkdtempSync(path.join(tmpdir(), 'reprise-reports-'))
  const results = unknown.map((name) => ({ title: name, passed: 0, failed: 1, skipped: 0, seconds: 0 }))
  const reportOf = (stage) => path.join(reports, `${stage.name}.json`)
  results.push(...(await (isQuick ? runBeside : runAll)(kept, reportOf)))
  if (!isQuick) keepTimes(results, expensesIn(reports))
  rmSync(reports, { recursive: true, force: true })
  const code = summarise(results)
  if (checked !== null && names.length === 0 && code === 0) keepChecked(checked.now)
  return code
}

async function runInTurn(chosen, reportOf, print = say, options = {}) {
  const results = []
  for (const stage of chosen) {
    const result = await runStage(stage, reportOf(stage), print, options)
    if (result) results.push(result)
  }
  return results
}

/** Below this much memory, in bytes, types and lint follow each other: each holds the whole program. */
const roomForBoth = 6 * 1024 ** 3

// The compiler keeps one core busy, and the linter hardly two: they read the program beside each other.
async function runAll(chosen, reportOf) {
  if (totalmem() < roomForBoth) return runInTurn(chosen, reportOf)
  const readers = chosen.filter(({ steps }) => steps)
  const [shown, rest] = await Promise.all([
    runInTurn(readers.slice(0, 1), reportOf),
    runUnseen(readers.slice(1), reportOf),
  ])
  rest.show()
  const tests = chosen.filter((stage) => !readers.includes(stage))
  return [...shown, ...rest.results, ...(await runInTurn(tests, reportOf))]
}

// The tests share one runner; what needs none runs beside it.
async function runBeside(chosen, reportOf) {
  const together = chosen.filter((stage) => stage.vitest && !stage.countsAsOne && !isMissing(stage))
  const others = chosen.filter((stage) => !together.includes(stage))
  const [tests, rest] = await Promise.all([runTogether(together, reportOf), runUnseen(others, reportOf)])
  rest.show()
  return [...rest.results, ...tests]
}

// Shown once others that run beside them have ended, so that the lines of the two do not mix.
async function runUnseen(chosen, reportOf) {
  const kept = []
  const stdio = ['ignore', 'pipe', 'pipe']
  const onSpawn = (child) => keepOutput(child, kept)
  const results = await runInTurn(chosen, reportOf, (line) => void kept.push(line), { stdio, onSpawn })
  const show = () => {
    if (kept.length > 0) say(kept.join('\n'))
  }
  return { results, show }
}

function keepOutput(child, kept) {
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => void kept.push(text.trimEnd()))
}

async function runTogether(together, reportOf) {
  const titles = together.map(titleOf).join(', ')
  if (together.length === 0) return []
  if (changed?.length === 0) {
    say(`\n== ${titles}: nothing has changed since they passed`)
    return []
  }
  say(`\n== ${titles}`)
  const begin = performance.now()
  const report = reportOf({ name: 'together' })
  const [command, ...args] = quickCommand(together, report, changed)
  const endedWell = (await run(command, args, { env: environmentOf({}, report) })) === 0
  splitReport(together, report, reportOf)
  const seconds = (performance.now() - begin) / 1000
  const results = together.map((stage) => ({
    title: titleOf(stage),
    ...counted(stage, reportOf(stage), true),
    seconds,
  }))
  // A runner that ended badly has failed, regardless of its counts.
  if (!endedWell && results.every(({ failed }) => failed === 0)) results.at(-1).failed = 1
  return results
}

const expensesIn = (reports) => path.join(reports, 'expenses.json')
const titleOf = (stage) => stage.title ?? stage.name

function isMissing(stage) {
  return stage.files
    ? stage.files().length === 0
    : stage.needs?.some((file) => !existsSync(path.join(projectRoot, file))) === true
}

async function runStage(stage, report, print, options) {
  const title = titleOf(stage)
  if (isMissing(stage)) {
    print(`\n== ${title}: there is nothing of it yet`)
    return undefined
  }
  const missing = stage.missing?.() ?? null
  if (missing !== null) {
    print(`\n== ${title}: ${missing}`)
    return undefined
  }
  const binaries = stage.binaries?.()
  if (stage.binaries && !binaries) {
    print(`\n== ${title}: no PostgreSQL 15 or newer is installed in /usr/lib/postgresql`)
    return undefined
  }
  print(`\n== ${title}`)
  const begin = performance.now()
  const counts = await outcome(stage, report, binaries, options)
  const seconds = (performance.now() - begin) / 1000
  print(`== ${title}: ${counts.passed} passed, ${counts.failed} failed in ${seconds.toFixed(1)} s`)
  return { title, ...counts, seconds }
}

async function outcome(stage, report, binaries, options) {
  let env
  try {
    env = environmentOf(stage, report, binaries)
    if (stage.build) await buildWeb()
  } catch (error) {
    console.error(error.sentence ?? error)
    return one(false)
  }
  if (stage.build) return one(true)
  let ended = true
  for (const [command, ...args] of commandsOf(stage, report, isQuick, changed))
    ended = (await run(command, args, { env, ...options })) === 0 && ended
  if (!stage.vitest && !stage.playwright) return one(ended)
  // As the browser's tests do, in CI alone: the last lines name what has passed on another try only.
  if (process.env.CI && !isQuick && stage.vitest && !ended)
    ended = await retryFailed(stage, report, { env, ...options })
  return counted(stage, report, ended)
}

async function retryFailed(stage, report, options) {
  const again = `${report}.again.json`
  const [command, ...args] = retryCommand(stage, report, again) ?? []
  if (command === undefined) return false
  say(`\n== ${titleOf(stage)}: what failed, once more`)
  const hasPassed = (await run(command, args, options)) === 0
  mergeReport(report, again)
  return hasPassed
}

function environmentOf(stage, report, binaries) {
  return projectEnvironment({
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    UNHANDLED_ERRORS: unhandledIn(report),
    ...(stage.playwright ? { EXPENSES: expensesIn(path.dirname(report)) } : {}),
    NODE_ENV: 'test',
    ...(binaries ? { TEST_POSTGRES_BIN: binaries } : {}),
    ...(stage.chromium ? chromiumEnvironment() : {}),
    ...(isQuick ? { SIMULATION_SCHEDULES: '16' } : halfOfSimulation(stage)),
    ...(process.argv.includes('--pictures') ? { PICTURES: 'on' } : {}),
  })
}

// The seeds of one half, or of the other one, as the commit says: both are played within a few commits.
function halfOfSimulation(stage) {
  const half = stage.name === 'sync' ? halfNumber(commit()) : null
  return half === null ? {} : { SIMULATION_HALF: String(half) }
}

function counted(stage, report, endedWell) {
  const isNarrowed = changed !== null && !stage.countsAsOne
  const counts = countsOfRun(stage, report, { endedWell, isNarrowed })
  const named = {
    failures: failuresOf(stage, report),
    flaky: flakyOf(stage, report),
    times: timesOf(stage, report),
  }
  return { ...(stage.countsAsOne ? one(counts.failed === 0) : counts), ...named }
}

const one = (good) => ({ passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 })

function summarise(results) {
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
  say('\n== summary')
  for (const { title, passed, failed, skipped, flaky = [], seconds } of results) {
    const again = flaky.length > 0 ? `, ${flaky.length} of them flaky` : ''
    const left = `${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
    say(`${title.padEnd(24)} ${String(passed).padStart(6)} passed${again}, ${left}  (${seconds.toFixed(1)} s)`)
  }
  for (const { title, flaky = [] } of results)
    for (const test of flaky) say(`passed on another try in ${title}: ${test}`)
  for (const { title, failures = [] } of results) for (const failure of failures) say(`failed in ${title}: ${failure}`)
  const failed = Math.max(total('failed'), total('passed') === 0 ? 1 : 0)
  say(`\n${total('passed')} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

guardRun({ ownFolders: true })
endWithParent(() => process.exit(1))
test().then((code) => process.exit(code), endWith)
