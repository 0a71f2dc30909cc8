import { searchConnection } from '#domain/catalog/search-connection.ts'
import { CallError } from '#web/lib/http.ts'

/** Waits and counts; a test has its own. */
export interface RetryPolicy {
  readonly timeoutMs: number
  readonly retries: number
  readonly pauseMs: number
}

/**
 * Asks the product search, or for the token that it takes, until it answers (CAT-48): a try that hangs, does not reach
 * it or finds it out of order is followed by another. What the server refuses is its answer.
 *
 * @throws CallError of the last try, where none was answered.
 */
export async function fetchWithRetry<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  { timeoutMs, retries, pauseMs }: RetryPolicy = searchConnection,
): Promise<T> {
  for (let left = retries; ; left--) {
    try {
      return await ask(AbortSignal.timeout(timeoutMs))
    } catch (error) {
      if (left === 0 || !(error instanceof CallError) || isAnswer(error)) throw error
      await new Promise((resume) => setTimeout(resume, pauseMs))
    }
  }
}

function isAnswer({ failure, status }: CallError): boolean {
  return failure === 'refused' && status < 500
}
