import { nameWithin, visibleLine } from '../kernel/text-kinds.ts'
import type { Module } from '../organization/module.ts'
import type { UserType } from '../organization/user-type.ts'

/** What an identity provider says of a person, by the names of its claims. */
export type Claims = Readonly<Record<string, unknown>>

/** Which value of the role claim stands for which user type. */
export interface RoleMatch {
  readonly value: string
  readonly userType: UserType
}

/**
 * Types of one place. A provider moves a user between them; the office chooses the place, and no claim makes a user an
 * administrator of the platform, or a buyer.
 */
const ranks: readonly (readonly UserType[])[] = [
  ['root_management_unit_manager', 'root_management_unit_analyst'],
  ['management_unit_manager', 'management_unit_analyst'],
  ['store_manager', 'store_seller'],
  ['warehouse_manager', 'warehouse_operator'],
]

/**
 * The value of a claim. A name with dots is looked up as it is first, for names may be addresses, then as a path into
 * claims that hold others (`realm_access.roles`).
 */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Claims)[part]
  }
  return value
}

/** The text of a claim on one line, as it is kept; null where it is none, is empty or longer than fits. */
export function textClaim(claims: Claims, name: string, limit: number): string | null {
  const value = claimOf(claims, name)
  const text = typeof value === 'string' ? visibleLine(value.toWellFormed()) : ''
  return text === '' || text.length > limit ? null : text
}

/** A name of the person in a claim; what no name holds is taken out of it, because its bearer cannot be asked here. */
export function nameClaim(claims: Claims, name: string, limit: number): string | null {
  const text = nameWithin(textClaim(claims, name, limit) ?? '')
  return text === '' ? null : text
}

/** The user types that the values of a role claim stand for, in the order of the matches. */
export function matchedTypes(claims: Claims, roleClaim: string, matches: readonly RoleMatch[]): readonly UserType[] {
  const found = claimOf(claims, roleClaim)
  const values = new Set(Array.isArray(found) ? found : [found])
  return [...new Set(matches.filter(({ value }) => values.has(value)).map(({ userType }) => userType))]
}

/** What a user is in a module. */
export interface AssignedType {
  readonly module: Module
  readonly userType: UserType
}

/**
 * What a user becomes by the types that a provider names: in each module the type held where it is named, else the first
 * named one of the same place. Null where a module is left without one: the provider grants no access to it.
 */
export function typesByRoles(
  assigned: readonly AssignedType[],
  named: readonly UserType[],
): readonly AssignedType[] | null {
  const become: AssignedType[] = []
  for (const { module, userType } of assigned) {
    const place = ranks.find((types) => types.includes(userType)) ?? [userType]
    const next = named.includes(userType) ? userType : named.find((type) => place.includes(type))
    if (next === undefined) return null
    become.push({ module, userType: next })
  }
  return become
}
