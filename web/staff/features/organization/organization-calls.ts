import { queryOptions } from '@tanstack/react-query'
import type { OrganizationType } from '#domain/organization/organization-type.ts'
import { listOrganizationsCall, listUsersCall } from '#sync/calls/organization.ts'
import type { Http } from '#web/lib/http.ts'

type Query = Readonly<Record<string, unknown>>

/** Entities that pass a query; while the next page is read the one before stays. */
export function entitiesQuery(http: Http, query: Query) {
  return queryOptions({
    queryKey: ['organization', 'entities', query],
    queryFn: ({ signal }) => http(listOrganizationsCall, { query, signal }),
    placeholderData: (before) => before,
  })
}

/** Users that pass a query; while the next page is read the one before stays. */
export function usersQuery(http: Http, query: Query) {
  return queryOptions({
    queryKey: ['organization', 'users', query],
    queryFn: ({ signal }) => http(listUsersCall, { query, signal }),
    placeholderData: (before) => before,
  })
}

/** Every entity of the user's branch, by name, to choose from; of some types only where they are named. */
export function entityChoicesQuery(http: Http, types?: readonly OrganizationType[]) {
  const query = { pagination: false, partial: true, order: { commonName: 'asc' }, ...(types && { type: types }) }
  return queryOptions({
    queryKey: ['organization', 'choices', types],
    queryFn: ({ signal }) => http(listOrganizationsCall, { query, signal }),
    select: (found) => found['hydra:member'].map(({ id, commonName }) => ({ value: id, label: commonName })),
  })
}
