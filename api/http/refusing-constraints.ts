import { fail, type Result } from '#domain/kernel/result.ts'
import type { Failure } from './failure.ts'

/**
 * Runs a transaction whose rules the database keeps too: what one of the named constraints refuses is the failure that
 * stands for it, whoever was faster. Anything else is thrown on.
 */
export async function refusingConstraints<T>(
  failures: Readonly<Record<string, Failure>>,
  run: () => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  try {
    return await run()
  } catch (error) {
    const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
    const failure = failures[constraint]
    if (failure === undefined) throw error
    return fail(failure)
  }
}
