import type { RescheduleAnswer } from '#api/adapters/carrier/carrier.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { PickupSlot } from '#domain/circuit/pickup-slots.ts'
import { orderKey } from '#domain/delivery/parcel.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { findParcel, readParcel } from './parcel-queries.ts'
import { carrierOf } from './order-parcel.ts'

/** Asks the carrier that has a buyback's order to come in another slot. */
export type ReschedulePickup = (
  buyback: { readonly accountId: string; readonly buybackId: string },
  slot: PickupSlot,
) => Promise<RescheduleAnswer>

/** Creates what asks carriers; `absent` where none has an order yet, which will say the slot by itself. */
export function createReschedulePickup(
  deps: Pick<DeliveryDeps, 'database' | 'vault' | 'openCarrier' | 'carrierHosts'>,
): ReschedulePickup {
  return async ({ accountId, buybackId }, slot) => {
    const begun = await inAccount(deps.database, accountId, async (tx) => {
      const parcelId = await findParcel(tx, accountId, { kind: 'own', id: buybackId })
      const parcel = parcelId === null ? null : await readParcel(tx, { accountId, parcelId })
      if (parcel === null || (parcel.state !== 'ordering' && parcel.state !== 'ready')) return null
      const carrier = await carrierOf(tx, deps, { accountId }, parcel)
      return carrier === null ? null : { carrier, key: orderKey(parcel.id, parcel.attempt) }
    })
    return begun === null ? 'absent' : begun.carrier.reschedule(begun.key, slot)
  }
}
