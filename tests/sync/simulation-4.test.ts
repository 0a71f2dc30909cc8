import { expect, it } from 'vitest'
import { describeFailure, runSchedules } from './support/run-schedules.ts'

// Four files, so that the runner's workers share the 2,000 schedules.
it('keeps every promise over 500 seeded schedules (part 4)', async () => {
  const report = await runSchedules({ firstSeed: 400_000, count: 500 })
  expect(report.failures.map(describeFailure).join('\n\n')).toBe('')
  expect(report.captured).toBeGreaterThan(2_000)
})
