import type { Reading } from '#web/lib/reading.ts'
import type { ListState } from './list-state.ts'

/** What a row is sorted by; rows without a value stand last, whichever the direction. */
export type SortKey<Row> = (row: Row) => string | number | null
/** One of several keys that rows are sorted by. */
export interface RowOrder<Row> {
  readonly by: SortKey<Row>
  readonly order?: 'asc' | 'desc'
}

/** How rows of a list are sorted. */
export interface RowOrders<Row> {
  /** Columns that may be asked for. */
  readonly columns: Readonly<Record<string, SortKey<Row>>>
  /** The order where none of them is asked for. */
  readonly usual: readonly RowOrder<Row>[]
  /** Parts what is equal. */
  readonly last: RowOrder<Row>
}

/** A page of rows in the words of the API (API-08). */
export interface ListedRows<Row> {
  readonly 'hydra:member': readonly Row[]
  readonly 'hydra:totalItems'?: number | undefined
}

/** What a list draws of a reading: nothing can be done with rows that answer the question before. */
export function readRows<Row>({ value, isPassing, error, retry }: Reading<ListedRows<Row>>) {
  return {
    rows: value?.['hydra:member'],
    arePassing: isPassing,
    total: value?.['hydra:totalItems'] ?? null,
    error,
    onRetry: retry,
  }
}

/** Sorts and pages rows as the server does for the same address; `rows` have passed its filters. */
export function listRows<Row>(
  rows: readonly Row[],
  { sort, order, page, perPage }: Pick<ListState, 'sort' | 'order' | 'page' | 'perPage'>,
  { columns, usual, last }: RowOrders<Row>,
): ListedRows<Row> {
  const column = sort === null || !Object.hasOwn(columns, sort) ? undefined : columns[sort]
  const orders = [...(column === undefined ? usual : [{ by: column, order }]), last]
  const sorted = rows.toSorted((a, b) => {
    for (const one of orders) {
      const found = compare(one.by(a), one.by(b), one.order ?? 'asc')
      if (found !== 0) return found
    }
    return 0
  })
  return { 'hydra:member': sorted.slice((page - 1) * perPage, page * perPage), 'hydra:totalItems': rows.length }
}

// The database sorts by characters, in no language's order; so do the rows of a device.
function compare(a: string | number | null, b: string | number | null, order: 'asc' | 'desc'): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (a === b) return 0
  return a < b === (order === 'asc') ? -1 : 1
}

/**
 * Whether a text contains what was searched, without regard to case, as the server's filters do; an empty search
 * passes.
 */
export function contains(text: string | null, search: string): boolean {
  return search === '' || (text ?? '').toLowerCase().includes(search.toLowerCase())
}
