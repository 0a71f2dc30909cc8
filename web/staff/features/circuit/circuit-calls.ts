import { queryOptions } from '@tanstack/react-query'
import { readCategoryTreeCall } from '#sync/calls/category.ts'
import { circuitOptionsCall, listCircuitsCall, readCircuitCall } from '#sync/calls/circuit.ts'
import { listPaymentModesCall, readPaymentModeCall } from '#sync/calls/payment-mode.ts'
import { listShippingMethodsCall, readShippingMethodCall } from '#sync/calls/shipping-method.ts'
import { circuitKey } from '#web/lib/circuit-key.ts'
import type { Http } from '#web/lib/http.ts'

/** Circuits that pass a query; while the next page is read the one before stays. */
export function circuitsQuery(http: Http, query: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: [...circuitKey, 'list', query],
    queryFn: ({ signal }) => http(listCircuitsCall, { query, signal }),
    placeholderData: (before) => before,
  })
}

export function circuitQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: [...circuitKey, 'one', id],
    queryFn: ({ signal }) => http(readCircuitCall, { params: { id }, signal }),
  })
}

export function circuitOptionsQuery(http: Http) {
  return queryOptions({
    queryKey: [...circuitKey, 'options'],
    queryFn: ({ signal }) => http(circuitOptionsCall, { signal }),
  })
}

/** Every category of the account, parents before their children. */
export function categoryTreeQuery(http: Http) {
  return queryOptions({
    queryKey: [...circuitKey, 'categories'],
    queryFn: ({ signal }) => http(readCategoryTreeCall, { signal }),
    staleTime: 300_000,
  })
}

/** Payment modes that pass a query; while the next page is read the one before stays. */
export function paymentModesQuery(http: Http, query: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: [...circuitKey, 'payment modes', query],
    queryFn: ({ signal }) => http(listPaymentModesCall, { query, signal }),
    placeholderData: (before) => before,
  })
}

export function paymentModeQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: [...circuitKey, 'payment mode', id],
    queryFn: ({ signal }) => http(readPaymentModeCall, { params: { id }, signal }),
  })
}

/** Shipping methods that pass a query; while the next page is read the one before stays. */
export function shippingMethodsQuery(http: Http, query: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: [...circuitKey, 'shipping methods', query],
    queryFn: ({ signal }) => http(listShippingMethodsCall, { query, signal }),
    placeholderData: (before) => before,
  })
}

export function shippingMethodQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: [...circuitKey, 'shipping method', id],
    queryFn: ({ signal }) => http(readShippingMethodCall, { params: { id }, signal }),
  })
}
