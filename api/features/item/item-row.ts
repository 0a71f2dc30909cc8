import { sql } from 'kysely'
import type { BuybackStatus } from '#domain/buyback/buyback-status.ts'
import type { ItemStatus } from '#domain/item/item-status.ts'
import { owedStatuses } from '#domain/payment/payment-rules.ts'
import type { ListedItemAnswer, WarehouseItemAnswer } from '#sync/calls/item.ts'

/** An item with its buyback and product, as `itemColumnsSql` selects one. */
export interface ItemListRow {
  readonly id: string
  readonly code: string
  readonly buyback_code: string
  readonly imei: string | null
  readonly status: ItemStatus
  readonly buyback_status: BuybackStatus
  readonly stock_id: string | null
  readonly warehouse_id: string | null
  readonly destination_warehouse_id: string
  readonly brand: string | null
  readonly label: string
  readonly serial_number: string | null
  readonly created_at: Date
  readonly latest_move_at: Date | null
}

/** Columns of an item `i` with its buyback `b` and product `p`. */
export const itemColumnsSql = sql`i.id, i.identification_number as code, b.identification_number as buyback_code,
  i.imei, i.status, b.status as buyback_status, i.stock_id, i.warehouse_id, i.destination_warehouse_id, p.brand, p.label,
  i.serial_number, i.created_at, i.latest_move_at`

/** The row as calls answer it. */
export function answerOfItem(row: ItemListRow): WarehouseItemAnswer {
  return {
    id: row.id,
    code: row.code,
    buybackCode: row.buyback_code,
    imei: row.imei,
    status: row.status,
    buybackStatus: row.buyback_status,
    stockId: row.stock_id,
    warehouseId: row.warehouse_id,
    destinationWarehouseId: row.destination_warehouse_id,
    brand: row.brand,
    productLabel: row.label,
    serialNumber: row.serial_number,
    createdAt: row.created_at.toISOString(),
    latestMoveAt: row.latest_move_at?.toISOString() ?? null,
  }
}

/** A row of the list of items, as `listedColumnsSql` selects one. */
export interface ListedItemRow extends ItemListRow {
  readonly declaredGrade: string | null
  readonly declaredPriceCents: number | null
  readonly paidCents: number | null
  readonly plannedCostCents: number
  readonly completedCostCents: number
  readonly promisedOn: string | null
  readonly isMissing: boolean
}

/** The columns of `itemColumnsSql` with the prices of the buyback and the costs of the steps. */
export const listedColumnsSql = sql`${itemColumnsSql}, b.declared_grade as "declaredGrade",
  b.declared_price_cents as "declaredPriceCents",
  case when b.status <> 'bb_cancelled' or i.keeps_money or b.payment_status = any (${[...owedStatuses]}::text[])
    then coalesce((i.facts -> 'validated' ->> 'paymentCents')::int, b.validated_price_cents) end as "paidCents",
  ${costOf('true')} as "plannedCostCents",
  ${costOf(`s ->> 'status' = 'completed'`)} as "completedCostCents", b.promised_payment_on::text as "promisedOn",
  coalesce(i.facts ->> 'missingSinceMs', '') <> '' as "isMissing"`

function costOf(which: string) {
  return sql`coalesce((select sum((s ->> 'plannedCostCents')::int) from jsonb_array_elements(i.facts -> 'steps') s
    where ${sql.raw(which)}), 0)::int`
}

/** The row as the list answers it. */
export function answerOfListedItem(row: ListedItemRow): ListedItemAnswer {
  const { declaredGrade, declaredPriceCents, paidCents, plannedCostCents, completedCostCents, promisedOn } = row
  const prices = { declaredGrade, declaredPriceCents, paidCents, plannedCostCents, completedCostCents }
  return { ...answerOfItem(row), ...prices, promisedOn, isMissing: row.isMissing }
}
