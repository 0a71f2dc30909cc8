import type { Permission } from '../access/permission.ts'
import type { PaymentError } from './payment-errors.ts'

/**
 * What waits for a second person: money on its way, whose account it comes from, and the rule itself. `same_imei`: a payment
 * whose device is in another buyback too waits for a look, where the account wants it.
 */
export const releaseSubjects = ['mark', 'file', 'payout', 'payer', 'rule', 'same_imei'] as const
export type ReleaseSubject = (typeof releaseSubjects)[number]

/** `withdrawn`: by the user who made it, or because there is nothing left to pay; `not_needed`: in effect at once. */
export const releaseStates = ['waiting', 'released', 'refused', 'withdrawn', 'not_needed'] as const
export type ReleaseState = (typeof releaseStates)[number]

/** Highest amount of a rule, in cents: what a payment itself may be. */
export const releaseAboveMost = 2_147_483_647

/** Most characters of the reason for a refusal. */
export const releaseReasonMost = 255

/** Two people for money: above which amount, in cents of the account's currency; null asks for one only. */
export interface PaymentRule {
  readonly releaseAboveCents: number | null
}

/**
 * Whether money waits for a second person. `aloneCents` is what the same person has moved alone since the day of the
 * account began, so that an amount split over several files and payments by hand is judged by its sum: what one person
 * moves alone in a day never exceeds the rule's amount.
 */
export function needsRelease(
  { releaseAboveCents }: PaymentRule,
  { amountCents, aloneCents }: { readonly amountCents: number; readonly aloneCents: number },
): boolean {
  return releaseAboveCents !== null && amountCents + aloneCents > releaseAboveCents
}

/** Whether the payer's bank account, and the rule itself, change with a second person alone. */
export function changesNeedRelease({ releaseAboveCents }: PaymentRule): boolean {
  return releaseAboveCents !== null
}

/** What a decision about something that waits is judged by. */
export interface ReleaseDecision {
  readonly state: ReleaseState
  /** Users who put it on its way, or brought about that it is owed: none of them releases it, whatever post they hold. */
  readonly makers: readonly string[]
  readonly userId: string
  /** Whether the user was made, or given another e-mail or post, less than `newUserDays` ago, while the rule was on. */
  readonly isNew: boolean
}

/** So many days after being made, or given another e-mail or post, a user releases nothing. */
export const newUserDays = 7

/** Why a user may not release what waits; null where they may. */
export const releaseBars = ['own', 'part', 'new_user', 'not_acting'] as const

/** Why a user may not release it; null where they may. */
export function releaseRefusal({ state, makers, userId, isNew }: ReleaseDecision): PaymentError | null {
  if (state !== 'waiting') return 'PAYMENT_RELEASE_DECIDED'
  if (makers.includes(userId)) return 'PAYMENT_RELEASE_OWN'
  return isNew ? 'PAYMENT_RELEASE_NEW_USER' : null
}

/** Whether something that waits can be refused: a hold ends by a look alone, or with the buyback. */
export function mayRefuse(subject: ReleaseSubject): boolean {
  return subject !== 'same_imei'
}

/** What a user's refusal leads to: who made it takes it back, everybody else refuses it; null where it does not wait. */
export function stateOfRefusal(
  { state, userId }: Pick<ReleaseDecision, 'state' | 'userId'>,
  madeBy: string | null,
): 'refused' | 'withdrawn' | null {
  if (state !== 'waiting') return null
  return madeBy === userId ? 'withdrawn' : 'refused'
}

/**
 * What a decision about an automatic payment amounts to: who takes back what they asked for has it paid no more than who
 * refuses it, until a user asks again.
 */
export function payoutDecision(state: ReleaseState): ReleaseState {
  return state === 'withdrawn' ? 'refused' : state
}

/** The permission that a subject needs beside `payment.release`: that of making it. */
export const permissionOfSubject = {
  mark: 'payment.mark_paid',
  payout: 'payment.mark_paid',
  same_imei: 'payment.mark_paid',
  file: 'payment_file.manage',
  payer: 'payment_file.manage',
  rule: 'payment_rule.update',
} as const satisfies Record<ReleaseSubject, Permission>
