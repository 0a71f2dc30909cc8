import { gs1CheckDigit } from '../kernel/check-digit.ts'

/** Digits that a caller draws for the number of a parcel to the warehouse. */
export const shippingLabelDigits = 14

/**
 * The number of a parcel with a label of ours: an SSCC that begins with 905 (GS1, inside a company), so that neither an
 * item, a package nor a parcel back to a customer has it.
 */
export function shippingLabelNumber(drawn: string): string {
  if (drawn.length !== shippingLabelDigits || !/^\d+$/.test(drawn))
    throw new Error('a shipping label takes fourteen digits')
  const body = `905${drawn}`
  return body + gs1CheckDigit(body)
}
