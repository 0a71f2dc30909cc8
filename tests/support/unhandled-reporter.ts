import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** Leaves the errors of a run that belong to no test in the file that `UNHANDLED_ERRORS` names, for `scripts/test.mjs`. */
export default class UnhandledReporter implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly { readonly message?: string }[]): void {
    const file = process.env['UNHANDLED_ERRORS']
    if (file === undefined || errors.length === 0) return
    writeFileSync(file, errors.map(({ message }) => message ?? '').join('\n'))
  }
}
