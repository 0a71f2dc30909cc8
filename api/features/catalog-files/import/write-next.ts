import type { Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { fieldText } from '#domain/catalog-files/import-cell.ts'
import { isSameValue, type ImportChange } from '#domain/catalog-files/import-changes.ts'
import { storableText, type LinesDone } from '#domain/catalog-files/import-line.ts'
import { unitsAtOnce, type ImportUnit } from '#domain/catalog-files/import-units.ts'
import { fitting } from '#domain/kernel/text-kinds.ts'
import { keepChanges, loadTried, type PartPlaces } from './change-queries.ts'
import * as queries from './import-queries.ts'
import type { ImportPlan } from './plan-import.ts'
import type { SheetRow } from '#api/documents/workbook/sheet-file.ts'
import * as parts from './write-part.ts'
import type { DecidedPart, ForeseenPart, LoadedProducts, PartKind, PartUnit } from './write-part.ts'
import type { ImportJobDeps, ImportScope } from './import-deps.ts'

type Tx = Transaction<Tables>

/** A part of a file that is decided. */
export interface NextPart extends PartPlaces, DecidedPart {
  readonly lines: number
  readonly isEnd: boolean
}

/** The part of a file that is decided while the one before it is written. */
export type NextForeseen = ForeseenPart & { readonly from: number }

/** Lines of a file that are decided together, and of products also what they may be about. */
interface OpenedPart {
  readonly file: ImportPlan
  readonly from: number
  readonly units: readonly ImportUnit<SheetRow>[]
  readonly lines: readonly PartUnit[]
  readonly loaded: LoadedProducts | null
}

/** Reads the part of a file that begins at a place; others change what it may be about if it is only read. */
export async function openPart(
  tx: Tx,
  scope: ImportScope,
  kind: PartKind,
  {
    file,
    from,
    isOnlyRead = kind.tried !== null,
  }: Pick<OpenedPart, 'file' | 'from'> & { readonly isOnlyRead?: boolean },
): Promise<OpenedPart> {
  const units = unitsAtOnce(file.units, from)
  const lines = units.map(({ rows }) => ({ lines: rows.map(file.lineOf) }))
  const loaded =
    kind.content === 'products' ? await parts.loadPart(tx, scope, kind, { units: lines, isOnlyRead }) : null
  return { file, from, units, lines, loaded }
}

/** Decides a part of a file. */
export async function decideNext(
  tx: Tx,
  scope: ImportScope,
  kind: PartKind,
  { file, from, units, lines, loaded }: OpenedPart,
  foreseen: NextForeseen | null = null,
): Promise<NextPart> {
  const known = { foreseen: foreseen?.from === from ? foreseen : null, loaded }
  const decided = await parts.decidePart(tx, scope, kind, lines, known)
  const rowOf = new Map(units.flatMap(({ rows }) => rows.map((row) => [row.line, row] as const)))
  const named = (told: LinesDone['ignored']) =>
    told.map((one) => ({ ...one, reference: referenceOf(file, kind.content, rowOf.get(one.line)) }))
  const { done } = decided
  return {
    ...decided,
    done: { ...done, ignored: named(done.ignored), notices: named(done.notices) },
    id: kind.id,
    from,
    to: from + units.length,
    placeOf: new Map(units.flatMap(({ rows }, at) => rows.map((row) => [row.line, from + at] as const))),
    lines: units.reduce((sum, { rows }) => sum + rows.length, 0),
    isEnd: from + units.length >= file.units.length,
  }
}

/** By what a person knows what a line is about, the surest first. */
const namingColumns = {
  products: ['buyer_reference', 'gtin', 'label'],
  categories: ['identifier', 'name'],
  diagnostic: ['title'],
} as const satisfies Record<CatalogContent, readonly string[]>
const referenceLetters = 120

function referenceOf({ cell }: ImportPlan, content: CatalogContent, row: SheetRow | undefined): string | null {
  if (row === undefined) return null
  const said = namingColumns[content].map((column) => nameOf(cell(row, column)))
  return said.find((text) => text !== '') ?? null
}

/** As much of a field as is kept: composing makes some letters two, so that what fitted is cut once more. */
function nameOf(raw: string): string {
  return storableText(fitting(fieldText(fitting(raw, referenceLetters)), referenceLetters))
}

/** A file that is written: as it was read, and its next part where that is decided already. */
export interface OpenPlan {
  readonly file: ImportPlan
  foreseen: NextForeseen | null
  /** Whether the last part that was decided changes nothing: the one behind it is likely to do the same. */
  isQuiet: boolean
}

/** Decides the part behind another one; null where that is not likely to count. */
async function foreseePart(file: ImportPlan, part: NextPart): Promise<NextForeseen | null> {
  if (part.foresee === null || part.isEnd) return null
  const lines = unitsAtOnce(file.units, part.to).flatMap(({ rows }) => rows.map(file.lineOf))
  const foreseen = await part.foresee(lines)
  return foreseen === null ? null : { ...foreseen, from: part.to }
}

/** Parts that one transaction takes at most, all but the last of which change nothing. */
const mostTogether = 4

/**
 * Decides the next part, and those behind it as long as nothing changes: while one is decided, the database reads the
 * next. One that is read ahead locks nothing, since the locks of two parts would follow no common order: it counts where
 * it changes nothing, and is else left to a transaction of its own.
 */
async function decideOn(
  tx: Tx,
  scope: ImportScope,
  kind: PartKind,
  { plan, from }: { readonly plan: OpenPlan; readonly from: number },
): Promise<NextPart> {
  const { file, foreseen } = plan
  let opened = await openPart(tx, scope, kind, { file, from })
  let passed: NextPart | null = null
  for (let count = 1; ; count++) {
    const to = opened.from + opened.units.length
    const mayGoOn = plan.isQuiet && kind.content === 'products' && count < mostTogether && to < file.units.length
    const ahead = mayGoOn ? openPart(tx, scope, kind, { file, from: to, isOnlyRead: true }) : null
    // Its failure is met where it is waited for.
    ahead?.catch(() => undefined)
    const part = await decideNext(tx, scope, kind, opened, foreseen)
    const next = await ahead
    plan.isQuiet = part.changes.length === 0
    if (passed !== null && !plan.isQuiet) return passed
    const whole: NextPart = passed === null ? part : joined(passed, part)
    if (next === null || !plan.isQuiet) return whole
    opened = next
    passed = whole
  }
}

/** Two parts as one, the first of which changes nothing. */
function joined(first: NextPart, second: NextPart): NextPart {
  const told = (kind: 'ignored' | 'notices') => [...first.done[kind], ...second.done[kind]]
  return {
    ...second,
    from: first.from,
    lines: first.lines + second.lines,
    placeOf: new Map([...first.placeOf, ...second.placeOf]),
    done: { ...second.done, ignored: told('ignored'), notices: told('notices') },
  }
}

/**
 * Writes the next part: whether the file goes on, has ended, or another process has the turn. While the database writes,
 * the part behind it is decided.
 */
export async function writeNext(
  { database, now }: ImportJobDeps,
  scope: ImportScope,
  { id, plan }: { readonly id: string; readonly plan: OpenPlan },
): Promise<'on' | 'ended' | 'taken'> {
  const { file } = plan
  return inAccount(database, scope.accountId, async (tx) => {
    if (!(await queries.claimRun(tx, scope))) return 'taken'
    const open = await queries.lockImport(tx, scope, { id, status: 'in_progress' })
    // Another process has ended it since it was read, or a person has.
    if (open === null) return 'ended'
    const part = await decideOn(tx, scope, { ...open, tried: null }, { plan, from: open.unitsDone })
    const [next] = await Promise.all([foreseePart(file, part), part.write()])
    plan.foreseen = next
    const told = open.isTried ? await loadTried(tx, scope, part) : null
    const changes = told === null ? part.changes : comparedWith(told, part.changes)
    await keepChanges(tx, scope, part, changes)
    await queries.notePart(tx, scope, {
      ...part.done,
      id: open.id,
      units: part.to - part.from,
      lines: part.lines,
      isEnd: part.isEnd,
      at: now(),
      changes: part.changes.length,
      differing: changes.filter((change) => 'differs' in change && change.differs).length,
    })
    return part.isEnd ? 'ended' : 'on'
  })
}

type Compared = ImportChange & { readonly differs: boolean }

/** What a part does, beside what the trial had said of its lines: what it does not do any more stands there too. */
function comparedWith(told: ReadonlyMap<number, ImportChange>, changes: readonly ImportChange[]): readonly Compared[] {
  const done = new Set(changes.map(({ line }) => line))
  const missed = [...told.values()].filter(({ line }) => !done.has(line))
  return [
    ...changes.map((change) => ({ ...change, differs: !isAsTold(told.get(change.line), change) })),
    ...missed.map((change) => ({ ...change, outcome: 'unchanged' as const, differs: true })),
  ]
}

function isAsTold(told: ImportChange | undefined, { outcome, before, after }: ImportChange): boolean {
  if (told === undefined || told.outcome !== outcome) return false
  // Answers and categories that are new have other ids each time.
  const paths = (values: ImportChange['after']) =>
    Object.keys(values).filter((path) => !path.startsWith('answer ') && path !== 'parentId')
  const isEqual = (one: ImportChange['after'], other: ImportChange['after']) =>
    paths(one).length === paths(other).length &&
    paths(one).every((path) => isSameValue(one[path] ?? null, other[path] ?? null))
  // Nothing was there before what is new.
  return (outcome === 'inserted' || isEqual(told.before, before)) && isEqual(told.after, after)
}
