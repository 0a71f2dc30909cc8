import { sql } from 'kysely'
import type * as z from 'zod'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import { windowOf } from '#api/http/list-page.ts'
import { productStatuses } from '#domain/catalog/product-status.ts'
import type { ListedProductAnswer, listProductsCall } from '#sync/calls/product-list.ts'

type ListQuery = z.output<typeof listProductsCall.query>

interface Page {
  readonly members: readonly ListedProductAnswer[]
  readonly total: number | null
}

/** Products of an account that pass the filters, by name unless asked otherwise. */
export async function listProducts(database: Database, accountId: string, query: ListQuery): Promise<Page> {
  const { limit, offset } = windowOf(query)
  const { search_product_buyback: text = null, category = null, status = productStatuses, buybackPriceGradeA } = query
  const { gte = null, lte = null } = buybackPriceGradeA ?? {}
  const order = Object.entries(query.order).flat()
  // What is chosen is narrow; all that is shown is read for the page alone.
  const page = sql<Page>`
    select f.total, coalesce((
      select json_agg(json_build_object('id', p.id, 'label', p.label, 'brand', p.brand, 'model', p.manufacturer_model,
        'buyerReference', p.buyer_reference, 'gtin', p.gtin, 'categoryId', c.id, 'categoryName', c.name,
        'status', p.status, 'image', p.image, 'buybackPriceGradeACents', l.grade_a_price_cents,
        'bestPriceCents', l.best_price_cents, 'createdAt', p.created_at) order by u.at)
      from unnest(f.ids) with ordinality u (id, at)
      join product p on p.account_id = ${accountId} and p.id = u.id
      join listed_product l on l.account_id = p.account_id and l.product_id = p.id
      join category c on c.account_id = p.account_id and c.id = p.main_category_id), '[]') as members
    from product_list(${text}, ${category}::uuid[], ${[...new Set(status)]}::text[], ${gte}, ${lte}, ${order}::text[], ${limit},
      ${offset}, ${!query.partial}) f`
  const [found] = await readInAccount(database, accountId, page.compile(database.app), { joinsAsWritten: true })
  const members = (found?.members ?? []).map((member) => ({
    ...member,
    createdAt: new Date(member.createdAt).toISOString(),
  }))
  return { members, total: found?.total ?? null }
}
