/** Who pays the customers of an account: itself, or its buyers what they take. The transport contract is held likewise. */
export const paymentIssuers = ['retailer', 'buyer'] as const
export type PaymentIssuer = (typeof paymentIssuers)[number]
