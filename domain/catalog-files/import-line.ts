import { fail, succeed, type Result } from '../kernel/result.ts'
import { fitting } from '../kernel/text-kinds.ts'
import type { IgnoredLine, LinesCount } from './catalog-import.ts'
import { fieldText, readCell, readId, type CellValue } from './import-cell.ts'
import type { ImportField } from './import-fields.ts'
import type { InSteps } from './import-units.ts'
import { wordIn } from './import-words.ts'
import { isMangled } from '../kernel/sheet-text.ts'
import { hasLostZeros, isDated } from './mangled-cell.ts'

/** A line of a file: its row, the head being row 1, and what it says in the columns that the file has. */
export interface ImportLine {
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
  /** What was wrong with the line when it was read; such a line is left out. */
  readonly faults: readonly LineFault[]
  /** What is to be known of it where it is read all the same. */
  readonly notices?: readonly LineFault[]
  /** An earlier line that calls by the same reference what has another id there; null where there is none. */
  readonly rival: number | null
}

/** Why a line is ignored, before it is known which. */
export type LineFault = Omit<IgnoredLine, 'line'>

/** Values by their path in the form's schema; amounts and percentages in hundredths. */
export type FieldValues = Readonly<Record<string, CellValue>>

/** The results of the lines of a part of a file. */
export type LinesDone = Omit<LinesCount, 'found' | 'ignored'> & LinesTold

/** What is said of single lines. */
export interface LinesTold {
  /** Each fault of each line that is left out. */
  readonly ignored: readonly IgnoredLine[]
  /** What is to be known of lines that are read all the same. */
  readonly notices: readonly IgnoredLine[]
}

type Fields = Readonly<Record<string, ImportField>>

/** Letters of a value that a fault shows. */
const shownLetters = 200

/** A reason that concerns one column, or the whole line; with what else it is about. */
export function fault(code: string, field: string | null = null, other: string | null = null): LineFault {
  return { code, field, value: null, other }
}

/** A fault with what its column says. */
export function withValue(told: LineFault, { cells }: Pick<ImportLine, 'cells'>): LineFault {
  const raw = told.field === null ? undefined : cells[told.field]
  const value = told.value ?? (raw === undefined || raw === '' ? null : raw)
  return { ...told, value: shown(value), other: told.other === null ? null : storableText(told.other) }
}

function shown(value: string | null): string | null {
  if (value === null || value.length <= shownLetters) return value === null ? null : storableText(value)
  return `${storableText(fitting(value, shownLetters))}…`
}

/** What is told is what the file has, but a database stores neither NUL nor half a character. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** The differences between a line and what is there, what is to be told of them, and what cannot be read. */
export interface LineChanges {
  readonly values: FieldValues
  readonly notices: readonly LineFault[]
  readonly faults: readonly LineFault[]
}

/**
 * The differences between a line and the present values; all values of a new row. Present values are not validated
 * again: an exported file imports without a change, even where the rules have changed since. A number that a spreadsheet
 * has mangled leaves the value that is there.
 */
export function changesOf(fields: Fields, { cells }: ImportLine, present: FieldValues | null): LineChanges {
  const values: Record<string, CellValue> = {}
  const [notices, faults]: [LineFault[], LineFault[]] = [[], []]
  for (const [column, field] of entriesOf(fields)) {
    const raw = cells[column]
    const now = present?.[field.path]
    if (raw === undefined || (field.kind === 'text' && isWritten(raw, now))) continue
    const read = readField(field, raw)
    const mangled = read.ok && field.isCode === true ? mangledCode(read.value, now) : null
    if (mangled !== null && now !== undefined && now !== null) notices.push(fault(mangled, column))
    else if (mangled !== null) faults.push(fault(mangled, column))
    else if (!read.ok) faults.push(fault(read.error, column))
    else if (!(read.value === null && field.keeps === true) && !isSame(read.value, now)) values[field.path] = read.value
  }
  return { values, notices, faults }
}

const entries = new WeakMap<Fields, readonly (readonly [string, ImportField])[]>()

/** The columns of some fields, which are the same for each of the lines of a file. */
function entriesOf(fields: Fields): readonly (readonly [string, ImportField])[] {
  const known = entries.get(fields) ?? Object.entries(fields)
  entries.set(fields, known)
  return known
}

function readField({ kind, words }: ImportField, raw: string): ReturnType<typeof readCell> {
  const read = readCell(kind, kind === 'text' ? lineFeeds(raw) : raw)
  if (!read.ok || words === undefined || typeof read.value !== 'string') return read
  const word = wordIn(words, read.value)
  return word === null ? fail('LINE_VALUE_WRONG') : succeed(word)
}

