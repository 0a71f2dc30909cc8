import type { Module } from '../organization/module.ts'
import type { PaymentIssuer } from '../organization/payment-issuer.ts'

/** Whether users of a module act on the payments of an account: a buyer does where it pays itself (lifecycle, section 5). */
export function actsOnPayments(module: Module, issuer: PaymentIssuer): boolean {
  return module !== 'lcm' || issuer === 'buyer'
}
