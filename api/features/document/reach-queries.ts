import { sql, type Transaction } from 'kysely'
import { visibleBuybacks, type BuybackScope } from '#api/db/buyback-scope.ts'
import type { Tables } from '#api/db/tables.ts'

/** Whether a user's part of the account holds a buyback. */
export async function isInReach(
  tx: Transaction<Tables>,
  { accountId, buybackId }: { readonly accountId: string; readonly buybackId: string },
  scope: BuybackScope,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from buyback b where b.id = ${buybackId} and ${visibleBuybacks(accountId, scope)}`.execute(tx)
  return rows.length > 0
}

/** Whether a buyback came out of a cart of a visitor's own. */
export async function isOfVisitor(
  tx: Transaction<Tables>,
  { accountId, buybackId }: { readonly accountId: string; readonly buybackId: string },
  visitorId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('cart_line')
    .innerJoin('cart', (join) =>
      join.onRef('cart.account_id', '=', 'cart_line.account_id').onRef('cart.id', '=', 'cart_line.cart_id'),
    )
    .select('cart.id')
    .where('cart_line.account_id', '=', accountId)
    .where('cart_line.buyback_id', '=', buybackId)
    .where('cart.visitor_id', '=', visitorId)
    .executeTakeFirst()
  return row !== undefined
}
