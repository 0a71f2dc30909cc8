import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Lets one change of the account's tree of categories happen at a time, because they stand in one another. */
export async function lockTree(tx: Transaction<Tables>, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('category:' || ${accountId}, 0))`.execute(tx)
}
