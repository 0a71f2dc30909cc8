import * as z from 'zod'
import { configurationName, givenProperties } from '#domain/connector/connector-configuration.schema.ts'
import { configurationStatuses, connectorIds, connectorTypes } from '#domain/connector/connector.ts'
import { propertyKinds } from '#domain/connector/connector-property.ts'
import { premiumFeatures } from '#domain/organization/premium-feature.ts'
import { anyOf, collection, listQuery, searchWords } from './list.ts'

const connectorId = z.enum(connectorIds)
const status = z.enum(configurationStatuses)

/** Whose connectors: those of the account worked in, or of any client for administrators of clients. */
const ofOrganization = z.strictObject({ organizationId: z.guid().toLowerCase().optional() })

/** What a connector is called (CONN-05). */
const namedConnector = z.object({
  id: connectorId,
  name: z.string(),
  type: z.enum(connectorTypes),
  fqn: z.string(),
})

/** A connector with the properties that its configurations have (CONN-08). */
export const connectorAnswer = z.object({
  ...namedConnector.shape,
  /** Whether the program does anything with an active configuration. */
  isUsed: z.boolean(),
  properties: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(propertyKinds),
      isRequired: z.boolean(),
      min: z.number(),
      max: z.number(),
      choices: z.array(z.string()),
    }),
  ),
})
/** A connector with the properties that its configurations have. */
export type ConnectorAnswer = z.output<typeof connectorAnswer>

/** `GET /api/connectors` (CONN-12): pages of 1 to 500. */
export const listConnectorsCall = {
  method: 'get',
  path: '/api/connectors',
  query: listQuery(['name', 'type'], { type: anyOf(z.enum(connectorTypes)) }).extend({
    itemsPerPage: z.coerce.number().int().min(1).max(500).default(500),
  }),
  answer: collection(connectorAnswer),
} as const

/** `GET /api/connectors/{id}` (CONN-12), with what of the account may be chosen for its properties. */
export const readConnectorCall = {
  method: 'get',
  path: '/api/connectors/{id}',
  params: z.strictObject({ id: connectorId }),
  query: ofOrganization,
  answer: connectorAnswer.extend({
    /** By property, for those that name things of the account. */
    options: z.record(z.string(), z.array(z.object({ id: z.string(), name: z.string() }))),
  }),
} as const
/** A connector with what of the account may be chosen. */
export type ReadConnectorAnswer = z.output<typeof readConnectorCall.answer>

/** A configuration of a connector (CONN-07). */
export const configurationAnswer = z.object({
  /** Of a premium feature, which has one configuration, the feature itself. */
  id: z.string(),
  version: z.int(),
  connector: namedConnector,
  /** The entity at the top of the account. */
  organizationId: z.string(),
  name: z.string(),
  status,
  /** Where the service of the configuration delivers its events; null where it has none to tell. */
  eventPath: z.string().nullable(),
  properties: z.array(
    z.object({
      name: z.string(),
      /** Null for a secret, which is set and never answered. */
      value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable(),
      isSecret: z.boolean(),
    }),
  ),
})
export type ConfigurationAnswer = z.output<typeof configurationAnswer>

/**
 * `GET /api/connector-organizations` (CONN-13). An organization other than the account's own is unknown, but to the
 * platform, which names any client by the head office or by its id.
 */
export const listConfigurationsCall = {
  method: 'get',
  path: '/api/connector-organizations',
  query: listQuery(['name', 'status'], {
    connectorId: anyOf(connectorId),
    organizationId: z.guid().toLowerCase().optional(),
    'connector.type': anyOf(z.enum(connectorTypes)),
    status: status.optional(),
    /** Part of the name, regardless of case and accents. */
    search: searchWords.optional(),
  }),
  answer: collection(configurationAnswer),
} as const

const params = z.strictObject({ id: z.union([z.guid().toLowerCase(), z.enum(premiumFeatures)]) })

/** `GET /api/connector-organizations/{id}` (CONN-14). */
export const readConfigurationCall = {
  method: 'get',
  path: '/api/connector-organizations/{id}',
  params,
  query: ofOrganization,
  answer: configurationAnswer,
} as const

/** `POST /api/connector-organizations` (CONN-14). */
export const createConfigurationCall = {
  method: 'post',
  path: '/api/connector-organizations',
  body: z.strictObject({
    connectorId,
    organizationId: z.guid().toLowerCase(),
    name: configurationName,
    status: status.default('active'),
    properties: givenProperties,
  }),
  answer: configurationAnswer,
} as const

/**
 * `PATCH /api/connector-organizations/{id}` as a merge patch (CONN-14, API-09): properties are merged by name, so that
 * those that are not named stay, and null takes one away. `If-Match` refuses a change made over an older version.
 */
export const patchConfigurationCall = {
  method: 'patch',
  path: '/api/connector-organizations/{id}',
  params,
  query: ofOrganization,
  bodyType: 'merge-patch',
  body: z.strictObject({ name: configurationName, status, properties: givenProperties }).partial(),
  answer: configurationAnswer,
} as const

/** `DELETE /api/connector-organizations/{id}` (CONN-14). */
export const deleteConfigurationCall = {
  method: 'delete',
  path: '/api/connector-organizations/{id}',
  params,
  query: ofOrganization,
} as const
