import type * as z from 'zod'
import { sortedBy } from '#api/http/list-page.ts'
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
  return sortedBy(stores, compares, Object.keys(order).length === 0 ? { distance: 'asc' } : order)
}
