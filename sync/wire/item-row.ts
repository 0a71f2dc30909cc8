import { grades } from '#domain/catalog/grade.ts'
import type { Declared } from '#domain/compliance/compliance.ts'
import type { ItemChange, ItemState } from '#domain/item/item-state.ts'
import { noFacts, type ItemFacts } from './item-facts.ts'

/** The latest action on an item, kept on its row so that a device can undo it offline. */
export interface LastAction {
  readonly opId: string
  readonly type: string
  readonly actor: string
  /** State before the action; null where the action cannot be undone. */
  readonly before: ItemChange | null
  /** Facts before the action, those alone that it changed. */
  readonly beforeFacts?: Partial<ItemFacts> | null
}

/** An item as a device and the shared operations see it. Ids are UUIDs, times Unix milliseconds. */
export interface ItemRow extends ItemState {
  readonly id: string
  readonly version: number
  /** `full` for items of one's own place; `slim` for those known by code only. */
  readonly level: 'full' | 'slim'
  readonly code: string
  readonly buybackCode: string
  readonly imei: string | null
  readonly last: LastAction | null
  readonly brand: string | null
  readonly productLabel: string | null
  readonly serialNumber: string | null
  readonly declaredGrade: string | null
  readonly declaredPriceCents: number | null
  readonly storeId: string | null
  readonly createdAtMs: number
  readonly promisedOn: string | null
  readonly latestMoveAtMs: number | null
  /** Absent or null of slim rows and of rows without any. */
  readonly facts?: ItemFacts | null
}

/** The facts of an item, all of them. */
export function itemFacts(item: ItemRow): ItemFacts {
  return { ...noFacts, ...item.facts }
}

/** What the buyback of an item was declared for. */
export function declaredOf(item: ItemRow): Declared {
  const { declaredGrade, declaredPriceCents } = item
  return {
    declaration: itemFacts(item).declaration,
    declaredGrade: grades.find((grade) => grade === declaredGrade) ?? null,
    declaredPriceCents,
  }
}

/** What counting and indexing a packed item takes; none of these values holds a comma. */
export const itemHeadColumns = ['id', 'version', 'level', 'code', 'buybackCode', 'imei'] as const

/** The values of the columns that a packed row begins with. */
export type RowHead = readonly [
  id: string,
  version: number,
  level: ItemRow['level'],
  code: string,
  buybackCode: string,
  imei: string | null,
]

/** Columns of an item on the wire and in the packed pages of a device, by position. */
export const itemColumns = [
  ...itemHeadColumns,
  'status',
  'buybackStatus',
  'stockId',
  'warehouseId',
  'destinationWarehouseId',
  'tested',
  'leftStatus',
  'keepsMoney',
  'last',
  'brand',
  'productLabel',
  'serialNumber',
  'declaredGrade',
  'declaredPriceCents',
  'storeId',
  'createdAtMs',
  'promisedOn',
  'latestMoveAtMs',
  'facts',
] as const satisfies readonly (keyof ItemRow)[]

/** An item by position; `last` and `facts` are objects or their JSON text. */
export type PackedItem = readonly unknown[]

/** Packs an item by position. */
export function packItem(row: ItemRow): PackedItem {
  return itemColumns.map((column) => row[column] ?? null)
}

/**
 * Unpacks an item; throws when the row has another shape, which means another protocol version. `last` and
 * `facts` may be JSON text of their own: a base arrives straight from the database's COPY, which knows no nested values.
 * A row kept before items had facts is shorter by that column.
 */
export function unpackItem(packed: PackedItem): ItemRow {
  if (packed.length < itemColumns.length - 1 || packed.length > itemColumns.length)
    throw new Error(`an item row has ${packed.length} columns`)
  const row = Object.fromEntries(itemColumns.map((column, at) => [column, packed[at] ?? null]))
  return { ...row, last: nested(row['last']), facts: nested(row['facts']) } as unknown as ItemRow
}

function nested(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value
}

/**
 * One row's share of a base hash: the last 32 bits of its id times an odd number made of version and level. Sums
 * modulo 2^32 of these compare a device's copy with the server's scope; the server computes the same in SQL:
 * `(('x' || right(id::text, 8))::bit(32)::bigint * (4 * version + case level when 'full' then 3 else 1 end)) % 4294967296`.
 */
export function hashShare(id: string, version: number, level: ItemRow['level']): number {
  return Math.imul(hashTail(id), hashFactor(version, level)) >>> 0
}

/** The first factor of a row's share: the last 32 bits of its id. */
export function hashTail(id: string): number {
  return Number.parseInt(id.slice(-8), 16)
}

/** The second factor of a row's share, of version and level. */
export function hashFactor(version: number, level: ItemRow['level']): number {
  return 4 * version + (level === 'full' ? 3 : 1)
}
