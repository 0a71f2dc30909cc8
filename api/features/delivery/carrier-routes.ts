import { readCarrierEvent } from '#api/adapters/carrier/http-carrier.ts'
import { inAccount } from '#api/db/in-account.ts'
import { refuse } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { refusingConstraints } from '#api/http/refusing-constraints.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/delivery.ts'
import { addCarrier, changeCarrier, takenBy } from './carrier-changes.ts'
import * as queries from './carrier-queries.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { takeCarrierEvent } from './take-event.ts'

const manage = { permission: 'connector.manage' } as const
const refusals = [
  'CARRIER_HOST_NOT_ALLOWED',
  'CARRIER_NAME_TAKEN',
  'CARRIER_SERVICE_TAKEN',
  'CARRIER_SERVICE_UNFIT',
] as const

/** Carriers of an account: where they are reached, which parcels they take, and the door for their events. */
export function createCarrierRoutes(deps: DeliveryDeps): readonly DeclaredRoute[] {
  const { database, vault, now } = deps
  return [
    route(
      { ...calls.listCarriersCall, ...manage, summary: 'Carriers', answerType: 'application/ld+json' },
      async ({ caller, query }) => {
        const found = await inAccount(
          database,
          caller.accountId,
          (tx) => queries.listCarriers(tx, caller.accountId, query),
          { isolation: 'repeatable read', readOnly: true },
        )
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      { ...calls.createCarrierCall, ...manage, freshProof: true, summary: 'Add a carrier', refusals },
      async ({ caller, body }) => {
        const { accountId } = caller
        return refusingConstraints(takenBy, () =>
          inAccount(database, accountId, (tx) => addCarrier(tx, deps, accountId, body)),
        )
      },
    ),

    route(
      { ...calls.patchCarrierCall, ...manage, freshProof: true, summary: 'Change a carrier', refusals },
      async ({ caller, params, body }) => {
        const scope = { accountId: caller.accountId, carrierId: params.id }
        return refusingConstraints(takenBy, () =>
          inAccount(database, caller.accountId, async (tx) => {
            if ((await queries.readCarrier(tx, scope)) === null) return refuse('REQUEST_NOT_FOUND')
            return changeCarrier(tx, deps, scope, body)
          }),
        )
      },
    ),

    route(
      {
        ...calls.carrierEventCall,
        permission: 'none',
        summary: 'An event of a carrier',
        refusals: ['CARRIER_SIGNATURE_INVALID', 'DELIVERY_EVENT_INVALID', 'DELIVERY_EVENT_IN_FUTURE'],
      },
      async ({ params, body, http }) => {
        const accountId = await queries.accountOfCarrier(database.app, params.id)
        if (accountId === null) return refuse('CARRIER_SIGNATURE_INVALID')
        const scope = { accountId, carrierId: params.id }
        const carrier = await inAccount(database, accountId, (tx) => queries.openSecretsOf(tx, vault, scope))
        if (carrier === null) return refuse('CARRIER_SIGNATURE_INVALID')
        const event = readCarrierEvent(body, http.headers.get('x-signature'), carrier.eventSecret, now())
        if (event === null) return refuse('CARRIER_SIGNATURE_INVALID')
        if (event === 'invalid') return refuse('DELIVERY_EVENT_INVALID')
        return takeCarrierEvent(deps, scope, event)
      },
    ),
  ]
}
