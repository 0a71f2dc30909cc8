/** Why a payment is left out of a file of transfers. */
export const leftOutReasons = ['no_iban', 'not_transferable', 'no_latin_name', 'outside_sepa', 'no_bic'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]
