import { queryOptions } from '@tanstack/react-query'
import {
  listDuePaymentsCall,
  listPaymentFilesCall,
  listPaymentsCall,
  previewPaymentFileCall,
  readPaymentCall,
  readPaymentFileCall,
} from '#sync/calls/payment.ts'
import { listPaymentReleasesCall } from '#sync/calls/payment-release.ts'
import { followMs, isUnderWay } from './payment-progress.ts'
import type { Http } from '#web/lib/http.ts'

/** What every query of payments begins with. */
export const paymentKey = ['payment'] as const

type Query = Readonly<Record<string, unknown>>

/** Payments that pass a query; while the next page is read the one before stays. */
export function paymentsQuery(http: Http, query: Query) {
  return queryOptions({
    queryKey: [...paymentKey, 'list', query],
    queryFn: ({ signal }) => http(listPaymentsCall, { query, signal }),
    placeholderData: (before) => before,
  })
}

/** Payments whose promise is near or missed. */
export function duePaymentsQuery(http: Http, query: Query) {
  return queryOptions({
    queryKey: [...paymentKey, 'due', query],
    queryFn: ({ signal }) => http(listDuePaymentsCall, { query, signal }),
    placeholderData: (before) => before,
  })
}

export function paymentQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: [...paymentKey, 'one', id],
    queryFn: ({ signal }) => http(readPaymentCall, { params: { id }, signal }),
    retry: false,
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data) ? followMs : false),
  })
}

/** Files of transfers. */
export function paymentFilesQuery(http: Http, query: Query) {
  return queryOptions({
    queryKey: [...paymentKey, 'files', query],
    queryFn: ({ signal }) => http(listPaymentFilesCall, { query, signal }),
    placeholderData: (before) => before,
  })
}

/** What waits for a second person, or was decided. */
export function releasesQuery(http: Http, query: Query) {
  return queryOptions({
    queryKey: [...paymentKey, 'releases', query],
    queryFn: ({ signal }) => http(listPaymentReleasesCall, { query, signal }),
    placeholderData: (before) => before,
  })
}

/** How many wait that the reader may release. */
export function waitingReleasesQuery(http: Http) {
  return queryOptions({
    queryKey: [...paymentKey, 'releases-waiting'],
    queryFn: ({ signal }) =>
      http(listPaymentReleasesCall, { query: { state: ['waiting'], releasable: 'true', itemsPerPage: 1 }, signal }),
  })
}

/** What a file made now would hold. */
export function previewQuery(http: Http) {
  return queryOptions({
    queryKey: [...paymentKey, 'preview'],
    queryFn: ({ signal }) => http(previewPaymentFileCall, { signal }),
  })
}

/** One file of transfers with its lines. */
export function paymentFileQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: [...paymentKey, 'file', id],
    queryFn: ({ signal }) => http(readPaymentFileCall, { params: { id }, signal }),
    retry: false,
  })
}
