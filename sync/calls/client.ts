import * as z from 'zod'
import { currencies, languages } from '#domain/kernel/languages.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { clientModules, clientStatuses } from '#domain/organization/client.ts'
import { clientPatchSchema, newClientSchema } from '#domain/settings/client.schema.ts'
import { paymentIssuers } from '#domain/organization/payment-issuer.ts'
import { anyOf, collection, listQuery } from './list.ts'
import { idParams } from './organization.ts'

/** A client as the list shows one (ORG-05). */
export const listedClient = z.object({
  id: z.string(),
  version: z.int(),
  /** The top of the client's tree; null where it has no entity. */
  organizationId: z.string().nullable(),
  name: z.string(),
  status: z.enum(clientStatuses),
  createdAt: z.iso.datetime(),
  isRetailer: z.boolean(),
  isBuyerAndWorkshopsSupervisor: z.boolean(),
  webChannelUrl: z.string().nullable(),
  /** Active links to buyers and to retailers. */
  linkedBuyers: z.int(),
  linkedRetailers: z.int(),
})
export type ListedClient = z.output<typeof listedClient>

/** `GET /api/accounts` (ORG-01). */
export const listClientsCall = {
  method: 'get',
  path: '/api/accounts',
  query: listQuery(['name', 'status', 'createdAt'], {
    q: textOf('line')
      .min(1)
      .max(200)
      .optional()
      .describe('Words, each of them in the name, the SIRET, the city or the web channel'),
    status: anyOf(z.enum(clientStatuses)),
    module: anyOf(z.enum(clientModules)),
  }),
  answer: collection(listedClient),
} as const

/** One client with everything that is written of it (ORG-05, ORG-06, ORG-09). */
export const clientAnswer = listedClient.extend({
  siret: z.string().nullable(),
  capital: z.string().nullable(),
  street: z.string().nullable(),
  streetMore: z.string().nullable(),
  zipCode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  companyCountry: z.string(),
  language: z.enum(languages),
  currency: z.enum(currencies),
  timeZone: z.string(),
  emailDPO: z.string().nullable(),
  tagManagerId: z.string().nullable(),
  consentToolId: z.string().nullable(),
  trackingTags: z.string().nullable(),
  paymentIssuer: z.enum(paymentIssuers),
  transportContractHolder: z.enum(paymentIssuers),
})
export type ClientAnswer = z.output<typeof clientAnswer>

/** `GET /api/accounts/{id}`. */
export const readClientCall = {
  method: 'get',
  path: '/api/accounts/{id}',
  params: idParams,
  answer: clientAnswer,
} as const

/** `GET /api/organizations/{id}/account`: the client that an entity belongs to, as its page asks (ORG-02). */
export const readClientOfOrganizationCall = {
  method: 'get',
  path: '/api/organizations/{id}/account',
  params: idParams,
  answer: clientAnswer,
} as const

/** `POST /api/accounts`: an account with the top of its tree and the settings of the start. */
export const createClientCall = {
  method: 'post',
  path: '/api/accounts',
  body: newClientSchema,
  answer: clientAnswer,
} as const

/** `PATCH /api/accounts/{id}` as a merge patch. `If-Match: "<version>"` refuses it where another user was faster. */
export const patchClientCall = {
  method: 'patch',
  path: '/api/accounts/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: clientPatchSchema,
  answer: clientAnswer,
} as const

/** `DELETE /api/accounts/{id}` (ORG-10 to ORG-12): 404 and 422 name their reason as `code`. */
export const deleteClientCall = { method: 'delete', path: '/api/accounts/{id}', params: idParams } as const

const linkedClient = z.object({
  accountId: z.string(),
  name: z.string(),
  /** Whether the other account works or rests; a link to one that rests leads nowhere. */
  accountStatus: z.enum(clientStatuses),
  /** Whether the link itself is in use. */
  status: z.enum(clientStatuses),
  createdAt: z.iso.datetime(),
})
/** Another account that one is linked to. */
export type LinkedClient = z.output<typeof linkedClient>

/** The links of an account: to its buyers, and as a buyer to retailers. */
export const clientLinksAnswer = z.object({
  id: z.string(),
  name: z.string(),
  isRetailer: z.boolean(),
  isBuyerAndWorkshopsSupervisor: z.boolean(),
  buyers: z.array(linkedClient),
  retailers: z.array(linkedClient),
})
/** The links of an account. */
export type ClientLinks = z.output<typeof clientLinksAnswer>

/** `GET /api/accounts/{id}/linked-buyers` (ORG-13). */
export const readClientLinksCall = {
  method: 'get',
  path: '/api/accounts/{id}/linked-buyers',
  params: idParams,
  answer: clientLinksAnswer,
} as const

/** `PUT /api/accounts/{id}/linked-buyers/{buyerId}` (ORG-13): makes a link, or makes it active or inactive. */
export const putClientLinkCall = {
  method: 'put',
  path: '/api/accounts/{id}/linked-buyers/{buyerId}',
  params: idParams.extend({ buyerId: z.guid().toLowerCase() }),
  body: z.strictObject({ status: z.enum(clientStatuses) }),
  answer: clientLinksAnswer,
} as const

/**
 * `POST /api/accounts/{id}/catalog-reindex` (ORG-04): rewrites a part of the search index of a catalog, the first one
 * where `after` is null. The answer says how many products that part had, and after which the next one begins.
 */
export const reindexCatalogCall = {
  method: 'post',
  path: '/api/accounts/{id}/catalog-reindex',
  params: idParams,
  body: z.strictObject({ after: z.guid().toLowerCase().nullable() }),
  answer: z.object({ done: z.int(), total: z.int(), next: z.string().nullable() }),
} as const
