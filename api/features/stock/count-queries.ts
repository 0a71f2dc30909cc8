import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { likePattern } from '#api/db/like-pattern.ts'
import { shownStockName } from '#api/db/stock-name-sql.ts'
import { orderText } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { CountDifferenceAnswer, listStockCountsCall, StockCountAnswer } from '#sync/calls/stock.ts'
import type { StockScope } from './stock-queries.ts'

type CountQuery = z.output<typeof listStockCountsCall.query>
type CountListRow = Omit<StockCountAnswer, 'endedAt'> & { readonly endedAt: Date }
type DifferenceRow = Omit<CountDifferenceAnswer, 'at'> & { readonly at: Date }

const ordersIn = (language: Language | null) => ({
  endedAt: sql`n.ended_at`,
  stockName: sql`lower(${shownStockName('s', language)})`,
  missingCount: sql`n.missing_count`,
  unexpectedCount: sql`n.unexpected_count`,
})

const columnsIn = (
  language: Language | null,
) => sql`n.id, n.warehouse_id as "warehouseId", w.common_name as "warehouseName", n.stock_id as "stockId",
  ${shownStockName('s', language)} as "stockName", u.first_name || ' ' || u.last_name as "userName", n.ended_at as "endedAt",
  n.expected_count as "expectedCount", n.present_count as "presentCount", n.missing_count as "missingCount",
  n.unexpected_count as "unexpectedCount", n.comment`

function countsSql({ accountId, warehouseId }: StockScope, condition = sql``) {
  return sql`from stock_count n
    join stock s on s.account_id = n.account_id and s.warehouse_id = n.warehouse_id and s.id = n.stock_id
    join organization w on w.account_id = n.account_id and w.id = n.warehouse_id
    join user_account u on u.account_id = n.account_id and u.id = n.user_id
    where n.account_id = ${accountId} and (${warehouseId}::uuid is null or n.warehouse_id = ${warehouseId}::uuid)
      ${condition}`
}

function conditionsOf({ stockId, stockName, differences }: CountQuery, language: Language | null) {
  const ofStocks = stockId === undefined ? sql`` : sql`and n.stock_id = any (${stockId}::uuid[])`
  const named =
    stockName === undefined ? sql`` : sql`and ${shownStockName('s', language)} ilike ${likePattern(stockName)}`
  const differing = sql`n.missing_count + n.unexpected_count`
  if (differences === undefined) return sql`${ofStocks} ${named}`
  return sql`${ofStocks} ${named} and ${differing} ${differences === 'with' ? sql`> 0` : sql`= 0`}`
}

/** Ended counts, newest first unless asked otherwise. */
export async function listStockCounts(
  tx: Transaction<Tables>,
  scope: StockScope,
  query: CountQuery,
): Promise<{ readonly members: readonly StockCountAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const conditions = conditionsOf(query, scope.language)
  const order = orderText(ordersIn(scope.language), query.order, { endedAt: 'desc' }, sql`n.id`)
  const found = await sql<CountListRow>`
    select ${columnsIn(scope.language)} ${countsSql(scope, conditions)}
    order by ${order} limit ${limit} offset ${offset}`.execute(tx)
  const total = query.partial
    ? null
    : await sql<{ total: number }>`select count(*)::int as total ${countsSql(scope, conditions)}`.execute(tx)
  return { members: found.rows.map(answerOf), total: total === null ? null : (total.rows[0]?.total ?? 0) }
}

/** One count with its differences; null for any outside the scope. */
export async function readStockCount(
  tx: Transaction<Tables>,
  scope: StockScope,
  id: string,
): Promise<(StockCountAnswer & { readonly differences: CountDifferenceAnswer[] }) | null> {
  const { rows } = await sql<CountListRow>`
    select ${columnsIn(scope.language)} ${countsSql(scope, sql`and n.id = ${id}`)}`.execute(tx)
  const count = rows[0]
  return count === undefined ? null : { ...answerOf(count), differences: await differencesOf(tx, scope, id) }
}

// The ledger names a count's operations by its round, and their history lines hold the result for each item; the latest
// line of an item says how it was resolved.
async function differencesOf(
  tx: Transaction<Tables>,
  { accountId, language }: StockScope,
  id: string,
): Promise<CountDifferenceAnswer[]> {
  const { rows } = await sql<DifferenceRow>`
    select * from (
      select distinct on (h.item_id) h.item_id as "itemId", i.identification_number as code, p.brand,
        p.label as "productLabel", coalesce(h.details ->> 'resolution', 'moved') as resolution,
        case when h.action = 'move' and h.details -> 'isRepeat' is null then ${shownStockName('f', language)} end as "fromStockName", h.actor_name as "actorName",
          coalesce(h.device_at, h.server_at) as at
      from sync_op o
      join item_history h on h.account_id = o.account_id and h.op_id = o.op_id and h.action in ('move', 'stock_count')
      join item i on i.account_id = h.account_id and i.id = h.item_id
      join product p on p.account_id = i.account_id and p.id = i.product_id
      left join stock f on f.account_id = h.account_id and f.id = h.from_stock_id
      where o.account_id = ${accountId} and o.round_id = ${id} and o.status = 'applied'
      order by h.item_id, h.server_at desc, h.id desc
    ) d order by d.resolution, d.code`.execute(tx)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

function answerOf(row: CountListRow): StockCountAnswer {
  return { ...row, endedAt: row.endedAt.toISOString() }
}
