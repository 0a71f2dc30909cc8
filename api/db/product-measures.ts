import { sql, type RawBuilder } from 'kysely'
import type { Measure } from '#domain/catalog/product-measures.ts'

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
