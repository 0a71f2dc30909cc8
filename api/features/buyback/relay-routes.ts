import { inAccount } from '#api/db/in-account.ts'
import { refuse } from '#api/http/failure.ts'
import { runInSlices } from '#api/http/run-in-slices.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { nearestSteps, relayPlaceOf } from '#domain/circuit/relay-points.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/shipping-method-relay.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { readFilePoints, readRelaySource } from './relay-queries.ts'

/** The points where customers hand over parcels. */
export function createRelayRoutes(deps: BuybackDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...calls.publicRelayPointsCall,
        permission: 'visitor',
        openSite: true,
        summary: 'Points near a place where a parcel may be handed over',
        refusals: ['ACCESS_THROTTLED', 'REQUEST_NOT_FOUND', 'RELAY_POINTS_UNAVAILABLE'],
      },
      async ({ caller: { accountId }, params: { id: shippingMethodId }, query, http }) => {
        const waitSeconds = await deps.throttle.hit({ quoteReadByAddress: http.address })
        if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
        const method = { accountId, shippingMethodId }
        const place = relayPlaceOf(query.near)
        const known = await inAccount(deps.database, accountId, async (tx) => {
          const source = await readRelaySource(tx, method)
          return { source, points: source === 'file' ? await readFilePoints(tx, method) : [] }
        })
        if (known.source === null) return refuse('REQUEST_NOT_FOUND')
        if (known.source === 'file')
          return succeed({ points: [...(await runInSlices(nearestSteps(known.points, place)))] })
        const points = await deps.carrierPoints.near(method, place)
        return points === 'unknown' ? refuse('RELAY_POINTS_UNAVAILABLE') : succeed({ points: [...points] })
      },
    ),
  ]
}
