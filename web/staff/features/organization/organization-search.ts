import * as z from 'zod'
import { organizationTypes } from '#domain/organization/organization-type.ts'
import { entityStatuses } from '#domain/organization/entity.ts'
import { userTypes } from '#domain/organization/user-type.ts'
import { askedWords, listFilters, several, type FiltersOf } from '#web/staff/ui/list/list-filters.ts'

/** Whether an entity or a user is in use. */
export type Activity = (typeof entityStatuses)[number]

/** User types that the list may be narrowed by: a visitor of the public site is no user of the list. */
export const listedUserTypes = userTypes.filter((type) => type !== 'pseudo_anonymous')

/** Filters of the entities; a parent by its id. */
export const entityFilters = listFilters(() => ({
  type: several(z.enum(organizationTypes)),
  status: several(z.enum(entityStatuses)),
  parent: several(z.guid()),
}))

/** Filters of the users; an entity by its id. */
export const userFilters = listFilters(() => ({
  type: several(z.enum(listedUserTypes)),
  status: several(z.enum(entityStatuses)),
  entity: several(z.guid()),
}))

/** The question that the entities' filters ask the server. */
export function entityQuestionOf({ type, status, parent }: FiltersOf<typeof entityFilters>, words: string) {
  return { ...askedWords('q', words), type, status, parentOrganizationId: parent }
}

/** The question that the users' filters ask the server. */
export function userQuestionOf({ type, status, entity }: FiltersOf<typeof userFilters>, words: string) {
  return { ...askedWords('q', words), type, status, organizationId: entity }
}
