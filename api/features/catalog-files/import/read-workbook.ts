import { setImmediate as turn } from 'node:timers/promises'
import { EncryptedFileError, HucreError, type CellValue } from 'hucre'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { isHelpSheet } from '#domain/catalog-files/help-sheet.ts'
import { sheetText } from '#domain/catalog-files/sheet-text.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { SheetRows, type SheetFile } from './sheet-file.ts'
import { zipDirectory } from './zip-directory.ts'

/** Rows read before others have their turn. */
const atOnce = 500

/** Whether a file is a workbook, by its first bytes: packed, or of the old format, which an encrypted one has too. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return isPacked(bytes) || isCompound(bytes)
}

/** Reads the sheet of a workbook that has lines, as a stream. */
export async function readWorkbook(bytes: Uint8Array): Promise<Result<SheetFile, Failure>> {
  const sound = soundness(bytes)
  if (!sound.ok) return sound
  try {
    const sheet = await sheetWithLines(bytes)
    if (!sheet.ok) return sheet
    return (await rowsOf(bytes, sheet.value)).done({ format: 'xlsx', encoding: null, delimiter: null })
  } catch (error) {
    if (error instanceof EncryptedFileError) return refuse('IMPORT_WORKBOOK_ENCRYPTED')
    if (error instanceof HucreError || error instanceof TypeError) return refuse('IMPORT_WORKBOOK_BROKEN')
    throw error
  }
}

/** What can be said against a workbook before anything of it is unpacked. */
function soundness(bytes: Uint8Array): Result<true, Failure> {
  if (isCompound(bytes))
    return refuse(holdsPackage(bytes) ? 'IMPORT_WORKBOOK_ENCRYPTED' : 'IMPORT_WORKBOOK_OLD')
  const entries = zipDirectory(bytes)
  if (entries === null) return refuse('IMPORT_WORKBOOK_BROKEN')
  const has = (name: RegExp) => entries.some((entry) => name.test(entry.name))
  if (has(/vbaProject\.bin$/i)) return refuse('IMPORT_WORKBOOK_MACROS')
  if (has(/^xl\/workbook\.bin$/i)) return refuse('IMPORT_WORKBOOK_OLD')
  if (!has(/^\[Content_Types\]\.xml$/i)) return refuse('IMPORT_WORKBOOK_BROKEN')
  const unpacked = (of: readonly { readonly unpackedBytes: number }[]) =>
    of.reduce((sum, entry) => sum + entry.unpackedBytes, 0)
  // Sheets are read row by row; what else is read stands in memory whole.
  const whole = entries.filter(({ name }) => !/^xl\/(worksheets|media)\//i.test(name))
  return unpacked(entries) > importLimits.unpackedBytes || unpacked(whole) > importLimits.unpackedTextBytes
    ? refuse('IMPORT_WORKBOOK_TOO_LARGE', { details: { most: importLimits.unpackedBytes } })
    : succeed(true)
}

/** The place of the only visible sheet with lines; sheets that explain the columns, and empty ones, are none. */
async function sheetWithLines(bytes: Uint8Array): Promise<Result<number, Failure>> {
  const shown: { readonly name: string; readonly at: number }[] = []
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }, at) => {
      if (hidden !== true && veryHidden !== true && !isHelpSheet(name)) shown.push({ name, at })
      return false
    },
  })
  const filled: typeof shown = []
  for (const sheet of shown) if (shown.length === 1 || (await hasLines(bytes, sheet.at))) filled.push(sheet)
  const [first] = filled
  if (first === undefined) return refuse('IMPORT_FILE_MISSING')
  return filled.length === 1
    ? succeed(first.at)
    : refuse('IMPORT_WORKBOOK_SHEETS', { details: { sheets: filled.map(({ name }) => name) } })
}

async function hasLines(bytes: Uint8Array, sheet: number): Promise<boolean> {
  for await (const { values } of streamXlsxRows(bytes, { sheet }))
    if (values.some((value) => value !== null && value !== '')) return true
  return false
}

async function rowsOf(bytes: Uint8Array, sheet: number): Promise<SheetRows> {
  const rows = new SheetRows()
  let read = 0
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    if (!rows.add(index + 1, values.map(textOf))) break
    read += 1
    if (read % atOnce === 0) await turn()
  }
  return rows
}

/** A value as a cell of a text file would have it; texts are marked where such a file marks them. */
function textOf(value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return sheetText(value)
  // A spreadsheet has fifteen digits; those behind them are remains of its computing.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
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
