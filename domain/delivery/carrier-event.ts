import type { DeliveryStatus } from './delivery-status.ts'

/** What a carrier said of a parcel, as far as it counts; `id` tells events of one moment apart. */
export interface DeliveryFact {
  readonly id: string
  /** The carrier's own time, Unix milliseconds. */
  readonly atMs: number
  readonly status: DeliveryStatus
}

/** How a carrier moves what is in a parcel (lifecycle, rows «carrier: …»). */
export type CarrierMovement = 'picked_up' | 'back_to_sender'

/**
 * How far an event may be ahead of the server's clock, in milliseconds: clocks differ, but an event of the future is an
 * error.
 */
export const eventAheadMs = 15 * 60_000

const earliestEventMs = Date.UTC(2000, 0, 1)

/** Whether a moment lies so far back that no parcel of ours was on its way: such a time is a slip, and some cannot be written. */
export function isBeforeAllEvents(at: Date): boolean {
  return at.getTime() < earliestEventMs
}

const movements: Partial<Readonly<Record<DeliveryStatus, CarrierMovement>>> = {
  DELIVERY_PICKED_UP: 'picked_up',
  DELIVERY_RETURNED: 'back_to_sender',
}
/** A parcel on its way was picked up, though that event may have been lost. */
const implied: readonly DeliveryStatus[] = ['DELIVERY_IN_TRANSIT', 'DELIVERY_OUT_FOR_DELIVERY']

/** Whether a status speaks of the parcel itself, and not only of the order of its label. */
export function isOnItsWay(status: DeliveryStatus): boolean {
  return status.startsWith('DELIVERY_')
}

/**
 * The status that all events of a parcel result in, regardless of the order of their arrival: the latest of the
 * parcel's own. An event about the order of a label only makes the program ask the carrier. Null where there is no
 * other event.
 */
export function deliveryStatusOf(events: readonly DeliveryFact[]): DeliveryStatus | null {
  return latestOf(events.filter(({ status }) => isOnItsWay(status)))?.status ?? null
}

/**
 * The event that says where a parcel is, and how it moves what is in it: the latest that says so itself, else the latest
 * that implies a pick-up. An event moves something only where it is this one, so that late and repeated ones do not.
 */
export function decidingEvent(
  events: readonly DeliveryFact[],
): { readonly id: string; readonly movement: CarrierMovement } | null {
  const explicit = latestOf(events.filter(({ status }) => movements[status] !== undefined))
  const event = explicit ?? latestOf(events.filter(({ status }) => implied.includes(status)))
  return event === undefined ? null : { id: event.id, movement: movements[event.status] ?? 'picked_up' }
}

function latestOf(events: readonly DeliveryFact[]): DeliveryFact | undefined {
  return events.toSorted((one, other) => one.atMs - other.atMs || (one.id < other.id ? -1 : 1)).at(-1)
}
