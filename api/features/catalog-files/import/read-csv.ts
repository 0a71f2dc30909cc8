import { setImmediate as turn } from 'node:timers/promises'
import { fault } from '#domain/catalog-files/import-line.ts'
import { csvRows } from '#domain/kernel/csv-rows.ts'
import { textOfBytes } from '#domain/kernel/text-encoding.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { CheckedFile } from '#sync/calls/catalog-import.ts'
import { headRows, SheetRows, type IsHead, type SheetFile } from '#api/documents/workbook/sheet-file.ts'

type Delimiter = NonNullable<CheckedFile['delimiter']>

/** Rows read before others have their turn. */
const atOnce = 500
/** Letters in which the head is looked for. */
const headLetters = 20_000
const delimiters = [';', ',', '\t'] as const

// What other programs write under the names of spreadsheets: pages of HTML and XML, papers, texts of word processors.
const pages = /^\s*(?:<!doctype\s|<html|<head|<table|<meta|<\?xml|<\?mso)/i
const papers = /^(?:%PDF-|\{\\rtf)/

/** Reads a text file of any of the encodings and separators that spreadsheets write. */
export async function readCsv(bytes: Uint8Array, isHead: IsHead): Promise<Result<SheetFile, Failure>> {
  const decoded = textOfBytes(bytes)
  if (decoded === null || papers.test(decoded.text)) return refuse('IMPORT_ENCODING_UNKNOWN')
  if (pages.test(decoded.text)) return refuse('IMPORT_WORKBOOK_OLD')
  const { encoding } = decoded
  const { text, delimiter } = delimited(decoded.text, isHead)
  const rows = new SheetRows(isHead)
  let line = 0
  for (const { cells, broken } of csvRows(text, delimiter, () => rows.fullWidth)) {
    line += 1
    if (broken !== null && rows.isEmpty) return refuse('IMPORT_CSV_BROKEN', { details: { line } })
    const faults = broken === null ? [] : [{ ...fault('LINE_QUOTES_BROKEN'), value: broken }]
    if (!rows.add(line, cells, { faults })) break
    // A row whose quotes cannot be read may have cost as much as many others.
    if (line % atOnce === 0 || broken !== null) await turn()
  }
  return rows.done({ format: 'csv', encoding, delimiter, sheet: null, sheets: [] })
}

/**
 * The separator: what a first line says for a spreadsheet, which shows no such line; else that by which a line names the
 * columns; else what the first line with any has most of.
 */
function delimited(text: string, isHead: IsHead): { readonly text: string; readonly delimiter: Delimiter } {
  const [said, sign] = /^\s*"?sep=([;,\t])"?[^\r\n]*(?:\r\n|\r|\n|$)/i.exec(text) ?? []
  if (said !== undefined) return { text: text.slice(said.length), delimiter: sign as Delimiter }
  const lines = text
    .slice(0, headLetters)
    .split(/\r\n|\r|\n/, headRows)
    .filter((line) => line.trim() !== '')
  for (const line of lines)
    for (const delimiter of delimiters)
      if (line.includes(delimiter) && isHead(csvRows(line, delimiter).next().value?.cells ?? []))
        return { text, delimiter }
  const plain = lines.map((line) => line.replaceAll(/"[^"]*"/g, ''))
  const head = plain.find((line) => /[;,\t]/.test(line)) ?? ''
  const counts = delimiters.map((delimiter) => ({ delimiter, n: head.split(delimiter).length }))
  return { text, delimiter: counts.reduce((most, one) => (one.n > most.n ? one : most)).delimiter }
}
