import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  chosenStages,
  countsOf,
  countsOfRun,
  failuresOf,
  flakyOf,
  halfNumber,
  halfOf,
  mergeReport,
  quickCommand,
  retryCommand,
  splitReport,
  unhandledIn,
} from './test-stages.mjs'

describe('the stages of a command line', () => {
  const named = (...args: string[]) => chosenStages(args).map(({ name }) => name)

  it('are all but those that need to be asked for', () => {
    const always = ['types', 'lint', 'architecture', 'unit', 'web', 'api', 'sync', 'components', 'browser', 'engines']
    expect(named()).toEqual(always)
  })

  it('have the API on an older server where its flag is given', () => {
    expect(named('--older-postgres')).toContain('api-older')
  })

  it('are those that are named, in their order', () => {
    expect(named('engines', 'unit')).toEqual(['unit', 'engines'])
    expect(named('unit', '--older-postgres')).toEqual(['unit'])
  })
})

const browser = { playwright: true }
const failure = { status: 'failed', error: { message: '\u001b[2mexpected\u001b[22m 1 line\nreceived 0 lines' } }
const success = { status: 'passed' }

/** One test of Playwright's report, with how each of its tries ended. */
function spec(title: string, status: string, results: readonly object[]) {
  return { title, file: 'a.test.ts', ok: status !== 'unexpected', tests: [{ status, results }] }
}

describe("the report of the browser's tests", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'reprise-report-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function write(report: unknown): string {
    const file = path.join(folder, 'browser.json')
    writeFileSync(file, JSON.stringify(report))
    return file
  }

  const mixed = {
    stats: { expected: 1, flaky: 1, unexpected: 1, skipped: 2 },
    errors: [],
    suites: [
      {
        specs: [spec('holds', 'expected', [success]), spec('falls', 'unexpected', [failure, failure])],
        suites: [{ specs: [spec('wavers', 'flaky', [failure, success])] }],
      },
    ],
  }

  it('counts a test that passed on another try as passed, and names it with its first failure', () => {
    const file = write(mixed)
    expect(countsOf(browser, file)).toEqual({ passed: 2, failed: 1, skipped: 2 })
    expect(flakyOf(browser, file)).toEqual(['a.test.ts › wavers: expected 1 line'])
    expect(failuresOf(browser, file)).toEqual(['a.test.ts › falls: expected 1 line'])
  })

  it('counts as a failure where there is none to read, or where a file of it broke', () => {
    const missing = path.join(folder, 'none.json')
    expect(countsOf(browser, missing)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect([flakyOf(browser, missing), failuresOf(browser, missing)]).toEqual([[], []])
    const broken = write({ stats: { expected: 3, flaky: 0, unexpected: 0, skipped: 0 }, errors: [{}], suites: [] })
    expect(countsOf(browser, broken)).toMatchObject({ passed: 3, failed: 1 })
  })
})

describe('the report of a run', () => {
  const tests = { vitest: 'api' }
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-report-'))
  const report = path.join(folder, 'api.json')
  const nothing = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] }
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['everything, and tests passed', { ...nothing, numPassedTests: 3 }, true, false, 0],
    ['everything, and the runner ended badly', { ...nothing, numPassedTests: 3 }, false, false, 1],
    ['everything, and there was nothing', nothing, true, false, 1],
    ['what changes reach, and they reach nothing', nothing, true, true, 0],
    ['what changes reach, and the runner ended badly', nothing, false, true, 1],
    ['what changes reach, and wrote no report', null, true, true, 0],
    ['what changes reach, ended badly, and wrote no report', null, false, true, 1],
    ['everything, and wrote no report', null, true, false, 1],
  ])('asked for %s', (_case, content, endedWell, isNarrowed, failed) => {
    rmSync(report, { force: true })
    if (content !== null) writeFileSync(report, JSON.stringify(content))
    expect(countsOfRun(tests, report, { endedWell, isNarrowed }).failed).toBe(failed)
  })
})

