import { sql, type RawBuilder, type Transaction } from 'kysely'
import { effectiveMeasures, type InheritedMeasures, type Measure } from '#domain/catalog/product-measures.ts'
import type { Tables } from './tables.ts'

const columns = {
  weightGrams: 'default_weight_grams',
  lengthCm: 'default_length_cm',
  widthCm: 'default_width_cm',
  heightCm: 'default_height_cm',
} as const satisfies Record<Measure, string>

/** What the category `c` and those above it say of weight and sizes, as JSON: of each the nearest that says it. */
export const inheritedMeasures: RawBuilder<unknown> = sql`json_build_object(${sql.join(
  Object.entries(columns).map(
    ([measure, column]) => sql`${sql.lit(measure)}, (
      select json_build_object('value', k.${sql.ref(column)}, 'categoryId', k.id, 'categoryName', k.name) from category k
      where k.account_id = c.account_id and k.id = any (c.path) and k.${sql.ref(column)} is not null
      order by cardinality(k.path) desc limit 1)`,
  ),
)})`

/** Weight in grams and sizes in centimetres of a product; null where nobody says them. */
export type ItemMeasures = Readonly<Record<Measure, number | null>>

/** Weight and sizes of the products of the items `i` that pass a condition, each its own or those of its category (CAT-40). */
export async function readItemMeasures(
  tx: Transaction<Tables>,
  accountId: string,
  condition: RawBuilder<unknown>,
): Promise<readonly ItemMeasures[]> {
  const { rows } = await sql<ItemMeasures & { readonly inherited: InheritedMeasures }>`
    select o.weight_grams as "weightGrams", o.length_cm as "lengthCm", o.width_cm as "widthCm",
      o.height_cm as "heightCm", ${inheritedMeasures} as inherited
    from item i
    join product o on o.account_id = i.account_id and o.id = i.product_id
    join category c on c.account_id = o.account_id and c.id = o.main_category_id
    where i.account_id = ${accountId} and ${condition} order by i.id`.execute(tx)
  return rows.map(({ inherited, ...own }) => {
    const { weightGrams, lengthCm, widthCm, heightCm } = effectiveMeasures(own, inherited)
    return {
      weightGrams: weightGrams.value,
      lengthCm: lengthCm.value,
      widthCm: widthCm.value,
      heightCm: heightCm.value,
    }
  })
}
