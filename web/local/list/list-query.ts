import { foldText } from '#domain/kernel/fold-text.ts'
import { buybackStatuses, isSettled, type BuybackStatus } from '#domain/buyback/buyback-status.ts'
import type { WorkKind } from '#domain/item/next-work.ts'
import { workKinds, workWithoutCheckIn } from '#domain/item/next-work.ts'
import { itemStatuses, type ItemStatus } from '#domain/item/item-status.ts'
import type { ItemSummary } from './list-row.ts'
import { compare, dayOf, orderBy, rowAt, sortKey, type ItemSort, type ListTable } from './list-table.ts'

/** What a list is narrowed by; an absent part narrows nothing. Times are Unix milliseconds, days `YYYY-MM-DD`. */
export interface ItemFilter {
  readonly statuses?: readonly ItemStatus[]
  readonly stockIds?: readonly string[]
  readonly brands?: readonly string[]
  readonly works?: readonly WorkKind[]
  /**
   * What arrives before its price is final is work of the test and not of the check-in, for those who check nothing in.
   * The table keeps the check-in, so that a copy follows the account's setting at once.
   */
  readonly testsArrivals?: boolean
  readonly warehouseIds?: readonly string[]
  /** Those alone that stand in a stock. */
  readonly inStock?: boolean
  readonly createdFromMs?: number
  readonly createdBeforeMs?: number
  readonly promisedFrom?: string
  readonly promisedTo?: string
  /** Those alone that a stock count did not find, or those alone that none misses. */
  readonly isMissing?: boolean
  /** Those alone whose price is final, or those alone whose is not. */
  readonly isSettled?: boolean
}

