import { itemColumns } from '#sync/wire/item-row.ts'

const milliseconds = (column: string): string => `floor(extract(epoch from ${column}) * 1000)::bigint`

/** What each column of the wire is read from; `full` where only items of one's own place show it. */
const expressions: Readonly<Record<(typeof itemColumns)[number], { readonly sql: string; readonly full?: true }>> = {
  id: { sql: 'i.id' },
  version: { sql: 'i.version' },
  level: { sql: `case when l.own then 'full' else 'slim' end` },
  code: { sql: 'i.identification_number' },
  buybackCode: { sql: 'b.identification_number' },
  imei: { sql: 'i.imei' },
  status: { sql: 'i.status' },
  buybackStatus: { sql: 'b.status' },
  stockId: { sql: 'i.stock_id' },
  warehouseId: { sql: 'i.warehouse_id' },
  destinationWarehouseId: { sql: 'i.destination_warehouse_id' },
  tested: { sql: 'i.tested' },
  leftStatus: { sql: 'i.left_status' },
  keepsMoney: { sql: 'i.keeps_money' },
  last: {
    sql: `case when i.last_op_id is not null then json_build_object('opId', i.last_op_id, 'type', i.last_op_type,
      'actor', i.last_op_actor, 'before', i.last_op_before) end`,
    full: true,
  },
  brand: { sql: 'p.brand', full: true },
  productLabel: { sql: 'p.label', full: true },
  serialNumber: { sql: 'i.serial_number', full: true },
  declaredGrade: { sql: 'b.declared_grade', full: true },
  declaredPriceCents: { sql: 'b.declared_price_cents', full: true },
  storeId: { sql: 'i.store_id', full: true },
  createdAtMs: { sql: milliseconds('i.created_at') },
  promisedOn: { sql: 'b.promised_payment_on', full: true },
  latestMoveAtMs: { sql: milliseconds('i.latest_move_at'), full: true },
}

/** A packed item as a JSON array, over `i`, `b`, `p` and the level `l` of `itemSource`. */
export const packedItem = `json_build_array(${itemColumns
  .map((column) => expressions[column])
  .map(({ sql, full }) => (full === true ? `case when l.own then ${sql} end` : sql))
  .join(', ')})`

/**
 * Items of a scope by their present state, with `own` where a row is one of the scope's own place: inside one of its
 * warehouses, bound for one, or of one of its stores. A warehouse knows every other item by its codes; an archived item
 * is in no scope. Parameters give the SQL of account, warehouses and stores.
 */
export function itemSource(account: string, warehouses: string, stores: string): string {
  return `item i
  cross join lateral (select (i.warehouse_id = any (${warehouses}) or i.destination_warehouse_id = any (${warehouses})
    or i.store_id = any (${stores})) is true as own) l
  join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
  join product p on p.account_id = i.account_id and p.id = i.product_id
  where i.account_id = ${account} and i.archived_at is null and (l.own or cardinality(${warehouses}) > 0)`
}

/** The share of a row in the hash of its scope (`hashShare`), over the same names. */
export const itemHashShare = `(('x' || right(i.id::text, 8))::bit(32)::bigint
  * (4 * i.version + case when l.own then 3 else 1 end)) % 4294967296`
