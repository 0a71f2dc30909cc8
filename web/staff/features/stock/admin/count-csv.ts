import type { CountDifferenceAnswer } from '#sync/calls/stock.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { csvOf } from '#web/lib/rows-csv.ts'

/** Columns of the file, in order. */
export const countCsvColumns = ['code', 'product', 'resolution', 'by', 'at'] as const

/** Differences of a count as CSV. */
export function countCsv(
  differences: readonly CountDifferenceAnswer[],
  texts: {
    readonly title: (column: (typeof countCsvColumns)[number]) => string
    readonly resolution: (difference: CountDifferenceAnswer) => string
    readonly at: (moment: string) => string
    readonly separator: ',' | ';'
  },
): string {
  const rows = differences.map((difference) => [
    difference.code,
    productName(difference),
    texts.resolution(difference),
    difference.actorName ?? '',
    texts.at(difference.at),
  ])
  return csvOf([countCsvColumns.map((column) => texts.title(column)), ...rows], texts.separator)
}
