import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import { windowOf } from '#api/http/list-page.ts'
import { pricePromiseMs, promiseEndsAt } from '#domain/buyback/quote-validity.ts'
import type {
  buybackFiltersCall,
  buybackOrders,
  ListedBuybackAnswer,
  listBuybacksCall,
  listPredeclaredCall,
  PredeclaredBuybackAnswer,
} from '#sync/calls/buyback-list.ts'
import { filterBuybacks, matchWords, type BuybackFilters } from './buyback-filter.ts'
import { answerOfBuyback, listedColumns, listedJoins, paidPrice, type BuybackRow } from './buyback-row.ts'
import { visibleBuybacks, type Buyer, type BuybackScope } from '#api/db/buyback-scope.ts'

type ListQuery = z.output<typeof listBuybacksCall.query>
type PredeclaredQuery = z.output<typeof listPredeclaredCall.query>
type Choices = z.output<typeof buybackFiltersCall.answer>
interface Page<Member> {
  readonly members: readonly Member[]
  readonly total: number | null
}

type Sorting = Readonly<Partial<Record<(typeof buybackOrders)[number], 'asc' | 'desc'>>>

const product = sql`join product p on p.account_id = b.account_id and p.id = b.product_id`
const customer = sql`left join customer u on u.account_id = b.account_id and u.id = b.customer_id`
const item = sql`join item i on i.account_id = b.account_id and i.buyback_id = b.id`
const none = sql``

/** What each order sorts by, and what has to be joined for it. */
const orderColumns: Readonly<Record<(typeof buybackOrders)[number], readonly [string, RawBuilder<unknown>]>> = {
  createdAt: ['b.created_at', none],
  identificationNumber: ['b.identification_number', none],
  status: ['b.status', none],
  product: [`lower(coalesce(p.brand || ' ', '') || p.label)`, product],
  client: [`lower(u.last_name || ' ' || u.first_name)`, customer],
  price: [`coalesce(${paidPrice}, b.promised_price_cents)`, item],
  promisedPaymentOn: ['b.promised_payment_on', none],
}

/** Buybacks of a scope that pass the filters, the latest first unless asked otherwise. */
export async function listBuybacks(
  database: Database,
  accountId: string,
  scope: BuybackScope,
  query: ListQuery,
): Promise<Page<ListedBuybackAnswer>> {
  const where = sql`${visibleBuybacks(accountId, scope)} and ${filterBuybacks(accountId, query)}`
  const { rows, total } = await readPage<BuybackRow>(database, accountId, where, query, listedColumns)
  return { members: rows.map(answerOfBuyback), total }
}

/** Web buybacks that wait to be dropped in a store, the latest first unless asked otherwise (BB-13). */
export async function listPredeclared(
  database: Database,
  accountId: string,
  scope: BuybackScope,
  query: PredeclaredQuery,
  now: Date,
): Promise<Page<PredeclaredBuybackAnswer>> {
  const holdsSince = new Date(now.getTime() - pricePromiseMs)
  const { isPriceHeld, code, clientName, store, q } = query
  const conditions = [
    visibleBuybacks(accountId, scope),
    sql`b.status = 'bb_awaiting_store_drop'`,
    filterBuybacks(accountId, { code, clientName, store }),
    ...(q === undefined ? [] : [matchWords(accountId, q)]),
    ...(isPriceHeld === undefined ? [] : [sql`(b.created_at > ${holdsSince}) = ${isPriceHeld === 'true'}`]),
  ]
  const where = sql.join(conditions, sql` and `)
  const { rows, total } = await readPage<BuybackRow>(database, accountId, where, query, listedColumns)
  const members = rows.map((row) => {
    const until = new Date(promiseEndsAt(row.createdAt.getTime()))
    return { ...answerOfBuyback(row), priceHoldsUntil: until.toISOString(), isPriceHeld: until > now }
  })
  return { members, total }
}

