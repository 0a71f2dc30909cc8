import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { ItemHistoryAnswer, ItemDetailAnswer, KeptHistoryAnswer } from '#sync/calls/item.ts'
import { answerOfListedItem, listedColumnsSql, type ListedItemRow } from './item-row.ts'
import { itemJoins, visibleItems } from './item-scope.ts'
import type { FloorReader } from './place.ts'

type HistoryRow = Omit<KeptHistoryAnswer, 'foundProduct' | 'lines'> & {
  readonly foundBrand: string | null
  readonly foundLabel: string | null
}
type LineRow = Omit<ItemHistoryAnswer, 'deviceAt' | 'serverAt'> & {
  readonly itemId: string
  readonly deviceAt: Date | null
  readonly serverAt: Date
}

/** Lines of a history that one answer holds. */
const historyLimit = 500

const ownWarehouse = ({ module, organizationId }: FloorReader) => (module === 'rps' ? organizationId : undefined)

const historyColumnsSql = sql`i.id, i.version, o.common_name as "storeName", c.name as "circuitName", i.comment,
  b.validated_price_cents as "validatedPriceCents", b.controlled_grade as "controlledGrade",
  b.controlled_price_cents as "controlledPriceCents", f.brand as "foundBrand", f.label as "foundLabel"`

const historyJoins = sql`${itemJoins}
  left join product f on f.account_id = i.account_id and f.id::text = i.facts -> 'control' ->> 'productId'
    and f.id::text <> coalesce(b.declaration ->> 'productId', i.product_id::text)
  left join circuit c on c.account_id = b.account_id and c.id = b.circuit_id
  left join organization o on o.account_id = i.account_id and o.id = i.store_id`

/** An item of the caller's scope with its history and its facts; null for any other id. */
export async function readItemDetail(
  tx: Transaction<Tables>,
  caller: FloorReader,
  id: string,
): Promise<ItemDetailAnswer | null> {
  const { rows } = await sql<ListedItemRow & HistoryRow & Pick<ItemDetailAnswer, 'facts'>>`
    select ${listedColumnsSql}, ${historyColumnsSql},
      coalesce(i.facts, '{}') || jsonb_build_object('productId', i.product_id, 'categoryId', b.category_id,
        'circuit', c.type, 'declaration', b.declaration) as facts
    from ${historyJoins} where ${visibleItems(caller, ownWarehouse(caller))} and i.id = ${id}`.execute(tx)
  const [row] = rows
  if (row === undefined) return null
  const [history] = await withLines(tx, caller, [row])
  return { ...answerOfListedItem(row), ...history!, facts: row.facts }
}

/** The histories of those of the items that are of the caller's scope, in no order. */
export async function readItemHistories(
  tx: Transaction<Tables>,
  caller: FloorReader,
  ids: readonly string[],
): Promise<KeptHistoryAnswer[]> {
  const { rows } = await sql<HistoryRow>`
    select ${historyColumnsSql} from ${historyJoins}
    where ${visibleItems(caller, ownWarehouse(caller))} and i.id = any (${ids}::uuid[])`.execute(tx)
  return withLines(tx, caller, rows)
}

/** Reads the lines after the rows, so that a version never stands for more than its lines tell. */
async function withLines(
  tx: Transaction<Tables>,
  { accountId }: FloorReader,
  rows: readonly HistoryRow[],
): Promise<KeptHistoryAnswer[]> {
  const found = await sql<LineRow>`
    select w.id as "itemId", l.* from unnest(${rows.map(({ id }) => id)}::uuid[]) as w (id)
    cross join lateral (
      select h.id, h.action, h.device_at as "deviceAt", h.server_at as "serverAt", h.actor_name as "actorName",
        h.warehouse_id as "warehouseId", h.from_status as "fromStatus", h.to_status as "toStatus",
        h.from_stock_id as "fromStockId", h.to_stock_id as "toStockId", h.op_id as "opId", h.comment, h.details
      from item_history h where h.account_id = ${accountId} and h.item_id = w.id
      order by h.server_at desc, h.id desc limit ${historyLimit}) l
    order by l."serverAt" desc, l.id desc`.execute(tx)
  const lines = Map.groupBy(found.rows, ({ itemId }) => itemId)
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    storeName: row.storeName,
    circuitName: row.circuitName,
    comment: row.comment,
    validatedPriceCents: row.validatedPriceCents,
    controlledGrade: row.controlledGrade,
    controlledPriceCents: row.controlledPriceCents,
    foundProduct: productName({ brand: row.foundBrand, productLabel: row.foundLabel }),
    lines: (lines.get(row.id) ?? []).map(answerOfLine),
  }))
}

function answerOfLine({ itemId: _itemId, deviceAt, serverAt, ...line }: LineRow): ItemHistoryAnswer {
  return { ...line, deviceAt: deviceAt?.toISOString() ?? null, serverAt: serverAt.toISOString() }
}
