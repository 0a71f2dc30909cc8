import * as z from 'zod'
import { clientModules, clientStatuses } from '#domain/organization/client.ts'
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
/** A client of the list. */
export type ListedClient = z.output<typeof listedClient>

/** `GET /api/accounts` (ORG-01). */
export const listClientsCall = {
  method: 'get',
  path: '/api/accounts',
  query: listQuery(['name', 'status', 'createdAt'], {
    q: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Words, each of them in the name, the SIRET, the city or the web channel'),
    status: anyOf(z.enum(clientStatuses)),
    module: anyOf(z.enum(clientModules)),
  }),
  answer: collection(listedClient),
} as const

/** `DELETE /api/accounts/{id}` (ORG-10 to ORG-12): 404 and 422 name their reason as `code`. */
export const deleteClientCall = { method: 'delete', path: '/api/accounts/{id}', params: idParams } as const
