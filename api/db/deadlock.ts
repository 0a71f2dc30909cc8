/** What a log may say of a deadlock: which row was waited for; neither names nor values. */
export interface DeadlockFacts {
  readonly code: '40P01'
  /** Such as `while locking tuple (0,12) in relation "item"`. */
  readonly where: string | undefined
  /** Which processes waited for which transactions. */
  readonly detail: string | undefined
  readonly isRetried: boolean
}

/** Whether two transactions waited for one another, and this one was ended by the database. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}

/**
 * Runs a transaction, once more where the database ended it for a deadlock: it has written nothing, and the other one
 * goes on. All code takes locks in one order, so that each deadlock is a bug and is told.
 */
export async function retryingDeadlock<T>(
  run: () => Promise<T>,
  tell: ((facts: DeadlockFacts) => void) | undefined,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isDeadlock(error)) throw error
    tell?.(factsOf(error, true))
  }
  try {
    return await run()
  } catch (error) {
    if (isDeadlock(error)) tell?.(factsOf(error, false))
    throw error
  }
}

function factsOf(error: unknown, isRetried: boolean): DeadlockFacts {
  const { where, detail } = error as { readonly where?: string; readonly detail?: string }
  return { code: '40P01', where: where?.split('\n')[0], detail, isRetried }
}
