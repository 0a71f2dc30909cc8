import { setImmediate as turn } from 'node:timers/promises'

/** Work in steps, between which others may have their turn. */
export type Steps<Value> = Iterator<unknown, Value, undefined>

/** For how long others wait at most. */
const longestMs = 8

/**
 * Goes through all steps; others have their turn in between, whatever the machine makes of a step. The clock is looked at
 * after so many steps: fewer where one is long.
 */
export async function runInSlices<Value>(steps: Steps<Value>, stepsAtOnce = 100): Promise<Value> {
  let begun = performance.now()
  for (let at = 1; ; at++) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (at % stepsAtOnce !== 0 || performance.now() - begun < longestMs) continue
    await turn()
    begun = performance.now()
  }
}

/** Makes something of each value, with turns of others in between. */
export function mapInSlices<Value, Made>(values: readonly Value[], make: (value: Value) => Made): Promise<Made[]> {
  return runInSlices(
    (function* () {
      const made: Made[] = []
      for (const value of values) {
        made.push(make(value))
        yield
      }
      return made
    })(),
    20,
  )
}
