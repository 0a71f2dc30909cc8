import type { Transaction } from 'kysely'
import type * as z from 'zod'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { travelsByOwnLabel } from '#domain/circuit/circuit-carrier.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { CarrierAnswer, createCarrierCall } from '#sync/calls/delivery.ts'
import * as queries from './carrier-queries.ts'
import type { CarrierScope } from './carrier-queries.ts'
import type { DeliveryDeps } from './delivery-deps.ts'

type Tx = Transaction<Tables>
type ChangeDeps = Pick<DeliveryDeps, 'vault' | 'carrierHosts'>
type CarrierChange = Parameters<typeof queries.updateCarrier>[3]

/** Adds a carrier with what it serves, where the installation speaks to it. */
export async function addCarrier(
  tx: Tx,
  deps: ChangeDeps,
  accountId: string,
  body: z.output<typeof createCarrierCall.body>,
): Promise<Result<CarrierAnswer, Failure>> {
  const checked = await check(tx, deps, accountId, body)
  if (!checked.ok) return checked
  const carrierId = await queries.insertCarrier(tx, deps.vault, accountId, body)
  return apply(tx, deps, { accountId, carrierId }, body)
}

/** Changes a carrier of the account; its version rises. */
export async function changeCarrier(
  tx: Tx,
  deps: ChangeDeps,
  scope: CarrierScope,
  body: CarrierChange,
): Promise<Result<CarrierAnswer, Failure>> {
  const checked = await check(tx, deps, scope.accountId, body)
  return checked.ok ? apply(tx, deps, scope, body) : checked
}

async function check(tx: Tx, { carrierHosts }: ChangeDeps, accountId: string, body: CarrierChange) {
  // An account may name only what the installation speaks to, so that no account reaches what lies behind the server.
  if (body.url !== undefined && !carrierHosts.includes(new URL(body.url).host))
    return refuse('CARRIER_HOST_NOT_ALLOWED', { field: 'url' })
  const unfit = await unfitService(tx, accountId, body)
  return unfit === null ? succeed(undefined) : refuse('CARRIER_SERVICE_UNFIT', { field: unfit })
}

async function apply(tx: Tx, { vault }: ChangeDeps, scope: CarrierScope, body: CarrierChange) {
  await queries.updateCarrier(tx, vault, scope, body)
  if (body.circuitIds !== undefined) await queries.replaceServices(tx, scope, 'circuit_id', body.circuitIds)
  if (body.shippingMethodIds !== undefined)
    await queries.replaceServices(tx, scope, 'shipping_method_id', body.shippingMethodIds)
  const carrier = await queries.readCarrier(tx, scope)
  return carrier === null ? refuse('REQUEST_NOT_FOUND') : succeed(carrier)
}

/** The field that names what the account does not have, or what travels in no parcel of its own; null where none does. */
async function unfitService(tx: Tx, accountId: string, body: CarrierChange): Promise<string | null> {
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

/** What the tables of carriers refuse, by constraint. */
export const takenBy: Readonly<Record<string, Failure>> = {
  carrier_name: { code: 'CARRIER_NAME_TAKEN', field: 'name' },
  carrier_of_packages: { code: 'CARRIER_SERVICE_TAKEN', field: 'servesPackages' },
  carrier_service_account_id_circuit_id_key: { code: 'CARRIER_SERVICE_TAKEN', field: 'circuitIds' },
  carrier_service_account_id_shipping_method_id_key: { code: 'CARRIER_SERVICE_TAKEN', field: 'shippingMethodIds' },
}
