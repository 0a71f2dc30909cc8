import { stringify, type Options } from 'csv-stringify'
import { pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { wholeText } from '#domain/kernel/sheet-text.ts'
import type { Language } from '#domain/kernel/languages.ts'

// A break within a cell ends the line for a reader that ignores the quotes around it.
const lines: Options = { record_delimiter: 'windows', quoted_match: /[\r\n]/ }

/** How an export is written. */
export interface CsvStyle {
  readonly language: Language
  readonly timeZone: string
}

/** The columns of an export: the head, and the cell of a row. */
export type CsvColumns<Row> = readonly (readonly [head: string, cell: (row: Row) => string | null])[]

/**
 * Rows as CSV with a byte order mark, made while it is read: a part is asked for once the reader has taken what came
 * before. Cells that a spreadsheet would compute are marked as text, and numbers that it would shorten stand whole; the
 * separator is that of the language.
 */
export function csvStream<Row>(
  parts: AsyncIterable<readonly Row[]>,
  columns: CsvColumns<Row>,
  language: Language,
): ReadableStream<Uint8Array> {
  const csv = stringify({
    ...lines,
    bom: true,
    delimiter: language === 'en-GB' ? ',' : ';',
  })
  // A reader that has left destroys the writer, and with it the reading of the parts.
  pipeline(Readable.from(linesOf(parts, columns)), csv, () => undefined)
  return Readable.toWeb(csv) as NodeReadableStream<Uint8Array> as ReadableStream<Uint8Array>
}

/**
 * Lines of a file that machines read back as people do, in every language the same: cells stand as they are given,
 * divided by semicolons. The first part begins with a byte order mark.
 */
export function csvPart(
  part: readonly (readonly string[])[],
  { isFirst = false }: { readonly isFirst?: boolean } = {},
): Buffer {
  const rows = part.map((row) => `${row.map(quoted).join(';')}\r\n`)
  return Buffer.from(`${isFirst ? '\ufeff' : ''}${rows.join('')}`)
}

// What would end a cell or its line. The writer of streams asks more of each cell, which takes most of a long file's time.
const ending = /[";\r\n]/

function quoted(cell: string): string {
  return ending.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Writers of cells: amounts with the decimal mark of the language, moments in the time zone, empty for nothing. */
export function csvCells({ language, timeZone }: CsvStyle) {
  const decimal = language === 'en-GB' ? '.' : ','
  // Year first: sorted as text it is sorted by time, in every language.
  const moment = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return {
    amount: (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2).replace('.', decimal)),
    moment: (iso: string | null) => (iso === null ? null : moment.format(new Date(iso))),
  }
}

async function* linesOf<Row>(parts: AsyncIterable<readonly Row[]>, columns: CsvColumns<Row>) {
  yield columns.map(([head]) => head)
  for await (const part of parts) for (const row of part) yield columns.map(([, cell]) => wholeText(cell(row) ?? ''))
}
