import { sql, type RawBuilder, type Transaction } from 'kysely'
import type * as z from 'zod'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { windowOf } from '#api/http/list-page.ts'
import { grades } from '#domain/catalog/grade.ts'
import { productStatuses } from '#domain/catalog/product-status.ts'
import { priceFilters } from '#sync/calls/product-price-filters.ts'
import { type exportProductsCall, type ListedProductAnswer, type listProductsCall } from '#sync/calls/product-list.ts'

type ListQuery = z.output<typeof listProductsCall.query>

/** What narrows the products. */
export type ProductFilters = z.output<typeof exportProductsCall.query>

interface Page {
  readonly members: readonly ListedProductAnswer[]
  readonly total: number | null
}

/** Products of an account that pass the filters, by name unless asked otherwise. */
export async function listProducts(database: Database, accountId: string, query: ListQuery): Promise<Page> {
  const { limit, offset } = windowOf(query)
  // What is chosen is narrow; all that is shown is read for the page alone.
  const page = sql<Page>`
    select f.total, coalesce((
      select json_agg(json_build_object('id', p.id, 'version', p.version, 'label', p.label, 'brand', p.brand, 'model', p.manufacturer_model,
        'buyerReference', p.buyer_reference, 'gtin', p.gtin, 'categoryId', c.id, 'categoryName', c.name,
        'status', p.status, 'image', p.image, 'prices', json_strip_nulls(json_build_object(
          'functional', l.functional_price_cents, 'grade_a', l.grade_a_price_cents, 'grade_b', l.grade_b_price_cents,
          'grade_c', l.grade_c_price_cents, 'grade_d', l.grade_d_price_cents, 'grade_e', l.grade_e_price_cents)),
        'bestPriceCents', l.best_price_cents, 'createdAt', p.created_at) order by u.at)
      from unnest(f.ids) with ordinality u (id, at)
      join product p on p.account_id = ${accountId} and p.id = u.id
      join listed_product l on l.account_id = p.account_id and l.product_id = p.id
      join category c on c.account_id = p.account_id and c.id = p.main_category_id), '[]') as members
    from (${firstOf(query, { order: Object.entries(query.order).flat(), limit, offset, counts: !query.partial })}) f`
  const [found] = await readInAccount(database, accountId, page.compile(database.app), { joinsAsWritten: true })
  const members = (found?.members ?? []).map((member) => ({
    ...member,
    createdAt: new Date(member.createdAt).toISOString(),
  }))
  return { members, total: found?.total ?? null }
}

/** Ids of the products that pass the filters, by name; `most` of them. */
export async function findProductIds(
  tx: Transaction<Tables>,
  filters: ProductFilters,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ ids: readonly string[] }>`
    select f.ids from ${pageOf(filters, { order: [], limit: most, offset: 0, counts: false })} f`.execute(tx)
  return rows[0]?.ids ?? []
}

interface PagePlan {
  readonly order: readonly string[]
  readonly limit: number | RawBuilder<unknown>
  readonly offset: number | RawBuilder<unknown>
  readonly counts: boolean
}

/** More letters than a reference or a GTIN has. */
const codeLetters = 100

/**
 * A page whose first products are those that bear the very reference or GTIN that is searched, before others that merely
 * contain it, also where a reference has only signs, by which no word is found; sorted by anything but the name, all stand
 * where the order puts them.
 */
function firstOf(query: ProductFilters, page: PagePlan & { readonly limit: number; readonly offset: number }) {
  const text = query.search_product_buyback?.trim() ?? ''
  const isByName = page.order.length === 0 || (page.order.length === 2 && page.order[0] === 'label')
  if (text === '' || text.length > codeLetters || !isByName) return sql`select f.* from ${pageOf(query, page)} f`
  const { category = null, status = productStatuses } = query
  const { limit, offset } = page
  const prices = grades.flatMap((grade) => {
    const cents = sql.ref(`l.${grade}_price_cents`)
    const { gte, lte } = query[priceFilters[grade]] ?? {}
    return [
      ...(gte === undefined ? [] : [sql` and ${cents} >= ${gte}`]),
      ...(lte === undefined ? [] : [sql` and ${cents} <= ${lte}`]),
    ]
  })
  return sql`
    with very as materialized (
      select coalesce(array_agg(l.product_id order by l.label, l.product_id), '{}') as ids
      from products_found('{}', array[${text}::text], array[${text}::text]) f (id)
      join product p on p.account_id = current_account_id() and p.id = f.id
        and (lower(p.buyer_reference) = lower(${text}::text) or p.gtin = ${text}::text)
      join listed_product l on l.account_id = p.account_id and l.product_id = p.id
      where l.status = any (${[...status]}::text[]) and (${category}::uuid[] is null or l.category_id in (
        select c.id from category c where c.account_id = current_account_id() and c.path && ${category}::uuid[]))
        ${sql.join(prices, sql``)}
    )
    select case when f.total < cardinality(v.ids) then cardinality(v.ids) else f.total end as total,
      case when cardinality(v.ids) = 0 then f.ids else (v.ids || array(
      select u.id from unnest(f.ids) with ordinality u (id, at) where u.id <> all (v.ids) order by u.at
    ))[${offset}::integer + 1 : ${offset}::integer + ${limit}::integer] end as ids
    from very v cross join lateral ${pageOf(query, {
      ...page,
      limit: sql`${limit}::integer + case when cardinality(v.ids) = 0 then 0 else ${offset}::integer + cardinality(v.ids) end`,
      offset: sql`case when cardinality(v.ids) = 0 then ${offset}::integer else 0 end`,
    })} f`
}

function pageOf(query: ProductFilters, page: PagePlan): RawBuilder<unknown> {
  const { search_product_buyback: text = null, category = null, status = productStatuses } = query
  const ranges = grades.map((grade) => query[priceFilters[grade]])
  const least = ranges.map((range) => range?.gte ?? null)
  const most = ranges.map((range) => range?.lte ?? null)
  return sql`product_page(${text}, ${category}::uuid[], ${[...new Set(status)]}::text[], ${least}::integer[],
    ${most}::integer[], ${page.order}::text[], ${page.limit}, ${page.offset}, ${page.counts})`
}
