import { gs1CheckDigit } from '../kernel/check-digit.ts'

/**
 * The number of a label for the way back, from fourteen digits drawn by the caller: an SSCC that begins with 904 (GS1,
 * inside a company), so that neither an item nor a package of ours has it.
 */
export function returnLabelNumber(drawn: string): string {
  if (!/^\d{14}$/.test(drawn)) throw new Error('a return label takes fourteen digits')
  const body = `904${drawn}`
  return body + gs1CheckDigit(body)
}

/** What a parcel to the customer needs of them. */
export interface ReturnAddress {
  readonly street: string | null
  readonly zipCode: string | null
  readonly city: string | null
  readonly country: string | null
}

/** Whether a carrier could find the customer. */
export function isWholeAddress({ street, zipCode, city, country }: ReturnAddress): boolean {
  return [street, zipCode, city, country].every((part) => part !== null && part.trim() !== '')
}
