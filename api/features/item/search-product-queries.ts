import { sql, type Transaction } from 'kysely'
import { foldedWord, matchesWord } from '#api/db/word-search.ts'
import type { Tables } from '#api/db/tables.ts'
import { productTermsSql } from '#api/db/product-terms.ts'
import type { ControlProduct } from '#sync/calls/compliance.ts'

/** Most products of one answer: a list to choose from, not to read. */
const most = 30

/**
 * Published products whose names hold every word, or whose type allocation code the text begins with, and the declared
 * one where it is named.
 */
export async function searchProducts(
  tx: Transaction<Tables>,
  { accountId }: { readonly accountId: string },
  {
    search,
    categoryId,
    declaredId,
  }: {
    readonly search: string
    readonly categoryId?: string | undefined
    readonly declaredId?: string | undefined
  },
): Promise<readonly ControlProduct[]> {
  const words = search.split(/\s+/).slice(0, 8)
  const tac = /^\d{8,17}$/.test(search) ? search.slice(0, 8) : null
  const named = words.map((word) => matchesWord(sql`p.document`, foldedWord(word)))
  const found = await sql<ControlProduct>`
    select p.id, p.brand, p.label, p.main_category_id as "categoryId",
      array(select t.tac from product_tac t where t.account_id = p.account_id and t.product_id = p.id order by t.tac) as tacs,
      ${sql.raw(productTermsSql)} as terms
    from product p
    where p.account_id = ${accountId} and (p.id = ${declaredId ?? null}::uuid or p.status = 'published'
      and ((${sql.join(named, sql` and `)}) or exists (select 1 from product_tac t
        where t.account_id = p.account_id and t.product_id = p.id and t.tac = ${tac}::text)))
    order by p.id is distinct from ${declaredId ?? null}::uuid, p.main_category_id is distinct from ${categoryId ?? null}::uuid, p.brand, p.label, p.id
    limit ${most}`.execute(tx)
  return found.rows
}
