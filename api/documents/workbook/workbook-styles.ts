/** What a spreadsheet shows a number as: itself, the moment of a calendar, or hundredths of itself. */
export type NumberLook = 'number' | 'date' | 'percent'

/** The looks of the cells of a workbook, by the numbers of their styles. */
export interface WorkbookStyles {
  readonly looks: readonly NumberLook[]
  /** Whether days are counted from 1904 on, as old spreadsheets of Macs do. */
  readonly isFrom1904: boolean
}

export const plainStyles: WorkbookStyles = { looks: [], isFrom1904: false }

// Formats that every workbook has without naming them (ECMA-376, part 1, 18.8.30), with those of Asian calendars.
const isOwnDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
const isOwnPercent = (id: number): boolean => id === 9 || id === 10

/** How a format of numbers looks, by its id and, where the workbook has its own, its code. */
export function lookOf(id: number, code: string | undefined): NumberLook {
  if (code === undefined) return isOwnDate(id) ? 'date' : isOwnPercent(id) ? 'percent' : 'number'
  // Texts, currencies, colours and blanks of the format say nothing of its kind; the first part is that of a number.
  const [first = ''] = code.replaceAll(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '').split(';')
  if (/general|standard/i.test(first)) return 'number'
  if (/[dmyhs]/i.test(first)) return 'date'
  return first.includes('%') ? 'percent' : 'number'
}

const dayMs = 86_400_000
/** Days of a spreadsheet before the first of 1970; it counts a day too many in 1900, before which no date matters. */
const daysBefore1970 = 25_569
const daysBefore1904 = 1_462
/** The last day that a spreadsheet knows, the end of the year 9999. */
const lastDay = 2_958_465

/** A number as its cell looks: a date by year, month and day, a percentage with its sign. */
export function shownNumber(number: number, look: NumberLook, isFrom1904: boolean): string {
  if (look === 'percent') return `${digitsOf(number * 100)} %`
  if (look === 'date' && number >= 0 && number <= lastDay) return dateOf(number + (isFrom1904 ? daysBefore1904 : 0))
  return digitsOf(number)
}

function dateOf(days: number): string {
  const [day = '', time = ''] = new Date(Math.round((days - daysBefore1970) * dayMs)).toISOString().split('T')
  const minutes = time.slice(0, 5)
  if (days < 1) return minutes
  return minutes === '00:00' ? day : `${day} ${minutes}`
}

/** Digits from which a spreadsheet has none any more, but zeros. */
const mostWhole = 1e15

/** A number by its digits, of which a spreadsheet has fifteen: those behind them are remains of its computing. */
function digitsOf(number: number): string {
  // One that had more digits has lost them, and says so by its form.
  if (Math.abs(number) >= mostWhole) return number.toExponential().replace('e', 'E')
  const rounded = Number(number.toPrecision(15))
  const text = String(rounded)
  return /e-/.test(text) ? rounded.toFixed(20).replace(/0+$/, '') : text
}

/**
 * Whether a number has more decimals than the hundredths of an amount, and none of them divides thousands; a percentage is
 * counted as it looks. One of three decimals that nothing has computed may be a thousand times as much to who typed it.
 */
export function isFinerThanCents(number: number, look: NumberLook, isComputed: boolean): boolean {
  if (look === 'date' || Math.abs(number) >= mostWhole) return false
  const hundredths = (look === 'percent' ? number * 100 : number) * 100
  if (Number.isInteger(Number(hundredths.toPrecision(15)))) return false
  return isComputed || look === 'percent' || !/^-?[1-9]\d{0,2}\.\d{3}$/.test(digitsOf(number))
}
