import { foldText } from '#domain/kernel/fold-text.ts'
import { buybackStatuses, isSettled } from '#domain/buyback/buyback-status.ts'
import { workKinds } from '#domain/item/next-work.ts'
import { itemStatuses } from '#domain/item/item-status.ts'
import type { ItemSummary, TableItem } from './list-row.ts'

/** Columns by which a list sorts; `urgency` is the promised day as long as the price is not final, then the age. */
export const itemSorts = [
  'product',
  'code',
  'createdAt',
  'latestMove',
  'promisedOn',
  'urgency',
  'declaredPrice',
  'paid',
  'plannedCost',
  'completedCost',
] as const
export type ItemSort = (typeof itemSorts)[number]

const textColumns = ['ids', 'codes', 'buybackCodes', 'imeis', 'serials'] as const
type TextColumn = (typeof textColumns)[number]

const numberColumns = [
  'product',
  'stock',
  'warehouse',
  'destination',
  'grade',
  'promisedDay',
  'declaredCents',
  'paidCents',
  'plannedCents',
  'completedCents',
  'version',
] as const
type NumberColumn = (typeof numberColumns)[number]

/** A product as many items share it. */
export interface ListedProduct {
  readonly brand: string | null
  readonly label: string | null
}

/** Items by column: what a filter reads is a number, and no row is an object until it is shown. */
export interface ListTable {
  readonly rowCount: number
  readonly texts: Readonly<Record<TextColumn, readonly string[]>>
  readonly numbers: Readonly<Record<NumberColumn, Int32Array>>
  readonly status: Uint8Array
  readonly buybackStatus: Uint8Array
  /** Place in `workKinds` plus one; 0 where nothing is to be done. */
  readonly work: Uint8Array
  readonly isMissing: Uint8Array
  readonly createdAtMs: Float64Array
  /** NaN where it never moved. */
  readonly latestMoveAtMs: Float64Array
  /** Ids of stocks and warehouses, and grades, that the number columns point to. */
  readonly names: readonly string[]
  readonly products: readonly ListedProduct[]
  /** `brand label` of each product, folded for search and sorting. */
  readonly productTexts: readonly string[]
  /** Row orders by column, made when first asked for. */
  readonly orders: Map<ItemSort, Uint32Array>
}

/** Collects rows into a table. */
export function createTableBuilder() {
  const texts = { ids: [], codes: [], buybackCodes: [], imeis: [], serials: [] } as Record<TextColumn, string[]>
  const numbers = Object.fromEntries(numberColumns.map((column) => [column, growing()])) as Record<
    NumberColumn,
    Growing
  >
  const [status, buybackStatus, work, isMissing, created, moved] = [1, 2, 3, 4, 5, 6].map(growing) as [
    Growing,
    Growing,
    Growing,
    Growing,
    Growing,
    Growing,
  ]
  const names = createDictionary()
  const productNames = createDictionary()
  const products: ListedProduct[] = []

  function productOf({ brand, productLabel }: ItemSummary): number {
    const number = productNames.numberOf(`${brand ?? ''}\n${productLabel ?? ''}`)
    if (number === products.length) products.push({ brand, label: productLabel })
    return number
  }

  return {
    add(row: TableItem): void {
      texts.ids.push(row.id)
      texts.codes.push(row.code)
      texts.buybackCodes.push(row.buybackCode)
      texts.imeis.push(row.imei ?? '')
      texts.serials.push((row.serialNumber ?? '').replaceAll('\n', ' '))
      numbers.product.push(productOf(row))
      numbers.stock.push(names.numberOf(row.stockId))
      numbers.warehouse.push(names.numberOf(row.warehouseId))
      numbers.destination.push(names.numberOf(row.destinationWarehouseId))
      numbers.grade.push(names.numberOf(row.declaredGrade))
      numbers.promisedDay.push(dayOf(row.promisedOn))
      numbers.declaredCents.push(row.declaredPriceCents ?? -1)
      numbers.paidCents.push(row.paidCents ?? -1)
      numbers.plannedCents.push(row.plannedCostCents)
      numbers.completedCents.push(row.completedCostCents)
      numbers.version.push(row.version)
      status.push(itemStatuses.indexOf(row.status))
      buybackStatus.push(buybackStatuses.indexOf(row.buybackStatus))
      work.push(row.work === null ? 0 : workKinds.indexOf(row.work) + 1)
      isMissing.push(row.isMissing ? 1 : 0)
      created.push(row.createdAtMs)
      moved.push(row.latestMoveAtMs ?? Number.NaN)
    },
    finish: (): ListTable => ({
      rowCount: texts.ids.length,
      texts,
      numbers: Object.fromEntries(
        numberColumns.map((column) => [column, Int32Array.from(numbers[column].values())]),
      ) as Record<NumberColumn, Int32Array>,
      status: Uint8Array.from(status.values()),
      buybackStatus: Uint8Array.from(buybackStatus.values()),
      work: Uint8Array.from(work.values()),
      isMissing: Uint8Array.from(isMissing.values()),
      createdAtMs: created.values(),
      latestMoveAtMs: moved.values(),
      names: names.all(),
      products,
      productTexts: products.map(textOf),
      orders: new Map(),
    }),
  }
}

