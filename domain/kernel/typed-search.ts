import { isDay } from './day.ts'

/** The day that a text is, written as the four languages do: `2026-11-29`, `29/11/2026`, `29.11.2026`; null for none. */
export function typedDay(text: string): string | null {
  const written = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text.trim())
  const [, date = '', month = '', year = ''] = written ?? []
  const day = written === null ? text.trim() : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : null
}

// What parts thousands never begins cents as well; three digits at the end are no cents, and so thousands.
const amounts = [
  /^(?<whole>\d+)(?:[.,](?<part>\d{1,2}))?$/,
  /^(?<whole>[1-9]\d{0,2}(?:\.\d{3})+)(?:,(?<part>\d{1,2}))?$/,
  /^(?<whole>[1-9]\d{0,2}(?:,\d{3})+)(?:\.(?<part>\d{1,2}))?$/,
]
/** Digits before the cents; more would be no integer of the database. */
const wholeDigits = 7

/**
 * The amount in cents that a text is, with a comma or a point, and as the four languages show it: `305`, `1 305,50 €`,
 * `1.305,50 €`, `€1,305.50`; null for none.
 */
export function typedCents(text: string): number | null {
  const plain = text.replaceAll(/[\s€]/g, '')
  const written = amounts.map((form) => form.exec(plain)?.groups).find((groups) => groups !== undefined)
  const whole = written?.['whole']?.replaceAll(/[.,]/g, '') ?? ''
  if (whole === '' || whole.length > wholeDigits) return null
  return Number(whole) * 100 + Number((written?.['part'] ?? '').padEnd(2, '0'))
}
