import type { CatalogContent } from './catalog-columns.ts'
import { importLimits, type ImportStrategy } from './catalog-import.ts'
import { isUuid } from '../kernel/uuid.ts'
import { keyText } from './import-cell.ts'

/** Lines that are decided together: one, or all of one question. */
export interface ImportUnit<Row> {
  readonly rows: readonly Row[]
  /** The earlier row of the file that is about the same; null where there is none. */
  readonly earlier: Row | null
  /** An earlier row that calls by the same reference what has another id there: the same where nothing has these ids. */
  readonly rival: Row | null
}

/** How the file's rows are read. */
export interface UnitPlan<Row> {
  readonly content: CatalogContent
  readonly strategy: ImportStrategy
  /** What a row says in a column; an empty text where it says nothing. */
  readonly cell: (row: Row, column: string) => string
}

/** Something that takes long, in steps between which others may have their turn. */
export type InSteps<Value> = Generator<undefined, Value>

/**
 * The file in the order in which it is written: parents before their children, all lines of a question together, each
 * product where its line stands. The same file gives the same units each time.
 */
export function* unitsOf<Row>(rows: readonly Row[], plan: UnitPlan<Row>): InSteps<readonly ImportUnit<Row>[]> {
  const text = (row: Row, column: string) => keyText(plan.cell(row, column))
  if (plan.content === 'diagnostic') return yield* questionUnits(rows, plan, text)
  const seen = new Map<string, Row>()
  const ordered = plan.content === 'categories' ? yield* parentsFirst(rows, text) : rows
  const units: ImportUnit<Row>[] = []
  for (const row of ordered) {
    yield
    const keys = keysOf(row, plan, text)
    const earlier = keys[0] === undefined ? undefined : seen.get(keys[0])
    const rival = keys[1] === undefined ? undefined : seen.get(keys[1])
    if (earlier === undefined) for (const key of keys) if (!seen.has(key)) seen.set(key, row)
    units.push({ rows: [row], earlier: earlier ?? null, rival: rival ?? null })
  }
  return units
}

/** The units that one transaction writes, from a place on. */
export function unitsAtOnce<Row>(units: readonly ImportUnit<Row>[], from: number): readonly ImportUnit<Row>[] {
  let lines = 0
  let to = from
  while (to < units.length && (to === from || lines + units[to]!.rows.length <= importLimits.linesAtOnce)) {
    lines += units[to]!.rows.length
    to += 1
  }
  return units.slice(from, to)
}

type Text<Row> = (row: Row, column: string) => string

/** By what a row is found, the surest first: rows of different ids are about different things whatever else they say. */
function keysOf<Row>(row: Row, { content, strategy }: UnitPlan<Row>, text: Text<Row>): readonly string[] {
  const id = text(row, 'id').toLowerCase()
  const byId = isUuid(id) ? [`id ${id}`] : []
  if (strategy === 'uuid') return byId
  const name = content === 'categories' ? 'identifier' : 'buyer_reference'
  const code = text(row, name)
  const gtin = content === 'products' && strategy === 'generic' ? text(row, 'gtin') : ''
  const others = code !== '' ? [`code ${code}`] : gtin !== '' ? [`gtin ${gtin}`] : []
  return [...byId, ...others]
}

function* parentsFirst<Row>(rows: readonly Row[], text: Text<Row>): InSteps<readonly Row[]> {
  const byIdentifier = new Map<string, Row>()
  for (const row of rows) {
    yield
    byIdentifier.set(text(row, 'identifier'), row)
  }
  const done = new Set<Row>()
  for (const row of rows) {
    yield
    // A circle of parents ends where it comes round; the rules refuse it then.
    const way = new Set<Row>()
    let each: Row | undefined = row
    while (each !== undefined && !done.has(each) && !way.has(each)) {
      way.add(each)
      const parent: string = text(each, 'parent_identifier')
      each = parent === '' ? undefined : byIdentifier.get(parent)
    }
    for (const one of [...way].toReversed()) done.add(one)
  }
  return [...done]
}

function* questionUnits<Row>(
  rows: readonly Row[],
  { strategy }: UnitPlan<Row>,
  text: Text<Row>,
): InSteps<readonly ImportUnit<Row>[]> {
  const groups = new Map<string, Row[]>()
  for (const [at, row] of rows.entries()) {
    yield
    const id = text(row, 'question_id').toLowerCase()
    const title = text(row, 'title')
    // Of one id are one question's lines, whatever they say of it; else those of one title that the same categories ask.
    const key = strategy === 'uuid' || isUuid(id) ? id : title === '' ? '' : [title, text(row, 'categories')].join('\n')
    // A line that names no question is one of its own, and is told so.
    const place = key === '' ? `row ${at}` : key
    const group = groups.get(place)
    if (group === undefined) groups.set(place, [row])
    else group.push(row)
  }
  return [...groups.values()].map((group) => ({ rows: group, earlier: null, rival: null }))
}