/** A question to the list of items. */
export interface ItemListQuery {
  readonly filter: ItemFilter
  /** Words of the product, and beginnings of codes. */
  readonly search: string
  readonly sort: ItemSort
  readonly order: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

/** An item of a list with what is still on its way. */
export interface ListedItem extends ItemSummary {
  /** The row contains operations of this device that the server has not confirmed. */
  readonly isPending: boolean
}

/** How many items each value would give, the other filters standing. */
export interface ItemFacets {
  readonly statuses: Readonly<Record<string, number>>
  readonly stocks: Readonly<Record<string, number>>
  readonly brands: Readonly<Record<string, number>>
  readonly works: Readonly<Record<string, number>>
}

/** A part of a list. */
export interface ItemListPage {
  readonly rows: readonly ListedItem[]
  readonly total: number
  readonly facets: ItemFacets
  /** Items of the copy without any filter. */
  readonly itemCount: number
}

/** A table with what stands for some of its rows: `hidden` marks rows that another table shows. */
export interface ListPart {
  readonly table: ListTable
  readonly hidden: Uint8Array | null
  readonly isPending: (row: number) => boolean
}

/** A list's rows in order, and what they add up to. */
export interface ListResult {
  /** Part and row of each item, in order. */
  readonly parts: readonly ListPart[]
  readonly partOf: Uint8Array
  readonly rows: Uint32Array
  readonly facets: ItemFacets
  readonly itemCount: number
  readonly testsArrivals: boolean
}

/** The rows of a window of a result. */
export function windowOfList(result: ListResult, offset: number, limit: number): ItemListPage {
  const rows: ListedItem[] = []
  const end = Math.min(result.rows.length, offset + limit)
  for (let at = Math.max(0, offset); at < end; at++) {
    const part = result.parts[result.partOf[at]!]!
    const row = result.rows[at]!
    const shown = rowAt(part.table, row)
    const work = result.testsArrivals && shown.work !== null ? workOf(shown.work, shown.buybackStatus) : shown.work
    rows.push({ ...shown, work, isPending: part.isPending(row) })
  }
  return { rows, total: result.rows.length, facets: result.facets, itemCount: result.itemCount }
}

/** The ids of a whole result. */
export function idsOfList({ parts, partOf, rows }: ListResult): string[] {
  return Array.from(rows, (row, at) => parts[partOf[at]!]!.table.texts.ids[row]!)
}

/** Finds, counts and orders the items of some tables. */
export function askList(
  parts: readonly ListPart[],
  query: Pick<ItemListQuery, 'filter' | 'search' | 'sort' | 'order'>,
): ListResult {
  const counts = { statuses: new Map(), stocks: new Map(), brands: new Map(), works: new Map() } as Counts
  const found = parts.map((part) => matchingRows(part, query, counts))
  const facets = {
    statuses: Object.fromEntries(counts.statuses),
    stocks: Object.fromEntries(counts.stocks),
    brands: Object.fromEntries(counts.brands),
    works: Object.fromEntries(counts.works),
  }
  const itemCount = parts.reduce((sum, { table, hidden }) => sum + table.rowCount - countOnes(hidden), 0)
  return { parts, ...merge(parts, found, query), facets, itemCount, testsArrivals: query.filter.testsArrivals === true }
}

interface Counts {
  readonly statuses: Map<string, number>
  readonly stocks: Map<string, number>
  readonly brands: Map<string, number>
  readonly works: Map<string, number>
}

/** Rows of a part that the query names, in its order; counts each value on the way. */
function matchingRows(
  part: ListPart,
  { filter, search, sort, order }: Pick<ItemListQuery, 'filter' | 'search' | 'sort' | 'order'>,
  counts: Counts,
): Uint32Array {
  const { table, hidden } = part
  const { rowCount, numbers } = table
  const matches = new Uint8Array(rowCount)
  const admits = otherFilters(table, filter)
  const isFound = searchIn(table, search)
  const brandOf = Int32Array.from(brandNumbers(table))
  const brandCount = brandNames(table).length
  const tallies = {
    statuses: new Uint32Array(itemStatuses.length),
    stocks: new Uint32Array(table.names.length),
    brands: new Uint32Array(brandCount),
    works: new Uint32Array(workKinds.length + 1),
  }
  const statuses = allowed(itemStatuses, filter.statuses)
  const stocks = allowed(table.names, filter.stockIds)
  const brands = allowed(brandNames(table), filter.brands)
  const works = allowed(['', ...workKinds], filter.works)
  const workAt = worksOf(table, filter.testsArrivals === true)
  for (let row = 0; row < rowCount; row++) {
    if (hidden?.[row] === 1 || !admits(row) || !isFound(row)) continue
    const status = table.status[row]!
    const stock = numbers.stock[row]!
    const brand = brandOf[numbers.product[row]!]!
    const work = workAt(row)
    const byStatus = statuses === null || statuses[status] === 1
    const byStock = stocks === null || (stock >= 0 && stocks[stock] === 1)
    const byBrand = brands === null || (brand >= 0 && brands[brand] === 1)
    const byWork = works === null || works[work] === 1
    const failed = (byStatus ? 0 : 1) + (byStock ? 0 : 1) + (byBrand ? 0 : 1) + (byWork ? 0 : 1)
    if (failed > 1) continue
    if (failed === 0) matches[row] = 1
    if (failed === 0 || !byStatus) tallies.statuses[status]!++
    if (stock >= 0 && (failed === 0 || !byStock)) tallies.stocks[stock]!++
    if (brand >= 0 && (failed === 0 || !byBrand)) tallies.brands[brand]!++
    if (failed === 0 || !byWork) tallies.works[work]!++
  }
  addUp(counts.statuses, itemStatuses, tallies.statuses)
  addUp(counts.stocks, table.names, tallies.stocks)
  addUp(counts.brands, brandNames(table), tallies.brands)
  addUp(counts.works, ['', ...workKinds], tallies.works)
  return inOrder(orderBy(table, sort), matches, order)
}

function inOrder(sorted: Uint32Array, matches: Uint8Array, order: 'asc' | 'desc'): Uint32Array {
  const rows = new Uint32Array(countOnes(matches))
  let length = 0
  const step = order === 'asc' ? 1 : -1
  for (let at = order === 'asc' ? 0 : sorted.length - 1; at >= 0 && at < sorted.length; at += step) {
    if (matches[sorted[at]!] === 1) rows[length++] = sorted[at]!
  }
  return rows
}

/** One sequence out of the parts' sequences, each in order. */
function merge(
  parts: readonly ListPart[],
  found: readonly Uint32Array[],
  { sort, order }: Pick<ItemListQuery, 'sort' | 'order'>,
): Pick<ListResult, 'partOf' | 'rows'> {
  const total = found.reduce((sum, rows) => sum + rows.length, 0)
  const filled = found.flatMap((rows, part) => (rows.length > 0 ? [part] : []))
  const [first = 0] = filled
  if (filled.length <= 1) return { partOf: new Uint8Array(total).fill(first), rows: found[first] ?? new Uint32Array(0) }
  const partOf = new Uint8Array(total)
  const rows = new Uint32Array(total)
  const places = found.map(() => 0)
  const sign = order === 'asc' ? 1 : -1
  const before = (a: number, b: number): boolean => {
    const [one, other] = [parts[a]!.table, parts[b]!.table]
    const [row, otherRow] = [found[a]![places[a]!]!, found[b]![places[b]!]!]
    const byKey = compare(sortKey(one, sort, row), sortKey(other, sort, otherRow))
    return sign * (byKey === 0 ? compare(one.texts.ids[row]!, other.texts.ids[otherRow]!) : byKey) < 0
  }
  for (let at = 0; at < total; at++) {
    let next = -1
    for (const part of filled) {
      if (places[part]! < found[part]!.length && (next < 0 || before(part, next))) next = part
    }
    partOf[at] = next
    rows[at] = found[next]![places[next]!++]!
  }
  return { partOf, rows }
}

/** The work of each row, as its place in `workKinds` plus one. */
function worksOf(table: ListTable, testsArrivals: boolean): (row: number) => number {
  if (!testsArrivals) return (row) => table.work[row]!
  const places = buybackStatuses.map((status) =>
    Uint8Array.from(['' as const, ...workKinds], (kind, at) => (kind === '' ? at : placeOf(workOf(kind, status)))),
  )
  return (row) => places[table.buybackStatus[row]!]![table.work[row]!]!
}

// A price that is final is, of what arrives, that of a tested item: the table knows no test of its own.
function workOf(kind: WorkKind, status: BuybackStatus): WorkKind {
  return workWithoutCheckIn(kind, isSettled(status))
}

const placeOf = (kind: WorkKind): number => workKinds.indexOf(kind) + 1

/** The filters that have no counts of their own. */
function otherFilters(table: ListTable, filter: ItemFilter): (row: number) => boolean {
  const { numbers, createdAtMs, isMissing } = table
  const tests: ((row: number) => boolean)[] = []
  const warehouses = allowed(table.names, filter.warehouseIds)
  if (warehouses !== null) tests.push((row) => warehouses[numbers.warehouse[row]!] === 1)
  if (filter.inStock === true) tests.push((row) => numbers.stock[row]! >= 0)
  const { createdFromMs: from, createdBeforeMs: before } = filter
  if (from !== undefined) tests.push((row) => createdAtMs[row]! >= from)
  if (before !== undefined) tests.push((row) => createdAtMs[row]! < before)
  if (filter.promisedFrom !== undefined || filter.promisedTo !== undefined) {
    const firstDay = Math.max(0, dayOf(filter.promisedFrom))
    const lastDay = filter.promisedTo === undefined ? Number.MAX_SAFE_INTEGER : dayOf(filter.promisedTo)
    tests.push((row) => numbers.promisedDay[row]! >= firstDay && numbers.promisedDay[row]! <= lastDay)
  }
  if (filter.isMissing !== undefined) {
    const wanted = filter.isMissing ? 1 : 0
    tests.push((row) => isMissing[row] === wanted)
  }
  if (filter.isSettled !== undefined) {
    const settled = Uint8Array.from(buybackStatuses, (status) => (isSettled(status) === filter.isSettled ? 1 : 0))
    tests.push((row) => settled[table.buybackStatus[row]!] === 1)
  }
  return tests.length === 0 ? () => true : (row) => tests.every((test) => test(row))
}

/** Every word is one of the product's, or begins a code; the last digits of a code find it too. */
function searchIn(table: ListTable, search: string): (row: number) => boolean {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return () => true
  const { product } = table.numbers
  // A code copied from a screen comes in groups.
  const joined = words.join('')
  const asCode = words.length > 1 && /^\d{5,}$/.test(joined) ? codeTest(table, joined) : () => false
  const tests = words.map((word) => {
    const products = Uint8Array.from(table.productTexts, (text) => (text.includes(word) ? 1 : 0))
    const isCode = codeTest(table, word)
    return (row: number): boolean => products[product[row]!] === 1 || isCode(row)
  })
  return (row) => tests.every((test) => test(row)) || asCode(row)
}

function codeTest({ texts }: ListTable, word: string): (row: number) => boolean {
  if (!/^[0-9a-z]+$/.test(word)) return () => false
  const code = word.toUpperCase()
  const says = (text: string): boolean => text.startsWith(code) || (code.length >= 4 && text.endsWith(code))
  return (row) =>
    says(texts.codes[row]!) || says(texts.buybackCodes[row]!) || says(texts.imeis[row]!) || says(texts.serials[row]!)
}

const brandLists = new WeakMap<ListTable, { readonly names: string[]; readonly numbers: number[] }>()

function brandsOf(table: ListTable) {
  const known = brandLists.get(table)
  if (known !== undefined) return known
  const names = [...new Set(table.products.flatMap(({ brand }) => brand ?? []))]
  const numbers = table.products.map(({ brand }) => (brand === null ? -1 : names.indexOf(brand)))
  const made = { names, numbers }
  brandLists.set(table, made)
  return made
}

const brandNames = (table: ListTable): readonly string[] => brandsOf(table).names
const brandNumbers = (table: ListTable): readonly number[] => brandsOf(table).numbers

/** One mark for each name; null where every one is admitted. */
function allowed(names: readonly string[], chosen: readonly string[] | undefined): Uint8Array | null {
  if (chosen === undefined || chosen.length === 0) return null
  const marks = new Uint8Array(names.length)
  for (const name of chosen) {
    const at = names.indexOf(name)
    if (at >= 0) marks[at] = 1
  }
  return marks
}

function addUp(into: Map<string, number>, names: readonly string[], tally: Uint32Array): void {
  for (const [at, count] of tally.entries()) {
    const name = names[at]!
    if (count > 0 && name !== '') into.set(name, (into.get(name) ?? 0) + count)
  }
}

function countOnes(marks: Uint8Array | null): number {
  let count = 0
  for (let at = 0; at < (marks?.length ?? 0); at++) count += marks![at]!
  return count
}
