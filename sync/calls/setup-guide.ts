import * as z from 'zod'
import { setupProblemCodes, setupStepIds } from '#domain/settings/setup-guide.ts'
import { permissions } from '#domain/access/permission.ts'
import { lastPage } from './list.ts'

/** `GET /api/setup-guide`: what the account still lacks before its first buyback can be paid. */
export const setupGuideCall = {
  method: 'get',
  path: '/api/setup-guide',
  answer: z.object({
    /** Whether a buyback has been paid: what is open concerns an account that trades. */
    isTrading: z.boolean(),
    /** Where its customers sell; null for an account that sells nothing, or has no address yet. */
    siteUrl: z.string().nullable(),
    /** In the order in which they can be taken; a step without problems is done. */
    steps: z.array(
      z.object({
        id: z.enum(setupStepIds),
        /** The permission that taking the step needs; the caller may lack it. */
        permission: z.enum(permissions as [(typeof permissions)[number], ...(typeof permissions)[number][]]),
        problems: z.array(
          z.object({
            code: z.enum(setupProblemCodes),
            /** Names of what it concerns, the first ones; of `NO_TEXT` the fields of the settings. */
            names: z.array(z.string()),
            count: z.int().min(0),
            /** Id of the first that it concerns, of texts the field of the settings; null where that is nothing of the account’s. */
            firstId: z.string().nullable(),
          }),
        ),
      }),
    ),
  }),
} as const

/** Clients on one page of their guides. */
export const clientSetupsPerPage = 10

/**
 * `GET /api/setup-guide/clients`: how far each active client's set-up is, the newest first. No list by its convention: each
 * row takes a query of its own, so that none asks for all of them.
 */
export const listClientSetupsCall = {
  method: 'get',
  path: '/api/setup-guide/clients',
  query: z.strictObject({ page: z.coerce.number().int().min(1).max(lastPage).default(1) }),
  answer: z.object({
    clients: z.array(
      z.object({
        accountId: z.string(),
        name: z.string(),
        isTrading: z.boolean(),
        /** Steps with something to do, and all that the client has. */
        open: z.int().min(0),
        steps: z.int().min(0),
      }),
    ),
    /** Active clients on all pages. */
    total: z.int().min(0),
    /** Whether there is any client, active or not. */
    hasClients: z.boolean(),
  }),
} as const
