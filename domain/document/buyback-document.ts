import type { BuybackStatus } from '../buyback/buyback-status.ts'
import type { PaymentStatus } from '../buyback/payment-status.ts'
import { travelsByOwnLabel } from '../circuit/circuit-carrier.ts'
import type { CircuitType } from '../circuit/circuit-type.ts'
import type { PaymentType } from '../circuit/payment-type.ts'
import { isOwed } from '../payment/payment-rules.ts'
import type { PaymentProvider } from '../payment/payment-provider.ts'

/** Papers of a buyback (BB-43), and the receipt of the counter. */
export const buybackDocumentKinds = [
  'transfer_order',
  'tracking_sheet',
  'shipping_label',
  'receipt',
  'voucher',
  'gift_card',
] as const
export type BuybackDocumentKind = (typeof buybackDocumentKinds)[number]

/** State of a paper: it is still to be made, can be read, could not be made, or is not due. */
export const buybackDocumentStates = ['awaiting', 'ready', 'failed', 'none'] as const
export type BuybackDocumentState = (typeof buybackDocumentStates)[number]

/** What decides which papers a buyback has. */
export interface PaperFacts {
  readonly circuitType: CircuitType
  readonly status: BuybackStatus
  /** Copies of the transfer order that the circuit asks for. */
  readonly transferOrderCopies: number
  readonly paymentType: PaymentType | null
  readonly paymentStatus: PaymentStatus
  /** Who carries the payment out, or is going to. */
  readonly paymentProvider: PaymentProvider
  /** Whether the voucher or gift card has been issued. */
  readonly hasVoucher: boolean
}

/** Whether a paper is due now, later on, or never. */
export type PaperDue = 'now' | 'later' | 'never'

/**
 * When a paper of a buyback is due. A buyback that a store has yet to finalise has only its tracking sheet, by whose
 * code the store finds it; one that has ended gets no further papers.
 */
export function paperDue(kind: BuybackDocumentKind, facts: PaperFacts): PaperDue {
  const { status, circuitType, paymentType } = facts
  const hasEnded = status === 'bb_cancelled' || status === 'bb_not_completed'
  const contract = hasEnded ? 'never' : status === 'bb_awaiting_store_drop' ? 'later' : 'now'
  switch (kind) {
    case 'tracking_sheet':
      return hasEnded ? 'never' : 'now'
    case 'transfer_order':
      return facts.transferOrderCopies === 0 ? 'never' : contract
    case 'shipping_label':
      return travelsByOwnLabel(circuitType) ? contract : 'never'
    case 'receipt':
      return circuitType.startsWith('store_') || circuitType === 'web_drop' ? contract : 'never'
    case 'voucher':
    case 'gift_card':
      if (paymentType !== kind) return 'never'
      if (facts.hasVoucher) return 'now'
      return hasEnded || !mayBeIssued(facts) ? 'never' : 'later'
  }
}

// Where a user pays by hand, or a service pays, they hand over the voucher: the program issues none.
function mayBeIssued({ paymentProvider, paymentStatus }: PaperFacts): boolean {
  return paymentProvider === 'program' && (paymentStatus === 'awaiting_payment' || isOwed(paymentStatus))
}
