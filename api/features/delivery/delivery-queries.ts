import { sql, type RawBuilder, type Transaction } from 'kysely'
import { readParcelEvents, readParcels, type BuybackParcel, type ParcelEvent } from '#api/db/parcels-of-buyback.ts'
import type { Tables } from '#api/db/tables.ts'
import type { DeliveryAnswer } from '#sync/calls/delivery.ts'
import type { ParcelSubject } from './parcel-queries.ts'

type Tx = Transaction<Tables>

interface Scope {
  readonly accountId: string
  readonly buybackId: string
}

/** Whether a buyback `b` is one that the caller sees. */
export async function isVisible(tx: Tx, visible: RawBuilder<unknown>, buybackId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from buyback b where ${visible} and b.id = ${buybackId}`.execute(tx)
  return rows.length > 0
}

/** The parcels of a buyback's product with what was told of each, the latest first. */
export async function readDelivery(tx: Tx, scope: Scope): Promise<DeliveryAnswer> {
  const parcels = await readParcels(tx, scope)
  const events = (await readParcelEvents(tx, scope.accountId, parcels)).toReversed()
  return {
    parcels: parcels.map((parcel) => ({
      id: parcel.id,
      kind: parcel.kind,
      isCurrent: parcel.isCurrent,
      carrierName: parcel.carrierName,
      state: parcel.state,
      trackingNumber: parcel.trackingNumber,
      trackingUrl: parcel.trackingUrl,
      failure: parcel.failure,
      packageNumber: parcel.packageNumber,
      count: parcel.count,
      events: events.filter(({ parcelId }) => parcelId === parcel.id).map(eventAnswer),
    })),
  }
}

function eventAnswer({ id, at, receivedAt, status, place, text, source, enteredBy }: ParcelEvent) {
  return {
    id,
    at: at.toISOString(),
    receivedAt: receivedAt.toISOString(),
    status,
    place,
    text,
    source,
    enteredBy,
  }
}

/** What a parcel is of; its own id where it has one. */
export function subjectOf(parcel: BuybackParcel, buybackId: string): ParcelSubject {
  if (parcel.id !== null) return { kind: 'parcel', id: parcel.id }
  return { kind: parcel.kind, id: parcel.packageId ?? parcel.returnLabelId ?? buybackId }
}
