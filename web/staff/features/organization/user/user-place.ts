import type { LinkProps } from '@tanstack/react-router'
import { isUuid } from '#domain/kernel/uuid.ts'

/**
 * Which users a page is about: those of the own account, the administrators in the platform's, or those of a client
 * (ORG-32 to ORG-34).
 */
export type UserPlace =
  | { readonly kind: 'own' }
  | { readonly kind: 'admin'; readonly accountId: string }
  | { readonly kind: 'client'; readonly accountId: string }

/** The client that an address names, if it names one. */
export function clientOfSearch(search: Readonly<Record<string, unknown>>): { readonly accountId?: string } {
  const accountId = typeof search.accountId === 'string' ? search.accountId.toLowerCase() : ''
  return isUuid(accountId) ? { accountId } : {}
}

/** Where a form of users leads once it is done with. */
export type WayBack = NonNullable<LinkProps['to']>

/** The list that the users of a page stand in. */
export function wayBack(place: UserPlace): WayBack {
  return place.kind !== 'own' ? (`/account/${place.accountId}/users` as '/users') : '/users'
}
