/**
 * How long statements, locks and idle transactions of the API may take, in milliseconds: a forgotten writing transaction
 * would hold back the change feed of every account. No statement is compiled (`jit`): those that rule out a scan of a whole
 * table look costly to PostgreSQL, and compiling them takes a hundred times as long as running them. All are said by
 * statements and never as parameters of the connection, which a pooler such as PgBouncer refuses.
 */
const settings = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
  jit: 'off',
} as const

const written = (kind: 'local' | 'session'): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${kind} ${name} = ${value}`)
    .join('; ')

/** For a transaction: behind a pooler in transaction mode each may run on another connection of the server. */
export const transactionSettings = written('local')
/** For a connection, and so for statements outside of transactions. */
export const connectionSettings = written('session')
