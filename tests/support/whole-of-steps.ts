import type { InSteps } from '#domain/catalog-files/import-units.ts'

/** What something answers that is done in steps. */
export function wholeOf<Value>(steps: InSteps<Value>): Value {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
