/** What a file of the catalog holds: an export writes one, an import reads it (IO-04, IO-18). */
export const catalogContents = ['products', 'categories', 'diagnostic'] as const
export type CatalogContent = (typeof catalogContents)[number]

/**
 * Columns of each file, in their order. Amounts are decimals of the account's currency with a point, yes and no are
 * `true` and `false`, several values in one field are divided by `|`. Categories are named by their identifiers. A file
 * of questions has one line for each answer; what it says of the question stands in each of them. Behind these come the
 * texts in other languages than the account's (`fileColumns`).
 */
export const catalogColumns = {
  categories: [
    'id',
    'identifier',
    'name',
    'parent_identifier',
    'buyer_external_id',
    'status',
    'description',
    'children_description',
    'highlighted_instruction',
    'image_alt',
    'default_weight_grams',
    'default_height_cm',
    'default_length_cm',
    'default_width_cm',
    'absorption_type',
    'absorption_value',
    'absorption_max',
  ],
  products: [
    'id',
    'label',
    'brand',
    'manufacturer_model',
    'buyer_reference',
    'gtin',
    'tac_codes',
    'main_category',
    'secondary_categories',
    'status',
    'simple',
    'imei_collect',
    'buyback_zero_not_allowed',
    'comment',
    'height_cm',
    'length_cm',
    'width_cm',
    'weight_grams',
    'price_functional',
    'price_grade_a',
    'price_grade_b',
    'price_grade_c',
    'price_grade_d',
    'price_grade_e',
  ],
  diagnostic: [
    'question_id',
    'title',
    'how_to_test',
    'description',
    'categories',
    'answer_id',
    'answer_name',
    'answer_description',
    'best_grade',
    'impact_type',
    'impact_value',
    'impact_cap',
    'is_last',
  ],
} as const satisfies Record<CatalogContent, readonly string[]>
/** A column of a file. */
export type CatalogColumn<Content extends CatalogContent> = (typeof catalogColumns)[Content][number]
