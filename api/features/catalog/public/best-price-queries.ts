import { sql } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import { bestPrice, type PricedTerms } from '#domain/catalog/best-price.ts'

interface Terms {
  readonly products: readonly (Omit<PricedTerms, 'questions'> & { readonly id: string; readonly categoryId: string })[]
  readonly questions: Readonly<Record<string, PricedTerms['questions']>>
}

/**
 * Products of a list with the best price that answers can reach. The table of the search knows the best grade's price
 * alone, and no product of it is written again because a question of its category has changed.
 */
export async function withBestPrices<Product extends { readonly id: string; readonly bestPriceCents: number | null }>(
  database: Database,
  accountId: string,
  products: readonly Product[],
): Promise<readonly Product[]> {
  const ids = [...new Set(products.flatMap(({ id, bestPriceCents }) => (bestPriceCents === null ? [] : [id])))]
  if (ids.length === 0) return products
  const query = sql<Terms>`
    with wanted as materialized (
      select p.id, p.simple, p.main_category_id from product p
      where p.account_id = ${accountId} and p.id = any (${ids}::uuid[]))
    select (select json_agg(json_build_object('id', w.id, 'simple', w.simple, 'categoryId', w.main_category_id,
        'prices', coalesce((select json_object_agg(r.grade, r.price_cents) from product_price r
          where r.account_id = ${accountId} and r.product_id = w.id), '{}'))) from wanted w) as products,
      coalesce((select json_object_agg(c.category_id, c.questions) from (
        select k.category_id, json_agg(json_build_object('id', k.question_id, 'answers', (
            select coalesce(json_agg(json_build_object('id', a.id, 'bestGrade', a.best_grade, 'isLast', a.is_last, 'impact',
              case a.impact_type
                when 'percentage' then json_build_object('type', 'percentage', 'percent', a.impact_value,
                  'capCents', a.impact_cap_cents)
                when 'amount' then json_build_object('type', 'amount', 'amountCents', a.impact_value)
                else json_build_object('type', 'none') end)), '[]')
            from answer a where a.account_id = k.account_id and a.question_id = k.question_id))) as questions
        from category_question k
        where k.account_id = ${accountId} and k.category_id in (select w.main_category_id from wanted w)
        group by k.category_id) c), '{}') as questions`
  const [row] = await readInAccount(database, accountId, query.compile(database.app), { plannedOnce: true })
  const best = new Map(
    (row?.products ?? []).map(({ id, categoryId, ...terms }) => [
      id,
      bestPrice({ ...terms, questions: row?.questions[categoryId] ?? [] }),
    ]),
  )
  return products.map((product) => {
    const price = best.get(product.id)
    return price === undefined ? product : { ...product, bestPriceCents: price }
  })
}
