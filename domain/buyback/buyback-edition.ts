import type { PaymentType } from '../circuit/payment-type.ts'
import { isImei } from '../kernel/imei.ts'
import { isSettled, type BuybackStatus } from './buyback-status.ts'
import type { PaymentStatus } from './payment-status.ts'

/**
 * What of a buyback may be corrected, in the order of the item's way: product, how to reach the customer, bank, and an
 * address that lacks something.
 */
export const editionSteps = ['product', 'contact', 'bank', 'address'] as const
export type EditionStep = (typeof editionSteps)[number]

/** What decides which steps are open. */
export interface EditionFacts {
  readonly status: BuybackStatus
  readonly tested: boolean
  readonly paymentStatus: PaymentStatus
  readonly paymentType: PaymentType | null
  /** Whether the customer is known and has not been erased. */
  readonly hasCustomer: boolean
  /** Whether a carrier could find the customer. */
  readonly hasWholeAddress: boolean
}

/**
 * Steps that may be corrected (BB-12): the product's numbers until a test has found them or the buyback is over, the
 * contact while the customer may still be written to, the bank account until a payment is on its way. The last two stay
 * open while money is owed that nobody has begun to pay, also for a kept product of a cancelled buyback. An address is
 * completed where it is not whole, whatever became of the buyback: a product goes back by it. Seller,
 * answers and prices belong to the contract: they change only by cancelling and selling again.
 */
export function openEditionSteps(facts: EditionFacts): readonly EditionStep[] {
  const { status, paymentStatus } = facts
  const isClosed = status === 'bb_cancelled' || status === 'bb_not_completed'
  const isDue = paymentStatus === 'payment_created' || paymentStatus === 'payment_failed'
  const isReachable = facts.hasCustomer && (isDue || !isClosed)
  const isUnpaid = isDue || paymentStatus === 'awaiting_payment'
  const isOpen: Readonly<Record<EditionStep, boolean>> = {
    product: !isClosed && !isSettled(status) && !facts.tested,
    contact: isReachable,
    bank: isReachable && facts.paymentType === 'bank_transfer' && isUnpaid,
    address: facts.hasCustomer && !facts.hasWholeAddress,
  }
  return editionSteps.filter((step) => isOpen[step])
}

/** What is wrong with the IMEI of a correction, by its code; null where it is right, or there is none (PUB-17). */
export function imeiProblem(imei: string | null): 'IMEI_MALFORMED' | null {
  return imei === null || isImei(imei) ? null : 'IMEI_MALFORMED'
}
