import { inAccount } from '#api/db/in-account.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/buyback-pickup.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { readSlots } from './pickup-queries.ts'
import { changePickup, plainSlot, readTrackedSlots } from './tracked-pickup.ts'

/** Slots in which products are collected: what is offered, and what a customer changes behind a private link. */
export function createPickupRoutes(deps: BuybackDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...calls.publicSlotsCall,
        permission: 'visitor',
        openSite: true,
        summary: 'Slots in which a product may be collected',
        refusals: ['ACCESS_THROTTLED', 'REQUEST_NOT_FOUND'],
      },
      async ({ caller: { accountId }, params: { id: shippingMethodId }, http }) => {
        const waitSeconds = await deps.throttle.hit({ quoteReadByAddress: http.address })
        if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
        const slots = await inAccount(deps.database, accountId, (tx) =>
          readSlots(tx, deps, { accountId, shippingMethodId }),
        )
        if (slots === null) return refuse('REQUEST_NOT_FOUND')
        return succeed({ slots: slots.filter(({ left }) => left > 0).map(plainSlot) })
      },
    ),

    route(
      {
        ...calls.trackedSlotsCall,
        permission: 'none',
        summary: 'Slots that the customer of a private link may choose',
        refusals: ['TRACKING_LINK_INVALID', 'ACCESS_THROTTLED', 'PICKUP_FIXED'],
      },
      ({ params, http }) => readTrackedSlots(deps, params.token, http.address),
    ),

    route(
      {
        ...calls.changePickupCall,
        permission: 'none',
        summary: 'Choose another slot behind a private link',
        example: { day: '2026-11-02', opens: '09:00' },
        refusals: [
          'TRACKING_LINK_INVALID',
          'ACCESS_THROTTLED',
          'PICKUP_FIXED',
          'PICKUP_SLOT_TAKEN',
          'PICKUP_UNCONFIRMED',
          'PICKUP_CHANGED_TOO_OFTEN',
        ],
      },
      ({ params, body, http }) => changePickup(deps, params.token, { chosen: body, address: http.address }),
    ),
  ]
}
