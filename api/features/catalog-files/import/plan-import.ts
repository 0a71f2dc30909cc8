import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { importLimits, strategiesOf, type ImportStrategy } from '#domain/catalog-files/catalog-import.ts'
import { fieldText } from '#domain/catalog-files/import-cell.ts'
import {
  checkColumns,
  matchColumns,
  missingKeys,
  namesColumns,
  type ColumnMatching,
} from '#domain/catalog-files/import-columns.ts'
import type { ImportField } from '#domain/catalog-files/import-fields.ts'
import { fault, type ImportLine, type LineFault } from '#domain/catalog-files/import-line.ts'
import { roundedNumber } from '#domain/catalog-files/import-number.ts'
import { writingFields } from '#domain/catalog-files/translated-columns.ts'
import { isFailedFormula } from '#domain/catalog-files/mangled-cell.ts'
import { unitsOf, type ImportUnit, type InSteps } from '#domain/catalog-files/import-units.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { CheckedFile } from '#sync/calls/catalog-import.ts'
import { runInSlices } from '#api/http/run-in-slices.ts'
import { readFile } from './read-file.ts'
import type { SheetRow } from '#api/documents/workbook/sheet-file.ts'

/** What is imported, and how its lines are found. */
export interface ImportKind {
  readonly content: CatalogContent
  readonly strategy: ImportStrategy
}

/** A file that can be imported: what to say of it, and its lines in the order in which they are written. */
export interface ImportPlan {
  readonly checked: CheckedFile
  /** Names of the columns, as the file has them. */
  readonly head: readonly string[]
  readonly units: readonly ImportUnit<SheetRow>[]
  readonly lineOf: (row: SheetRow) => ImportLine
  /** What a row says in a column; an empty text where it says nothing. */
  readonly cell: (row: SheetRow, column: string) => string
  /** A row as a text file has it: amounts and rates that a workbook has computed as they are read. */
  readonly writtenCells: (row: SheetRow) => readonly string[]
}

/** Of whom a file is: the language of the account's texts, and what it has said of its columns. */
export interface FileOwner {
  readonly own: Language
  readonly matching: ColumnMatching
}

/** How a file is read: as one of its owner, and of which sheet; null where that is not said. */
interface FileReading extends FileOwner {
  readonly sheet: string | null
}

/** Values of a column that are shown of it, and the rows in which they are looked for. */
const samplesShown = 3
const sampleRows = 1_000
const sampleLetters = 60
/** Letters of a cell that may hold what stands where a formula has failed, with blanks around. */
const formulaLetters = 100

/** Reads a file of an account; the same bytes, the same matching and the same sheet give the same plan each time. */
export async function planImport(
  bytes: Uint8Array,
  kind: ImportKind,
  { own, matching, sheet }: FileReading,
): Promise<Result<ImportPlan, Failure>> {
  if (!strategiesOf[kind.content].includes(kind.strategy)) return refuse('IMPORT_STRATEGY_UNFIT', { field: 'strategy' })
  // A row that is too wide for a head is refused as one, and not looked at further.
  const isHead = (cells: readonly string[]) =>
    cells.length > importLimits.columns || namesColumns(cells, { ...kind, own }, matching)
  const file = await readFile(bytes, isHead, sheet)
  if (!file.ok) return file
  const { head, rows, ...found } = file.value
  const matched = matchColumns(head, { ...kind, own }, matching)
  const samples = await runInSlices(samplesOf(rows.slice(0, sampleRows), head.length))
  const named = matched.map(({ name, column, by }, at) => ({ name, column, by, samples: [...samples[at]!] }))
  const lacking = missingKeys(
    matched.map(({ column }) => column),
    kind,
  )
  if (lacking.length > 0)
    return refuse('IMPORT_COLUMN_MISSING', {
      details: { columns: lacking, head: named, sheet: found.sheet, sheets: found.sheets },
    })
  const { unknown, missing, duplicated } = checkColumns(matched, { ...kind, own })
  const columns = { unknown: [...unknown], missing: [...missing], duplicated: [...duplicated], head: named }
  const places = new Map(matched.flatMap(({ column }, at) => (column === null ? [] : [[column, at] as const])))
  // Several columns of a row are asked for one after the other, and taking its cells apart costs more than one of them.
  let [asked, askedCells]: [SheetRow | null, readonly string[]] = [null, []]
  const cell = (row: SheetRow, column: string) => {
    if (asked !== row) [asked, askedCells] = [row, row.cells]
    return askedCells[places.get(column) ?? -1] ?? ''
  }
  const units = await runInSlices(unitsOf(rows, { ...kind, cell }))
  const fields = writingFields(kind.content)
  const writtenCells = (row: SheetRow) => {
    if (row.fine.length === 0) return row.cells
    return row.cells.map((text, at) => {
      const column = matched[at]?.column ?? null
      const numbers = column === null ? null : roundedKind(row, at, fields[column])
      return numbers === null || numbers === 'whole' ? text : roundedNumber(numbers, text)
    })
  }
  return succeed({
    checked: { lines: rows.length, ...found, columns },
    head,
    units,
    lineOf: lineReader(fields, places, units),
    cell,
    writtenCells,
  })
}

