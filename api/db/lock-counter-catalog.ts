import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Keeps catalogs of the counter from being published until the transaction ends: what is deleted under it is in none of
 * them, and what is published under it is there.
 */
export async function lockCounterCatalog(tx: Transaction<Tables>, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('counter catalog ' || ${accountId}, 0))`.execute(tx)
}
