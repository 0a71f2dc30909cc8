import { hasGs1CheckDigit } from '../kernel/check-digit.ts'

/** An EAN or another GTIN: 8, 12, 13 or 14 digits (CAT-38). */
export const gtinShape = /^(\d{8}|\d{12,14})$/

/**
 * What a code is that is being typed. `short`: it may still become one; `unchecked`: its last digit is not its check
 * digit, which is worth a second look and no reason to refuse it.
 */
export type GtinState = 'none' | 'short' | 'wrong' | 'unchecked' | 'sound'

/** Judges a code that is being typed. */
export function gtinState(typed: string): GtinState {
  const code = typed.trim()
  if (code === '') return 'none'
  if (!/^\d{1,14}$/.test(code)) return 'wrong'
  if (!gtinShape.test(code)) return 'short'
  return hasGs1CheckDigit(code) ? 'sound' : 'unchecked'
}
