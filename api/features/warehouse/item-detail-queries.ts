import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { ItemDetailAnswer, ItemHistoryAnswer } from '#sync/calls/warehouse.ts'
import { answerOfListedItem, listedColumnsSql, type ListedItemRow } from './item-row.ts'
import { itemJoins, visibleItems } from './item-scope.ts'
import type { FloorReader } from './place.ts'

type DetailRow = ListedItemRow &
  Pick<
    ItemDetailAnswer,
    | 'storeName'
    | 'circuitName'
    | 'comment'
    | 'validatedPriceCents'
    | 'controlledGrade'
    | 'controlledPriceCents'
    | 'facts'
  > & { readonly foundBrand: string | null; readonly foundLabel: string | null }
type HistoryRow = Omit<ItemHistoryAnswer, 'deviceAt' | 'serverAt'> & {
  readonly deviceAt: Date | null
  readonly serverAt: Date
}

/** Lines of a history that one answer holds. */
const historyLimit = 500

const ownWarehouse = ({ module, organizationId }: FloorReader) => (module === 'rps' ? organizationId : undefined)

/** An item of the caller's scope with its facts; null for any other id. */
export async function readItemDetail(
  tx: Transaction<Tables>,
  caller: FloorReader,
  id: string,
): Promise<ItemDetailAnswer | null> {
  const found = await sql<DetailRow>`
    select ${listedColumnsSql}, o.common_name as "storeName", c.name as "circuitName", i.comment,
      b.validated_price_cents as "validatedPriceCents", b.controlled_grade as "controlledGrade",
      b.controlled_price_cents as "controlledPriceCents",
      coalesce(i.facts, '{}') || jsonb_build_object('productId', i.product_id, 'categoryId', b.category_id,
        'circuit', c.type, 'declaration', b.declaration) as facts, f.brand as "foundBrand", f.label as "foundLabel"
    from ${itemJoins}
    left join product f on f.account_id = i.account_id and f.id::text = i.facts -> 'control' ->> 'productId'
      and f.id::text <> coalesce(b.declaration ->> 'productId', i.product_id::text)
    left join circuit c on c.account_id = b.account_id and c.id = b.circuit_id
    left join organization o on o.account_id = i.account_id and o.id = i.store_id
    where ${visibleItems(caller, ownWarehouse(caller))} and i.id = ${id}`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) return null
  const { storeName, circuitName, comment, validatedPriceCents, controlledGrade, controlledPriceCents, facts } = row
  const more = { storeName, circuitName, comment, validatedPriceCents, controlledGrade, controlledPriceCents, facts }
  const foundProduct = productName({ brand: row.foundBrand, productLabel: row.foundLabel })
  return { ...answerOfListedItem(row), ...more, foundProduct }
}

/** The history of an item of the caller's scope, newest first; null for any other id. */
export async function readItemHistory(
  tx: Transaction<Tables>,
  caller: FloorReader,
  id: string,
): Promise<ItemHistoryAnswer[] | null> {
  const visible = await sql`select from ${itemJoins}
    where ${visibleItems(caller, ownWarehouse(caller))} and i.id = ${id}`.execute(tx)
  if (visible.rows.length === 0) return null
  const { rows } = await sql<HistoryRow>`
    select h.id, h.action, h.device_at as "deviceAt", h.server_at as "serverAt", h.actor_name as "actorName",
      h.warehouse_id as "warehouseId", h.from_status as "fromStatus", h.to_status as "toStatus",
      h.from_stock_id as "fromStockId", h.to_stock_id as "toStockId", h.op_id as "opId", h.comment, h.details
    from item_history h where h.account_id = ${caller.accountId} and h.item_id = ${id}
    order by h.server_at desc, h.id desc limit ${historyLimit}`.execute(tx)
  return rows.map(({ deviceAt, serverAt, ...line }) => ({
    ...line,
    deviceAt: deviceAt?.toISOString() ?? null,
    serverAt: serverAt.toISOString(),
  }))
}
