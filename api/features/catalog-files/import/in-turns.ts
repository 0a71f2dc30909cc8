import { setImmediate as turn } from 'node:timers/promises'
import type { InSteps } from '#domain/catalog-files/import-units.ts'

/** Steps after which the clock is looked at. */
const stepsAtOnce = 100
/** For how long others wait at most. */
const longestMs = 8

/** Goes through all steps; others have their turn in between, whatever the machine makes of a step. */
export async function inTurns<Value>(steps: InSteps<Value>): Promise<Value> {
  let begun = performance.now()
  for (let at = 1; ; at++) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (at % stepsAtOnce !== 0 || performance.now() - begun < longestMs) continue
    await turn()
    begun = performance.now()
  }
}
