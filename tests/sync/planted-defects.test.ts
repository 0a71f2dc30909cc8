import { describe, expect, it } from 'vitest'
import { plantedDefects } from './support/planted-defects.ts'
import { restoreEvery, runSchedules } from './support/run-schedules.ts'

// A defect that hides for so many schedules counts as unseen.
const patience = 400

// Where a rare defect's search begins, because a schedule near there shows it: the way to it takes half a minute.
const firstSeeds: Readonly<Record<string, number>> = {
  'an answer that arrives late is installed over a newer one': 100,
  'an item leaves quarantine twice': 50,
  'a package closes with what its operator did not see': 130,
  'an undo takes back what somebody else did since': 150,
}

// A quick check leaves this to the whole run.
const isQuick = process.env.SIMULATION_SCHEDULES !== undefined

describe.skipIf(isQuick)('the simulation sees it when', () => {
  it.each(plantedDefects.map((defect) => [defect.name, defect] as const))(
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
})
