import * as z from 'zod'
import { itemStatuses } from '#domain/item/item-status.ts'
import { dayAfter, dayIn } from '#web/lib/account-day.ts'
import type { ItemFilter, ItemListQuery } from '#web/local/list/list-query.ts'
import { itemSorts } from '#web/local/list/list-table.ts'
import { type FiltersOf, listFilters, several, wordsFilter, onFilter } from '#web/staff/ui/list/list-filters.ts'

/** Ages that the list offers: days since the buyback's creation. */
export const ages = ['new', 'week', 'month', 'quarter'] as const
export type Age = (typeof ages)[number]

/** When the payment is promised, as the list offers it. */
export const promises = ['overdue', 'today', 'week'] as const
export type Promised = (typeof promises)[number]

/** The list's place in the address: filters, and what differs from the start. */
export const itemsAddress = listFilters(() => ({
  status: several(z.enum(itemStatuses)),
  stock: several(z.guid()),
  brand: several(z.string().min(1).max(255)),
  age: z.enum(ages),
  promised: z.enum(promises),
  q: wordsFilter,
  sort: z.enum(itemSorts),
  order: z.enum(['asc', 'desc']),
  /** Also items that stand in no stock: expected, or to be forwarded. */
  all: onFilter,
}))

export type ItemsSearch = FiltersOf<typeof itemsAddress>

/** The question that an address asks, without its window. */
export type ItemsQuery = Pick<ItemListQuery, 'filter' | 'search' | 'sort' | 'order'>

const dayMs = 86_400_000

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
