import { sql, type Expression, type OrderByExpression, type RawBuilder, type SelectQueryBuilder } from 'kysely'

type Direction = 'asc' | 'desc'

/** Fields of a list with their directions, the first one first. */
export type Order<Field extends string> = Readonly<Partial<Record<Field, Direction>>>

/** Orders a list by every field that its query names (API-06), or as it usually is where the query names none. */
export function orderedBy<DB, TB extends keyof DB, Row, Field extends string>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  columns: Readonly<Record<Field, OrderByExpression<DB, TB, Row>>>,
  asked: Order<Field>,
  usual: Order<NoInfer<Field>>,
): SelectQueryBuilder<DB, TB, Row> {
  let ordered = rows
  for (const [field, direction] of orderOf(asked, usual)) ordered = ordered.orderBy(columns[field], direction)
  return ordered
}

/**
 * The same as the text behind `order by`, with `last` between rows that are equal in it; rows without a value are at
 * the end in both directions.
 */
export function orderText<Field extends string>(
  columns: Readonly<Record<Field, Expression<unknown>>>,
  asked: Order<Field>,
  usual: Order<NoInfer<Field>>,
  last: Expression<unknown>,
): RawBuilder<unknown> {
  const parts = orderOf(asked, usual).map(
    ([field, direction]) => sql`${columns[field]} ${sql.raw(direction)} nulls last`,
  )
  return sql.join([...parts, last])
}

function orderOf<Field extends string>(asked: Order<Field>, usual: Order<Field>): readonly [Field, Direction][] {
  const wished = Object.keys(asked).length > 0 ? asked : usual
  return Object.entries(wished) as [Field, Direction][]
}