describe('a check, whose stages share one runner', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-report-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const report = path.join(folder, 'together.json')
  const reportOf = ({ vitest }: { readonly vitest: string }) => path.join(folder, `${vitest}.json`)
  const [first, second, broken] = ['first', 'second', 'broken'].map((name) => {
    const file = path.join(folder, `${name}.test.ts`)
    writeFileSync(file, '')
    return file
  }) as [string, string, string]
  const unit = { vitest: 'unit', files: () => [first] }
  const api = { vitest: 'api', files: () => [second, broken] }
  const test = (status: string) => ({ status, fullName: status, failureMessages: ['what\nwhere'] })

  it('counts for each what its own files say', () => {
    const testResults = [
      { name: first, status: 'passed', assertionResults: [test('passed'), test('passed'), test('skipped')] },
      { name: second, status: 'failed', assertionResults: [test('passed'), test('failed'), test('todo')] },
      { name: broken, status: 'failed', message: 'no such module', assertionResults: [] },
    ]
    writeFileSync(report, JSON.stringify({ testResults }))
    splitReport([unit, api], report, reportOf)
    expect(countsOf(unit, reportOf(unit))).toEqual({ passed: 2, failed: 0, skipped: 1 })
    expect(countsOf(api, reportOf(api))).toEqual({ passed: 1, failed: 2, skipped: 1 })
    expect(failuresOf(api, reportOf(api))).toEqual([
      expect.stringMatching(/second\.test\.ts › failed: what$/),
      expect.stringMatching(/broken\.test\.ts: no such module$/),
    ])
  })

  it('makes no report where the runner wrote none', () => {
    splitReport([{ vitest: 'none', files: () => [first] }], path.join(folder, 'missing.json'), reportOf)
    expect(existsSync(reportOf({ vitest: 'none' }))).toBe(false)
  })

  it('passes over slow tests, and repeats what changes reach where these are known', () => {
    const whole = quickCommand([unit, api], report, null)
    expect(whole).toEqual(expect.arrayContaining(['run', '--tags-filter=!slow', '--project=unit', '--project=api']))
    expect(whole).not.toContain('related')
    const narrowed = quickCommand([unit, api], report, ['domain/price/price.ts'])
    expect(narrowed.join(' ')).toContain('related domain/price/price.ts --run')
    expect(narrowed).not.toContain('run')
  })
})

describe('another try of what failed', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-report-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const [report, again] = ['first', 'again'].map((name) => path.join(folder, `${name}.json`)) as [string, string]
  const files = ['one', 'two', 'three'].map((name) => path.join(folder, `${name}.test.ts`)) as [string, string, string]
  for (const file of files) writeFileSync(file, '')
  const stage = { vitest: 'api' }
  const result = (name: string, ...statuses: readonly string[]) => ({
    name,
    status: statuses.includes('failed') ? 'failed' : 'passed',
    assertionResults: statuses.map((status, at) => ({ status, fullName: `test ${at}`, failureMessages: ['too late'] })),
  })
  const write = (file: string, testResults: readonly object[]) => writeFileSync(file, JSON.stringify({ testResults }))

  it('runs the failed files alone, and none where many have failed', () => {
    write(report, [result(files[0], 'passed'), result(files[1], 'failed')])
    expect(retryCommand(stage, report, again)?.join(' ')).toContain('two.test.ts --project=api')
    expect(retryCommand(stage, report, again)?.join(' ')).not.toContain('one.test.ts')
    expect(retryCommand({ ...stage, countsAsOne: true }, report, again)).toBeNull()
    expect(retryCommand({ ...stage, isFinal: true }, report, again)).toBeNull()
    writeFileSync(unhandledIn(report), 'an error of no test')
    expect(retryCommand(stage, report, again)).toBeNull()
    rmSync(unhandledIn(report))
    write(
      report,
      files.map((file) => result(file, 'failed')),
    )
    expect(retryCommand(stage, report, again)).toBeNull()
    write(report, [result(files[0], 'passed')])
    expect(retryCommand(stage, report, again)).toBeNull()
  })

  it('names what has passed only then, and keeps what has failed twice', () => {
    write(report, [result(files[0], 'passed'), result(files[1], 'passed', 'failed', 'failed')])
    write(again, [result(files[1], 'passed', 'passed', 'failed')])
    mergeReport(report, again)
    expect(countsOf(stage, report)).toEqual({ passed: 3, failed: 1, skipped: 0 })
    expect(flakyOf(stage, report)).toEqual([expect.stringMatching(/two\.test\.ts › test 1: too late$/)])
    expect(failuresOf(stage, report)).toEqual([expect.stringMatching(/two\.test\.ts › test 2: too late$/)])
  })
})

describe('the files for the older server', () => {
  const files = ['c', 'a', 'd', 'b', 'e']
  const even = '0'.repeat(40)
  const odd = `${'0'.repeat(39)}1`

  it('are the one or the other half, as the name of the commit says', () => {
    expect(halfOf(files, even)).toEqual(['a', 'c', 'e'])
    expect(halfOf(files, odd)).toEqual(['b', 'd'])
  })

  it('are all of them where no commit is known', () => {
    expect(halfOf(files, '')).toEqual(files)
    expect([even, odd, ''].map(halfNumber)).toEqual([0, 1, null])
  })
})
