import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { likePattern } from '#api/db/like-pattern.ts'
import { shownStockName } from '#api/db/stock-name-sql.ts'
import { orderText } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { NativeStock } from '#domain/item/item-status.ts'
import { ageBoundsDays } from '#domain/stock/stock-age.ts'
import type { StockFields } from '#domain/stock/stock.schema.ts'
import type { listStocksCall, patchStockCall, StockAnswer } from '#sync/calls/stock.ts'

/** Stocks of an account, or of one of its warehouses. */
export interface StockScope {
  readonly accountId: string
  /** Null: of every warehouse. */
  readonly warehouseId: string | null
  readonly now: Date
  /** In which native stocks are named; null: as they are stored. */
  readonly language: Language | null
}

type StockQuery = z.output<typeof listStocksCall.query>
type StockListRow = Omit<StockAnswer, 'createdAt'> & { readonly createdAt: Date }

const orders = {
  name: sql`lower(q.name)`,
  identifier: sql`lower(q.identifier)`,
  location: sql`lower(q.location)`,
  averageAge: sql`q."averageAgeDays"`,
  productCount: sql`q."productCount"`,
  warehouseName: sql`lower(q."warehouseName")`,
  createdAt: sql`q."createdAt"`,
  /** Behind the native ones. */
  isOwn: sql`q.native is null`,
} as const

// Ages in days of what stands in a stock, counted by class.
function itemsSql(now: Date) {
  const age = sql`extract(epoch from ${now}::timestamptz - coalesce(i.latest_move_at, i.created_at)) / 86400`
  const from = [0, ...ageBoundsDays]
  const counts = from.map((bound, at) => {
    const next = from[at + 1]
    const above = at === 0 ? sql`true` : sql`a.age >= ${bound}`
    return sql`count(*) filter (where ${above} and ${next === undefined ? sql`true` : sql`a.age < ${next}`})::int`
  })
  return sql`(select count(*)::int as count, case when count(*) > 0 then greatest(avg(a.age), 0)::float8 end as age, array[${sql.join(counts)}] as ages
    from (select ${age} as age from item i where i.account_id = s.account_id and i.stock_id = s.id) a)`
}

function stocksSql(scope: StockScope, condition = sql``) {
  return sql`
    select s.id, s.warehouse_id as "warehouseId", w.common_name as "warehouseName", ${shownStockName('s', scope.language)} as name, s.identifier, s.location,
      s.native, n.age as "averageAgeDays", n.count as "productCount", n.ages as "ageCounts", s.created_at as "createdAt",
      s.version, (select count(*)::int from refurb_step r where r.account_id = s.account_id
        and r.warehouse_id = s.warehouse_id and r.stock_id = s.id) as "stepCount"
    from stock s
    join organization w on w.account_id = s.account_id and w.id = s.warehouse_id
    cross join lateral ${itemsSql(scope.now)} n
    where s.account_id = ${scope.accountId}
      and (${scope.warehouseId}::uuid is null or s.warehouse_id = ${scope.warehouseId}::uuid) ${condition}`
}

/** Stocks that pass the filters, native ones first unless an order is asked for. */
export async function listStocks(
  tx: Transaction<Tables>,
  scope: StockScope,
  query: StockQuery,
): Promise<{ readonly members: readonly StockAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const name =
    query.name === undefined ? sql`` : sql`and ${shownStockName('s', scope.language)} ilike ${likePattern(query.name)}`
  const kinds = query.kind ?? ['native', 'own']
  const kind =
    kinds.length > 1 ? sql`` : kinds[0] === 'native' ? sql`and s.native is not null` : sql`and s.native is null`
  const order = orderText(orders, query.order, { warehouseName: 'asc', isOwn: 'asc', name: 'asc' }, sql`q.id`)
  const found = await sql<StockListRow>`
    select * from (${stocksSql(scope, sql`${name} ${kind}`)}) q
    order by ${order} limit ${limit} offset ${offset}`.execute(tx)
  const total = query.partial
    ? null
    : await sql<{ total: number }>`select count(*)::int as total from stock s where s.account_id = ${scope.accountId}
        and (${scope.warehouseId}::uuid is null or s.warehouse_id = ${scope.warehouseId}::uuid) ${name} ${kind}`.execute(
        tx,
      )
  return { members: found.rows.map(answerOf), total: total === null ? null : (total.rows[0]?.total ?? 0) }
}

/** One stock; null for any outside the scope. */
export async function readStock(tx: Transaction<Tables>, scope: StockScope, id: string): Promise<StockAnswer | null> {
  const { rows } = await sql<StockListRow>`${stocksSql(scope, sql`and s.id = ${id}`)}`.execute(tx)
  return rows[0] === undefined ? null : answerOf(rows[0])
}

/** What a change of a stock is judged by; the row is locked. */
export async function lockStock(
  tx: Transaction<Tables>,
  scope: StockScope,
  id: string,
): Promise<{ readonly native: NativeStock | null; readonly name: string; readonly version: number } | null> {
  const row = await tx
    .selectFrom('stock')
    .select(['native', 'name', 'version'])
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .$if(scope.warehouseId !== null, (query) => query.where('warehouse_id', '=', scope.warehouseId ?? ''))
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Whether an id is one of the account's warehouses. */
export async function isWarehouse(tx: Transaction<Tables>, accountId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('organization_warehouse')
    .select('organization_id')
    .where('account_id', '=', accountId)
    .where('organization_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds a stock; false where its name is taken in the warehouse. */
export async function insertStock(
  tx: Transaction<Tables>,
  row: StockFields & { readonly accountId: string; readonly warehouseId: string; readonly id: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into stock (account_id, id, warehouse_id, name, identifier, location)
    values (${row.accountId}, ${row.id}, ${row.warehouseId}, ${row.name}, ${row.identifier}, ${row.location})
    on conflict (account_id, warehouse_id, lower(name)) do nothing returning id`.execute(tx)
  return rows.length === 1
}

/** Whether another stock of the same warehouse has this name. */
export async function isNameTaken(
  tx: Transaction<Tables>,
  { accountId, id, name }: { readonly accountId: string; readonly id: string; readonly name: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from stock s join stock o on o.account_id = s.account_id and o.warehouse_id = s.warehouse_id
    where s.account_id = ${accountId} and s.id = ${id} and o.id <> s.id and lower(o.name) = lower(${name})`.execute(tx)
  return rows.length > 0
}

/** Steps of products in refurbishment that are still to be worked on in a stock. */
export async function countOpenItemSteps(
  tx: Transaction<Tables>,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from item i
    join stock s on s.account_id = i.account_id and s.warehouse_id = i.warehouse_id and s.id = ${id}
    cross join lateral jsonb_array_elements(i.facts -> 'steps') step
    where i.account_id = ${accountId} and i.status = 'item_refurb_in_progress'
      and step ->> 'stockId' = ${id} and step ->> 'status' in ('to_do', 'in_progress', 'paused')`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Changes the fields that a patch names. */
export async function updateStock(
  tx: Transaction<Tables>,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  patch: z.output<typeof patchStockCall.body>,
): Promise<void> {
  if (Object.keys(patch).length === 0) return
  await tx.updateTable('stock').set(patch).where('account_id', '=', accountId).where('id', '=', id).execute()
}

/** Deletes a stock; the caller has seen that nothing is in it. */
export async function deleteStock(
  tx: Transaction<Tables>,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<void> {
  await tx.deleteFrom('stock').where('account_id', '=', accountId).where('id', '=', id).execute()
}

function answerOf(row: StockListRow): StockAnswer {
  return { ...row, createdAt: row.createdAt.toISOString() }
}
