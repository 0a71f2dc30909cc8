import { expect, it } from 'vitest'
import { describeFailure, failureFolder, runSchedules, schedulesOf } from './run-schedules.ts'

/** Files that share the schedules: so many that no worker is long alone with the last one. */
const parts = 8

/** The test of one part; two parts share a range of seeds. */
export function keepsEveryPromise(part: number): void {
  const count = schedulesOf(parts)
  const firstSeed = 100_000 * Math.ceil(part / 2) + (part % 2 === 0 ? count : 0)

  it(`keeps every promise over ${count} seeded schedules (part ${part} of ${parts})`, async () => {
    const report = await runSchedules({ firstSeed, count, replays: 4, keepIn: failureFolder })
    expect(report.failures.map(describeFailure).join('\n\n')).toBe('')
    // How much happens in one schedule is chance.
    expect(report.captured).toBeGreaterThan(count < 100 ? count : 4 * count)
  })
}
