import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

const key = (accountId: string) => sql`hashtextextended('counter catalog ' || ${accountId}, 0)`

/**
 * Keeps catalogs of the counter from being published until the transaction ends: what is deleted under it is in none of
 * them, and what is published under it is there.
 */
export async function lockCounterCatalog(tx: Transaction<Tables>, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key(accountId)})`.execute(tx)
}

/** As `lockCounterCatalog`, without waiting: false where a catalog is being published. */
export async function tryCounterCatalog(tx: Transaction<Tables>, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${key(accountId)}) as taken`.execute(tx)
  return rows[0]?.taken === true
}
