import { refuse, type Failure } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { deletionRefusal } from '#domain/organization/client.ts'
import { accountDeletionErrors } from '#domain/organization/client-errors.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/client.ts'
import { asAdministration } from '#api/http/as-administration.ts'
import type { ClientDeps } from './client-deps.ts'
import { listClients } from './client-queries.ts'
import { createClientRecordRoutes } from './client-record-routes.ts'
import { createLinkRoutes } from './client-link-routes.ts'
import { createReindexRoutes } from './reindex-routes.ts'
import { deleteAccount, lockDeletionFacts } from './deletion-queries.ts'

/** Clients of the installation (ORG-01, ORG-10 to ORG-12). Their administrators work over all accounts. */
export function createClientRoutes(deps: ClientDeps): readonly DeclaredRoute[] {
  const { database } = deps
  return [
    ...createClientRecordRoutes(deps),
    ...createLinkRoutes(deps),
    ...createReindexRoutes(deps),

    route(
      {
        ...calls.listClientsCall,
        permission: 'client.list',
        summary: 'Clients',
        answerType: 'application/ld+json',
        refusals: ['CLIENT_ADMINISTRATION_MISSING'],
      },
      async ({ query }) =>
        asAdministration(database, async (tx) => {
          const found = await listClients(tx, query)
          return succeed(collectionOf(found.members, found.total))
        }),
    ),

    route(
      {
        ...calls.deleteClientCall,
        permission: 'client.delete',
        summary: 'Delete an account',
        refusals: [
          ...accountDeletionErrors,
          'CLIENT_HAS_RECORDS',
          'CLIENT_DEVICES_MAY_HOLD_WORK',
          'CLIENT_ADMINISTRATION_MISSING',
        ],
      },
      async ({ params }) =>
        recordsRefused(() =>
          asAdministration(database, async (tx) => {
            const facts = await lockDeletionFacts(tx, params.id)
            if (facts === null) return refuse('account_not_found')
            const reason = deletionRefusal(facts)
            if (reason !== null) return refuse(reason)
            await deleteAccount(tx, params.id)
            return succeed(undefined)
          }),
        ),
    ),
  ]
}

/** A row that a foreign key keeps, or that is never deleted. */
const keptCodes: readonly unknown[] = ['23503', '23001']

// What has been traded is spread over many tables; their foreign keys have the last word.
async function recordsRefused<T>(run: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  return run().catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && keptCodes.includes(error.code)) return refuse('CLIENT_HAS_RECORDS')
    throw error
  })
}
