import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed } from '#domain/kernel/result.ts'
import { reindexCatalogCall } from '#sync/calls/client.ts'
import { asAdministration } from '#api/http/as-administration.ts'
import type { ClientDeps } from './client-deps.ts'
import { readClient } from './client-record-queries.ts'
import { reindexPart } from './reindex-queries.ts'

/** The search index of a client's catalog, rewritten part by part, so that no call takes long (ORG-04). */
export function createReindexRoutes({ database }: ClientDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...reindexCatalogCall,
        permission: 'client.update',
        summary: 'Write a part of the search index anew',
        refusals: ['CLIENT_ADMINISTRATION_MISSING'],
      },
      async ({ params, body }) =>
        asAdministration(database, async (tx) => {
          if ((await readClient(tx, { accountId: params.id })) === null) return refuse('REQUEST_NOT_FOUND')
          const part = await reindexPart(tx, params.id, body.after)
          return succeed({ done: part?.done ?? 0, total: part?.total ?? 0, next: part?.last ?? null })
        }),
    ),
  ]
}
