import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listOrganizationsCall } from '#sync/calls/organization.ts'
import * as calls from '#sync/calls/stock.ts'
import type { Http } from '#web/lib/http.ts'
import { type ListState, pageQuestionOf } from '#web/staff/ui/list/list-state.ts'

/** Everything of this context that the browser has asked for; a change makes all of it old. */
export const stockKey = ['stock'] as const

/** What a list of stocks is narrowed by, beside its state. */
export interface StockFilter {
  readonly warehouseId: string | null
  readonly kind: 'native' | 'own' | null
}

/** What a list of ended counts is narrowed by, beside its state. */
export interface CountFilter {
  readonly warehouseId: string | null
  readonly differences: 'with' | 'without' | null
}

/** A page of stocks. */
export const stocksQuery = (http: Http, state: ListState, { warehouseId, kind }: StockFilter) =>
  queryOptions({
    queryKey: [...stockKey, 'list', state, warehouseId, kind],
    queryFn: ({ signal }) =>
      http(calls.listStocksCall, {
        query: {
          ...pageQuestionOf(state),
          ...(state.search === '' ? {} : { name: state.search }),
          ...(warehouseId === null ? {} : { warehouseId }),
          ...(kind === null ? {} : { kind }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** One stock, as it is now. */
export const stockQuery = (http: Http, id: string) =>
  queryOptions({
    queryKey: [...stockKey, 'one', id],
    queryFn: ({ signal }) => http(calls.readStockCall, { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The account's warehouses, for administrators, who choose one. */
export const warehousesQuery = (http: Http) =>
  queryOptions({
    queryKey: [...stockKey, 'warehouses'],
    queryFn: ({ signal }) =>
      http(listOrganizationsCall, { query: { type: 'warehouse', status: 'active', pagination: false }, signal }),
  })

/** A page of ended stock counts. */
export const countsQuery = (http: Http, state: ListState, { warehouseId, differences }: CountFilter) =>
  queryOptions({
    queryKey: [...stockKey, 'counts', state, warehouseId, differences],
    queryFn: ({ signal }) =>
      http(calls.listStockCountsCall, {
        query: {
          ...pageQuestionOf(state),
          ...(state.search === '' ? {} : { stockName: state.search }),
          ...(warehouseId === null ? {} : { warehouseId }),
          ...(differences === null ? {} : { differences }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** One count with its differences. */
export const countQuery = (http: Http, id: string) =>
  queryOptions({
    queryKey: [...stockKey, 'count', id],
    queryFn: ({ signal }) => http(calls.readStockCountCall, { params: { id }, signal }),
  })
