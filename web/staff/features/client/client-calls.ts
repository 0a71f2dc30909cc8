import { queryOptions } from '@tanstack/react-query'
import { listClientsCall, readClientLinksCall, readClientOfOrganizationCall } from '#sync/calls/client.ts'
import { readPlatformCall } from '#sync/calls/user.ts'
import type { Http } from '#web/lib/http.ts'

/** Everything of this context that the browser has asked for; a change makes all of it old. */
export const clientKey = ['client'] as const

/** Clients that pass a query; while the next page is read the one before stays. */
export function clientsQuery(http: Http, query: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: [...clientKey, 'list', query],
    queryFn: ({ signal }) => http(listClientsCall, { query, signal }),
    placeholderData: (before) => before,
  })
}

/** The account in which the platform's administrators live. */
export const platformQuery = (http: Http) =>
  queryOptions({
    queryKey: [...clientKey, 'platform'],
    queryFn: ({ signal }) => http(readPlatformCall, { signal }),
  })

/** The client that an entity belongs to, as it is now: a form must not begin with an older one. */
export const clientOfOrganizationQuery = (http: Http, organizationId: string) =>
  queryOptions({
    queryKey: [...clientKey, 'of', organizationId],
    queryFn: ({ signal }) => http(readClientOfOrganizationCall, { params: { id: organizationId }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The links of an account. */
export const linksQuery = (http: Http, accountId: string) =>
  queryOptions({
    queryKey: linksKey(accountId),
    queryFn: ({ signal }) => http(readClientLinksCall, { params: { id: accountId }, signal }),
  })

/** Under which the links of an account are kept. */
export const linksKey = (accountId: string) => [...clientKey, 'links', accountId] as const

/** Buyers at work, by name, to choose one. */
export const buyersQuery = (http: Http) =>
  queryOptions({
    queryKey: [...clientKey, 'buyers'],
    queryFn: ({ signal }) =>
      http(listClientsCall, {
        query: { module: 'buyer', status: 'active', pagination: false, partial: true, order: { name: 'asc' } },
        signal,
      }),
    select: (found) => found['hydra:member'].map(({ id, name }) => ({ value: id, label: name })),
  })

/** Every client by name, to copy one. */
export const sourcesQuery = (http: Http) =>
  queryOptions({
    queryKey: [...clientKey, 'sources'],
    queryFn: ({ signal }) =>
      http(listClientsCall, { query: { pagination: false, partial: true, order: { name: 'asc' } }, signal }),
    select: (found) => found['hydra:member'].map(({ id, name }) => ({ value: id, label: name })),
  })
