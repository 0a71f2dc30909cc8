import { sql, type Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import type { Tables } from '#api/db/tables.ts'

/** What an account says of carts. */
export interface CartRules {
  readonly features: readonly string[]
  readonly cartMinCents: number
}

/** Reads the rules of an account's carts. */
export async function readCartRules(tx: Transaction<Tables>, accountId: string): Promise<CartRules> {
  return tx
    .selectFrom('organization_root_detail')
    .select(['enabled_premium_features as features', 'cart_min_value as cartMinCents'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** Forgets carts that nobody validated, and offers that ended before the given moments, of every account. */
export async function sweepCarts(
  database: Pick<Database, 'app'>,
  before: { readonly carts: Date; readonly quotes: Date },
): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    select sweep_carts(${before.carts}, ${before.quotes}) as forgotten`.execute(database.app)
  return rows[0]?.forgotten ?? 0
}
