import type { CountDifferenceAnswer } from '#sync/calls/stock.ts'

/** Columns of the file, in order. */
export const countCsvColumns = ['code', 'product', 'resolution', 'by', 'at'] as const

/**
 * Differences of a count as CSV: a semicolon between fields and a mark of the encoding before, as spreadsheets of these
 * countries read it. A text that a spreadsheet would take for a formula is quoted by an apostrophe.
 */
export function countCsv(
  differences: readonly CountDifferenceAnswer[],
  texts: {
    readonly title: (column: (typeof countCsvColumns)[number]) => string
    readonly resolution: (difference: CountDifferenceAnswer) => string
    readonly at: (moment: string) => string
  },
): string {
  const rows = differences.map((difference) => [
    difference.code,
    [difference.brand, difference.productLabel].filter((part) => part !== null).join(' '),
    texts.resolution(difference),
    difference.actorName ?? '',
    texts.at(difference.at),
  ])
  const lines = [countCsvColumns.map((column) => texts.title(column)), ...rows].map((row) => row.map(field).join(';'))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
