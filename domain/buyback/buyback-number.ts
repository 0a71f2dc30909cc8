import { gs1CheckDigit, hasGs1CheckDigit } from '../kernel/check-digit.ts'

/** Buyback numbers begin with the GS1 prefix for use inside a store (lifecycle, section 4). */
const prefix = '2'
const digits = 11
/** First serial that no buyback number has. */
export const buybackSerialLimit = 10 ** digits

/** The identification number of a serial: 13 digits with their EAN-13 check digit. */
export function buybackNumber(serial: number): string {
  if (!Number.isSafeInteger(serial) || serial < 0 || serial >= buybackSerialLimit)
    throw new Error(`no buyback serial: ${serial}`)
  const body = `${prefix}${String(serial).padStart(digits, '0')}`
  return `${body}${gs1CheckDigit(body)}`
}

/** The serial of a buyback number; null where it is none. */
export function buybackSerial(number: string): number | null {
  if (!/^2\d{12}$/.test(number) || !hasGs1CheckDigit(number)) return null
  return Number(number.slice(prefix.length, -1))
}

/** Numbers that a counter's device holds in reserve at a time. */
export const counterBlockSize = 100

/** What stands against a typed buyback number (BB-09). */
export type BuybackNumberFault = 'required' | 'digits' | 'length'

/** The fault of a typed number, spaces apart; null for one that a buyback may have. Imported ones end in any digit. */
export function buybackNumberFault(typed: string): BuybackNumberFault | null {
  if (typed === '') return 'required'
  if (!/^\d+$/.test(typed)) return 'digits'
  return typed.length === prefix.length + digits + 1 ? null : 'length'
}
