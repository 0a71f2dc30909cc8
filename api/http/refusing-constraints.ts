import { fail, type Result } from '#domain/kernel/result.ts'
import type { Failure } from './failure.ts'

/**
 * Runs a transaction whose rules the database enforces too: a violation of one of the named constraints becomes its
 * failure, also where another transaction was faster. Every other error is thrown on.
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
