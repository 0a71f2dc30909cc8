import type { Transaction } from 'kysely'
import type { CarrierEvent } from '#api/adapters/carrier/carrier.ts'
import { inAccount } from '#api/db/in-account.ts'
import { writeServerChange } from '#api/db/item-change.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { decidingEvent, deliveryStatusOf, eventAheadMs, isOnItsWay } from '#domain/delivery/carrier-event.ts'
import { parcelOfKey } from '#domain/delivery/parcel.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { decideCarrierMovement } from '#domain/expedition/carrier-movement.ts'
import type { CarrierScope } from './carrier-queries.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import {
  factId,
  insertEvent,
  insertTransport,
  readCarried,
  readFacts,
  writeDeliveryStatus,
  type NewEvent,
} from './event-queries.ts'
import { findCarrierParcel, lockParcel, sendCarrierJob, type ParcelScope } from './parcel-queries.ts'

type Tx = Transaction<Tables>

/** Takes a carrier's own word, whenever and however often it comes. */
export async function takeCarrierEvent(
  deps: DeliveryDeps,
  scope: CarrierScope,
  { number, key, ...event }: CarrierEvent,
): Promise<Result<undefined, Failure>> {
  if (isInFuture(event.at, deps.now())) return refuse('DELIVERY_EVENT_IN_FUTURE', { field: 'at' })
  const parcelId = key === null ? null : parcelOfKey(key)
  return inAccount(deps.database, scope.accountId, async (tx) => {
    const found = await findCarrierParcel(tx, scope, { number, parcelId })
    if (found === null) return refuse('DELIVERY_EVENT_INVALID', { field: 'trackingNumber' })
    const { id: eventId, ...told } = event
    const ofCarrier = { carrierId: scope.carrierId, source: 'carrier', enteredBy: null } as const
    await takeEvent(tx, deps, { accountId: scope.accountId, parcelId: found }, { ...told, eventId, ...ofCarrier })
    return succeed(undefined)
  })
}

/** Whether an event says that it happens later than now. */
export function isInFuture(at: Date, now: Date): boolean {
  return at.getTime() > now.getTime() + eventAheadMs
}

/**
 * Keeps an event of a parcel, once, and follows it: the delivery's status results from all events, and the items move
 * where this event is the one that says where the parcel is. Both happen only while the items travel in this parcel.
 * False where the event was known.
 */
export async function takeEvent(
  tx: Tx,
  { now }: Pick<DeliveryDeps, 'now'>,
  scope: ParcelScope,
  event: NewEvent,
): Promise<boolean> {
  const { accountId, parcelId } = scope
  const parcel = await lockParcel(tx, scope)
  if (parcel === null || !(await insertEvent(tx, accountId, parcelId, event))) return false
  if (!isOnItsWay(event.status)) {
    // What is said of the order is asked for under its own key, and so is its label.
    if (parcel.state === 'ordering') await sendCarrierJob(tx, 'carrier-order', scope)
    return true
  }
  const facts = await readFacts(tx, accountId, parcelId)
  const carried = (await readCarried(tx, accountId, parcel)).filter(({ isCurrent }) => isCurrent)
  const status = deliveryStatusOf(facts)
  const behind = carried.filter(({ deliveryStatus }) => deliveryStatus !== status)
  if (status !== null && behind.length > 0)
    await writeDeliveryStatus(
      tx,
      accountId,
      behind.map(({ buybackId }) => buybackId),
      status,
    )
  const deciding = decidingEvent(facts)
  if (deciding === null || deciding.id !== factId(event)) return true
  const { enteredBy, eventId } = event
  const by = { accountId, userId: enteredBy, at: now() }
  for (const before of carried) {
    const { parcel: kind, cameBackWithIt, beforeWarehouseId, beforeStockId } = before
    const left = { warehouseId: beforeWarehouseId, stockId: beforeStockId }
    const next = decideCarrierMovement({ state: before, parcel: kind, before: left, cameBackWithIt }, deciding.movement)
    if (next === null) continue
    const change = { action: deciding.movement, next, validated: null, details: { parcelId, eventId } }
    await writeServerChange(tx, by, before, change)
    if (kind === 'own' && deciding.movement === 'picked_up') await insertTransport(tx, accountId, before, by.at)
  }
  return true
}
