import * as z from 'zod'
import { itemStatuses, type ItemStatus } from '#domain/item/item-status.ts'
import { dayAfter, dayIn } from '#web/lib/account-day.ts'
import type { ItemFilter, ItemListQuery } from '#web/local/list/list-query.ts'
import { itemSorts, type ItemSort } from '#web/local/list/list-table.ts'

/** Ages that the list offers: days since the buyback's creation. */
export const ages = ['new', 'week', 'month', 'quarter'] as const
export type Age = (typeof ages)[number]

/** When the payment is promised, as the list offers it. */
export const promises = ['overdue', 'today', 'week'] as const
export type Promised = (typeof promises)[number]

/** The list's place in the address: only what differs from the start. */
export interface ItemsSearch {
  readonly status?: readonly ItemStatus[]
  readonly stock?: readonly string[]
  readonly brand?: readonly string[]
  readonly age?: Age
  readonly promised?: Promised
  readonly q?: string
  readonly sort?: ItemSort
  readonly order?: 'asc' | 'desc'
  /** Also items that stand in no stock: expected, or to be forwarded. */
  readonly all?: true
}

/** The question that an address asks, without its window. */
export type ItemsQuery = Pick<ItemListQuery, 'filter' | 'search' | 'sort' | 'order'>

const guid = z.guid()
const dayMs = 86_400_000

/** Reads the part of an address that belongs to the list; what makes no sense is left out. */
export function parseItemsSearch(search: Readonly<Record<string, unknown>>): ItemsSearch {
  const status = textsOf(search.status).filter((one): one is ItemStatus => itemStatuses.includes(one as ItemStatus))
  const stock = textsOf(search.stock).filter((one) => guid.safeParse(one).success)
  const brand = textsOf(search.brand)
  const age = ages.find((one) => one === search.age)
  const promised = promises.find((one) => one === search.promised)
  const sort = itemSorts.find((one) => one === search.sort)
  const q = typeof search.q === 'string' ? search.q.trim().slice(0, 200) : ''
  return {
    ...(status.length > 0 ? { status } : {}),
    ...(stock.length > 0 ? { stock } : {}),
    ...(brand.length > 0 ? { brand } : {}),
    ...(age === undefined ? {} : { age }),
    ...(promised === undefined ? {} : { promised }),
    ...(q === '' ? {} : { q }),
    ...(sort === undefined ? {} : { sort }),
    ...(search.order === 'desc' ? { order: 'desc' } : search.order === 'asc' ? { order: 'asc' } : {}),
    ...(search.all === true || search.all === 'true' ? { all: true } : {}),
  }
}

/** The question of an address, on the account's day. Without a sort, what stands longest comes first. */
export function itemsQueryOf(search: ItemsSearch, nowMs: number, timeZone: string): ItemsQuery {
  const filter: ItemFilter = {
    ...(search.all === true ? {} : { inStock: true }),
    ...(search.status === undefined ? {} : { statuses: search.status }),
    ...(search.stock === undefined ? {} : { stockIds: search.stock }),
    ...(search.brand === undefined ? {} : { brands: search.brand }),
    ...ageFilter(search.age, nowMs),
    ...promisedFilter(search.promised, dayIn(timeZone, nowMs)),
  }
  return { filter, search: search.q ?? '', sort: search.sort ?? 'createdAt', order: search.order ?? 'asc' }
}

function ageFilter(age: Age | undefined, nowMs: number): ItemFilter {
  // A whole day, so that the question stays the same while the list is looked at.
  const today = Math.floor(nowMs / dayMs) * dayMs
  switch (age) {
    case undefined:
      return {}
    case 'new':
      return { createdFromMs: today - 7 * dayMs }
    case 'week':
      return { createdBeforeMs: today - 7 * dayMs }
    case 'month':
      return { createdBeforeMs: today - 30 * dayMs }
    case 'quarter':
      return { createdBeforeMs: today - 90 * dayMs }
  }
}

function promisedFilter(promised: Promised | undefined, today: string): ItemFilter {
  switch (promised) {
    case undefined:
      return {}
    case 'overdue':
      return { promisedTo: dayAfter(today, -1) }
    case 'today':
      return { promisedFrom: today, promisedTo: today }
    case 'week':
      return { promisedFrom: today, promisedTo: dayAfter(today, 7) }
  }
}

function textsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return list.filter((one): one is string => typeof one === 'string' && one !== '' && one.length <= 255).slice(0, 100)
}
