import { sql, type Expression, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** How many rows a list has on all its pages (API-05); null where the query said `partial` to spare the count. */
export async function totalOf(
  tx: Transaction<Tables>,
  all: Expression<unknown>,
  { partial }: { readonly partial: boolean },
): Promise<number | null> {
  if (partial) return null
  const counted = await sql<{ total: number }>`select count(*)::int as total from (${all}) as listed`.execute(tx)
  return counted.rows[0]?.total ?? 0
}
