import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { areas, faultOf, faultsOfList, plants, runnerOf, type Plant } from './plant-list.mjs'
import { verdictOf } from './plant-report.mjs'
import { projectRoot } from './process.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'reprise-plants-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the known defects', () => {
  it('are sixty, and each can still be planted: its text is found once, and its tests are there', () => {
    expect(faultsOfList(plants, projectRoot)).toEqual([])
    expect(plants).toHaveLength(60)
    for (const area of areas) expect(plants.filter((plant) => plant.area === area).length, area).toBeGreaterThan(10)
  })

  it('are told apart where the list goes wrong', () => {
    writeFileSync(path.join(folder, 'a.ts'), 'one two two')
    const plant: Plant = { id: 'api-01', area: 'api', what: '', file: 'a.ts', find: 'one', replace: '1', tests: [] }
    expect(faultOf(plant, folder)).toBeNull()
    expect(faultOf({ ...plant, find: 'two' }, folder)).toContain('occurs 2 times')
    expect(faultOf({ ...plant, find: 'three' }, folder)).toContain('occurs 0 times')
    expect(faultOf({ ...plant, file: 'b.ts' }, folder)).toContain('is missing')
    expect(faultsOfList([plant, { ...plant, tests: ['b.test.ts'] }], folder)).toEqual([
      'api-01: another defect has the same id',
      'api-01: no test file is named',
      'api-01: there is no test file b.test.ts',
    ])
  })
})

it.each([
  ['domain/cart/cart.test.ts', 'unit'],
  ['sync/replica/replay.test.ts', 'unit'],
  ['web/staff/ui/page.test.tsx', 'browser'],
  ['tests/api/csrf.test.ts', 'api'],
  ['tests/sync/failing-seed.test.ts', 'sync'],
  ['tests/architecture/layers.test.ts', 'architecture'],
  ['tests/e2e/cart.test.ts', 'playwright'],
  ['tests/support/shell.ts', undefined],
])('%s is run by %s', (file, runner) => {
  expect(runnerOf(file)).toBe(runner)
})

describe('a run with a defect', () => {
  const report = path.join(folder, 'report.json')
  const assess = (runner: string, content: unknown, endedWell: boolean) => {
    rmSync(report, { force: true })
    if (content !== null) writeFileSync(report, JSON.stringify(content))
    return verdictOf(runner, report, folder, endedWell)
  }
  const vitest = (status: string, tests: readonly string[]) => ({
    numPassedTests: tests.filter((one) => one === 'passed').length,
    testResults: [
      {
        name: path.join(folder, 'a.test.ts'),
        status,
        message: 'no module\nof this name',
        assertionResults: tests.map((one) => ({
          status: one,
          fullName: 'holds',
          failureMessages: ['1 is not 2\n at'],
        })),
      },
    ],
  })
  const playwright = (status: string, errors: readonly object[] = []) => ({
    errors,
    stats: { expected: status === 'expected' ? 1 : 0 },
    suites: [
      {
        specs: [
          {
            ok: status !== 'unexpected',
            file: 'a.test.ts',
            title: 'holds',
            tests: [{ status, results: [{ error: { message: '\u001b[2mtimeout\u001b[22m\n at' } }] }],
          },
        ],
      },
    ],
  })

  it('is caught by a failed test alone', () => {
    expect(assess('unit', vitest('failed', ['passed', 'failed']), false)).toEqual({
      state: 'caught',
      by: { file: 'a.test.ts', test: 'holds', reason: '1 is not 2' },
    })
    expect(assess('playwright', playwright('unexpected'), false)).toEqual({
      state: 'caught',
      by: { file: 'tests/e2e/a.test.ts', test: 'holds', reason: 'timeout' },
    })
  })

  it('passes where tests were run and none failed', () => {
    expect(assess('unit', vitest('passed', ['passed']), true)).toEqual({ state: 'passed' })
    expect(assess('playwright', playwright('expected'), true)).toEqual({ state: 'passed' })
  })

  it.each([
    ['its file does not load', 'unit', vitest('failed', []), false, 'no module'],
    ['no test is run', 'unit', { numPassedTests: 0, testResults: [] }, true, 'no test was run'],
    ['its runner ends badly', 'unit', vitest('passed', ['passed']), false, 'without a failed test'],
    ['there is no report', 'unit', null, false, 'wrote no report'],
    ['its test is skipped', 'playwright', playwright('skipped'), true, 'no test was run'],
    [
      'its browser does not start',
      'playwright',
      playwright('skipped', [{ message: 'no browser' }]),
      false,
      'no browser',
    ],
  ])('is broken where %s', (_case, runner, content, endedWell, why) => {
    expect(assess(runner, content, endedWell)).toEqual({ state: 'broken', why: expect.stringContaining(why) as string })
  })
})
