import type { Transaction } from 'kysely'
import { readCarrierEvent } from '#api/adapters/carrier/http-carrier.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { travelsByOwnLabel } from '#domain/document/buyback-document.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/delivery.ts'
import * as queries from './carrier-queries.ts'
import type { CarrierScope } from './carrier-queries.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { takeCarrierEvent } from './take-event.ts'

type Tx = Transaction<Tables>

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

    route({ ...calls.createCarrierCall, ...manage, summary: 'Add a carrier', refusals }, async ({ caller, body }) => {
      if (!isAllowed(deps, body.url)) return refuse('CARRIER_HOST_NOT_ALLOWED', { field: 'url' })
      return refusingTaken(() =>
        inAccount(database, caller.accountId, async (tx) => {
          const unfit = await unfitService(tx, caller.accountId, body)
          if (unfit !== null) return refuse('CARRIER_SERVICE_UNFIT', { field: unfit })
          const carrierId = await queries.insertCarrier(tx, vault, caller.accountId, body)
          return applyServices(tx, deps, { accountId: caller.accountId, carrierId }, body)
        }),
      )
    }),

    route(
      { ...calls.patchCarrierCall, ...manage, summary: 'Change a carrier', refusals },
      async ({ caller, params, body }) => {
        if (body.url !== undefined && !isAllowed(deps, body.url))
          return refuse('CARRIER_HOST_NOT_ALLOWED', { field: 'url' })
        const scope = { accountId: caller.accountId, carrierId: params.id }
        return refusingTaken(() =>
          inAccount(database, caller.accountId, async (tx) => {
            if ((await queries.readCarrier(tx, scope)) === null) return refuse('REQUEST_NOT_FOUND')
            const unfit = await unfitService(tx, caller.accountId, body)
            if (unfit !== null) return refuse('CARRIER_SERVICE_UNFIT', { field: unfit })
            return applyServices(tx, deps, scope, body)
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

type Services = Partial<Parameters<typeof queries.updateCarrier>[3]>

async function applyServices(tx: Tx, { vault }: DeliveryDeps, scope: CarrierScope, body: Services) {
  await queries.updateCarrier(tx, vault, scope, body)
  if (body.circuitIds !== undefined) await queries.replaceServices(tx, scope, 'circuit_id', body.circuitIds)
  if (body.shippingMethodIds !== undefined)
    await queries.replaceServices(tx, scope, 'shipping_method_id', body.shippingMethodIds)
  const carrier = await queries.readCarrier(tx, scope)
  return carrier === null ? refuse('REQUEST_NOT_FOUND') : succeed(carrier)
}

/** The field that names what the account does not have, or what travels in no parcel of its own; null where none does. */
async function unfitService(tx: Tx, accountId: string, body: Services): Promise<string | null> {
  const asked = [
    ['circuitIds', 'circuit', body.circuitIds ?? []],
    ['shippingMethodIds', 'shipping_method', body.shippingMethodIds ?? []],
  ] as const
  for (const [field, table, ids] of asked) {
    const types = await queries.readServiceTypes(tx, accountId, table, ids)
    const fits = (id: string): boolean => {
      const type = types.get(id)
      return type !== undefined && travelsByOwnLabel(type)
    }
    if (!ids.every(fits)) return field
  }
  return null
}

// An account may name only what the installation speaks to, so that no account reaches what lies behind the server.
function isAllowed({ carrierHosts }: DeliveryDeps, url: string): boolean {
  return carrierHosts.includes(new URL(url).host)
}

const takenBy: Readonly<Record<string, Failure>> = {
  carrier_name: { code: 'CARRIER_NAME_TAKEN', field: 'name' },
  carrier_of_packages: { code: 'CARRIER_SERVICE_TAKEN', field: 'servesPackages' },
  carrier_service_account_id_circuit_id_key: { code: 'CARRIER_SERVICE_TAKEN', field: 'circuitIds' },
  carrier_service_account_id_shipping_method_id_key: { code: 'CARRIER_SERVICE_TAKEN', field: 'shippingMethodIds' },
}

async function refusingTaken<T>(run: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  try {
    return await run()
  } catch (error) {
    const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
    const failure = takenBy[constraint]
    if (failure === undefined) throw error
    return { ok: false, error: failure }
  }
}
