import { queryOptions } from '@tanstack/react-query'
import type { NewUser, UserPatch } from '#domain/organization/user.schema.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import type { OrganizationType } from '#domain/organization/organization-type.ts'
import { listOrganizationsCall } from '#sync/calls/organization.ts'
import * as calls from '#sync/calls/user.ts'
import type { UserDetail } from '#sync/calls/user.ts'
import type { Http } from '#web/lib/http.ts'
import { organizationKey } from '../organization-calls.ts'
import type { UserPlace } from './user-place.ts'

/** Everything of users that the browser has asked for; a change makes all of it old. */
export const userKey = [...organizationKey, 'users'] as const

/** An entity that a user can work in. */
export interface Workplace {
  readonly id: string
  readonly commonName: string
  readonly type: OrganizationType
  readonly status: 'active' | 'inactive'
}

/** The entities of a page and the types that may be given there; of another account than the own one, its name too. */
export interface Workplaces {
  readonly name: string | null
  readonly types: readonly UserType[]
  readonly entities: readonly Workplace[]
}

/** One user as it is now: a form must not begin with an older one. */
export const userQuery = (http: Http, place: UserPlace, id: string) =>
  queryOptions({
    queryKey: [...userKey, 'one', place, id],
    queryFn: ({ signal }) =>
      place.kind !== 'own'
        ? http(calls.readClientUserCall, { params: { id: place.accountId, userId: id }, signal })
        : http(calls.readUserCall, { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The account of the platform, in which administrators live. */
export const platformQuery = (http: Http) =>
  queryOptions({
    queryKey: [...organizationKey, 'platform'],
    queryFn: ({ signal }) => http(calls.readPlatformCall, { signal }),
  })

/** Entities that users of a page can work in, by name, and as what (ORG-41). */
export const workplacesQuery = (http: Http, place: UserPlace) =>
  queryOptions({
    queryKey: [...organizationKey, 'workplaces', place],
    queryFn: async ({ signal }): Promise<Workplaces> => {
      if (place.kind !== 'own') return http(calls.clientWorkplacesCall, { params: { id: place.accountId }, signal })
      const query = { pagination: false, partial: true, order: { commonName: 'asc' } }
      const [found, { types }] = await Promise.all([
        http(listOrganizationsCall, { query, signal }),
        http(calls.assignableUserTypesCall, { signal }),
      ])
      return { name: null, types, entities: found['hydra:member'] }
    },
  })

/** Users of a client that pass a query; while the next page is read the one before stays. */
export function clientUsersQuery(http: Http, accountId: string, query: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: [...userKey, 'client', accountId, query],
    queryFn: ({ signal }) => http(calls.listClientUsersCall, { params: { id: accountId }, query, signal }),
    placeholderData: (before) => before,
  })
}

/** Makes a user where a page is about. */
export function sendNew(http: Http, place: UserPlace, body: NewUser): Promise<UserDetail> {
  return place.kind !== 'own'
    ? http(calls.createClientUserCall, { params: { id: place.accountId }, body })
    : http(calls.createUserCall, { body })
}

/** Changes a user in the version that its form began with. */
export function sendPatch(
  http: Http,
  place: UserPlace,
  { id, version }: Pick<UserDetail, 'id' | 'version'>,
  body: UserPatch,
): Promise<UserDetail> {
  return place.kind !== 'own'
    ? http(calls.patchClientUserCall, { params: { id: place.accountId, userId: id }, body, ifMatch: version })
    : http(calls.patchUserCall, { params: { id }, body, ifMatch: version })
}

/** Has the link to the first password mailed again. */
export function sendInvitation(http: Http, place: UserPlace, id: string): Promise<unknown> {
  return place.kind !== 'own'
    ? http(calls.inviteClientUserCall, { params: { id: place.accountId, userId: id } })
    : http(calls.inviteUserCall, { params: { id } })
}

/** Ends the one-time codes of a user who has lost the device. */
export function resetCodes(http: Http, place: UserPlace, id: string): Promise<unknown> {
  return place.kind !== 'own'
    ? http(calls.resetClientCodesCall, { params: { id: place.accountId, userId: id } })
    : http(calls.resetCodesCall, { params: { id } })
}
