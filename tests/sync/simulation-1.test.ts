import { expect, it } from 'vitest'
import { describeFailure, failureFolder, runSchedules, schedulesOf } from './support/run-schedules.ts'

// Four files, so that the runner's workers share the schedules.
const count = schedulesOf(4)

it(`keeps every promise over ${count} seeded schedules (part 1 of 4)`, async () => {
  const report = await runSchedules({ firstSeed: 100_000, count, replays: 4, keepIn: failureFolder })
  expect(report.failures.map(describeFailure).join('\n\n')).toBe('')
  expect(report.captured).toBeGreaterThan(4 * count)
})
