import { expect, it } from 'vitest'
import type { PlantedDefect } from './blind-server.ts'
import { knownSeeds } from './known-seeds.ts'
import { restoreEvery, runSchedules } from './run-schedules.ts'

// A defect that hides for so many schedules counts as unseen.
const patience = 400
// So many it may take without a word, as a few of them hang on the database's timing.
const quietly = 4

/** A quick check leaves planted defects to the whole run. */
export const isQuick = process.env.SIMULATION_SCHEDULES !== undefined

/** Says from which seed the search for a defect is to begin, where the known one does not show it any more. */
export function tellStaleSeed(
  name: string,
  { firstSeed, shownBy, tried }: { readonly firstSeed: number; readonly shownBy: number; readonly tried: number },
): void {
  if (tried > quietly)
    console.warn(`"${name}": the search began at seed ${firstSeed}, seed ${shownBy} shows it (known-seeds.ts)`)
}

/**
 * Proves of each defect that the simulation sees it; the search begins at a seed that is known to show it. With
 * `SIMULATION_HALF` (0 or 1), of every other defect.
 */
export function seesEach(defects: readonly PlantedDefect[]): void {
  const half = process.env.SIMULATION_HALF
  const chosen = half === undefined ? defects : defects.filter((_, at) => at % 2 === Number(half))
  it.each(chosen.map((defect) => [defect.name, defect] as const))(
    '%s',
    async (name, { make, needsRestore, needsLong, seenAs = '' }) => {
      const seedStep = needsRestore === true ? restoreEvery : 1
      // What takes a backup, work, a restore and more work, or several operators' turns, shows in long schedules.
      const long = needsRestore === true || needsLong === true ? { steps: 32 } : {}
      const firstSeed = knownSeeds[name] ?? seedStep
      const report = await runSchedules({
        firstSeed,
        seedStep,
        count: patience,
        flaws: make,
        untilFailure: true,
        ...long,
      })
      const [failure] = report.failures
      expect(failure, 'no schedule failed').toBeDefined()
      expect(failure?.error).toHaveProperty('name', 'Violation')
      expect(String(failure?.error)).toContain(seenAs)
      tellStaleSeed(name, { firstSeed, shownBy: failure!.seed, tried: report.schedules })
    },
  )
}
