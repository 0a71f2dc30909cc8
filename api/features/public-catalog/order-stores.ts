import type * as z from 'zod'
import type { PublicStore, publicStoreOrders, publicStoresCall } from '#sync/calls/public-catalog.ts'

type Order = z.output<typeof publicStoresCall.query>['order']
type Compare = (one: PublicStore, other: PublicStore) => number

const far = Number.MAX_SAFE_INTEGER

const compares: Readonly<Record<(typeof publicStoreOrders)[number], Compare>> = {
  name: (one, other) => one.name.localeCompare(other.name),
  city: (one, other) => (one.city ?? '').localeCompare(other.city ?? ''),
  distance: (one, other) => (one.distanceKm ?? far) - (other.distanceKm ?? far),
}

/** Stores as the query orders them; the nearest first where it says nothing. An account has few enough to sort here. */
export function orderStores(stores: readonly PublicStore[], order: Order): readonly PublicStore[] {
  const asked = Object.entries(order) as [keyof typeof compares, 'asc' | 'desc'][]
  const compare = (asked.length === 0 ? [['distance', 'asc'] as const] : asked).map(
    ([field, direction]): Compare =>
      (one, other) =>
        compares[field](one, other) * (direction === 'asc' ? 1 : -1),
  )
  return stores.toSorted((one, other) => compare.reduce((found, next) => found || next(one, other), 0))
}