/** The first values of each column. */
function* samplesOf(rows: readonly SheetRow[], columns: number): InSteps<readonly ReadonlySet<string>[]> {
  const samples = Array.from({ length: columns }, () => new Set<string>())
  for (const { cells } of rows) {
    yield
    for (const [at, cell] of cells.entries()) {
      if (samples[at]!.size === samplesShown) continue
      const value = fieldText(cell.slice(0, sampleLetters))
      if (value !== '') samples[at]!.add(value)
    }
  }
  return samples
}

/** As what a cell is rounded that a workbook has computed; null where it is none, or no number of its column. */
function roundedKind({ fine }: SheetRow, at: number, field: ImportField | undefined) {
  const kind = fine.includes(at) ? field?.kind : undefined
  return kind === 'amount' || kind === 'rate' || kind === 'whole' ? kind : null
}

function lineReader(
  fields: Readonly<Record<string, ImportField>>,
  places: ReadonlyMap<string, number>,
  units: readonly ImportUnit<SheetRow>[],
): ImportPlan['lineOf'] {
  // Few have an earlier row, and only those of one row each.
  const unitOf = new Map<SheetRow, ImportUnit<SheetRow>>()
  for (const unit of units) if (unit.earlier !== null || unit.rival !== null) unitOf.set(unit.rows[0]!, unit)
  return (row) => {
    const kept = row.cells
    const cells: Record<string, string> = {}
    const faults = [...row.faults]
    const notices: LineFault[] = []
    for (const [column, at] of places) {
      const text = kept[at] ?? ''
      cells[column] = text
      const kind = roundedKind(row, at, fields[column])
      if (kind !== null) {
        // What a workbook has computed is shown rounded there, and written so into a text file.
        const rounded = roundedNumber(kind, text)
        if (rounded !== text) cells[column] = rounded
        if (rounded !== text && kind !== 'whole')
          notices.push({ ...fault('LINE_AMOUNT_ROUNDED', column, rounded), value: text })
      }
      const told = text === '' ? null : cellFault(column, text)
      if (told !== null) faults.push(told)
    }
    const { earlier, rival } = unitOf.get(row) ?? { earlier: null, rival: null }
    if (earlier !== null) faults.push(fault('LINE_REPEATED', null, String(earlier.line)))
    return {
      line: row.line,
      cells,
      rival: rival?.line ?? null,
      faults,
      ...(notices.length === 0 ? {} : { notices }),
    }
  }
}

/** What can be said against a cell whatever its column: it is longer than any text, or its formula has failed. */
function cellFault(column: string, text: string): LineFault | null {
  if (text.length > importLimits.fieldLetters)
    return fault('LINE_CELL_TOO_LONG', column, String(importLimits.fieldLetters))
  const hasFailed = text.length <= formulaLetters && text.includes('#') && isFailedFormula(fieldText(text))
  return hasFailed ? fault('LINE_CELL_FORMULA', column) : null
}
