import { queryOptions } from '@tanstack/react-query'
import { readDesignCall } from '#sync/calls/design.ts'
import { readHomePageCall } from '#sync/calls/home-page.ts'
import { readTransferOrderTermsCall } from '#sync/calls/transfer-order.ts'
import type { Http } from '#web/lib/http.ts'
import type { HomeOwner } from './home/home-owner.ts'

/** A form that was opened shows what it began with; only a reload asks again. */
export const asOpened = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

/** Logo, favicon and colour of the account. */
export const designQuery = (http: Http) =>
  queryOptions({
    queryKey: ['design', 'face'],
    queryFn: ({ signal }) => http(readDesignCall, { signal }),
    ...asOpened,
  })

/** The terms of the account's transfer orders. */
export const transferOrderQuery = (http: Http) =>
  queryOptions({
    queryKey: ['design', 'transfer-order'],
    queryFn: ({ signal }) => http(readTransferOrderTermsCall, { signal }),
    ...asOpened,
  })

/** The public home, to edit. */
export const homePageQuery = (http: Http, owner: HomeOwner = {}) =>
  queryOptions({
    queryKey: ['design', 'home', owner.organizationId ?? ''],
    queryFn: ({ signal }) => http(readHomePageCall, { query: owner, signal }),
    ...asOpened,
  })