// The page is chosen from the buybacks alone, along an index where one fits; only its rows are joined.
async function readPage<Row>(
  database: Database,
  accountId: string,
  where: RawBuilder<unknown>,
  query: Pick<ListQuery, 'page' | 'itemsPerPage' | 'pagination' | 'partial'> & { readonly order: Sorting },
  columns: RawBuilder<unknown>,
): Promise<{ readonly rows: readonly Row[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const { joins, order } = sorting(query.order)
  const page = sql<Row>`
    with page as materialized (
      select b.id from buyback b ${joins} where ${where} order by ${order} limit ${limit} offset ${offset}
    )
    select ${columns} from page join buyback b on b.account_id = ${accountId} and b.id = page.id ${listedJoins}
    order by ${order}`
  const rows = readInAccount(database, accountId, page.compile(database.app), { joinsAsWritten: true })
  if (query.partial) return { rows: await rows, total: null }
  const counted = sql<{ total: number }>`select count(*)::int as total from buyback b where ${where}`
  const [members, [count]] = await Promise.all([
    rows,
    readInAccount(database, accountId, counted.compile(database.app)),
  ])
  return { rows: members, total: count?.total ?? 0 }
}

function sorting(wished: Sorting): { readonly joins: RawBuilder<unknown>; readonly order: RawBuilder<unknown> } {
  const fields = Object.entries(wished) as [keyof typeof orderColumns, 'asc' | 'desc'][]
  const needed = new Set(fields.map(([field]) => orderColumns[field][1]))
  const last = fields.at(-1)?.[1] === 'asc' ? sql`b.id asc` : sql`b.id desc`
  const named = (fields.length === 0 ? ([['createdAt', 'desc']] as const) : fields).map(([field, direction]) => {
    // Only what may be unknown is sorted last: the words would keep the others from their indexes.
    const isKnown = field === 'createdAt' || field === 'identificationNumber' || field === 'status'
    return sql.raw(`${orderColumns[field][0]} ${direction}${isKnown ? '' : ' nulls last'}`)
  })
  return { joins: sql.join([...needed], sql` `), order: sql.join([...named, last]) }
}

/** The time zone in which an account's days and hours are written. */
export async function readTimeZone(database: Database, accountId: string): Promise<string> {
  const query = sql<{ timeZone: string }>`select time_zone as "timeZone" from account where id = ${accountId}`
  const [found] = await readInAccount(database, accountId, query.compile(database.app))
  return found?.timeZone ?? 'UTC'
}

/** The next rows of an export, the latest first, behind those that went before. */
export async function readExportPart(
  database: Database,
  accountId: string,
  scope: BuybackScope,
  filters: BuybackFilters,
  afterId: string | null,
  limit: number,
): Promise<readonly ListedBuybackAnswer[]> {
  // A moment that has been to JavaScript has lost its microseconds: the row itself says where it stands.
  const behind =
    afterId === null
      ? sql``
      : sql`and (b.created_at, b.id) < ((select a.created_at from buyback a
          where a.account_id = ${accountId} and a.id = ${afterId}), ${afterId}::uuid)`
  const part = sql<BuybackRow>`
    with page as materialized (
      select b.id from buyback b
      where ${visibleBuybacks(accountId, scope)} and ${filterBuybacks(accountId, filters)} ${behind}
      order by b.created_at desc, b.id desc limit ${limit}
    )
    select ${listedColumns} from page join buyback b on b.account_id = ${accountId} and b.id = page.id ${listedJoins}
    order by b.created_at desc, b.id desc`
  const rows = await readInAccount(database, accountId, part.compile(database.app), { joinsAsWritten: true })
  return rows.map(answerOfBuyback)
}

// The entities under which a retailer knows a buyer.
function isBuyer(buyer: Buyer): RawBuilder<unknown> {
  return 'entityId' in buyer ? sql`o.id = ${buyer.entityId}` : sql`o.buyer_account_id = ${buyer.accountId}`
}

/** What a caller's filters may name: stores and buyers only those that a scope reaches. */
export async function readChoices(
  database: Database,
  accountId: string,
  scope: BuybackScope,
  may: { readonly stores: boolean; readonly buyers: boolean },
): Promise<Choices> {
  const stores = scope.kind === 'stores' ? sql`and o.id = any (${scope.storeIds}::uuid[])` : sql``
  const buyers = scope.kind === 'buyer' ? sql`and ${isBuyer(scope.buyer)}` : sql``
  const listed = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)`
  const query = sql<Choices>`select
    ${listed(sql`select c.id, c.name from category c where c.account_id = ${accountId} order by lower(c.name), c.id`)}
      as categories,
    ${listed(sql`select k.id, k.name, k.type from circuit k where k.account_id = ${accountId}
      order by lower(k.name), k.id`)} as circuits,
    ${listed(sql`select o.id, o.common_name as name from organization o where o.account_id = ${accountId}
      and o.type = 'store' and ${may.stores} ${stores} order by lower(o.common_name), o.id`)} as stores,
    ${listed(sql`select o.id, o.common_name as name from organization o where o.account_id = ${accountId}
      and o.type = 'buyer' and ${may.buyers} ${buyers} order by lower(o.common_name), o.id`)} as buyers,
    (select coalesce(json_agg(x.brand), '[]') from (select distinct p.brand from product p
      where p.account_id = ${accountId} and p.brand is not null order by p.brand) x) as brands`
  const [found] = await readInAccount(database, accountId, query.compile(database.app))
  return found ?? { categories: [], circuits: [], stores: [], buyers: [], brands: [] }
}
