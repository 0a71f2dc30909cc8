import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { ProductEntry } from '#domain/catalog-files/catalog-lines.ts'
import type { Tables } from './tables.ts'

/**
 * Products as the lines of a file say them, by their ids: `ids` is a query of one column `id`. What is chosen is chosen
 * first and alone, so that no plan reads the catalog for each of them.
 */
export async function readProductEntries(
  tx: Transaction<Tables>,
  accountId: string,
  ids: RawBuilder<unknown>,
): Promise<readonly ProductEntry[]> {
  const { rows } = await sql<ProductEntry>`
    select p.id, p.label, p.translations, p.brand, p.manufacturer_model as "manufacturerModel",
      p.buyer_reference as "buyerReference", p.gtin, p.status, p.simple, p.imei_collect as "imeiCollect",
      p.buyback_zero_not_allowed as "buybackZeroNotAllowed", p.comment, p.height_cm as "heightCm",
      p.length_cm as "lengthCm", p.width_cm as "widthCm", p.weight_grams as "weightGrams",
      c.identifier as "mainCategory",
      array(select (select k.identifier from category k where k.account_id = y.account_id and k.id = y.category_id)
          as identifier
        from product_category y
        where y.account_id = p.account_id and y.product_id = p.id and y.category_id <> p.main_category_id
        order by identifier) as "secondaryCategories",
      array(select t.tac from product_tac t where t.account_id = p.account_id and t.product_id = p.id
        order by t.tac) as "tacCodes",
      coalesce((select json_object_agg(i.grade, i.price_cents) from product_price i
        where i.account_id = p.account_id and i.product_id = p.id), '{}') as "pricesCents"
    from (${ids}) u
    join product p on p.account_id = ${accountId} and p.id = u.id
    join category c on c.account_id = p.account_id and c.id = p.main_category_id
    order by p.id`.execute(tx)
  return rows
}
