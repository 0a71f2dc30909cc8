import { queryOptions } from '@tanstack/react-query'
import type { OrganizationType } from '#domain/organization/organization-type.ts'
import { availableParentsCall, linkedBuyerAccountsCall } from '#sync/calls/entity.ts'
import {
  connectedWarehousesCall,
  listOrganizationsCall,
  listUsersCall,
  readOrganizationCall,
} from '#sync/calls/organization.ts'
import type { Http } from '#web/lib/http.ts'

type Query = Readonly<Record<string, unknown>>

/** Everything of this context that the browser has asked for; a change makes all of it old. */
export const organizationKey = ['organization'] as const

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

/** An entity as it is now: a form must not begin with an older one. */
export const entityQuery = (http: Http, id: string) =>
  queryOptions({
    queryKey: [...organizationKey, 'entity', id],
    queryFn: ({ signal }) => http(readOrganizationCall, { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Where an entity of a type may stand, as a tree to choose from; without the one of an id and what is below it. */
export const parentsQuery = (http: Http, type: OrganizationType, id: string | null) =>
  queryOptions({
    queryKey: [...organizationKey, 'parents', type, id],
    queryFn: ({ signal }) => http(availableParentsCall, { query: id === null ? { type } : { type, id }, signal }),
    select: ({ organizations }) =>
      organizations.map((one) => ({ value: one.id, label: one.commonName, depth: one.depth })),
  })

/** Active warehouses that the branch sends to already, and those inside it, by name (ORG-27). */
export const warehouseChoicesQuery = (http: Http) =>
  queryOptions({
    queryKey: [...organizationKey, 'warehouses'],
    queryFn: async ({ signal }) => {
      const whole = { pagination: false, partial: true, order: { commonName: 'asc' } }
      const own = { ...whole, type: 'warehouse', status: 'active' }
      const [connected, inside] = await Promise.all([
        http(connectedWarehousesCall, { query: whole, signal }),
        http(listOrganizationsCall, { query: own, signal }),
      ])
      const all = [...connected['hydra:member'], ...inside['hydra:member']]
      return [...new Map(all.map(({ id, commonName }) => [id, commonName]))]
        .map(([value, label]) => ({ value, label }))
        .toSorted((a, b) => a.label.localeCompare(b.label))
    },
  })

/** Accounts that a buyer may stand for, by name. */
export const linkedBuyersQuery = (http: Http) =>
  queryOptions({
    queryKey: [...organizationKey, 'linked-buyers'],
    queryFn: ({ signal }) => http(linkedBuyerAccountsCall, { signal }),
    select: ({ accounts }) => accounts.map(({ id, name }) => ({ value: id, label: name })),
  })
