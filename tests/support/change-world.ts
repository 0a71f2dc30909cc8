import { isSettled, type BuybackStatus } from '#domain/buyback/buyback-status.ts'
import type { ItemStatus } from '#domain/item/item-status.ts'
import { isInsideWarehouse } from '#domain/item/item-transitions.ts'
import type { TestSession } from './api.ts'
import { createSaleWorld, postAs, saleOf, type Asker, type Outcome, type SaleWorld } from './sale-world.ts'

/** An account whose buybacks are changed in every status that they and their items can have. */
export interface ChangeWorld extends SaleWorld {
  /** Signs in a user, once. */
  as(who: string): Promise<TestSession>
  /** A buyback of the north store in a status, with its item in one; answers its id. */
  made(itemStatus: ItemStatus, buybackStatus?: BuybackStatus, payment?: string): Promise<string>
  /** What the database says of a buyback and its item. */
  stateOf(id: string): Promise<Record<string, unknown>>
}

/** Boots the application on the account. */
export async function createChangeWorld(): Promise<ChangeWorld> {
  const world = await createSaleWorld()
  const sessions = new Map<string, TestSession>()
  const as = async (who: string): Promise<TestSession> => {
    const session = sessions.get(who) ?? (await world.api.signIn(who))
    sessions.set(who, session)
    return session
  }
  return {
    ...world,
    as,
    made: async (itemStatus, buybackStatus = 'bb_in_processing', payment = 'awaiting_payment') => {
      const { northStoreId } = world.api.accounts.retailer
      const sold = await postAs(await as('admin'), `/api/store/${northStoreId}/buybacks`, saleOf(world, 'store_drop'))
      const id = String(sold.body['id'])
      await putIn(world, id, { itemStatus, buybackStatus, payment })
      return id
    },
    stateOf: async (id) => {
      const [row] = await world.sql(
        `select b.status, i.status as item, b.payment_status as payment, s.native, i.warehouse_id is not null as inside,
          b.validated_price_cents as validated, b.settled_at is not null as settled, i.left_status as left,
          b.cancel_reason as reason, b.cancel_comment as comment
          from buyback b join item i on i.account_id = b.account_id and i.buyback_id = b.id
          left join stock s on s.account_id = i.account_id and s.id = i.stock_id where b.id = $1`,
        id,
      )
      return row ?? {}
    },
  }
}

/** Cancels a buyback; `change` replaces parts of what is said. */
export const cancelAs = (asker: Asker, id: string, change: object = {}): Promise<Outcome> =>
  postAs(asker, `/api/buybacks/${id}/cancel`, {
    reason: 'customer_retraction',
    comment: 'Changed her mind',
    ...change,
  })

interface Statuses {
  readonly itemStatus: ItemStatus
  readonly buybackStatus: BuybackStatus
  readonly payment: string
}

async function putIn(world: SaleWorld, id: string, { itemStatus, buybackStatus, payment }: Statuses): Promise<void> {
  const inside = isInsideWarehouse(itemStatus)
  await world.sql(
    `update item set status = $2, warehouse_id = $3, facts = '{}', tested = $5,
      stock_id = case when $4 then (select id from stock where warehouse_id = $3 and native = $6) end
      where buyback_id = $1`,
    id,
    itemStatus,
    inside ? world.api.accounts.retailer.warehouseId : null,
    inside && itemStatus !== 'item_registered_in_warehouse',
    isSettled(buybackStatus),
    itemStatus === 'item_in_quarantine' ? 'in_quarantine' : 'to_refurbish',
  )
  await world.sql(`update buyback set payment_status = $2 where id = $1 and payment_status <> $2`, id, payment)
  await world.sql(
    `update buyback set status = $2, settled_at = case when $3 then now() end,
      cancel_reason = case when $2 = 'bb_cancelled' then 'other' end,
      validated_price_cents = case when $3 then 18000 end where id = $1`,
    id,
    buybackStatus,
    isSettled(buybackStatus),
  )
}
