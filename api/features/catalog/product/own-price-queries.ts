import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { isBought, type BuyerScope } from '#api/db/bought-products.ts'
import { textMatches } from '#api/db/word-search.ts'
import type { Tables } from '#api/db/tables.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { listOwnPricesCall, OwnPricesAnswer } from '#sync/calls/product-list.ts'

type Tx = Transaction<Tables>

const columns = sql`p.id, p.version, p.label, p.brand, p.buyer_reference as "buyerReference", p.gtin,
  c.name as "categoryName", p.status, p.simple, p.image,
  coalesce((select json_object_agg(x.grade, x.price_cents) from product_price x
    where x.account_id = p.account_id and x.product_id = p.id), '{}') as prices`

const orders = {
  label: sql`lower(p.label)`,
  brand: sql`lower(p.brand)`,
  buyerReference: sql`p.buyer_reference`,
} as const

/** A page of the products that the caller's company buys. */
export async function listOwnPrices(
  tx: Tx,
  scope: BuyerScope,
  query: z.output<typeof listOwnPricesCall.query>,
): Promise<{ readonly members: readonly OwnPricesAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const { search, category } = query
  const own = sql`
    from product p join category c on c.account_id = p.account_id and c.id = p.main_category_id
    where p.account_id = ${scope.accountId} and p.status <> 'archived' and ${isBought(scope)}
      and ${search === undefined ? sql`true` : textMatches(sql`p.document`, search)}
      and (${category ?? null}::uuid[] is null or c.path && ${category ?? null}::uuid[])`
  const asked = Object.entries(query.order).map(
    ([field, direction]) => sql`${orders[field as keyof typeof orders]} ${direction === 'desc' ? sql`desc` : sql`asc`}`,
  )
  const { rows } = await sql<OwnPricesAnswer>`select ${columns} ${own}
    order by ${sql.join([...asked, orders.label, sql`p.id`])} limit ${limit} offset ${offset}`.execute(tx)
  if (query.partial) return { members: rows, total: null }
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${own}`.execute(tx)
  return { members: rows, total: counted[0]?.total ?? 0 }
}

/** One of them; null for an id that names none. */
export async function readOwnPrices(tx: Tx, scope: BuyerScope, id: string): Promise<OwnPricesAnswer | null> {
  const { rows } = await sql<OwnPricesAnswer>`
    select ${columns} from product p join category c on c.account_id = p.account_id and c.id = p.main_category_id
    where p.account_id = ${scope.accountId} and p.id = ${id} and p.status <> 'archived' and ${isBought(scope)}`.execute(
    tx,
  )
  return rows[0] ?? null
}
