import type { LinkProps } from '@tanstack/react-router'
import { isUuid } from '#domain/kernel/uuid.ts'
import { isAdminType } from '#domain/organization/user-type.ts'
import type { StaffType } from '#domain/organization/user-rules.ts'
import type { UserAnswer } from '#sync/calls/organization.ts'

/** Which users a page is about: those of the own account, its administrators, or those of a client (ORG-32 to ORG-34). */
export type UserPlace =
  | { readonly kind: 'own' }
  | { readonly kind: 'admin' }
  | { readonly kind: 'client'; readonly accountId: string }

/**
 * Whether a type is given on a page. New administrators have a page of their own, and there nobody else is given the root
 * module; somebody who is there becomes one, or none any more, wherever they are changed.
 */
export function isGivenAt({ kind }: UserPlace, type: StaffType, module: string, isThere: boolean): boolean {
  if (kind === 'client' || isThere) return true
  return isAdminType(type) === (kind === 'admin') || (kind === 'admin' && module !== 'root')
}

/** Whether a user is one of the pages of administrators. */
export function isAdministrator({ types }: Pick<UserAnswer, 'types'>): boolean {
  return types.some(isAdminType)
}

/** The client that an address names, if it names one. */
export function clientOfSearch(search: Readonly<Record<string, unknown>>): { readonly accountId?: string } {
  const accountId = typeof search.accountId === 'string' ? search.accountId.toLowerCase() : ''
  return isUuid(accountId) ? { accountId } : {}
}

/** Where a form of users leads once it is done with. */
export type WayBack = NonNullable<LinkProps['to']>

/** The list that the users of a page stand in. */
export function wayBack(place: UserPlace): WayBack {
  return place.kind === 'client' ? (`/account/${place.accountId}/users` as '/users') : '/users'
}
