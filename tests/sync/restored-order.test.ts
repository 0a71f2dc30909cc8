import { expect, it } from 'vitest'
import type { Flaws } from './support/schedule.ts'
import { describeFailure, failureFolder, restoreEvery, runSchedules, schedulesOf } from './support/run-schedules.ts'

/** Operators who take turns at few devices over few items, work that is often sealed, and servers that go back. */
const turnsAndRestores = (): Flaws => ({
  itemCount: 2,
  beginsAt: ['item_completed', 'item_awaiting_compliancy_tests'],
  weights: {
    'moves in turn': 120,
    'backup or restore': 40,
    'change of operator': 20,
    'floor work': 20,
    shift: 0,
    scan: 8,
    pack: 4,
    count: 0,
    'newer operation': 0,
    'session ends': 0,
    'another writer': 0,
  },
})

it('keeps every promise where operators who share devices send again what a restore has lost', async () => {
  // One such schedule for twenty of the others, as among those.
  const count = Math.max(6, schedulesOf(restoreEvery))
  const report = await runSchedules({
    firstSeed: 900_000,
    seedStep: restoreEvery,
    count,
    steps: 32,
    flaws: turnsAndRestores,
    replays: 2,
    keepIn: failureFolder,
  })
  expect(report.failures.map(describeFailure).join('\n\n')).toBe('')
  expect(report.captured).toBeGreaterThan(4 * count)
})
