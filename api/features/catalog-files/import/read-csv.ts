import { setImmediate as turn } from 'node:timers/promises'
import { fault } from '#domain/catalog-files/import-line.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { CheckedFile } from '#sync/calls/catalog-import.ts'
import { csvRows } from './import-csv-rows.ts'
import { SheetRows, type SheetFile } from './sheet-file.ts'
import { textOfBytes } from './text-encoding.ts'

type Delimiter = NonNullable<CheckedFile['delimiter']>

/** Rows read before others have their turn. */
const atOnce = 500

/** Reads a text file of any of the encodings and separators that spreadsheets write. */
export async function readCsv(bytes: Uint8Array): Promise<Result<SheetFile, Failure>> {
  const decoded = textOfBytes(bytes)
  if (decoded === null) return refuse('IMPORT_ENCODING_UNKNOWN')
  const { encoding } = decoded
  const { text, delimiter } = delimited(decoded.text)
  const rows = new SheetRows()
  let line = 0
  for (const { cells, broken } of csvRows(text, delimiter)) {
    line += 1
    if (broken !== null && rows.head.length === 0) return refuse('IMPORT_CSV_BROKEN', { details: { line } })
    if (!rows.add(line, cells, broken === null ? [] : [{ ...fault('LINE_QUOTES_BROKEN'), value: broken }])) break
    // A row whose quotes cannot be read may have cost as much as many others.
    if (line % atOnce === 0 || broken !== null) await turn()
  }
  return rows.done({ format: 'csv', encoding, delimiter })
}

/** The separator: what a first line says for a spreadsheet, which shows no such line; else what the head has most of. */
function delimited(text: string): { readonly text: string; readonly delimiter: Delimiter } {
  const [said, sign] = /^\s*"?sep=([;,\t])"?[^\r\n]*(?:\r\n|\r|\n|$)/i.exec(text) ?? []
  if (said !== undefined) return { text: text.slice(said.length), delimiter: sign as Delimiter }
  const head = text
    .slice(0, 10_000)
    .trimStart()
    .split(/[\r\n]/, 1)[0]!
    .replaceAll(/"[^"]*"/g, '')
  const counts = ([';', ',', '\t'] as const).map((delimiter) => ({ delimiter, n: head.split(delimiter).length }))
  return { text, delimiter: counts.reduce((most, one) => (one.n > most.n ? one : most)).delimiter }
}
