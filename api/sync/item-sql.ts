import { itemColumns } from '#sync/wire/item-row.ts'

/** What a column is read from, over `i`, `b`, `p` and the level `l` of `itemSource`. */
interface ColumnSql {
  readonly sql: string
  /** Whether COPY has to quote it to make it a JSON text. */
  readonly isText: boolean
  /** For COPY, where its output of the plain value is no JSON. */
  readonly copy?: string
}

const text = (sql: string): ColumnSql => ({ sql, isText: true })
const number = (sql: string): ColumnSql => ({ sql, isText: false })
const flag = (sql: string): ColumnSql => ({ sql, isText: false, copy: `case when ${sql} then 'true' else 'false' end` })
const time = (column: string): ColumnSql => number(`round(date_part('epoch', ${column}) * 1000)::bigint`)

/** Free text without control characters, which COPY writes as they are and JSON does not allow. */
function freeText(column: string): ColumnSql {
  const controls = Array.from({ length: 31 }, (_, at) => `\\x${(at + 1).toString(16).padStart(2, '0')}`).join('')
  return text(`translate(${column}, E'${controls}', repeat(' ', 31))`)
}

/** Shown of items of one's own place only. */
function full({ sql, isText, copy }: ColumnSql): ColumnSql {
  const own = (inner: string): string => `case when l.own then ${inner} end`
  return { sql: own(sql), isText, ...(copy === undefined ? {} : { copy: own(copy) }) }
}

/** The latest action of an item `i` as an object; its facts before lie beside its state before. */
export const lastAction = `case when i.last_op_id is not null then json_build_object('opId', i.last_op_id,
  'type', i.last_op_type, 'actor', i.last_op_actor, 'before', i.last_op_before - 'facts',
  'beforeFacts', i.last_op_before -> 'facts') end`

// What rows beside the item's own say of it, under the names that its facts have on the wire: plain words or null.
const factsBeside = {
  productId: 'i.product_id',
  categoryId: 'b.category_id',
  circuit: 'c.type',
  circuitId: 'b.circuit_id',
}
const hasFacts = `i.facts is not null or b.declaration is not null
    or i.status in ('item_awaiting_inventory', 'item_lost_store')`

/**
 * Facts of an item as an object, over `i`, `b` and its circuit `c`; null where it has neither facts nor a declaration,
 * but for items that a store is to send, whose circuit says how.
 */
export const itemFactsSql = `case when ${hasFacts} then coalesce(i.facts, '{}') || jsonb_build_object(
  ${Object.entries(factsBeside)
    .map(([name, sql]) => `'${name}', ${sql}, `)
    .join(
      '',
    )}'declaration', b.declaration) || case when i.status = 'item_awaiting_store_drop' then jsonb_build_object('chosen',
    jsonb_build_object('shippingMethodId', b.shipping_method_id, 'paymentModeId', b.payment_mode_id)) else '{}' end end`

/**
 * The same object as text, put together from texts: building it as a value and writing that takes two thirds longer,
 * and a base has one in every row. Of a key that comes twice the second counts, as in the object.
 */
const itemFactsText = `case when ${hasFacts} then '{' || coalesce(nullif(left(right(i.facts::text, -1), -1), '') || ', ', '')
  ${Object.entries(factsBeside)
    .map(([name, sql]) => `|| '"${name}": ' || coalesce('"' || ${sql} || '"', 'null') || ', '`)
    .join(' ')}
  || case when i.status = 'item_awaiting_store_drop' then '"chosen": ' || json_build_object('shippingMethodId',
    b.shipping_method_id, 'paymentModeId', b.payment_mode_id)::text || ', ' else '' end
  || '"declaration": ' || coalesce(b.declaration::text, 'null') || '}' end`

const columns: Readonly<Record<(typeof itemColumns)[number], ColumnSql>> = {
  id: text('i.id'),
  version: number('i.version'),
  level: text(`case when l.own then 'full' else 'slim' end`),
  code: text('i.identification_number'),
  buybackCode: text('b.identification_number'),
  imei: text('i.imei'),
  status: text('i.status'),
  buybackStatus: text('b.status'),
  stockId: text('i.stock_id'),
  warehouseId: text('i.warehouse_id'),
  destinationWarehouseId: text('i.destination_warehouse_id'),
  tested: flag('i.tested'),
  leftStatus: text('i.left_status'),
  keepsMoney: flag('i.keeps_money'),
  last: full({ sql: lastAction, isText: true, copy: `(${lastAction})::text` }),
  brand: full(freeText('p.brand')),
  productLabel: full(freeText('p.label')),
  serialNumber: full(freeText('i.serial_number')),
  declaredGrade: full(text('b.declared_grade')),
  declaredPriceCents: full(number('b.declared_price_cents')),
  storeId: full(text('i.store_id')),
  createdAtMs: time('i.created_at'),
  promisedOn: full(text('b.promised_payment_on')),
  latestMoveAtMs: full(time('i.latest_move_at')),
  facts: full({ sql: itemFactsSql, isText: true, copy: itemFactsText }),
}

/** A packed item as a JSON array, over `itemSource`. */
export const packedItem = `json_build_array(${itemColumns.map((column) => columns[column].sql).join(', ')})`

/**
 * COPY of packed items that writes each as the inside of a JSON array: nulls, numbers and flags bare, texts quoted and
 * escaped as JSON does it. Functions that build JSON cost several times as much, for they look up the type of every
 * value of every row.
 */
export function copyItems(source: string): string {
  const selected = itemColumns.map((column) => `${columns[column].copy ?? columns[column].sql} as "${column}"`)
  const texts = itemColumns.filter((column) => columns[column].isText).map((column) => `"${column}"`)
  return `copy (select ${selected.join(', ')} from ${source})
    to stdout with (format csv, null 'null', escape '\\', force_quote (${texts.join(', ')}))`
}

/** Account, warehouses and stores of a scope, as SQL. */
export interface ScopeSql {
  readonly account: string
  readonly warehouses: string
  readonly stores: string
}

const joins = `join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
  join product p on p.account_id = i.account_id and p.id = i.product_id
  join circuit c on c.account_id = b.account_id and c.id = b.circuit_id`

/**
 * Items of a scope by their present state, with `own` where a row is one of the scope's own place: inside one of its
 * warehouses, bound for one, or of one of its stores. A warehouse knows every other item by its codes; an archived item
 * is in no scope. With what packing needs, or bare.
 */
export function itemSource({ account, warehouses, stores }: ScopeSql, what: 'packed' | 'bare'): string {
  return `item i
  cross join lateral (select (i.warehouse_id = any (${warehouses}) or i.destination_warehouse_id = any (${warehouses})
    or i.store_id = any (${stores})) is true as own) l
  ${what === 'packed' ? joins : ''}
  where i.account_id = ${account} and i.archived_at is null and (l.own or cardinality(${warehouses}) > 0)`
}

/** A scope as the first three parameters of a statement. */
export const scopeParameters: ScopeSql = { account: '$1::uuid', warehouses: '$2::uuid[]', stores: '$3::uuid[]' }

/** How many rows a source has and the sum of their shares in the hash of its scope (`hashShare`), as two columns. */
export function sumsSql(row: string, isFull: string): string {
  const share = `(('x' || right(${row}.id::text, 8))::bit(32)::bigint
    * (4 * ${row}.version + case when ${isFull} then 3 else 1 end)) % 4294967296`
  return `count(*)::int as count, (coalesce(sum(${share}), 0) % 4294967296)::float8 as hash`
}
