/** How customers are paid (CIRC-19). */
export const paymentTypes = ['bank_transfer', 'no_iban_transfer', 'gift_card', 'voucher'] as const
export type PaymentType = (typeof paymentTypes)[number]
