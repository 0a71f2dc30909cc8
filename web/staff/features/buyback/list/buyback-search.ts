import * as z from 'zod'
import { buybackStatuses } from '#domain/buyback/buyback-status.ts'
import { deliveryStatuses } from '#domain/delivery/delivery-status.ts'
import { day } from '#sync/calls/list.ts'
import { listFilters, several, wordsFilter, type FiltersOf } from '#web/staff/ui/list/list-filters.ts'

/** Filters of the list (BB-02); days are the account's. The code is the list's search. */
export const buybackFilters = listFilters(() => ({
  status: several(z.enum(buybackStatuses)),
  delivery: several(z.enum(deliveryStatuses)),
  category: several(z.guid()),
  circuit: several(z.guid()),
  store: several(z.guid()),
  buyer: several(z.guid()),
  brand: several(z.string().min(1).max(255)),
  client: wordsFilter,
  product: wordsFilter,
  from: day,
  to: day,
  pickupFrom: day,
  pickupTo: day,
}))

/** Filters of buybacks that are set. */
export type BuybackSearch = FiltersOf<typeof buybackFilters>

/** The question that the filters ask the server. */
export function questionOf(search: BuybackSearch, code: string) {
  return {
    ...(code === '' ? {} : { code: code.slice(0, 64) }),
    status: search.status,
    deliveryStatus: search.delivery,
    category: search.category,
    circuit: search.circuit,
    store: search.store,
    buyer: search.buyer,
    brand: search.brand,
    clientName: search.client,
    productName: search.product,
    createdFrom: search.from,
    createdTo: search.to,
    pickupFrom: search.pickupFrom,
    pickupTo: search.pickupTo,
  }
}
