import type { CatalogContent } from '#domain/catalog-files/catalog-csv.ts'
import { strategiesOf, type ImportStrategy } from '#domain/catalog-files/catalog-import.ts'
import { checkColumns, columnsRead, missingKeys } from '#domain/catalog-files/import-columns.ts'
import type { ImportLine } from '#domain/catalog-files/import-line.ts'
import { unitsOf, type ImportUnit } from '#domain/catalog-files/import-units.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { CheckedFile } from '#sync/calls/catalog-import.ts'
import { cellOf, readCsv, type CsvFile, type CsvRow } from './read-csv.ts'

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
  readonly units: readonly ImportUnit<CsvRow>[]
  readonly lineOf: (row: CsvRow) => ImportLine
  /** Whether a row has as many fields as the head. */
  readonly isWhole: (row: CsvRow) => boolean
}

/** Reads a file of an account of a language; the same bytes give the same plan each time. */
export async function planImport(
  bytes: Uint8Array,
  kind: ImportKind,
  own: Language,
): Promise<Result<ImportPlan, Failure>> {
  if (!strategiesOf[kind.content].includes(kind.strategy)) return refuse('IMPORT_STRATEGY_UNFIT', { field: 'strategy' })
  const file = await readCsv(bytes)
  if (!file.ok) return file
  const { head, rows, encoding, delimiter } = file.value
  const lacking = missingKeys(head, kind)
  if (lacking.length > 0) return refuse('IMPORT_COLUMN_MISSING', { details: { columns: lacking } })
  const { unknown, missing, duplicated } = checkColumns(head, { ...kind, own })
  const columns = { unknown: [...unknown], missing: [...missing], duplicated: [...duplicated] }
  return succeed({
    checked: { lines: rows.length, encoding, delimiter, columns },
    head,
    units: unitsOf(rows, { ...kind, cell: (row, column) => cellOf(file.value, row, column) }),
    lineOf: lineReader(file.value, columnsRead({ ...kind, own })),
    isWhole: ({ cells }) => cells.length === head.length,
  })
}

function lineReader(file: CsvFile, columns: readonly string[]): ImportPlan['lineOf'] {
  const read = columns.filter((column) => file.columns.has(column))
  return (row) => ({
    line: row.line,
    cells: Object.fromEntries(read.map((column) => [column, cellOf(file, row, column)])),
  })
}
