import type * as z from 'zod'
import { isSettled } from '#domain/buyback/buyback-status.ts'
import type { readTrackingCall } from '#sync/calls/buyback-detail.ts'

/** A buyback as its private link shows it. */
export type Tracking = z.output<typeof readTrackingCall.answer>

/** What a buyback's customer has to know first. */
export type TrackingState =
  | 'to_drop'
  | 'at_store'
  | 'to_send'
  | 'to_collect'
  | 'on_its_way'
  | 'received'
  | 'proposal'
  | 'under_review'
  | 'to_pay'
  | 'paying'
  | 'payment_failed'
  | 'paid'
  | 'settled'
  | 'returning'
  | 'returned'
  | 'cancelled'

/** One stage of a buyback's way. */
export interface Stage {
  readonly name:
    | 'declared'
    | 'dropped'
    | 'sent'
    | 'collected'
    | 'received'
    | 'checked'
    | 'paid'
    | 'cancelled'
    | 'returned'
  readonly state: 'done' | 'now' | 'ahead'
  /** When it was reached, or is promised to be: a moment or a day; null where nobody has said. */
  readonly at: string | null
}

type Known = Pick<
  Tracking,
  | 'status'
  | 'itemStatus'
  | 'paymentStatus'
  | 'circuitType'
  | 'createdAt'
  | 'settledAt'
  | 'promisedPaymentOn'
  | 'paidAt'
  | 'proposalUntil'
  | 'events'
>
type ItemStatus = Tracking['itemStatus']

const outside: readonly ItemStatus[] = [
  'item_created',
  'item_awaiting_store_drop',
  'item_awaiting_inventory',
  'item_in_transit',
  'item_lost_store',
  'item_lost_transport',
  'item_cancelled',
  'item_returned',
]

/** Whether the customer hands the product over in a store. */
function isDropped({ circuitType }: Pick<Known, 'circuitType'>): boolean {
  return circuitType === 'web_drop' || circuitType.startsWith('store_')
}

/** Whether the product is fetched at its customer's. */
function isCollected({ circuitType }: Pick<Known, 'circuitType'>): boolean {
  return circuitType === 'web_collect'
}

/** Where a buyback stands, in its customer's words. */
export function trackingState(tracking: Known): TrackingState {
  const { status, itemStatus, paymentStatus } = tracking
  if (status === 'bb_cancelled') return itemStatus === 'item_returned' ? 'returned' : 'cancelled'
  if (status === 'bb_not_completed') return itemStatus === 'item_returned' ? 'returned' : 'returning'
  if (isSettled(status)) return paymentState(paymentStatus)
  if (itemStatus === 'item_awaiting_store_drop') return 'to_drop'
  if (itemStatus === 'item_created') return isCollected(tracking) ? 'to_collect' : 'to_send'
  if (itemStatus === 'item_awaiting_inventory') return isDropped(tracking) ? 'at_store' : 'to_send'
  if (itemStatus === 'item_in_transit') return 'on_its_way'
  if (itemStatus === 'item_in_quarantine') return tracking.proposalUntil === null ? 'under_review' : 'proposal'
  return 'received'
}

function paymentState(status: Known['paymentStatus']): TrackingState {
  switch (status) {
    case 'payment_completed':
      return 'paid'
    case 'payment_initiated':
      return 'paying'
    case 'payment_failed':
      return 'payment_failed'
    case 'awaiting_payment':
    case 'payment_created':
      return 'to_pay'
    case 'payment_not_needed':
    case 'payment_cancelled':
    case 'payment_cancel_failed':
      return 'settled'
  }
}

/** The stages of a buyback in their order: those behind it, the one it stands at, and those ahead while it goes on. */
export function stagesOf(tracking: Known): readonly Stage[] {
  const { status, paymentStatus } = tracking
  const isPaid = paymentStatus === 'payment_completed'
  const hasEnded = status === 'bb_cancelled' || status === 'bb_not_completed'
  const isPayable = !hasEnded && !['payment_not_needed', 'payment_cancelled'].includes(paymentStatus)
  const handedAt = reachedAt(tracking, (item) => item !== 'item_created' && item !== 'item_awaiting_store_drop')
  const sentAt = reachedAt(tracking, (item) => item === 'item_in_transit' || !outside.includes(item))
  const receivedAt = reachedAt(tracking, (item) => !outside.includes(item))
  const reached: readonly (Omit<Stage, 'state'> & { readonly isDone: boolean })[] = [
    { name: 'declared', at: tracking.createdAt, isDone: true },
    ...(isDropped(tracking) ? [done('dropped', handedAt)] : []),
    done(isCollected(tracking) ? 'collected' : 'sent', sentAt),
    done('received', receivedAt),
    { name: 'checked', at: tracking.settledAt, isDone: isSettled(status) },
    ...(isPayable
      ? [{ name: 'paid' as const, at: isPaid ? tracking.paidAt : tracking.promisedPaymentOn, isDone: isPaid }]
      : []),
  ]
  if (hasEnded) {
    const endedAt = tracking.events.at(-1)?.at ?? null
    const isBack = tracking.itemStatus === 'item_returned'
    const behind = reached.filter(({ isDone }) => isDone).map(stageBehind)
    const isCancelled = status === 'bb_cancelled'
    return [
      ...behind,
      ...(isCancelled ? [{ name: 'cancelled' as const, state: 'done' as const, at: null }] : []),
      ...(isCancelled && !isBack
        ? []
        : [
            {
              name: 'returned' as const,
              state: isBack ? ('done' as const) : ('now' as const),
              at: isBack ? endedAt : null,
            },
          ]),
    ]
  }
  // A product that was lost is paid without having been received: what lies before the last stage reached is behind it.
  const last = reached.findLastIndex(({ isDone }) => isDone)
  return reached.map(({ name, at }, index) => ({
    name,
    at: index <= last || name === 'paid' ? at : null,
    state: index <= last ? 'done' : index === last + 1 ? 'now' : 'ahead',
  }))
}

function done(name: Stage['name'], at: string | null) {
  return { name, at, isDone: at !== null }
}

function stageBehind({ name, at }: Omit<Stage, 'state'>): Stage {
  return { name, at, state: 'done' }
}

function reachedAt({ events, itemStatus, createdAt }: Known, isThere: (item: ItemStatus) => boolean): string | null {
  const found = events.find((event) => isThere(event.itemStatus))
  if (found !== undefined) return found.at
  // What was imported may lack its turning points.
  return events.length === 0 && isThere(itemStatus) ? createdAt : null
}
