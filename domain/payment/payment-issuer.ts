import type { Module } from '../organization/module.ts'

/** Who pays the customers of an account: itself, or its buyers what they take. */
export const paymentIssuers = ['retailer', 'buyer'] as const
/** One of them. */
export type PaymentIssuer = (typeof paymentIssuers)[number]

/** Whether users of a module act on the payments of an account: a buyer does where it pays itself (lifecycle, section 5). */
export function actsOnPayments(module: Module, issuer: PaymentIssuer): boolean {
  return module !== 'lcm' || issuer === 'buyer'
}
