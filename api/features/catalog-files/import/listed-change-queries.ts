import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { orderText } from '#api/db/order-of.ts'
import { eachWord, matchesWord } from '#api/db/word-search.ts'
import type { Tables } from '#api/db/tables.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import {
  columnOf,
  type ChangedValue,
  type ChangedValues,
  type ImportChange,
} from '#domain/catalog-files/import-changes.ts'
import { writingFields } from '#domain/catalog-files/translated-columns.ts'
import type { importChange, listChangesCall } from '#sync/calls/catalog-import-change.ts'
import type { ImportScope } from './import-deps.ts'

type Tx = Transaction<Tables>
type Answer = z.output<typeof importChange>

interface Row extends Omit<ImportChange, 'fields' | 'rises' | 'falls' | 'thingId'> {
  readonly id: string
  readonly content: CatalogContent
  readonly differs: boolean
  readonly undo: Answer['undo']
}

/** Changes by where the prices of what was there go. */
const pricesThat = {
  up: sql`c.rises`,
  down: sql`c.falls`,
  removed: sql`c.outcome = 'updated' and exists (select from jsonb_each(c.after) a where a.key like 'prices.%' and a.value = 'null')`,
}

/** A page of what an import has written, or of what its trial says that it will; null where there is no such import. */
export async function listChanges(
  tx: Tx,
  { accountId }: ImportScope,
  { importId, query }: { readonly importId: string; readonly query: z.output<typeof listChangesCall.query> },
): Promise<{ readonly rows: readonly Answer[]; readonly total: number | null } | null> {
  const owner = await tx
    .selectFrom('catalog_import')
    .select('content')
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .executeTakeFirst()
  if (owner === undefined) return null
  const { outcome, column, moves, state, differs, q } = query
  const { limit, offset } = windowOf(query)
  const orders = { line: sql`c.line` }
  const rows = sql`from catalog_import_change c
    join catalog_import i on i.account_id = c.account_id and i.id = c.import_id
    where c.account_id = ${accountId} and c.import_id = ${importId}
      and (i.status in ('trying', 'tried') or c.place < i.units_done)
      and ${outcome === undefined ? sql`true` : sql`c.outcome = any (${outcome})`}
      and ${column === undefined ? sql`true` : sql`c.fields && ${column}::text[]`}
      and ${moves === undefined ? sql`true` : pricesThat[moves]}
      and ${state === undefined ? sql`true` : sql`c.undo = any (${state})`}
      and ${differs === undefined ? sql`true` : sql`c.differs = ${differs}`}
      and ${q === undefined ? sql`true` : eachWord(q, (word) => matchesWord(sql`search_text(c.name || ' ' || coalesce(c.reference, ''))`, word))}`
  const { rows: found } = await sql<Row>`
    select c.thing_id as id, c.line, c.outcome, c.name, c.reference, c.before, c.after, c.differs, c.undo, i.content
    ${rows} order by ${orderText(orders, query.order, { line: 'asc' }, sql`c.place`)}
    limit ${limit} offset ${offset}`.execute(tx)
  const counted = query.partial ? null : await sql<{ total: number }>`select count(*)::int as total ${rows}`.execute(tx)
  const names = await namesIn(tx, accountId, found)
  return {
    rows: found.map((row) => written(row, names)),
    total: counted === null ? null : (counted.rows[0]?.total ?? 0),
  }
}

const lookedUp = new Set(['mainCategoryId', 'secondaryCategoryIds', 'categoryIds', 'parentId', 'buyerId'])

/** What the categories and buyers are called that values name. */
async function namesIn(tx: Tx, accountId: string, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const idsOf = (values: ChangedValues) =>
    Object.entries(values).flatMap(([path, value]) => (lookedUp.has(path) && value !== null ? [value].flat() : []))
  const ids = [...new Set(rows.flatMap(({ before, after }) => [...idsOf(before), ...idsOf(after)]))]
  if (ids.length === 0) return new Map()
  const { rows: named } = await sql<{ id: string; name: string }>`
    select id::text, identifier as name from category where account_id = ${accountId} and id::text = any (${ids})
    union all
    select id::text, coalesce(external_id, common_name) from organization
    where account_id = ${accountId} and id::text = any (${ids})`.execute(tx)
  return new Map(named.map(({ id, name }) => [id, name]))
}

function written(
  { id, content, line, outcome, name, reference, before, after, differs, undo }: Row,
  names: ReadonlyMap<string, string>,
): Answer {
  const told = (path: string, value: ChangedValue): string | number | boolean | null => {
    if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
    if (typeof value === 'string') return lookedUp.has(path) ? (names.get(value) ?? value) : value
    if (!Array.isArray(value)) return answerTold(value as Readonly<Record<string, string | number | null>>)
    return (value as readonly string[]).map((one) => names.get(one) ?? one).join(' | ')
  }
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return {
    id,
    line,
    outcome,
    name,
    reference,
    differs,
    undo,
    changes: paths.map((path) => ({
      column: columnOf(content, path),
      isAmount: writingFields(content)[columnOf(content, path)]?.kind === 'amount' && path !== 'absorptionValue',
      before: told(path, before[path] ?? null),
      after: told(path, after[path] ?? null),
    })),
  }
}

/** An answer in a line: its name, and by how much it changes the price. */
function answerTold({ name, impactType, impactValue }: Readonly<Record<string, string | number | null>>): string {
  const impact =
    impactType === 'percentage'
      ? ` (${impactValue} %)`
      : impactType === 'amount'
        ? ` (${Number(impactValue) / 100})`
        : ''
  return `${name}${impact}`
}
