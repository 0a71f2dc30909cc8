import type { EditionStep } from '../buyback/buyback-edition.ts'
import type { PaymentStatus } from '../buyback/payment-status.ts'
import type { PaymentType } from '../circuit/payment-type.ts'
import { isOwed } from './payment-rules.ts'
import { providerOf, type ModeProvider, type PaymentProvider } from './payment-provider.ts'

/** A payment to a customer, and who carries it out. */
export interface PayeePayment {
  readonly status: PaymentStatus
  /** Null until the first job has chosen. */
  readonly provider: PaymentProvider | null
  readonly mode: { readonly type: PaymentType; readonly provider: ModeProvider } | null
}

/**
 * The steps of an edition that change where money goes that is owed already, over all payments to a customer: the bank
 * account, and the contact where an outside service pays the reader of the e-mail. They are for users who may mark
 * payments as paid.
 */
export function payeeSteps(payments: readonly PayeePayment[]): readonly EditionStep[] {
  const owed = payments.filter(({ status }) => isOwed(status))
  if (owed.length === 0) return []
  return owed.some(isPaidByContact) ? ['contact', 'bank'] : ['bank']
}

/**
 * Whether the e-mail of a customer is part of where owed money goes: a service pays its reader, and the mail that
 * corrects the account of a transfer goes to it.
 */
export function holdsMailbox(payments: readonly PayeePayment[]): boolean {
  return payments.some(
    (payment) => isOwed(payment.status) && (isPaidByContact(payment) || payment.mode?.type === 'bank_transfer'),
  )
}

function isPaidByContact({ provider, mode }: PayeePayment): boolean {
  return (provider ?? providerOf(mode, true)) === 'http'
}
