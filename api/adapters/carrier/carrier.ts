import type { PickupSlot } from '#domain/circuit/pickup-slots.ts'
import type { FoundRelayPoint, RelayPlace, RelayPoint } from '#domain/circuit/relay-points.ts'
import type { DeliveryStatus } from '#domain/delivery/delivery-status.ts'

/** Where a parcel leaves or arrives. */
export interface CarrierPlace {
  readonly name: string
  readonly street: string | null
  readonly streetMore: string | null
  readonly zipCode: string | null
  readonly city: string | null
  readonly country: string | null
}

/** What is known of a product in a parcel: whole grams and centimetres, null where nobody says it. */
export interface CarriedProduct {
  readonly weightGrams: number | null
  readonly lengthCm: number | null
  readonly widthCm: number | null
  readonly heightCm: number | null
}

/** A label that a carrier is asked for. */
export interface LabelOrder {
  /** Names this order: the carrier makes one parcel a key, however often it is asked. */
  readonly key: string
  /** Our own code, for people: a buyback's or a package's. */
  readonly reference: string
  readonly from: CarrierPlace
  readonly to: CarrierPlace
  /** Of all products together; null where the weight of one is not known. */
  readonly weightGrams: number | null
  readonly products: readonly CarriedProduct[]
  /** When the customer expects the carrier; null where no slot was chosen. */
  readonly pickup: PickupSlot | null
  /** Where the customer hands it over; null where no point was chosen. */
  readonly relayPoint: RelayPoint | null
}

/**
 * A carrier's word about an order. Only `ready` and `failed` are definite: `accepted` promises a label, and `unknown`
 * says that nobody knows whether it was heard. Both are asked for again under the same key.
 */
export type LabelAnswer =
  | { readonly state: 'ready'; readonly number: string; readonly url: string | null; readonly label: Buffer }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'accepted' }
  | { readonly state: 'unknown' }

/** The result of a cancellation: `refused` where the parcel is on its way already. */
export type CancelAnswer = 'cancelled' | 'refused' | 'unknown'

/** A carrier's word about another slot: `absent` where it knows no such order, `refused` where it comes as it was told. */
export type RescheduleAnswer = 'changed' | 'absent' | 'refused' | 'unknown'

/** A carrier's points near a place; `unknown` where it did not answer, or not with points. */
export type PointsAnswer = readonly FoundRelayPoint[] | 'unknown'

/** A carrier's word about one of its points; `absent` where it takes no parcels there any more. */
export type PointAnswer = RelayPoint | 'absent' | 'unknown'

/** What a carrier tells by itself; it names a parcel by its number or by the key of its order. */
export interface CarrierEvent {
  readonly id: string
  readonly number: string | null
  readonly key: string | null
  readonly at: Date
  readonly status: DeliveryStatus
  readonly place: string | null
  readonly text: string | null
}

/** A carrier that makes labels and tells what becomes of parcels. */
export interface Carrier {
  order(order: LabelOrder): Promise<LabelAnswer>
  cancel(key: string): Promise<CancelAnswer>
  reschedule(key: string, pickup: PickupSlot): Promise<RescheduleAnswer>
  /** Postal codes and towns are of the country, where they say nothing else. */
  relayPoints(place: RelayPlace, country: string): Promise<PointsAnswer>
  relayPoint(reference: string): Promise<PointAnswer>
}