/** How a spreadsheet has mangled a code: into a short form, into a date, or without the zeros of the one that is there. */
function mangledCode(
  value: CellValue,
  now: CellValue | undefined,
): 'LINE_NUMBER_MANGLED' | 'LINE_CODE_DATED' | 'LINE_ZEROS_LOST' | null {
  const [codes, present] = [codesOf(value), codesOf(now ?? null)]
  if (codes.some(isMangled)) return 'LINE_NUMBER_MANGLED'
  if (codes.some(isDated)) return 'LINE_CODE_DATED'
  const haveLostZeros =
    codes.length === present.length &&
    codes.some((code) => !present.includes(code)) &&
    codes.every((code) => present.includes(code) || present.some((whole) => hasLostZeros(code, whole)))
  return haveLostZeros ? 'LINE_ZEROS_LOST' : null
}

function codesOf(value: CellValue): readonly string[] {
  return typeof value === 'string' ? [value] : Array.isArray(value) ? (value as readonly string[]) : []
}

/** The text of a column without its mark; null where the file has none, or nothing in it. */
export function keyOf({ cells }: ImportLine, column: string): string | null {
  const text = fieldText(cells[column] ?? '')
  return text === '' ? null : text
}

/** As {@link keyOf}, of a column whose digits a spreadsheet may have mangled: null where it has. */
export function codeOf(line: ImportLine, column: string): string | null {
  const text = keyOf(line, column)
  return text === null || isMangled(text) ? null : text
}

/** What a line is about: something of the account, or nothing yet, under the id that it will have. */
export interface Found<Row> {
  readonly id: string
  readonly present: Row | null
}

/** What the id of a line finds where lines are found by something else first; null where it finds nothing. */
export function ofOwnId<Row>(
  { cells }: ImportLine,
  column: string,
  rowOf: (id: string) => Row | undefined,
): Found<Row> | null {
  const id = readId(cells[column] ?? '')
  const present = id.ok && id.value !== null ? rowOf(id.value) : undefined
  return !id.ok || id.value === null || present === undefined ? null : { id: id.value, present }
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

/** What a part of a file does: what is new and what is changed, each as the last line leaves it. */
export interface Decision<Row> extends LinesTold {
  readonly inserted: readonly Row[]
  readonly updated: readonly Row[]
  /** The first line about each row that is written, by the row's id. */
  readonly lineOf: ReadonlyMap<string, number>
}

/** A line that is read: the row as it leaves it, or null where it says what is there already. */
export interface Decided<Row> {
  readonly row: Row | null
  readonly notices: readonly LineFault[]
}

/** Decides lines one after the other over rows that each of them may change, a line a step. */
export function* decideEach<Row extends { readonly id: string }>(
  lines: readonly ImportLine[],
  rows: { readonly get: (id: string) => Row | undefined; readonly put: (row: Row) => void },
  decide: (line: ImportLine) => Result<Decided<Row>, readonly LineFault[]>,
): InSteps<Decision<Row>> {
  const [inserted, updated] = [new Set<string>(), new Set<string>()]
  const lineOf = new Map<string, number>()
  const [ignored, notices]: [IgnoredLine[], IgnoredLine[]] = [[], []]
  for (const line of lines) {
    yield
    const told = (one: LineFault): IgnoredLine => ({ line: line.line, ...withValue(one, line) })
    const decided = line.faults.length > 0 ? fail(line.faults) : decide(line)
    if (!decided.ok) {
      for (const one of decided.error) ignored.push(told(one))
      continue
    }
    for (const one of line.notices ?? []) notices.push(told(one))
    for (const one of decided.value.notices) notices.push(told(one))
    const { row } = decided.value
    if (row === null) continue
    if (rows.get(row.id) === undefined) inserted.add(row.id)
    else if (!inserted.has(row.id)) updated.add(row.id)
    if (!lineOf.has(row.id)) lineOf.set(row.id, line.line)
    rows.put(row)
  }
  const written = (ids: ReadonlySet<string>) => [...ids].map((id) => rows.get(id)!)
  return { inserted: written(inserted), updated: written(updated), ignored, notices, lineOf }
}

/** The problems of a schema as those of columns, each column once; of those that could not be read, nothing more. */
export function schemaFaults(
  fields: Fields,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
  unread: readonly LineFault[] = [],
): readonly LineFault[] {
  const known = new Set(unread.map(({ field }) => field))
  const told: LineFault[] = []
  for (const one of issues.map((issue) => schemaFault(fields, issue))) {
    if (known.has(one.field)) continue
    known.add(one.field)
    told.push(one)
  }
  return told
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
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
}
