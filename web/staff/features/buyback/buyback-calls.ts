import { queryOptions } from '@tanstack/react-query'
import { additionalInfosCall, buybackInstructionsCall, readBuybackCall } from '#sync/calls/buyback-detail.ts'
import { buybackFiltersCall, listBuybacksCall, listPredeclaredCall } from '#sync/calls/buyback-list.ts'
import { readVoucherCall } from '#sync/calls/payment.ts'
import type { Http } from '#web/lib/http.ts'

/** What every query of buybacks begins with. */
export const buybackKey = ['buyback'] as const

type Query = Readonly<Record<string, unknown>>

/** Buybacks that pass a query; while the next page is read the one before stays. */
export function buybacksQuery(http: Http, query: Query) {
  return queryOptions({
    queryKey: [...buybackKey, 'list', query],
    queryFn: ({ signal }) => http(listBuybacksCall, { query, signal }),
    placeholderData: (before) => before,
  })
}

/** What the filters of the list may name. */
export function buybackFiltersQuery(http: Http) {
  return queryOptions({
    queryKey: [...buybackKey, 'filters'],
    queryFn: ({ signal }) => http(buybackFiltersCall, { signal }),
    staleTime: 300_000,
  })
}

/** Predeclared buybacks that pass a query. */
export function predeclaredQuery(http: Http, query: Query) {
  return queryOptions({
    queryKey: [...buybackKey, 'predeclared', query],
    queryFn: ({ signal }) => http(listPredeclaredCall, { query, signal }),
    placeholderData: (before) => before,
  })
}

export function buybackQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: [...buybackKey, 'one', id],
    queryFn: ({ signal }) => http(readBuybackCall, { params: { id }, signal }),
    retry: false,
  })
}

/** The seller of a buyback. */
export function additionalInfosQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: [...buybackKey, 'seller', id],
    queryFn: ({ signal }) => http(additionalInfosCall, { params: { id }, signal }),
    retry: false,
  })
}

/** What is to be done next for a buyback. */
export function instructionsQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: [...buybackKey, 'instructions', id],
    queryFn: ({ signal }) => http(buybackInstructionsCall, { params: { id }, signal }),
    retry: false,
  })
}

/** The voucher that was issued for a buyback. */
export function voucherQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: [...buybackKey, 'voucher', id],
    queryFn: ({ signal }) => http(readVoucherCall, { params: { id }, signal }),
    retry: false,
  })
}
