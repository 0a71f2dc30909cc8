import type { ClientError } from './client-errors.ts'

/** What a client may be: a retailer, a buyer who supervises workshops, or both (ORG-05). */
export const clientModules = ['retailer', 'buyer'] as const
/** One of them. */
export type ClientModule = (typeof clientModules)[number]

/** Whether a client works or rests; nobody signs in to one that rests, and its site answers nobody. */
export const clientStatuses = ['active', 'inactive'] as const
/** One of them. */
export type ClientStatus = (typeof clientStatuses)[number]

/** What decides whether an account may be deleted. */
export interface DeletionFacts {
  readonly status: ClientStatus
  /** Active links to buyers of this retailer. */
  readonly linkedBuyers: number
  /** Active links to retailers of this buyer. */
  readonly linkedRetailers: number
  /** Devices of its users that may still bring work: their right to push has not ended. */
  readonly devices: number
}

/**
 * Why an account stays, the most telling reason first; null where none of these holds it (ORG-10, ORG-12). A link that
 * was made inactive holds nothing. What was traded is known to the database alone, which keeps it.
 */
export function deletionRefusal(facts: DeletionFacts): ClientError | null {
  if (facts.status === 'active') return 'still_active'
  if (facts.linkedBuyers > 0) return 'has_linked_buyers'
  if (facts.linkedRetailers > 0) return 'has_linked_retailers'
  if (facts.devices > 0) return 'CLIENT_DEVICES_MAY_HOLD_WORK'
  return null
}
