import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed } from '#domain/kernel/result.ts'
import { canLink } from '#domain/organization/client.ts'
import * as calls from '#sync/calls/client.ts'
import { asAdministration } from '#api/http/as-administration.ts'
import type { ClientDeps } from './client-deps.ts'
import * as queries from './client-link-queries.ts'

/** Links between retailers and buyers (ORG-13). One that is no longer in use rests, so that its past stays known. */
export function createLinkRoutes({ database }: ClientDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...calls.readClientLinksCall,
        permission: 'client.list',
        summary: 'Accounts that one is linked to',
        refusals: ['CLIENT_ADMINISTRATION_MISSING'],
      },
      async ({ params }) =>
        asAdministration(database, async (tx) => {
          const found = await queries.readLinks(tx, params.id)
          return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
        }),
    ),

    route(
      {
        ...calls.putClientLinkCall,
        permission: 'client.update',
        freshProof: true,
        summary: 'Link a buyer, or make the link active or inactive',
        refusals: ['CLIENT_LINK_UNFIT', 'CLIENT_ADMINISTRATION_MISSING'],
      },
      async ({ params: { id, buyerId }, body: { status } }) =>
        asAdministration(database, async (tx) => {
          const sides = await queries.lockSides(tx, [id, buyerId])
          const [retailer, buyer] = [sides.get(id), sides.get(buyerId)]
          if (retailer === undefined || buyer === undefined) return refuse('REQUEST_NOT_FOUND')
          // A link that nobody may make any more can still be ended, and none is made only to rest.
          if (status === 'active' && !canLink(retailer, buyer)) return refuse('CLIENT_LINK_UNFIT')
          if (status === 'inactive' && !(await queries.hasLink(tx, id, buyerId))) return refuse('REQUEST_NOT_FOUND')
          await queries.putLink(tx, id, buyerId, status)
          const links = await queries.readLinks(tx, id)
          return links === null ? refuse('REQUEST_NOT_FOUND') : succeed(links)
        }),
    ),
  ]
}
