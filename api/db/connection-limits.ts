/**
 * How long statements, locks and idle transactions of the API may take; a forgotten writing transaction would hold back
 * the change feed of every account. They are said by statements and never as parameters of the connection, which a pooler
 * such as PgBouncer refuses.
 */
const limits = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
} as const

const written = (kind: 'local' | 'session'): string =>
  Object.entries(limits)
    .map(([name, ms]) => `set ${kind} ${name} = ${ms}`)
    .join('; ')

/** For a transaction: behind a pooler in transaction mode each may run on another connection of the server. */
export const transactionLimits = written('local')
/** For a connection, and so for statements outside of transactions. */
export const connectionLimits = written('session')
