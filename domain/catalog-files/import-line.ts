import { fail, succeed, type Result } from '../kernel/result.ts'
import type { IgnoredLine, LinesCount } from './catalog-import.ts'
import { fieldText, readCell, readId, type CellValue } from './import-cell.ts'
import type { ImportField } from './import-fields.ts'

/** A line of a file: its row, the head being row 1, and what it says in the columns that the file has. */
export interface ImportLine {
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
}

/** Why a line is ignored, before it is known which. */
export type LineFault = Omit<IgnoredLine, 'line'>

/** Values by their path in the form's schema; amounts and percentages in hundredths. */
export type FieldValues = Readonly<Record<string, CellValue>>

/** The results of the lines of a part of a file. */
export type LinesDone = Omit<LinesCount, 'found' | 'ignored'> & { readonly ignored: readonly IgnoredLine[] }

type Fields = Readonly<Record<string, ImportField>>

/** A reason that concerns one column, or the whole line. */
export function fault(code: string, field: string | null = null): LineFault {
  return { code, field }
}

/**
 * The differences between a line and the present values; all values of a new row. Present values are not validated
 * again: an exported file imports without a change, even where the rules have changed since.
 */
export function changesOf(
  fields: Fields,
  { cells }: ImportLine,
  present: FieldValues | null,
): Result<FieldValues, LineFault> {
  const changes: Record<string, CellValue> = {}
  for (const [column, { kind, path, keeps }] of Object.entries(fields)) {
    const raw = cells[column]
    const now = present?.[path]
    if (raw === undefined || (kind === 'text' && isWritten(raw, now))) continue
    const read = readCell(kind, kind === 'text' ? lineFeeds(raw) : raw)
    if (!read.ok) return fail(fault(read.error, column))
    if ((read.value === null && keeps === true) || isSame(read.value, now)) continue
    changes[path] = read.value
  }
  return succeed(changes)
}

/** The text of a column without its mark; null where the file has none, or nothing in it. */
export function keyOf({ cells }: ImportLine, column: string): string | null {
  const text = fieldText(cells[column] ?? '')
  return text === '' ? null : text
}

/** What a line is about: something of the account, or nothing yet, under the id that it will have. */
export interface Found<Row> {
  readonly id: string
  readonly present: Row | null
}

/** Finds by the id in a column alone. */
export function findById<Row>(
  { cells }: ImportLine,
  column: string,
  rowOf: (id: string) => Row | undefined,
): Result<Found<Row>, LineFault> {
  const id = readId(cells[column] ?? '')
  if (!id.ok) return fail(fault(id.error, column))
  if (id.value === null) return fail(fault('LINE_KEY_MISSING', column))
  return succeed({ id: id.value, present: rowOf(id.value) ?? null })
}

/** A line that is decided for itself. */
export interface LineUnit {
  readonly line: ImportLine
  /** An earlier line of the file is about the same. */
  readonly isRepeated: boolean
}

/** What a part of a file does: what is new and what is changed, each as the last line leaves it. */
export interface Decision<Row> {
  readonly inserted: readonly Row[]
  readonly updated: readonly Row[]
  readonly ignored: readonly IgnoredLine[]
  /** The first line about each row that is written, by the row's id. */
  readonly lineOf: ReadonlyMap<string, number>
}

/** Decides lines one after the other over rows that each of them may change; null says what is there already. */
export function decideEach<Row extends { readonly id: string }>(
  units: readonly LineUnit[],
  rows: { readonly get: (id: string) => Row | undefined; readonly put: (row: Row) => void },
  decide: (line: ImportLine) => Result<Row | null, LineFault>,
): Decision<Row> {
  const [inserted, updated] = [new Set<string>(), new Set<string>()]
  const lineOf = new Map<string, number>()
  const ignored: IgnoredLine[] = []
  for (const { line, isRepeated } of units) {
    const decided = isRepeated ? fail(fault('LINE_REPEATED')) : decide(line)
    if (!decided.ok) ignored.push({ line: line.line, ...decided.error })
    else if (decided.value !== null) {
      const { id } = decided.value
      if (rows.get(id) === undefined) inserted.add(id)
      else if (!inserted.has(id)) updated.add(id)
      if (!lineOf.has(id)) lineOf.set(id, line.line)
      rows.put(decided.value)
    }
  }
  const written = (ids: ReadonlySet<string>) => [...ids].map((id) => rows.get(id)!)
  return { inserted: written(inserted), updated: written(updated), ignored, lineOf }
}

/** A problem of a schema as that of the column which stands for the value. */
export function schemaFault(
  fields: Fields,
  issue: { readonly path: readonly PropertyKey[]; readonly message: string },
): LineFault {
  const path = issue.path.filter((part) => typeof part === 'string').join('.')
  const column = Object.keys(fields).find((name) => fields[name]?.path === path) ?? null
  return fault(/^[A-Z]+(_[A-Z]+)+$/.test(issue.message) ? issue.message : 'LINE_VALUE_WRONG', column)
}

// A text may begin with the very mark that an export puts before others.
function isWritten(raw: string, now: CellValue | undefined): boolean {
  return typeof now === 'string' && lineFeeds(raw).trim() === lineFeeds(now).trim()
}

function isSame(one: CellValue, other: CellValue | undefined): boolean {
  if (other === undefined) return false
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value) => other.includes(value))
  return typeof one === 'string' && typeof other === 'string'
    ? one === lineFeeds(other).trim()
    : one === (other === '' ? null : other)
}

function lineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
