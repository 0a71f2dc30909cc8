import type { CatalogContent } from './catalog-csv.ts'
import { importLimits, type ImportStrategy } from './catalog-import.ts'
import { fieldText } from './import-cell.ts'

/** Lines that are decided together: one, or all of one question. */
export interface ImportUnit<Row> {
  readonly rows: readonly Row[]
  /** An earlier line of the file is about the same. */
  readonly isRepeated: boolean
}

/** How the file's rows are read. */
export interface UnitPlan<Row> {
  readonly content: CatalogContent
  readonly strategy: ImportStrategy
  /** What a row says in a column; an empty text where it says nothing. */
  readonly cell: (row: Row, column: string) => string
}

/**
 * The file in the order in which it is written: parents before their children, all lines of a question together, each
 * product where its line stands. The same file gives the same units each time.
 */
export function unitsOf<Row>(rows: readonly Row[], plan: UnitPlan<Row>): readonly ImportUnit<Row>[] {
  const text = (row: Row, column: string) => fieldText(plan.cell(row, column))
  if (plan.content === 'diagnostic') return questionUnits(rows, plan, text)
  const seen = new Set<string>()
  const ordered = plan.content === 'categories' ? parentsFirst(rows, text) : rows
  return ordered.map((row) => {
    const key = keyOf(row, plan, text)
    const isRepeated = key !== '' && seen.has(key)
    seen.add(key)
    return { rows: [row], isRepeated }
  })
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

function keyOf<Row>(row: Row, { content, strategy }: UnitPlan<Row>, text: Text<Row>): string {
  if (strategy === 'uuid') return text(row, 'id').toLowerCase()
  if (content === 'categories') return text(row, 'identifier')
  const reference = text(row, 'buyer_reference')
  return reference !== '' ? `reference ${reference}` : strategy === 'generic' ? text(row, 'gtin') : ''
}

function parentsFirst<Row>(rows: readonly Row[], text: Text<Row>): readonly Row[] {
  const byIdentifier = new Map(rows.map((row) => [text(row, 'identifier'), row]))
  const done = new Set<Row>()
  for (const row of rows) {
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

function questionUnits<Row>(
  rows: readonly Row[],
  { strategy }: UnitPlan<Row>,
  text: Text<Row>,
): readonly ImportUnit<Row>[] {
  const groups = new Map<string, Row[]>()
  for (const [at, row] of rows.entries()) {
    const id = text(row, 'question_id').toLowerCase()
    const title = text(row, 'title')
    const key = strategy === 'uuid' ? id : title === '' ? '' : [id, title, text(row, 'categories')].join('\n')
    // A line that names no question is one of its own, and is told so.
    const place = key === '' ? `row ${at}` : key
    const group = groups.get(place)
    if (group === undefined) groups.set(place, [row])
    else group.push(row)
  }
  return [...groups.values()].map((group) => ({ rows: group, isRepeated: false }))
}
