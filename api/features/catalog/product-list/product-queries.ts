import { sql, type RawBuilder, type Transaction } from 'kysely'
import type * as z from 'zod'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { windowOf } from '#api/http/list-page.ts'
import { grades } from '#domain/catalog/grade.ts'
import { productStatuses } from '#domain/catalog/product-status.ts'
import {
  priceFilters,
  type exportProductsCall,
  type ListedProductAnswer,
  type listProductsCall,
} from '#sync/calls/product-list.ts'

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
    from ${pageOf(query, { order: Object.entries(query.order).flat(), limit, offset, counts: !query.partial })} f`
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

function pageOf(
  query: ProductFilters,
  page: {
    readonly order: readonly string[]
    readonly limit: number
    readonly offset: number
    readonly counts: boolean
  },
): RawBuilder<unknown> {
  const { search_product_buyback: text = null, category = null, status = productStatuses } = query
  const ranges = grades.map((grade) => query[priceFilters[grade]])
  const least = ranges.map((range) => range?.gte ?? null)
  const most = ranges.map((range) => range?.lte ?? null)
  return sql`product_page(${text}, ${category}::uuid[], ${[...new Set(status)]}::text[], ${least}::integer[],
    ${most}::integer[], ${page.order}::text[], ${page.limit}, ${page.offset}, ${page.counts})`
}
