import { expect, it } from 'vitest'
import { describeFailure, failureFolder, runSchedules, schedulesOf } from './run-schedules.ts'

/** Files that share the schedules: so many that no worker is long alone with the last one. */
const parts = 8

/** The test of one part; two parts share a range of seeds. */
export function keepsEveryPromise(part: number): void {
  const { from, count, all } = schedulesOf(parts)
  const firstSeed = 100_000 * Math.ceil(part / 2) + (part % 2 === 0 ? all : 0) + from

  // Of a few schedules, each is as long as the longest: how much happens in a short one is chance.
  const long = count < 100 ? { steps: 20 } : {}

  it(`keeps every promise over ${count} seeded schedules (part ${part} of ${parts})`, async () => {
    const report = await runSchedules({ firstSeed, count, replays: 4, keepIn: failureFolder, ...long })
    expect(report.failures.map(describeFailure).join('\n\n')).toBe('')
    expect(report.captured).toBeGreaterThan(4 * count)
  })
}