/** A row of a table as a list shows it. */
export function rowAt(table: ListTable, row: number): ItemSummary {
  const { texts, numbers, names } = table
  const product = table.products[numbers.product[row]!]!
  const name = (column: NumberColumn): string | null => names[numbers[column][row]!] ?? null
  const amount = (column: NumberColumn): number | null => (numbers[column][row]! < 0 ? null : numbers[column][row]!)
  const moved = table.latestMoveAtMs[row]!
  return {
    id: texts.ids[row]!,
    code: texts.codes[row]!,
    buybackCode: texts.buybackCodes[row]!,
    imei: texts.imeis[row]! === '' ? null : texts.imeis[row]!,
    serialNumber: texts.serials[row]! === '' ? null : texts.serials[row]!,
    brand: product.brand,
    productLabel: product.label,
    status: itemStatuses[table.status[row]!]!,
    buybackStatus: buybackStatuses[table.buybackStatus[row]!]!,
    stockId: name('stock'),
    warehouseId: name('warehouse'),
    destinationWarehouseId: name('destination') ?? '',
    declaredGrade: name('grade'),
    declaredPriceCents: amount('declaredCents'),
    paidCents: amount('paidCents'),
    plannedCostCents: numbers.plannedCents[row]!,
    completedCostCents: numbers.completedCents[row]!,
    createdAtMs: table.createdAtMs[row]!,
    latestMoveAtMs: Number.isNaN(moved) ? null : moved,
    promisedOn: dateOf(numbers.promisedDay[row]!),
    work: workKinds[table.work[row]! - 1] ?? null,
    isMissing: table.isMissing[row] === 1,
  }
}

/** What a row is sorted by, before its id. What is unknown comes last from the oldest promise on, and first of amounts. */
export function sortKey(table: ListTable, sort: ItemSort, row: number): number | string {
  const { numbers } = table
  switch (sort) {
    case 'product':
      return table.productTexts[numbers.product[row]!]!
    case 'code':
      return table.texts.codes[row]!
    case 'createdAt':
      return seconds(table.createdAtMs[row]!)
    case 'latestMove':
      return seconds(table.latestMoveAtMs[row]!)
    case 'promisedOn':
      return numbers.promisedDay[row]! < 0 ? noDay : numbers.promisedDay[row]!
    case 'urgency':
      return isSettled(buybackStatuses[table.buybackStatus[row]!]!) || numbers.promisedDay[row]! < 0
        ? noDay
        : numbers.promisedDay[row]!
    case 'declaredPrice':
      return numbers.declaredCents[row]! + 1
    case 'paid':
      return numbers.paidCents[row]! + 1
    case 'plannedCost':
      return numbers.plannedCents[row]!
    case 'completedCost':
      return numbers.completedCents[row]!
  }
}

/** Rows in the order of a column, ids deciding between equals. */
export function orderBy(table: ListTable, sort: ItemSort): Uint32Array {
  const known = table.orders.get(sort)
  if (known !== undefined) return known
  const made = makeOrder(table, sort)
  table.orders.set(sort, made)
  return made
}

