import { CsvError, parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { columnName } from '#domain/catalog-files/import-columns.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { CheckedFile } from '#sync/calls/catalog-import.ts'

/** A row of a file; the head is row 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** A file of the catalog as text. */
export interface CsvFile extends Pick<CheckedFile, 'encoding' | 'delimiter'> {
  readonly head: readonly string[]
  /** Places of the columns; of one that stands there twice, the first. */
  readonly columns: ReadonlyMap<string, number>
  readonly rows: readonly CsvRow[]
}

/** Letters parsed before others have their turn. */
const slice = 65_536

/** Reads a file of any of the encodings and separators that spreadsheets write. */
export async function readCsv(bytes: Uint8Array): Promise<Result<CsvFile, Failure>> {
  if (bytes.byteLength === 0) return refuse('IMPORT_FILE_MISSING')
  const decoded = decode(bytes)
  if (decoded === null) return refuse('IMPORT_ENCODING_UNKNOWN')
  const { text, encoding } = decoded
  if (text.trim() === '') return refuse('IMPORT_FILE_MISSING')
  const delimiter = delimiterOf(text)
  const parsed = await recordsOf(text, delimiter)
  if (!parsed.ok) return parsed
  const [head = [], ...records] = parsed.value
  const rows = records
    .map((cells, at) => ({ line: at + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (rows.length === 0) return refuse('IMPORT_NO_LINES')
  // The first of two columns is written last.
  const columns = new Map(head.map((name, at) => [columnName(name), at] as const).toReversed())
  return succeed({ encoding, delimiter, head, columns, rows })
}

/** What a row says in a column; nothing in one that the file lacks. */
export function cellOf({ columns }: CsvFile, { cells }: CsvRow, column: string): string {
  const at = columns.get(column)
  return at === undefined ? '' : (cells[at] ?? '')
}

function decode(bytes: Uint8Array): { readonly text: string; readonly encoding: CheckedFile['encoding'] } | null {
  const [first, second] = bytes
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  // What is valid UTF-8 is nothing else: hardly any text of another encoding is. A text may hold control
  // characters, as remains of a bad conversion, which its cell is freed of (`fieldText`); NUL it cannot hold.
  const unicode = marked ?? 'utf-8'
  const text = textIn(bytes, unicode)
  if (text !== null) return text.includes('\0') ? null : { text, encoding: unicode }
  if (marked !== null) return null
  // Almost any bytes are Windows-1252, so those that are no letters of it say that the file is none.
  const guessed = textIn(bytes, 'windows-1252')
  if (guessed === null || /(?![\t-\r])\p{Cc}/u.test(guessed)) return null
  return { text: guessed, encoding: 'windows-1252' }
}

function textIn(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The separator of the head, whose names hold none of them. */
function delimiterOf(text: string): CsvFile['delimiter'] {
  const head = text.slice(0, 10_000).split(/[\r\n]/, 1)[0] ?? ''
  const counts = ([';', ',', '\t'] as const).map((delimiter) => ({ delimiter, n: head.split(delimiter).length }))
  return counts.reduce((most, one) => (one.n > most.n ? one : most)).delimiter
}

async function recordsOf(text: string, delimiter: string): Promise<Result<readonly (readonly string[])[], Failure>> {
  const records: (readonly string[])[] = []
  const parser = Readable.from(slices(text)).pipe(
    parse({ delimiter, relax_column_count: true, skip_empty_lines: false, max_record_size: 200_000 }),
  )
  try {
    for await (const record of parser) {
      records.push(record as readonly string[])
      if (records.length > importLimits.lines + 1)
        return refuse('IMPORT_TOO_MANY_LINES', { details: { most: importLimits.lines } })
    }
    return succeed(records)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refuse('IMPORT_CSV_BROKEN', { details: { line: records.length + 1 } })
  }
}

async function* slices(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += slice) {
    yield text.slice(at, at + slice)
    await turn()
  }
}
