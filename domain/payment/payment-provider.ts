import type { PaymentType } from '../circuit/payment-type.ts'
import type { Currency } from '../kernel/languages.ts'
import { sepaCurrency } from '../kernel/sepa-countries.ts'

/** Who a payment mode names as its provider (CIRC-22). */
export const modeProviders = ['none', 'bank_transfer', 'gift_card', 'card_payment', 'other'] as const
export type ModeProvider = (typeof modeProviders)[number]

/**
 * What carries a payment out: a user by hand, a file of bank transfers, the program itself (vouchers and gift cards),
 * or a service over HTTP.
 */
export const paymentProviders = ['manual', 'transfer_file', 'program', 'http'] as const
export type PaymentProvider = (typeof paymentProviders)[number]

/** States of an attempt: a provider is about to hear of it, has taken it, or has said its definite word. */
export const attemptStates = ['started', 'accepted', 'completed', 'failed'] as const
export type AttemptState = (typeof attemptStates)[number]

/** What moves in the books: something is owed, paid, or owed no longer. */
export const postingKinds = ['owed', 'paid', 'cancelled'] as const

/** The ledgers: purchases made, what the retailer absorbs of them, customers owed, and what payments come out of. */
export const ledgers = ['purchases', 'absorption', 'customers', 'bank', 'manual', 'vouchers', 'provider'] as const

/** What the program itself issues. */
export const voucherTypes = ['voucher', 'gift_card'] as const
export type VoucherType = (typeof voucherTypes)[number]

/** States of a job: it waits, runs, has failed for good, or is done. */
export const jobStates = ['waiting', 'active', 'failed', 'done'] as const
export type JobState = (typeof jobStates)[number]

/**
 * Who carries a payment of a mode out, in the account's `currency`. A transfer that no file can carry is made by hand.
 * A voucher or gift card is the program's own unless an outside provider is named; an outside provider that the
 * installation does not reach (`hasHttp`) leaves the payment to be made by hand.
 */
export function providerOf(
  mode: { readonly type: PaymentType; readonly provider: ModeProvider } | null,
  hasHttp: boolean,
  currency: Currency = sepaCurrency,
): PaymentProvider {
  if (mode === null) return 'manual'
  const { type, provider } = mode
  if (provider === 'card_payment' || provider === 'other') return hasHttp ? 'http' : 'manual'
  if (provider === 'bank_transfer' && type === 'bank_transfer')
    return currency === sepaCurrency ? 'transfer_file' : 'manual'
  const isVoucher = type === 'gift_card' || type === 'voucher'
  if (isVoucher && (provider === 'none' || provider === 'gift_card')) return 'program'
  return 'manual'
}

/** Whether a mode names a service that is not reached: its payments wait to be made by hand, which its name does not say. */
export function isPaidByHand(
  mode: { readonly type: PaymentType; readonly provider: ModeProvider },
  hasHttp: boolean,
): boolean {
  const isService = mode.provider === 'card_payment' || mode.provider === 'other'
  return isService && providerOf(mode, hasHttp) === 'manual'
}