function makeOrder(table: ListTable, sort: ItemSort): Uint32Array {
  const byId = orderById(table)
  const keys = byId.length === 0 ? [] : keysOf(table, sort)
  // Key and place in the order of ids share a double, so that the sort compares plain numbers.
  const packed = new Float64Array(byId.length)
  for (let place = 0; place < byId.length; place++) packed[place] = keys[byId[place]!]! * rowLimit + place
  packed.sort()
  const order = new Uint32Array(byId.length)
  for (let place = 0; place < order.length; place++) order[place] = byId[packed[place]! % rowLimit]!
  return order
}

/** Keys as numbers below 2^32; of texts, their places among the texts. */
function keysOf(table: ListTable, sort: ItemSort): ArrayLike<number> {
  const { rowCount, numbers, productTexts, texts } = table
  if (sort === 'product') {
    const ranks = ranksOf(productTexts)
    return Float64Array.from(numbers.product, (product) => ranks[product]!)
  }
  if (sort === 'code') return ranksOf(texts.codes)
  return Float64Array.from({ length: rowCount }, (_, row) => sortKey(table, sort, row) as number)
}

/** The place of each text among all of them; equal texts share theirs. */
function ranksOf(texts: readonly string[]): Float64Array {
  const order = Uint32Array.from(texts, (_, place) => place).sort((a, b) => compare(texts[a]!, texts[b]!))
  const ranks = new Float64Array(texts.length)
  let rank = 0
  for (let place = 0; place < order.length; place++) {
    if (place > 0 && texts[order[place]!] !== texts[order[place - 1]!]) rank = place
    ranks[order[place]!] = rank
  }
  return ranks
}

function orderById({ texts, rowCount }: ListTable): Uint32Array {
  const order = new Uint32Array(rowCount)
  for (let row = 0; row < rowCount; row++) order[row] = row
  return order.sort((a, b) => compare(texts.ids[a]!, texts.ids[b]!))
}

/** Compares texts by their characters. */
export function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const rowLimit = 2 ** 20
const noDay = 2 ** 31
const dayMs = 86_400_000

function seconds(ms: number): number {
  return Number.isNaN(ms) ? 0 : Math.max(1, Math.floor(ms / 1000))
}

/** Days since 1970; -1 for none. */
export function dayOf(date: string | null | undefined): number {
  const ms = date === null || date === undefined ? Number.NaN : Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(ms) ? -1 : Math.floor(ms / dayMs)
}

function dateOf(day: number): string | null {
  return day < 0 ? null : new Date(day * dayMs).toISOString().slice(0, 10)
}

function textOf({ brand, label }: ListedProduct): string {
  return foldText([brand, label].filter((part) => part !== null).join(' '))
}

interface Growing {
  push(value: number): void
  values(): Float64Array
}

function growing(): Growing {
  let array = new Float64Array(256)
  let length = 0
  return {
    push(value) {
      if (length === array.length) {
        const larger = new Float64Array(array.length * 2)
        larger.set(array)
        array = larger
      }
      array[length++] = value
    },
    values: () => array.slice(0, length),
  }
}

function createDictionary() {
  const numbers = new Map<string, number>()
  return {
    numberOf(text: string | null): number {
      if (text === null) return -1
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, numbers.size)
      return numbers.size - 1
    },
    all: (): string[] => [...numbers.keys()],
  }
}

/** A table as the storage keeps it: texts in one piece each, because a clone of many strings is slow. */
export type StoredTable = Omit<ListTable, 'texts' | 'orders' | 'productTexts'> & {
  readonly texts: Readonly<Record<TextColumn, string>>
}

/** What the storage keeps of a table. */
export function storedTable({ orders: _orders, productTexts: _texts, ...table }: ListTable): StoredTable {
  const texts = Object.fromEntries(textColumns.map((column) => [column, table.texts[column].join('\n')]))
  return { ...table, texts: texts as Record<TextColumn, string> }
}

/** The table that was kept. */
export function tableFrom(stored: StoredTable): ListTable {
  const split = (text: string): string[] => (stored.rowCount === 0 ? [] : text.split('\n'))
  const texts = Object.fromEntries(textColumns.map((column) => [column, split(stored.texts[column])]))
  return {
    ...stored,
    texts: texts as Record<TextColumn, string[]>,
    productTexts: stored.products.map(textOf),
    orders: new Map(),
  }
}
