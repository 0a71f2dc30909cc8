// @module-tag slow
import { expect, it } from 'vitest'
import { describeFailure, failureFolder, restoreEvery, runSchedules, schedulesOf } from './simulation/run-schedules.ts'
import { turnsAndRestores } from './simulation/turns-and-restores.ts'

it('keeps every promise where operators who share devices send again what a restore has lost (WAIT-4, RESTORE-2)', async () => {
  // They are long, and each has a database of its own.
  const { from, count } = schedulesOf(2 * restoreEvery, 6)
  const report = await runSchedules({
    firstSeed: 900_000 + from * restoreEvery,
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
