import { expect, it } from 'vitest'
import { describeFailure, runSchedules, schedulesOf } from './support/run-schedules.ts'

// Four files, so that the runner's workers share the schedules.
const count = schedulesOf(4)

it(`keeps every promise over ${count} seeded schedules (part 3 of 4)`, async () => {
  const report = await runSchedules({ firstSeed: 300_000, count, replays: 4 })
  for (const each of report.unconfirmed)
    console.warn(`Seen once and not again in four replays:\n${describeFailure(each)}`)
  expect(report.failures.map(describeFailure).join('\n\n')).toBe('')
  expect(report.captured).toBeGreaterThan(4 * count)
})
