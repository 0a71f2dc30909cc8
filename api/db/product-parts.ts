import { sql, type RawBuilder } from 'kysely'

/** What a product `p` says of itself, under the names of the program. */
export const productFields = sql`p.id, p.label, p.translations, p.brand, p.manufacturer_model as "manufacturerModel",
  p.buyer_reference as "buyerReference", p.gtin, p.status, p.simple, p.imei_collect as "imeiCollect",
  p.buyback_zero_not_allowed as "buybackZeroNotAllowed", p.comment, p.height_cm as "heightCm",
  p.length_cm as "lengthCm", p.width_cm as "widthCm", p.weight_grams as "weightGrams"`

/** TAC codes of products, gathered once for all of them: rows of `product_id` and `codes`. */
export function tacCodesOf(accountId: string, ids: readonly string[]): RawBuilder<unknown> {
  return sql`(select t.product_id, array_agg(t.tac order by t.tac) as codes from product_tac t
    where t.account_id = ${accountId} and t.product_id = any (${ids}::uuid[]) group by 1)`
}
