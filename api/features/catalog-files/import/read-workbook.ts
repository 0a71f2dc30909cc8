import { setImmediate as turn } from 'node:timers/promises'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { isHelpSheet } from '#domain/catalog-files/help-sheet.ts'
import { sheetText, textOfSheet } from '#domain/catalog-files/sheet-text.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { SheetRows, type SheetFile } from './sheet-file.ts'
import {
  BrokenPart,
  LargePart,
  listSheets,
  longText,
  sharedTexts,
  sheetRows,
  type ListedSheet,
  type WorkbookParts,
} from './workbook-parts.ts'
import { zipDirectory, type ZipEntry } from './zip-directory.ts'

/** Rows read before others have their turn. */
const atOnce = 500

/** Whether a file is a workbook, by its first bytes: packed, or of the old format, which an encrypted one has too. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return isPacked(bytes) || isCompound(bytes)
}

/** Reads the sheet of a workbook that has lines, as a stream: of its rows no more is unpacked than is taken. */
export async function readWorkbook(bytes: Uint8Array): Promise<Result<SheetFile, Failure>> {
  const parts = partsOf(bytes)
  if (!parts.ok) return parts
  try {
    const shared = await sharedTexts(bytes, parts.value)
    const sheet = await sheetWithLines(bytes, parts.value, shared)
    if (!sheet.ok) return sheet
    return (await rowsOf(bytes, sheet.value, shared)).done({ format: 'xlsx', encoding: null, delimiter: null })
  } catch (error) {
    if (error instanceof LargePart)
      return refuse('IMPORT_WORKBOOK_TOO_LARGE', { details: { most: importLimits.unpackedTextBytes } })
    if (error instanceof BrokenPart) return refuse('IMPORT_WORKBOOK_BROKEN')
    throw error
  }
}

/** The parts of a workbook, unless something can be said against it before anything is unpacked. */
function partsOf(bytes: Uint8Array): Result<WorkbookParts, Failure> {
  if (isCompound(bytes)) return refuse(holdsPackage(bytes) ? 'IMPORT_WORKBOOK_ENCRYPTED' : 'IMPORT_WORKBOOK_OLD')
  const entries = zipDirectory(bytes)
  if (entries === null) return refuse('IMPORT_WORKBOOK_BROKEN')
  const has = (name: RegExp) => entries.some((entry) => name.test(entry.name))
  if (has(/vbaProject\.bin$/i)) return refuse('IMPORT_WORKBOOK_MACROS')
  if (has(/^xl\/workbook\.bin$/i)) return refuse('IMPORT_WORKBOOK_OLD')
  const read = entries.filter(({ name }) => /^xl\/(?:workbook\.xml|sharedStrings\.xml|worksheets\/|_rels\/)/.test(name))
  const size = (of: readonly ZipEntry[]) => of.reduce((sum, entry) => sum + entry.unpackedBytes, 0)
  // Sheets are read row by row; what else is read stands in memory whole.
  const whole = read.filter(({ name }) => !name.startsWith('xl/worksheets/'))
  if (size(read) > importLimits.unpackedBytes || size(whole) > importLimits.unpackedTextBytes)
    return refuse('IMPORT_WORKBOOK_TOO_LARGE', { details: { most: importLimits.unpackedBytes } })
  return succeed(new Map(read.map((entry) => [entry.name, entry])))
}

/** The only visible sheet with lines; sheets that explain the columns, and empty ones, are none. */
async function sheetWithLines(
  bytes: Uint8Array,
  parts: WorkbookParts,
  shared: readonly string[],
): Promise<Result<ListedSheet, Failure>> {
  const shown = (await listSheets(bytes, parts)).filter(({ name, isHidden }) => !isHidden && !isHelpSheet(name))
  const filled: ListedSheet[] = []
  for (const sheet of shown) if (shown.length === 1 || (await hasLines(bytes, sheet, shared))) filled.push(sheet)
  const [first] = filled
  if (first === undefined) return refuse('IMPORT_FILE_MISSING')
  return filled.length === 1
    ? succeed(first)
    : refuse('IMPORT_WORKBOOK_SHEETS', { details: { sheets: filled.map(({ name }) => name) } })
}

async function hasLines(bytes: Uint8Array, sheet: ListedSheet, shared: readonly string[]): Promise<boolean> {
  for await (const { values } of sheetRows(bytes, sheet.entry, shared))
    if (values.some(({ text }) => text.trim() !== '')) return true
  return false
}

/**
 * A text as a text file has it, so that lines are the same whatever they were read from. One that bears the mark of such a
 * file comes from it: people save text files as workbooks.
 */
function markedText(text: string): string {
  return textOfSheet(text) === text ? sheetText(text) : text
}

async function rowsOf(bytes: Uint8Array, sheet: ListedSheet, shared: readonly string[]): Promise<SheetRows> {
  const rows = new SheetRows()
  const long = new Map<string, string>()
  const marked = (text: string): string => {
    if (text.length <= longText) return markedText(text)
    const known = long.get(text) ?? markedText(text)
    long.set(text, known)
    return known
  }
  let read = 0
  for await (const { line, values } of sheetRows(bytes, sheet.entry, shared)) {
    const cells = values.map(({ text, isText }) => (isText ? marked(text) : text))
    if (!rows.add(line, cells)) break
    read += 1
    if (read % atOnce === 0) await turn()
  }
  return rows
}

function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

function isCompound(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, at) => bytes[at] === byte)
}

function holdsPackage(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  )
}
