import { productTermsSql } from '#api/db/product-terms.ts'
import type { ProductRow } from '#sync/records.ts'
import type { Config } from '#sync/wire/pull.ts'
import type { AccountSql, Statement } from './account-sql.ts'

const loadProducts: Statement = {
  name: 'sync-load-products',
  text: `with picked as (
    select ${productTermsSql} as product from product p where p.account_id = $1 and p.id = any ($2::uuid[])
  )
  select (select json_agg(product) from picked) as products,
    (select json_agg(json_build_object('id', q.id, 'questions', q.content -> 'questions')) from questionnaire q
      where q.account_id = $1 and q.id in (select (product ->> 'questionnaireId')::uuid from picked)) as questionnaires`,
}

/** Products that tests found instead of the declared ones, with the questions that they ask. */
export interface LoadedProducts {
  readonly products: readonly ProductRow[]
  readonly questionnaires: NonNullable<Config['questionnaires']>
}

interface LoadedRow {
  readonly products: LoadedProducts['products'] | null
  readonly questionnaires: LoadedProducts['questionnaires'] | null
}

/** Loads products by id; unknown ones are left out. */
export async function loadProductRows(
  sql: AccountSql,
  accountId: string,
  productIds: readonly string[],
): Promise<LoadedProducts> {
  if (productIds.length === 0) return { products: [], questionnaires: [] }
  const [row] = await sql.rows<LoadedRow>(loadProducts, [accountId, productIds])
  return { products: row?.products ?? [], questionnaires: row?.questionnaires ?? [] }
}
