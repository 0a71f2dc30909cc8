import { setImmediate as turn } from 'node:timers/promises'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { isHelpSheet } from '#domain/catalog-files/help-sheet.ts'
import { isCompound } from '#domain/kernel/workbook-type.ts'
import { sheetText, textOfSheet } from '#domain/kernel/sheet-text.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { runInSlices } from '#api/http/run-in-slices.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { headRows, SheetRows, type IsHead, type SheetFile } from './sheet-file.ts'
import {
  BrokenPart,
  LargePart,
  listSheets,
  longText,
  sharedTexts,
  sheetRows,
  workbookStyles,
  type ListedSheet,
  type MergedCells,
  type WorkbookParts,
} from './workbook-parts.ts'
import type { WorkbookStyles } from './workbook-styles.ts'
import { zipDirectory, type ZipEntry } from './zip-directory.ts'

/** Rows read before others have their turn. */
const atOnce = 500

/**
 * Reads a sheet of a workbook, the one that is named or else the one that has lines, as a stream: of its rows no more is
 * unpacked than is taken.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  isHead: IsHead,
  { named = null, lines = importLimits.lines }: { readonly named?: string | null; readonly lines?: number } = {},
): Promise<Result<SheetFile, Failure>> {
  const parts = partsOf(bytes)
  if (!parts.ok) return parts
  try {
    const shared = await sharedTexts(bytes, parts.value)
    const filled = await filledSheets(bytes, parts.value, shared)
    const found = await sheetToRead(bytes, filled, { shared, isHead, named })
    if (!found.ok) return found
    const sheet = found.value
    const rows = new SheetRows(isHead, { lines })
    const look = { shared, styles: await workbookStyles(bytes, parts.value) }
    const fits = await fillRows(rows, bytes, sheet, look)
    if (!fits) return refuse('IMPORT_WORKBOOK_TOO_LARGE', { details: { most: importLimits.cells } })
    const sheets = filled.length === 1 ? [] : filled.map(({ name }) => name)
    const place = { sheet: sheets.length === 0 ? null : sheet.name, sheets }
    const read = rows.done({ format: 'xlsx', encoding: null, delimiter: null, ...place })
    if (read.ok || sheets.length === 0) return read
    // Another sheet may be chosen instead.
    return refuse(read.error.code, { ...read.error, details: { ...read.error.details, ...place } })
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
  // Of another way of packing cells, of OpenDocument, and of Numbers.
  if (has(/^(?:xl\/workbook\.bin|content\.xml|index\.zip|index\/.*\.iwa)$/i)) return refuse('IMPORT_WORKBOOK_OLD')
  const read = entries.filter(({ name }) =>
    /^xl\/(?:workbook\.xml|sharedStrings\.xml|styles\.xml|worksheets\/|_rels\/)/.test(name),
  )
  const size = (of: readonly ZipEntry[]) => of.reduce((sum, entry) => sum + entry.unpackedBytes, 0)
  // Sheets are read row by row; what else is read stands in memory whole.
  const whole = read.filter(({ name }) => !name.startsWith('xl/worksheets/'))
  if (size(read) > importLimits.unpackedBytes || size(whole) > importLimits.unpackedTextBytes)
    return refuse('IMPORT_WORKBOOK_TOO_LARGE', { details: { most: importLimits.unpackedBytes } })
  return succeed(new Map(read.map((entry) => [entry.name, entry])))
}

/** The visible sheets with lines; sheets that explain the columns are none. */
async function filledSheets(
  bytes: Uint8Array,
  parts: WorkbookParts,
  shared: readonly string[],
): Promise<readonly ListedSheet[]> {
  const shown = (await listSheets(bytes, parts)).filter(({ name, isHidden }) => !isHidden && !isHelpSheet(name))
  const filled: ListedSheet[] = []
  for (const sheet of shown) if (shown.length === 1 || (await hasLines(bytes, sheet, shared))) filled.push(sheet)
  return filled
}

/** The sheet that is named, else the only one, or the only one of several that names its columns. */
async function sheetToRead(
  bytes: Uint8Array,
  filled: readonly ListedSheet[],
  how: { readonly shared: readonly string[]; readonly isHead: IsHead; readonly named: string | null },
): Promise<Result<ListedSheet, Failure>> {
  const [first, ...others] = filled
  if (first === undefined) return refuse('IMPORT_FILE_MISSING')
  const unclear = refuse('IMPORT_WORKBOOK_SHEETS', { details: { sheets: filled.map(({ name }) => name) } })
  if (how.named !== null) {
    const chosen = filled.find(({ name }) => name === how.named)
    return chosen === undefined ? unclear : succeed(chosen)
  }
  if (others.length === 0) return succeed(first)
  const headed: ListedSheet[] = []
  for (const sheet of filled) if (await hasHead(bytes, sheet, how.shared, how.isHead)) headed.push(sheet)
  return headed.length === 1 ? succeed(headed[0]!) : unclear
}

async function hasHead(
  bytes: Uint8Array,
  sheet: ListedSheet,
  shared: readonly string[],
  isHead: IsHead,
): Promise<boolean> {
  let read = 0
  for await (const { values } of sheetRows(bytes, sheet.entry, { shared })) {
    if (values.every(({ text }) => text.trim() === '')) continue
    if (isHead(values.map(({ text }) => text))) return true
    if ((read += 1) === headRows) return false
  }
  return false
}

async function hasLines(bytes: Uint8Array, sheet: ListedSheet, shared: readonly string[]): Promise<boolean> {
  for await (const { values } of sheetRows(bytes, sheet.entry, { shared }))
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

/** Takes the rows of a sheet; false where its merged cells are more than may be. */
async function fillRows(
  rows: SheetRows,
  bytes: Uint8Array,
  sheet: ListedSheet,
  look: { readonly shared: readonly string[]; readonly styles: WorkbookStyles },
): Promise<boolean> {
  const long = new Map<string, string>()
  const marked = (text: string): string => {
    if (text.length <= longText) return markedText(text)
    const known = long.get(text) ?? markedText(text)
    long.set(text, known)
    return known
  }
  const merged: MergedCells[] = []
  let [read, isWhole] = [0, true]
  for await (const { line, values, isHidden } of sheetRows(bytes, sheet.entry, { ...look, merged })) {
    const cells = values.map(({ text, isText }) => (isText ? marked(text) : text))
    const fine = values.flatMap((value, at) => (value.isFinerThanCents ? [at] : []))
    isWhole = rows.add(line, cells, { fine, isHidden })
    if (!isWhole) break
    read += 1
    if (read % atOnce === 0) await turn()
  }
  return !isWhole || (await runInSlices(rows.merge(merged)))
}

function holdsPackage(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  )
}
