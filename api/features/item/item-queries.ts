import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod'
import { assignedTo, buyerOf } from '#api/db/buyback-scope.ts'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import { orderText } from '#api/db/order-of.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { windowOf } from '#api/http/list-page.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { itemFacetsCall, itemOrders, ListedItemAnswer, listWarehouseItemsCall } from '#sync/calls/item.ts'
import { answerOfListedItem, listedColumnsSql, type ListedItemRow } from './item-row.ts'
import { filterItems, itemJoins, visibleItems, type ItemFilters } from './item-scope.ts'
import type { FloorReader } from './place.ts'

type ItemQuery = z.output<typeof listWarehouseItemsCall.query>
type Facets = z.output<typeof itemFacetsCall.answer>
type Page = { readonly members: readonly ListedItemAnswer[]; readonly total: number | null }

const orderColumns: Readonly<Record<(typeof itemOrders)[number], RawBuilder<unknown>>> = {
  createdAt: sql`i.created_at`,
  latestMoveAt: sql`i.latest_move_at`,
  promisedOn: sql`b.promised_payment_on`,
  code: sql`i.identification_number`,
  product: sql`lower(coalesce(p.brand || ' ', '') || p.label)`,
  declaredPrice: sql`b.declared_price_cents`,
  paid: sql`"paidCents"`,
  plannedCost: sql`"plannedCostCents"`,
  completedCost: sql`"completedCostCents"`,
}

/**
 * Items by time or another column. By time and status alone, each part is one walk along an index that stops at the
 * page's end; every other question reads what its filters leave.
 */
export async function listWarehouseItems(
  database: Database,
  caller: FloorReader,
  query: ItemQuery,
): Promise<Result<Page, Failure>> {
  const place = placeOf(caller, query.warehouseId)
  if (!place.ok) return place
  const sorted = Object.entries(query.order).filter(([column]) => column !== 'createdAt')
  const others = [query.stockId, query.brand, query.q, query.inStock, query.createdFrom, query.createdTo]
  const isWalk = [...others, query.promisedFrom, query.promisedTo].every((filter) => filter === undefined)
  if (sorted.length === 0 && isWalk) return succeed(await walkByTime(database, caller, place.value, query))
  return succeed(await readFiltered(database, caller, place.value, query))
}

/** How many items each status, stock and brand would give, the other filters standing. */
export async function countItemFacets(
  database: Database,
  caller: FloorReader,
  filters: ItemFilters,
): Promise<Result<Facets, Failure>> {
  const place = placeOf(caller, filters.warehouseId)
  if (!place.ok) return place
  const visible = visibleItems(caller, place.value)
  const counted = (value: string, facet: string, but: 'status' | 'stockId' | 'brand') => sql`
    select ${facet}::text as facet, ${sql.raw(value)}::text as value, count(*)::int as total
    from ${itemJoins} where ${visible} and ${filterItems(filters, but)} and ${sql.raw(value)} is not null group by 2`
  const query = sql<{ facet: keyof Facets; value: string; total: number }>`
    ${counted('i.status', 'statuses', 'status')} union all ${counted('i.stock_id', 'stocks', 'stockId')}
    union all ${counted('p.brand', 'brands', 'brand')}`
  const rows = await readInAccount(database, caller.accountId, query.compile(database.app))
  const facets = { statuses: {}, stocks: {}, brands: {} } as Record<keyof Facets, Record<string, number>>
  for (const { facet, value, total } of rows) facets[facet][value] = total
  return succeed(facets)
}

/** The warehouse that a question is about: warehouse users ask about their own. */
function placeOf(caller: FloorReader, named: string | undefined): Result<string | undefined, Failure> {
  const warehouseId = caller.module === 'rps' ? caller.organizationId : named
  return named !== undefined && named !== warehouseId
    ? refuse('REQUEST_NOT_FOUND', { field: 'warehouseId' })
    : succeed(warehouseId)
}

async function readFiltered(
  database: Database,
  caller: FloorReader,
  warehouseId: string | undefined,
  query: ItemQuery,
): Promise<Page> {
  const { limit, offset } = windowOf(query)
  const where = sql`${visibleItems(caller, warehouseId)} and ${filterItems(query)}`
  const last = Object.values(query.order)[0] === 'asc' ? sql`i.id asc` : sql`i.created_at desc, i.id desc`
  const page = sql<ListedItemRow>`select ${listedColumnsSql} from ${itemJoins} where ${where}
    order by ${orderText(orderColumns, query.order, {}, last)} limit ${limit} offset ${offset}`
  const rows = await readInAccount(database, caller.accountId, page.compile(database.app))
  const counted = sql<{ total: number }>`select count(*)::int as total from ${itemJoins} where ${where}`
  const [count] = query.partial
    ? [undefined]
    : await readInAccount(database, caller.accountId, counted.compile(database.app))
  return { members: rows.map(answerOfListedItem), total: query.partial ? null : (count?.total ?? 0) }
}

async function walkByTime(
  database: Database,
  caller: FloorReader,
  warehouseId: string | undefined,
  query: ItemQuery,
): Promise<Page> {
  const { limit, offset } = windowOf(query)
  const direction = query.order.createdAt === 'asc' ? sql`asc` : sql`desc`
  const parts = partsOf(caller, warehouseId, query)
  const walks = parts.map(
    (part) => sql`(select i.id, i.created_at ${part}
      order by i.created_at ${direction}, i.id ${direction} limit ${limit + offset})`,
  )
  const page = sql<ListedItemRow>`
    select ${listedColumnsSql}
    from (select w.id from (${sql.join(walks, sql` union all `)}) w
      order by w.created_at ${direction}, w.id ${direction} limit ${limit} offset ${offset}) k
    join item i on i.account_id = ${caller.accountId} and i.id = k.id
    join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
    join product p on p.account_id = i.account_id and p.id = i.product_id
    order by i.created_at ${direction}, i.id ${direction}`
  const rows = await readInAccount(database, caller.accountId, page.compile(database.app))
  const total = query.partial ? null : await count(database, caller.accountId, parts)
  return { members: rows.map(answerOfListedItem), total }
}

function partsOf(reader: FloorReader, warehouseId: string | undefined, query: ItemQuery) {
  const { accountId, module } = reader
  const status = query.status === undefined ? sql`` : sql`and i.status = any (${query.status}::text[])`
  const present = sql`i.account_id = ${accountId} and i.archived_at is null ${status}`
  if (module === 'lcm') {
    return [
      sql`from item i join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
        where ${present} and ${assignedTo(buyerOf(reader))}
          and (${warehouseId ?? null}::uuid is null or i.warehouse_id = ${warehouseId ?? null}::uuid)`,
    ]
  }
  if (warehouseId === undefined) return [sql`from item i where ${present}`]
  return [
    sql`from item i where ${present} and i.warehouse_id = ${warehouseId}`,
    sql`from item i where ${present} and i.destination_warehouse_id = ${warehouseId}
      and i.warehouse_id is distinct from ${warehouseId}`,
  ]
}

async function count(database: Database, accountId: string, parts: readonly RawBuilder<unknown>[]): Promise<number> {
  const counts = parts.map((part) => sql`(select count(*) ${part})`)
  const query = sql<{ total: number }>`select (${sql.join(counts, sql` + `)})::int as total`
  const rows = await readInAccount(database, accountId, query.compile(database.app))
  return rows[0]?.total ?? 0
}
