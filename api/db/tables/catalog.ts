import type { PriceOrigin } from '#domain/catalog/price-change.ts'
import type { ProductStatus } from '#domain/catalog/product-status.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { AnswerGrade, Grade, Json, TranslationsColumn } from './column.ts'

/** A category of the catalog’s tree. */
export interface CategoryTable {
  readonly account_id: string
  readonly id: string
  readonly parent_category_id: string | null
  readonly name: string
  readonly identifier: string
  readonly buyer_account_id: string | null
  readonly buyer_organization_id: string | null
  readonly description: string | null
  readonly children_description: string | null
  readonly status: Generated<'active' | 'archived'>
  readonly highlighted_instruction: string | null
  readonly image: string | null
  readonly image_alt: string | null
  readonly default_weight_grams: number | null
  readonly default_height_cm: number | null
  readonly default_length_cm: number | null
  readonly default_width_cm: number | null
  readonly absorption_type: Generated<'none' | 'percentage_declared' | 'percentage_controlled' | 'value'>
  readonly absorption_value: string | null
  readonly absorption_max_cents: number | null
  readonly position: Generated<number>
  readonly path: Generated<string[]>
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
  readonly translations: TranslationsColumn
}

/** A product that is bought back. */
export interface ProductTable {
  readonly account_id: string
  readonly id: string
  readonly label: string
  readonly brand: string | null
  readonly manufacturer_model: string | null
  readonly buyer_reference: string | null
  readonly gtin: string | null
  readonly main_category_id: string
  readonly simple: Generated<boolean>
  readonly buyback_zero_not_allowed: Generated<boolean>
  readonly imei_collect: Generated<boolean>
  readonly comment: string | null
  readonly height_cm: number | null
  readonly length_cm: number | null
  readonly width_cm: number | null
  readonly weight_grams: number | null
  readonly status: Generated<ProductStatus>
  readonly image: string | null
  readonly image_hd: string | null
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
  readonly document: GeneratedAlways<string | null>
  /** What references have in common that nobody would tell apart. */
  readonly alike_reference: GeneratedAlways<string | null>
  readonly translations: TranslationsColumn
}

/** Secondary categories of a product. */
export interface ProductCategoryTable {
  readonly account_id: string
  readonly product_id: string
  readonly category_id: string
}

/** Type allocation codes of a phone. */
export interface ProductTacTable {
  readonly account_id: string
  readonly tac: string
  readonly product_id: string
}

/** Price of a product for a grade. */
export interface ProductPriceTable {
  readonly account_id: string
  readonly product_id: string
  readonly grade: Grade
  readonly price_cents: number
}

/** Prices of a product that a statement has set, changed or taken away, each at its place; written by triggers alone. */
export interface ProductPriceChangeTable {
  readonly account_id: string
  readonly id: GeneratedAlways<string>
  readonly product_id: string
  readonly grades: readonly Grade[]
  readonly before_cents: readonly (number | null)[]
  readonly after_cents: readonly (number | null)[]
  readonly changed_at: Generated<Date>
  readonly changed_by: string | null
  readonly origin: PriceOrigin
}

/** What the office's list reads of a product; written by triggers alone. */
export interface ListedProductTable {
  readonly account_id: string
  readonly product_id: string
  readonly status: ProductStatus
  readonly category_id: string
  readonly label: string
  readonly brand: string
  readonly functional_price_cents: number | null
  readonly grade_a_price_cents: number | null
  readonly grade_b_price_cents: number | null
  readonly grade_c_price_cents: number | null
  readonly grade_d_price_cents: number | null
  readonly grade_e_price_cents: number | null
  readonly best_price_cents: number | null
  readonly created_at: Date
  readonly terms: string
}

/** A diagnostic question of the catalog. */
export interface QuestionTable {
  readonly account_id: string
  readonly id: string
  readonly title: string
  readonly how_to_test: string | null
  readonly description: string | null
  readonly image: Generated<string | null>
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
  readonly translations: TranslationsColumn
}

/** An answer: the best grade that it still allows, and its price impact. */
export interface AnswerTable {
  readonly account_id: string
  readonly id: string
  readonly question_id: string
  readonly position: number
  readonly name: string
  readonly description: string | null
  readonly best_grade: AnswerGrade
  readonly impact_type: Generated<'none' | 'percentage' | 'amount'>
  readonly impact_value: Generated<number>
  readonly impact_cap_cents: number | null
  readonly is_last: Generated<boolean>
  readonly translations: TranslationsColumn
}

/** Questions of a category, in order. */
export interface CategoryQuestionTable {
  readonly account_id: string
  readonly category_id: string
  readonly question_id: string
  readonly position: number
}

/** Questions of a category as they stood on one day. */
export interface QuestionnaireTable {
  readonly account_id: string
  readonly id: string
  readonly category_id: string
  readonly content: Json
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
}
