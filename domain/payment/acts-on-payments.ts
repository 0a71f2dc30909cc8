import type { Module } from '../organization/module.ts'
import type { PaymentIssuer } from '../organization/payment-issuer.ts'

/** Who pays the customers: the client's issuer, unless the account lets its buyer pay in its place. */
export function issuerInEffect(issuer: PaymentIssuer, buyerPaymentEnabled: boolean): PaymentIssuer {
  return buyerPaymentEnabled ? 'buyer' : issuer
}

/** Whether users of a module act on the payments of an account: a buyer does where it pays itself (lifecycle, section 5). */
export function actsOnPayments(module: Module, issuer: PaymentIssuer): boolean {
  return module !== 'lcm' || issuer === 'buyer'
}
