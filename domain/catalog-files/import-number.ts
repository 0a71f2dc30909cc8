import { fail, succeed, type Result } from '../kernel/result.ts'

/** Why a text is no number. */
export type NumberFault = 'LINE_VALUE_WRONG' | 'LINE_NUMBER_AMBIGUOUS'

/** How a number is written: whether an amount may bear its currency, or a rate its sign. */
type NumberKind = 'amount' | 'rate'

const currency = /€|\$|£|¤|\b(?:eur|euros?|chf|gbp|usd|fr\.)(?![a-z])/gi
const signOf = { amount: currency, rate: /%|€|\b(?:eur|euros?|chf)(?![a-z])/gi } as const
const blanks = /[\s\u00a0\u202f\u2009'’]/g
const grouped = /^\d{1,3}(?:[\s\u00a0\u202f\u2009'’]\d{3})+(?:[.,]\d+)?$/

/**
 * The hundredths that a number says, as spreadsheets of any of the languages write it. Blanks and apostrophes divide
 * thousands. Of a point and a comma the last divides the decimals; one sign that stands several times divides thousands.
 * One sign alone before exactly three digits may be either, so that nobody can tell one thousand from one: it is refused,
 * unless a zero stands before it.
 */
export function hundredthsIn(text: string, kind: NumberKind): Result<number, NumberFault> {
  // Most amounts are as an export writes them.
  const usual = /^(-?)(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text)
  if (usual !== null) return succeed(hundredthsOf(usual[2]!, usual[3] ?? '', usual[1] === '-'))
  const bare = text.replace(signOf[kind], '').trim()
  const isBelow = /^[-−–]|[-−–]$/.test(bare)
  const digits = bare.replace(/^[-−–+]|[-−–]$/g, '').trim()
  if (/[\s\u00a0\u202f\u2009'’]/.test(digits) && !grouped.test(digits)) return fail('LINE_VALUE_WRONG')
  const parts = partsOf(digits.replaceAll(blanks, ''), grouped.test(digits))
  if (!parts.ok) return parts
  const [whole, decimals] = parts.value
  // Decimals beyond hundredths say nothing only where they are zeros.
  if (whole.length > 9 || !/^\d{0,2}0*$/.test(decimals)) return fail('LINE_VALUE_WRONG')
  return succeed(hundredthsOf(whole, decimals, isBelow))
}

// By its digits: a product of fractions would miss a hundredth now and then.
function hundredthsOf(whole: string, decimals: string, isBelow: boolean): number {
  const size = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
  return isBelow && size !== 0 ? -size : size
}

/**
 * A number that a workbook has computed, by a point and more decimals than hundredths, as its cell shows it: rounded to
 * them. What is to be whole is not rounded, and is told to be none.
 */
export function roundedNumber(kind: 'amount' | 'rate' | 'whole', text: string): string {
  const [, digits, sign = ''] = /^(-?\d+\.\d+)( %)?$/.exec(text) ?? []
  // Its price is no share of another.
  if (digits === undefined || (kind === 'amount' && sign !== '')) return text
  // Three decimals might divide thousands where a person has written them.
  if (kind === 'whole') return `${digits}0${sign}`
  return `${(Math.round(Number((Number(digits) * 100).toPrecision(15))) / 100).toFixed(2)}${sign}`
}

/** The whole number that a text says; decimals of zeros alone are none. */
export function parseInteger(text: string): Result<number, NumberFault> {
  const read = hundredthsIn(text, 'rate')
  if (/[%€]/.test(text)) return fail('LINE_VALUE_WRONG')
  if (!read.ok) return read
  return read.value % 100 === 0 ? succeed(read.value / 100) : fail('LINE_VALUE_WRONG')
}

function partsOf(digits: string, isGrouped: boolean): Result<readonly [string, string], NumberFault> {
  if (/^\d+$/.test(digits)) return succeed([digits, ''])
  const bothSigns = /^(\d{1,3}(?:([.,])\d{3})+)([.,])(\d+)$/.exec(digits)
  if (bothSigns !== null && bothSigns[2] !== bothSigns[3] && hasOneSign(bothSigns[1]!))
    return succeed([bothSigns[1]!.replaceAll(/[.,]/g, ''), bothSigns[4]!])
  if (/^\d{1,3}(?:\.\d{3}){2,}$|^\d{1,3}(?:,\d{3}){2,}$/.test(digits))
    return succeed([digits.replaceAll(/[.,]/g, ''), ''])
  const [, whole, decimals] = /^(\d*)[.,](\d+)$/.exec(digits) ?? []
  if (whole === undefined || decimals === undefined) return fail('LINE_VALUE_WRONG')
  const isAmbiguous = !isGrouped && decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  return isAmbiguous ? fail('LINE_NUMBER_AMBIGUOUS') : succeed([whole === '' ? '0' : whole, decimals])
}

function hasOneSign(text: string): boolean {
  return !(text.includes('.') && text.includes(','))
}
