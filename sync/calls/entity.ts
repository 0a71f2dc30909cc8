import * as z from 'zod'
import { entityPatchSchema, newEntitySchema } from '#domain/organization/entity.schema.ts'
import { entityStatuses } from '#domain/organization/entity.ts'
import { modules } from '#domain/organization/module.ts'
import { organizationTypes } from '#domain/organization/organization-type.ts'
import { idParams, organizationAnswer } from './organization.ts'

/** `POST /api/organizations` (ORG-28): an entity below the caller's own, and at the top also beside the tree. */
export const createOrganizationCall = {
  method: 'post',
  path: '/api/organizations',
  body: newEntitySchema,
  answer: organizationAnswer,
} as const

/** `PATCH /api/organizations/{id}` (ORG-28). `If-Match: "<version>"` refuses it where another user was faster. */
export const patchOrganizationCall = {
  method: 'patch',
  path: '/api/organizations/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: entityPatchSchema,
  answer: organizationAnswer,
} as const

const treeOrganization = z.object({
  id: z.string(),
  commonName: z.string(),
  type: z.enum(organizationTypes),
  status: z.enum(entityStatuses),
  moduleType: z.enum(modules),
  /** Null at the top of what the caller sees. */
  parentOrganizationId: z.string().nullable(),
  /** How many of the list stand above it. */
  depth: z.int(),
})
export type TreeOrganization = z.output<typeof treeOrganization>

const treeAnswer = z.object({ organizations: z.array(treeOrganization) })

/** `GET /api/organizations/tree` (ORG-26): the caller's branch, each entity before those below it. */
export const organizationTreeCall = { method: 'get', path: '/api/organizations/tree', answer: treeAnswer } as const

/** `GET /api/organizations/{id}/tree` (ORG-26): an entity of the branch, and all below it. */
export const organizationBranchCall = {
  method: 'get',
  path: '/api/organizations/{id}/tree',
  params: idParams,
  answer: treeAnswer,
} as const

/**
 * `GET /api/organizations/available-parents` (ORG-26): active entities that one of a type may stand under, in the
 * order of the tree. With the id of one that is there, its type is known, and what is below it is left out.
 */
export const availableParentsCall = {
  method: 'get',
  path: '/api/organizations/available-parents',
  query: z
    .strictObject({ type: z.enum(organizationTypes).optional(), id: z.guid().toLowerCase().optional() })
    .refine(({ type, id }) => type !== undefined || id !== undefined, { path: ['type'] }),
  answer: treeAnswer,
} as const

/** `GET /api/organizations/{id}/available-parents` (ORG-26): the same for an entity that is there. */
export const availableParentsOfCall = {
  method: 'get',
  path: '/api/organizations/{id}/available-parents',
  params: idParams,
  answer: treeAnswer,
} as const

/** `GET /api/organizations/linked-buyers`: accounts that a buyer may stand for, by name. */
export const linkedBuyerAccountsCall = {
  method: 'get',
  path: '/api/organizations/linked-buyers',
  answer: z.object({ accounts: z.array(z.object({ id: z.string(), name: z.string() })) }),
} as const

const countAnswer = z.record(z.enum(modules), z.int())

/** `GET /api/organizations/{id}/module-count` (ORG-29): active entities at it and below, by their modules. */
export const moduleCountCall = {
  method: 'get',
  path: '/api/organizations/{id}/module-count',
  params: idParams,
  answer: countAnswer,
} as const

/** `GET /api/organizations/{id}/users-module-count` (ORG-29): active users of each module at it and below. */
export const usersModuleCountCall = {
  method: 'get',
  path: '/api/organizations/{id}/users-module-count',
  params: idParams,
  answer: countAnswer,
} as const
