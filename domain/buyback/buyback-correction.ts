import type { PaymentType } from '../circuit/payment-type.ts'
import type { BuybackStatus } from './buyback-status.ts'
import type { PaymentStatus } from './payment-status.ts'

/** What customers correct behind their private links, each by a mail of its own. */
export const correctionKinds = ['bank', 'address'] as const
export type CorrectionKind = (typeof correctionKinds)[number]

/** Why something is not, or no longer, corrected by its customer; shown and translated by code. */
export const correctionClosures = [
  'payment_begun',
  'ended',
  'not_transfer',
  'carrier_comes',
  'not_served',
  'no_mailbox',
] as const
export type CorrectionClosure = (typeof correctionClosures)[number]

/** What became of a correction that was asked for. */
export const correctionStates = ['open', 'applied', 'replaced', 'expired', 'closed'] as const
export type CorrectionState = (typeof correctionStates)[number]

/** Reasons why a correction is not made; stable, shown and translated by code. */
export const correctionErrors = [
  'CORRECTION_LINK_INVALID',
  /** Its day is over: it may be asked for again. */
  'CORRECTION_EXPIRED',
  /** A later one, or another mailbox, has taken its place. */
  'CORRECTION_REPLACED',
  /** It was made before; a link works once. */
  'CORRECTION_USED',
  /** The money is on its way to the former account. */
  'CORRECTION_PAYMENT_BEGUN',
  /** The buyback has come too far, or knows no such thing; `details.cause` says why. */
  'CORRECTION_CLOSED',
] as const
export type CorrectionError = (typeof correctionErrors)[number]

/** What decides whether a customer may correct something. */
export interface CorrectionFacts {
  readonly status: BuybackStatus
  readonly paymentStatus: PaymentStatus
  readonly paymentType: PaymentType | null
  /** Whether the buyback has an address to which the mail may go. */
  readonly hasMailbox: boolean
  /** Whether a person says that it was paid by hand, and waits for a second one. */
  readonly isMarked: boolean
  /** Whether a carrier has the order to come to the former address, for any product of the customer. */
  readonly isCarrierOrdered: boolean
  /** Whether all products of the customer that are at home may be sent from one country. */
  readonly isServed: boolean
}

const begun: readonly PaymentStatus[] = ['payment_initiated', 'payment_completed', 'payment_cancel_failed']
const due: readonly PaymentStatus[] = ['payment_created', 'payment_failed']

/**
 * Why a customer may not correct something; null while it is open: until the payment begins, for a kept product of a
 * cancelled buyback too, whose money is still due.
 */
export function correctionClosure(kind: CorrectionKind, facts: CorrectionFacts): CorrectionClosure | null {
  const { status, paymentStatus, paymentType } = facts
  if (begun.includes(paymentStatus) || facts.isMarked) return 'payment_begun'
  const isDue = due.includes(paymentStatus)
  const isOver = status === 'bb_cancelled' || status === 'bb_not_completed'
  if (!isDue && (isOver || paymentStatus !== 'awaiting_payment')) return 'ended'
  if (kind === 'bank' && paymentType !== 'bank_transfer') return 'not_transfer'
  if (kind === 'address' && facts.isCarrierOrdered) return 'carrier_comes'
  if (kind === 'address' && !facts.isServed) return 'not_served'
  return facts.hasMailbox ? null : 'no_mailbox'
}

/** The refusal of a correction that is closed. */
export function closureError(closure: CorrectionClosure): CorrectionError {
  return closure === 'payment_begun' ? 'CORRECTION_PAYMENT_BEGUN' : 'CORRECTION_CLOSED'
}

/** An IBAN as it may stand in a mail: its country and its last four characters. */
export function maskedIban(iban: string): string {
  return `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`
}

/** A mailbox as its owner knows it again, and nobody else: the first letter of its name and of its host. */
export function maskedMailbox(email: string): string {
  const [name = '', host = ''] = email.split(/@(?=[^@]*$)/)
  const first = (text: string): string => [...text][0] ?? ''
  return `${first(name)}•••@${first(host)}•••${/\.[^.]*$/.exec(host)?.[0] ?? ''}`
}
