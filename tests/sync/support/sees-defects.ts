import { expect, it } from 'vitest'
import type { PlantedDefect } from './blind-server.ts'
import { restoreEvery, runSchedules } from './run-schedules.ts'

// A defect that hides for so many schedules counts as unseen.
const patience = 400

/** A quick check leaves planted defects to the whole run. */
export const isQuick = process.env.SIMULATION_SCHEDULES !== undefined

/** Proves of each defect that the simulation sees it; a rare one's search begins at its first seed. */
export function seesEach(defects: readonly PlantedDefect[], firstSeeds: Readonly<Record<string, number>> = {}): void {
  it.each(defects.map((defect) => [defect.name, defect] as const))(
    '%s',
    async (name, { make, needsRestore, needsLong }) => {
      const seedStep = needsRestore === true ? restoreEvery : 1
      // What takes a backup, work, a restore and more work, or several operators' turns, shows in long schedules.
      const long = needsRestore === true || needsLong === true ? { steps: 32 } : {}
      const report = await runSchedules({
        firstSeed: firstSeeds[name] ?? seedStep,
        seedStep,
        count: patience,
        flaws: make,
        untilFailure: true,
        ...long,
      })
      const [failure] = report.failures
      expect(failure, 'no schedule failed').toBeDefined()
      expect(failure?.error).toHaveProperty('name', 'Violation')
    },
  )
}
