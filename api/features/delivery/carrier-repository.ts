import type { ConfigurationChange, ConfigurationRepository, AccountConfiguration } from '#api/http/connector-home.ts'
import type { PropertyChanges } from '#domain/connector/check-properties.ts'
import { succeed } from '#domain/kernel/result.ts'
import { createCarrierCall, patchCarrierCall, type CarrierAnswer } from '#sync/calls/delivery.ts'
import { addCarrier, changeCarrier, takenBy } from './carrier-changes.ts'
import * as queries from './carrier-queries.ts'
import type { DeliveryDeps } from './delivery-deps.ts'

const everything = { page: 1, itemsPerPage: 1, pagination: false, partial: true, order: {} } as const

/** What a carrier is without being told. */
const unset = { servesPackages: false, circuitIds: [], shippingMethodIds: [] } as const

/** A carrier is what a configuration of the transport connector is kept as. */
export function createCarrierRepository(deps: Pick<DeliveryDeps, 'vault' | 'carrierHosts'>): ConfigurationRepository {
  return {
    list: async (tx, accountId) => {
      const { members } = await queries.listCarriers(tx, accountId, everything)
      return members.map(held)
    },
    lock: async (tx, accountId, id) => {
      const scope = { accountId, carrierId: id }
      await queries.lockCarrier(tx, scope)
      const carrier = await queries.readCarrier(tx, scope)
      return carrier === null ? null : held(carrier)
    },
    change: async (tx, accountId, { id }, change) => {
      const changed = await changeCarrier(tx, deps, { accountId, carrierId: id }, patchOf(change))
      return changed.ok ? succeed(undefined) : changed
    },
    owned: {
      create: async (tx, accountId, { name, status, properties }) => {
        const made = await addCarrier(tx, deps, accountId, createCarrierCall.body.parse({ name, ...given(properties) }))
        if (!made.ok) return made
        const scope = { accountId, carrierId: made.value.id }
        if (status === 'inactive') await queries.updateCarrier(tx, deps.vault, scope, { status })
        return succeed(made.value.id)
      },
      remove: (tx, accountId, id) => queries.deleteCarrier(tx, { accountId, carrierId: id }),
    },
    failures: {
      ...takenBy,
      carrier_name: { code: 'CONNECTOR_NAME_TAKEN', field: 'name' },
      parcel_account_id_carrier_id_fkey: { code: 'CONNECTOR_IN_USE' },
      delivery_event_account_id_carrier_id_fkey: { code: 'CONNECTOR_IN_USE' },
    },
  }
}

function held(carrier: CarrierAnswer): AccountConfiguration {
  const { id, version, name, status, url, servesPackages, circuitIds, shippingMethodIds } = carrier
  const values = { url, apiKey: null, eventSecret: null, servesPackages, circuitIds, shippingMethodIds }
  const properties = Object.entries(values).map(([property, value]) => ({ name: property, value }))
  return { id, version, connectorId: 'transport', name, status, properties }
}

function patchOf({ properties, ...rest }: ConfigurationChange) {
  return patchCarrierCall.body.parse({ ...rest, ...given(properties) })
}

// What is taken away of a carrier is what it is without being told.
function given(properties: PropertyChanges): object {
  const values = Object.entries(properties).map(([name, value]) => [name, value ?? unset[name as keyof typeof unset]])
  return Object.fromEntries(values) as object
}
