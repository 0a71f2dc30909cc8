import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Locks buybacks until the transaction ends, in the one order that all code keeps (docs/reference/order-of-locks.md):
 * the items by their ids, as a push does, each with its buyback, then their payments. The condition names items `i`,
 * buybacks `b` and circuits `c` of one account. What was read before may have changed: read again afterwards.
 */
export async function lockBuybacks(tx: Transaction<Tables>, named: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    select b.id, b.account_id as "accountId" from item i
    join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
    join circuit c on c.account_id = b.account_id and c.id = b.circuit_id
    where ${named} order by i.id for update of i, b`.execute(tx)
  const [first] = rows
  if (first === undefined) return
  // A statement of its own: a payment that the transaction before has made is no part of what the first one sees.
  await sql`
    select 1 from payment p where p.account_id = ${first.accountId}
      and p.buyback_id = any (${rows.map(({ id }) => id)}::uuid[]) for update`.execute(tx)
}

/** The same for one buyback. */
export function lockBuybackAlone(
  tx: Transaction<Tables>,
  { accountId, buybackId }: { readonly accountId: string; readonly buybackId: string },
): Promise<void> {
  return lockBuybacks(tx, sql`b.account_id = ${accountId} and b.id = ${buybackId}`)
}
