import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { ProductEntry } from '#domain/catalog-files/catalog-lines.ts'
import { productFields, tacCodesOf } from './product-parts.ts'
import type { Tables } from './tables.ts'

/**
 * Products as the lines of a file say them, by their ids: `ids` is a query of one column `id`. What is chosen is chosen
 * first and alone, so that no plan reads the catalog for each of them; what belongs to them is gathered once for all.
 */
export async function readProductEntries(
  tx: Transaction<Tables>,
  accountId: string,
  ids: RawBuilder<unknown>,
): Promise<readonly ProductEntry[]> {
  const { rows: chosen } = await sql<{ ids: readonly string[] }>`select array(${ids}) as ids`.execute(tx)
  const known = chosen[0]?.ids ?? []
  if (known.length === 0) return []
  const { rows } = await sql<ProductEntry>`
    select ${productFields},
      c.identifier as "mainCategory", coalesce(y.identifiers, '{}') as "secondaryCategories",
      coalesce(t.codes, '{}') as "tacCodes", coalesce(i.prices, '{}') as "pricesCents"
    from product p
    join category c on c.account_id = p.account_id and c.id = p.main_category_id
    left join (select y.product_id, array_agg(k.identifier order by k.identifier) as identifiers
      from product_category y
      join product o on o.account_id = y.account_id and o.id = y.product_id and o.main_category_id <> y.category_id
      join category k on k.account_id = y.account_id and k.id = y.category_id
      where y.account_id = ${accountId} and y.product_id = any (${known}::uuid[]) group by 1) y on y.product_id = p.id
    left join ${tacCodesOf(accountId, known)} t on t.product_id = p.id
    left join (select i.product_id, json_object_agg(i.grade, i.price_cents) as prices from product_price i
      where i.account_id = ${accountId} and i.product_id = any (${known}::uuid[]) group by 1) i on i.product_id = p.id
    where p.account_id = ${accountId} and p.id = any (${known}::uuid[])
    order by p.id`.execute(tx)
  return rows
}
