import * as z from 'zod'
import { organizationTypes, type OrganizationType } from '#domain/organization/organization-type.ts'
import { userTypes, type UserType } from '#domain/organization/user-type.ts'
import { activity } from '#sync/calls/organization.ts'

/** Whether an entity or a user is in use. */
export type Activity = (typeof activity)[number]

/** User types that the list may be narrowed by: a visitor of the public site is no user of the list. */
export const listedUserTypes = userTypes.filter((type) => type !== 'pseudo_anonymous')

/** Filters of the entities as the address has them; a parent by its id. */
export interface EntitySearch {
  readonly type?: readonly OrganizationType[]
  readonly status?: readonly Activity[]
  readonly parent?: readonly string[]
}

/** Filters of the users as the address has them; an entity by its id. */
export interface UserSearch {
  readonly type?: readonly UserType[]
  readonly status?: readonly Activity[]
  readonly entity?: readonly string[]
}

type Search = Readonly<Record<string, unknown>>

/** Reads the filters of the entities' address; what makes no sense is left out. */
export function parseEntitySearch(search: Search): EntitySearch {
  return {
    ...some('type', among(organizationTypes, search.type)),
    ...some('status', among(activity, search.status)),
    ...some('parent', idsOf(search.parent)),
  }
}

/** Reads the filters of the users' address; what makes no sense is left out. */
export function parseUserSearch(search: Search): UserSearch {
  return {
    ...some('type', among(listedUserTypes, search.type)),
    ...some('status', among(activity, search.status)),
    ...some('entity', idsOf(search.entity)),
  }
}

/** The question that the entities' filters ask the server. */
export function entityQuestionOf({ type, status, parent }: EntitySearch, words: string): Search {
  return { ...asked(words), type, status, parentOrganizationId: parent }
}

/** The question that the users' filters ask the server. */
export function userQuestionOf({ type, status, entity }: UserSearch, words: string): Search {
  return { ...asked(words), type, status, organizationId: entity }
}

function asked(words: string): Search {
  return words === '' ? {} : { q: words.slice(0, 200) }
}

const guid = z.guid()

function idsOf(value: unknown): readonly string[] {
  return listOf(value).filter((one) => guid.safeParse(one).success)
}

function among<Value extends string>(known: readonly Value[], value: unknown): readonly Value[] {
  return listOf(value).filter((one): one is Value => (known as readonly string[]).includes(one))
}

function listOf(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((one): one is string => typeof one === 'string').slice(0, 100)
}

function some<Key extends string, Value>(
  key: Key,
  values: readonly Value[],
): { readonly [K in Key]?: readonly Value[] } {
  return values.length === 0 ? {} : ({ [key]: values } as { readonly [K in Key]: readonly Value[] })
}
