import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { ChangedItem } from '#api/db/item-change.ts'
import { lockBuybacks } from '#api/db/lock-buybacks.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { PaymentStatus } from '#domain/buyback/payment-status.ts'
import type { Grade } from '#domain/catalog/grade.ts'
import type { CircuitType } from '#domain/circuit/circuit-type.ts'
import type { DeliveryStatus } from '#domain/delivery/delivery-status.ts'
import type { ItemStatus, NativeStock } from '#domain/item/item-status.ts'
import type { BuybackStatus } from '#domain/buyback/buyback-status.ts'

type Tx = Transaction<Tables>

/** A buyback with its item, locked until the transaction ends. */
export interface LockedBuyback extends ChangedItem {
  readonly id: string
  readonly identificationNumber: string
  readonly paymentStatus: PaymentStatus
  readonly deliveryStatus: DeliveryStatus | null
  readonly circuitId: string
  readonly circuitType: CircuitType
  readonly shippingMethodId: string | null
  readonly paymentModeId: string | null
  readonly customerId: string | null
  readonly productId: string
  readonly storeId: string | null
  readonly declaration: Declaration | null
  readonly declaredGrade: Grade | null
  readonly declaredPriceCents: number | null
  readonly createdAt: Date
}

/** Locks a buyback `b` of a condition with its item and payment; null where there is none. */
export async function lockBuyback(tx: Tx, id: string, visible: RawBuilder<unknown>): Promise<LockedBuyback | null> {
  const named = sql`${visible} and b.id = ${id}`
  await lockBuybacks(tx, named)
  const { rows } = await sql<LockedBuyback>`
    select b.id, b.id as "buybackId", i.id as "itemId", b.identification_number as "identificationNumber", i.status,
      b.status as "buybackStatus", i.stock_id as "stockId", i.warehouse_id as "warehouseId",
      i.destination_warehouse_id as "destinationWarehouseId", i.tested, i.left_status as "leftStatus",
      i.keeps_money as "keepsMoney", b.payment_status as "paymentStatus", b.delivery_status as "deliveryStatus",
      b.circuit_id as "circuitId",
      c.type as "circuitType", b.shipping_method_id as "shippingMethodId", b.payment_mode_id as "paymentModeId",
      b.customer_id as "customerId", b.product_id as "productId", b.store_id as "storeId", b.declaration,
      b.declared_grade as "declaredGrade", b.declared_price_cents as "declaredPriceCents", b.created_at as "createdAt"
    from item i
    join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
    join circuit c on c.account_id = b.account_id and c.id = b.circuit_id
    where ${named}`.execute(tx)
  return rows[0] ?? null
}

/** The native stocks of a warehouse by kind. */
export async function readNativeStocks(
  tx: Tx,
  accountId: string,
  warehouseId: string | null,
): Promise<(native: NativeStock) => string> {
  const rows = await tx
    .selectFrom('stock')
    .select(['id', 'native'])
    .where('account_id', '=', accountId)
    .where('warehouse_id', '=', warehouseId)
    .where('native', 'is not', null)
    .execute()
  const ids = new Map(rows.map(({ id, native }) => [native, id]))
  return (native) => {
    const id = ids.get(native)
    if (id === undefined) throw new Error(`warehouse ${warehouseId} lacks its stock ${native}`)
    return id
  }
}

/** Notes why a buyback is cancelled; its status follows with the change of its item. */
export async function noteCancelReason(
  tx: Tx,
  scope: { readonly accountId: string; readonly buybackId: string },
  reason: { readonly reason: 'customer_retraction' | 'technical_problem' | 'other'; readonly comment: string | null },
): Promise<void> {
  await tx
    .updateTable('buyback')
    .set({ cancel_reason: reason.reason, cancel_comment: reason.comment })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.buybackId)
    .execute()
}

/** Statuses of a buyback once everything that follows from this transaction has been done. */
export async function readOutcome(
  tx: Tx,
  { accountId, buybackId }: { readonly accountId: string; readonly buybackId: string },
): Promise<{
  readonly id: string
  readonly status: BuybackStatus
  readonly itemStatus: ItemStatus
  readonly paymentStatus: PaymentStatus
}> {
  // Payments follow at the end of a transaction; this is it.
  await sql`set constraints all immediate`.execute(tx)
  return tx
    .selectFrom('buyback as b')
    .innerJoin('item as i', (join) =>
      join.onRef('i.account_id', '=', 'b.account_id').onRef('i.buyback_id', '=', 'b.id'),
    )
    .select(['b.id', 'b.status', 'i.status as itemStatus', 'b.payment_status as paymentStatus'])
    .where('b.account_id', '=', accountId)
    .where('b.id', '=', buybackId)
    .executeTakeFirstOrThrow()
}
