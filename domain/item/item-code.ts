import { fail, succeed, type Result } from '../kernel/result.ts'
import { hasGs1CheckDigit, luhnDigit } from '../kernel/check-digit.ts'

/** Why typed or scanned characters are no code of a product (WH-08, WH-09). */
export type CodeError = 'CODE_EMPTY' | 'CODE_LENGTH' | 'CODE_CHARACTERS'

/** Codes as they are printed: without the spaces and dashes that people and labels add, in upper case. */
export function normalizeCode(raw: string): string {
  return raw.replace(/[\s\u00a0-]+/g, '').toUpperCase()
}

/** The number that a search means, also where it comes in the groups of a screen; without any number, what was typed. */
export function searchedNumber(typed: string): string {
  const number = normalizeCode(typed)
  return number === '' ? typed : number
}

/**
 * Checks the shape of a code that names an item: an item code of 8 or 13 letters and digits, or an IMEI of 15 to 17
 * digits. A wrong check digit refuses nothing, because foreign codes need none (decisions, 15).
 */
export function checkItemCode(raw: string): Result<string, CodeError> {
  const code = normalizeCode(raw)
  if (code === '') return fail('CODE_EMPTY')
  if (!/^[0-9A-Z]+$/.test(code)) return fail('CODE_CHARACTERS')
  if (code.length === 8 || code.length === 13) return succeed(code)
  if (code.length >= 15 && code.length <= 17) return /^\d+$/.test(code) ? succeed(code) : fail('CODE_CHARACTERS')
  return fail('CODE_LENGTH')
}

/** Why a scanned text that no screen could read as a code of a product is none. */
export function codeProblem(raw: string): CodeError {
  const checked = checkItemCode(raw)
  return checked.ok ? 'CODE_CHARACTERS' : checked.error
}

/** Checks a typed buyback code on warehouse screens: required, numeric, 8 or 13 digits (WH-09). */
export function checkBuybackCode(raw: string): Result<string, CodeError> {
  const code = normalizeCode(raw)
  if (code === '') return fail('CODE_EMPTY')
  if (!/^\d+$/.test(code)) return fail('CODE_CHARACTERS')
  return code.length === 8 || code.length === 13 ? succeed(code) : fail('CODE_LENGTH')
}

/** Whether an unknown code is probably misread: a code of ours always ends in its check digit. */
export function looksMisread(code: string): boolean {
  if (/^\d{15}$/.test(code)) return luhnDigit(code.slice(0, 14)) !== code.at(-1)
  return /^(\d{8}|\d{13})$/.test(code) && !hasGs1CheckDigit(code)
}
