import * as z from 'zod'
import { languages } from '#domain/kernel/languages.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { modules } from '#domain/organization/module.ts'
import { entityStatuses } from '#domain/organization/entity.ts'
import { visitAnswer } from '#domain/organization/opening-hours.schema.ts'
import { organizationTypes } from '#domain/organization/organization-type.ts'
import { userTypes } from '#domain/organization/user-type.ts'
import { anyOf, collection, existsFilter, listQuery } from './list.ts'

/** An id in a path. */
export const idParams = z.strictObject({ id: z.guid().toLowerCase() })

/** Statuses of organizations and users (ORG-18, ORG-36). */
export const activity = entityStatuses

const named = z.object({ id: z.string(), name: z.string() })

/** An organization with its place (ORG-15, ORG-16). */
export const organizationAnswer = z.object({
  id: z.string(),
  version: z.int(),
  accountId: z.string(),
  type: z.enum(organizationTypes),
  status: z.enum(activity),
  moduleType: z.enum(modules),
  commonName: z.string(),
  corporateName: z.string().nullable(),
  siret: z.string().nullable(),
  capital: z.string().nullable(),
  parentOrganizationId: z.string().nullable(),
  /** Names of organizations that the caller need not see otherwise: a store's manager knows the region above it. */
  parentName: z.string().nullable(),
  defaultWarehouseId: z.string().nullable(),
  defaultWarehouseName: z.string().nullable(),
  /** Where a warehouse puts what arrives; null of anything else. */
  stock: named.nullable(),
  /** The linked account that a buyer stands for; null of anything else. */
  buyer: named.nullable(),
  externalId: z.string().nullable(),
  street: z.string().nullable(),
  streetMore: z.string().nullable(),
  zipCode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  placeEmail: z.string().nullable(),
  /** Null: by the account's clocks. */
  timeZone: z.string().nullable().optional(),
  phone: visitAnswer.phone,
  directionsUrl: visitAnswer.directionsUrl,
  openingHours: visitAnswer.openingHours,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  geocodedByUser: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type OrganizationAnswer = z.output<typeof organizationAnswer>

/** What anybody signed in to the account may know of an organization: who and where it is. */
export const publicOrganizationAnswer = organizationAnswer.pick({
  id: true,
  type: true,
  status: true,
  moduleType: true,
  commonName: true,
  street: true,
  streetMore: true,
  zipCode: true,
  city: true,
  country: true,
  latitude: true,
  longitude: true,
})

const organizationFields = ['commonName', 'createdAt', 'type', 'status', 'city', 'parentName', 'externalId'] as const

/** `GET /api/organizations` (ORG-24). */
export const listOrganizationsCall = {
  method: 'get',
  path: '/api/organizations',
  query: listQuery(organizationFields, {
    accountId: z.guid().optional(),
    type: anyOf(z.enum(organizationTypes)),
    status: anyOf(z.enum(activity)),
    parentOrganizationId: anyOf(z.guid()),
    exists: existsFilter(['parentOrganizationId']),
    commonName: textOf('line').min(1).max(textLimits.name).optional(),
    q: textOf('line')
      .min(1)
      .max(200)
      .optional()
      .describe('Words, each of them in a name, the external id, the SIRET, the place or its e-mail'),
  }),
  answer: collection(organizationAnswer),
} as const

/** `GET /api/organizations/{id}` (ORG-25). */
export const readOrganizationCall = {
  method: 'get',
  path: '/api/organizations/{id}',
  params: idParams,
  answer: organizationAnswer,
} as const

/** `GET /api/organizations/{id}/public` (ORG-25). */
export const readPublicOrganizationCall = {
  method: 'get',
  path: '/api/organizations/{id}/public',
  params: idParams,
  answer: publicOrganizationAnswer,
} as const

/** `GET /api/organizations/root` (ORG-26): the top of the account's tree. */
export const readRootOrganizationCall = {
  method: 'get',
  path: '/api/organizations/root',
  answer: organizationAnswer,
} as const

/** `GET /api/organizations/connected-warehouses` (ORG-27): warehouses that the caller's entities send to. */
export const connectedWarehousesCall = {
  method: 'get',
  path: '/api/organizations/connected-warehouses',
  query: listQuery(organizationFields, {}),
  answer: collection(organizationAnswer),
} as const

/** A user as lists and details show one (ORG-35). */
export const userAnswer = z.object({
  id: z.string(),
  version: z.int(),
  types: z.array(z.enum(userTypes)),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  status: z.enum(activity),
  modules: z.partialRecord(
    z.enum(modules),
    z.object({ type: z.enum(userTypes), organizationId: z.string(), organizationName: z.string() }),
  ),
  accountId: z.string(),
  timOrganizationId: z.string().nullable(),
  rpsOrganizationId: z.string().nullable(),
  forceConnectionBySso: z.boolean(),
  language: z.enum(languages).nullable(),
  createdAt: z.iso.datetime(),
  lastLoginAt: z.iso.datetime().nullable(),
})
export type UserAnswer = z.output<typeof userAnswer>

/** `GET /api/users` (ORG-40). */
export const listUsersCall = {
  method: 'get',
  path: '/api/users',
  query: listQuery(['email', 'firstname', 'lastname', 'createdAt', 'lastLoginAt', 'status'], {
    q: textOf('line').min(1).max(200).optional().describe('Words, each of them in the name or the e-mail'),
    email: textOf('line').min(1).max(textLimits.email).optional(),
    firstname: textOf('line').min(1).max(textLimits.name).optional(),
    lastname: textOf('line').min(1).max(textLimits.name).optional(),
    status: anyOf(z.enum(activity)),
    type: anyOf(z.enum(userTypes)),
    organizationId: anyOf(z.guid()),
  }),
  answer: collection(userAnswer),
} as const
