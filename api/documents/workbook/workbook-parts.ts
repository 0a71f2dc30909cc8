import { SaxesParser } from 'saxes'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { visibleLine } from '#domain/kernel/text-kinds.ts'
import { isFinerThanCents, lookOf, plainStyles, shownNumber, type WorkbookStyles } from './workbook-styles.ts'
import { BrokenEntry, unpacked, type ZipEntry } from './zip-directory.ts'

/** A part of a workbook cannot be read. */
export class BrokenPart extends Error {}

/** What is told of a part while it is read; names are without the prefixes of their namespaces. */
interface PartReader {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** Letters without any element between: no cell has as many. */
const longestText = 2_000_000
/** Letters from which a text is long: it is looked through once, however many cells share it. */
export const longText = 1_000
/** Letters that are kept of a text: one more than a cell may have, so that it is told to be too long. */
const mostKept = importLimits.fieldLetters + 1
/** Letters by which such a text may be written: seven of a number each. */
const mostWritten = mostKept * 7
/** Columns that are read of a row: a catalog has a tenth of them. */
const mostColumns = 1_000

/** Tells a reader what a part holds; yields after each piece, so that who takes what was told holds no more than that. */
async function* readPart(bytes: Uint8Array, entry: ZipEntry, reader: PartReader): AsyncGenerator<undefined> {
  const parser = new SaxesParser()
  let letters = 0
  parser.on('opentag', ({ name, attributes }) => {
    letters = 0
    reader.open(localName(name), attributes)
  })
  parser.on('text', (text) => reader.text?.(text))
  parser.on('closetag', ({ name }) => reader.close?.(localName(name)))
  const decoder = new TextDecoder()
  try {
    for await (const piece of unpacked(bytes, entry)) {
      const text = decoder.decode(piece, { stream: true })
      letters += text.length
      if (letters > longestText) throw new BrokenPart(entry.name)
      parser.write(text)
      yield
    }
    parser.close()
  } catch (error) {
    // What the parser and the unpacking say against a part is about the file alone.
    if (error instanceof BrokenPart) throw error
    if (error instanceof Error && !(error instanceof TypeError || error instanceof RangeError))
      throw new BrokenPart(error instanceof BrokenEntry ? entry.name : error.message, { cause: error })
    throw error
  }
}

/** A sheet, as the list of a workbook has it. */
export interface ListedSheet {
  readonly name: string
  readonly isHidden: boolean
  readonly entry: ZipEntry
}

/** A part that holds more than is kept of a workbook. */
export class LargePart extends BrokenPart {}

/** Rows that a sheet of a spreadsheet has at most. */
const mostRows = 1_048_576

/** The parts of a workbook, by their names. */
export type WorkbookParts = ReadonlyMap<string, ZipEntry>

/** The sheets of a workbook, in their order. */
export async function listSheets(bytes: Uint8Array, parts: WorkbookParts): Promise<readonly ListedSheet[]> {
  const targets = new Map<string, string>()
  await whole(bytes, required(parts, 'xl/_rels/workbook.xml.rels'), {
    open: (name, { Id: id, Target: target }) => {
      if (name === 'Relationship' && id !== undefined && target !== undefined) targets.set(id, target)
    },
  })
  const sheets: ListedSheet[] = []
  await whole(bytes, required(parts, 'xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name !== 'sheet') return
      const link = Object.entries(attributes).find(([key]) => localName(key) === 'id')?.[1] ?? ''
      const target = targets.get(link) ?? ''
      const entry = parts.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
      // Sheets of charts alone have no rows.
      if (entry === undefined || !/worksheets\//.test(entry.name)) return
      const { name: called = '', state = 'visible' } = attributes
      // As a call can name it again.
      sheets.push({ name: visibleLine(called), isHidden: state !== 'visible', entry })
    },
  })
  return sheets
}

/** The texts that the cells of a workbook share, by their numbers. */
export async function sharedTexts(bytes: Uint8Array, parts: WorkbookParts): Promise<readonly string[]> {
  const entry = parts.get('xl/sharedStrings.xml')
  if (entry === undefined) return []
  const texts: string[] = []
  let text = ''
  let [isText, isSpoken] = [false, false]
  await whole(bytes, entry, {
    open: (name) => {
      if (name === 'si') text = ''
      // How Asian words are spoken is no part of them.
      if (name === 'rPh') isSpoken = true
      if (name === 't') isText = !isSpoken
    },
    text: (part) => {
      if (isText && text.length < mostWritten) text += part.slice(0, mostWritten)
    },
    close: (name) => {
      if (name === 't') isText = false
      if (name === 'rPh') isSpoken = false
      if (name === 'si') texts.push(plainText(text))
    },
  })
  return texts
}

/** How the cells of a workbook look, and from which day on it counts. */
export async function workbookStyles(bytes: Uint8Array, parts: WorkbookParts): Promise<WorkbookStyles> {
  const codes = new Map<number, string>()
  const formats: number[] = []
  let [isFrom1904, isOfCells, isOfNumbers] = [false, false, false]
  await whole(bytes, required(parts, 'xl/workbook.xml'), {
    open: (name, { date1904 }) => {
      if (name === 'workbookPr' && (date1904 === '1' || date1904 === 'true')) isFrom1904 = true
    },
  })
  const entry = parts.get('xl/styles.xml')
  if (entry !== undefined)
    await whole(bytes, entry, {
      open: (name, { numFmtId, formatCode = '' }) => {
        if (name === 'numFmts') isOfNumbers = true
        // Formats that depend on conditions have numbers of their own, which may be those of others.
        if (name === 'numFmt' && isOfNumbers) codes.set(Number(numFmtId), formatCode)
        if (name === 'cellXfs') isOfCells = true
        if (name === 'xf' && isOfCells) formats.push(Number(numFmtId ?? 0))
      },
      close: (name) => {
        if (name === 'numFmts') isOfNumbers = false
        if (name === 'cellXfs') isOfCells = false
      },
    })
  return { looks: formats.map((id) => lookOf(id, codes.get(id))), isFrom1904 }
}

/** A value of a cell: a text, or what a spreadsheet has computed. */
interface SheetValue {
  readonly text: string
  readonly isText: boolean
  /** Whether it is a number of more decimals than an amount has, of which none divides thousands. */
  readonly isFinerThanCents: boolean
}

/** A row of a sheet; cells that are not there are empty. */
export interface PartRow {
  readonly line: number
  readonly values: readonly SheetValue[]
  readonly isHidden: boolean
}

/** Cells that a spreadsheet shows as one, whose value stands in the first: rows from 1, columns from 0. */
export interface MergedCells {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** Merged cells that a sheet may have. */
const mostMerged = 50_000

/** What the cells of a sheet need to be read, and where its merged ones are told once all rows are. */
interface SheetReading {
  readonly shared: readonly string[]
  readonly styles?: WorkbookStyles
  readonly merged?: MergedCells[]
}

/** The rows of a sheet that have cells, as it is read: what has been told is taken before more is unpacked. */
export async function* sheetRows(
  bytes: Uint8Array,
  entry: ZipEntry,
  { shared, styles = plainStyles, merged = [] }: SheetReading,
): AsyncGenerator<PartRow> {
  let rows: PartRow[] = []
  let [line, at, text, isValue, isHidden, isComputed] = [0, 0, '', false, false, false]
  let [kind, style] = ['', 0]
  let ownLetters = 0
  let values: SheetValue[] = []
  const reading = readPart(bytes, entry, {
    open: (name, { r, t, s, hidden, ref }) => {
      if (name === 'row') {
        const next = r === undefined ? line + 1 : Number(r)
        // Rows stand in their order, each once.
        if (!Number.isInteger(next) || next <= line || next > mostRows) throw new BrokenPart(entry.name)
        line = next
        at = 0
        values = []
        isHidden = hidden === '1' || hidden === 'true'
      } else if (name === 'c') {
        at = r === undefined ? at + 1 : columnOf(r)
        if (at > mostColumns) throw new BrokenPart(entry.name)
        kind = t ?? 'n'
        style = Number(s ?? 0)
        text = ''
        isComputed = false
      } else if (name === 'f') isComputed = true
      else if (name === 'v' || name === 't') isValue = true
      else if (name === 'mergeCell') {
        const range = rangeOf(ref ?? '')
        if (range !== null && merged.push(range) > mostMerged) throw new LargePart(entry.name)
      }
    },
    text: (part) => {
      if (isValue && text.length < mostWritten) text += part.slice(0, mostWritten)
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'c' && text !== '') {
        while (values.length < at - 1) values.push(nothing)
        // Texts that no other cell shares are kept with their rows.
        if (kind === 'str' || kind === 'inlineStr') ownLetters += text.length
        if (ownLetters > importLimits.unpackedTextBytes) throw new LargePart(entry.name)
        values[at - 1] = valueOf({ kind, style, text, isComputed }, shared, styles)
      } else if (name === 'row' && values.length > 0) rows.push({ line, values, isHidden })
    },
  })
  for await (const _ of reading) {
    yield* rows
    rows = []
  }
  yield* rows
}

const nothing: SheetValue = { text: '', isText: true, isFinerThanCents: false }

/** A cell as a sheet has it: the kind of its value, its look, and whether a formula has made it. */
interface WrittenCell {
  readonly kind: string
  readonly style: number
  readonly text: string
  readonly isComputed: boolean
}

function valueOf(
  { kind, style, text, isComputed }: WrittenCell,
  shared: readonly string[],
  { looks, isFrom1904 }: WorkbookStyles,
): SheetValue {
  if (kind === 's') return { text: shared[Number(text)] ?? '', isText: true, isFinerThanCents: false }
  if (kind === 'str' || kind === 'inlineStr') return { text: plainText(text), isText: true, isFinerThanCents: false }
  if (kind === 'b') return { text: text.trim() === '1' ? 'true' : 'false', isText: false, isFinerThanCents: false }
  // A moment without its hours is a day.
  if (kind === 'd')
    return { text: text.trim().replace(/T00:00(?::00(?:\.0+)?)?Z?$/, ''), isText: false, isFinerThanCents: false }
  const number = Number(text)
  if (kind !== 'n' || text.trim() === '' || !Number.isFinite(number))
    return { text, isText: false, isFinerThanCents: false }
  const look = looks[style] ?? 'number'
  return {
    text: shownNumber(number, look, isFrom1904),
    isText: false,
    isFinerThanCents: isFinerThanCents(number, look, isComputed),
  }
}

// Characters that XML cannot hold are written by their numbers; of these no text has NUL or half a character.
function plainText(text: string): string {
  const plain = text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  // Blanks around a long text are walked through once, and not once for each cell that shares it.
  const bare = plain.length > longText ? plain.trim() : plain
  return bare.slice(0, mostKept).toWellFormed().replaceAll('\0', '')
}

function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column
}

function rangeOf(reference: string): MergedCells | null {
  const [, left = '', top, right = '', bottom] = /^\$?([A-Z]+)\$?(\d+):\$?([A-Z]+)\$?(\d+)$/.exec(reference) ?? []
  if (top === undefined || bottom === undefined) return null
  return { top: Number(top), bottom: Number(bottom), left: columnOf(left) - 1, right: columnOf(right) - 1 }
}

async function whole(bytes: Uint8Array, entry: ZipEntry, reader: PartReader): Promise<void> {
  for await (const _ of readPart(bytes, entry, reader));
}

function required(parts: WorkbookParts, name: string): ZipEntry {
  const entry = parts.get(name)
  if (entry === undefined) throw new BrokenPart(name)
  return entry
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
