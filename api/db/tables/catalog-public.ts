import type { Generated } from 'kysely'
import type { TranslationsColumn } from './column.ts'

/** The public home of an account that has edited it. */
export interface HomePageTable {
  readonly account_id: string
  readonly status: Generated<'active' | 'inactive'>
  readonly meta_title: string | null
  readonly meta_description: string | null
  readonly translations: TranslationsColumn
  readonly version: Generated<number>
}

/** A part of the public home. */
export interface HomeWidgetTable {
  readonly account_id: string
  readonly id: string
  readonly position: number
  readonly type: 'html' | 'featured_products' | 'search_banner'
  readonly title: string | null
  readonly text: string | null
  readonly html: string | null
  readonly image: string | null
  readonly image_alt: string | null
  readonly translations: TranslationsColumn
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
}

/** Products of a widget, in order. */
export interface HomeWidgetProductTable {
  readonly account_id: string
  readonly widget_id: string
  readonly product_id: string
  readonly position: number
}

/** What the search reads of a published product; written by triggers alone. */
export interface SearchedProductTable {
  readonly account_id: string
  readonly product_id: string
  readonly facet_id: number
  readonly label: string
  readonly size: number
  readonly best_price_cents: number | null
  readonly terms: string
}

/** What products have in common that are counted together in a search; written by triggers alone. */
export interface SearchedFacetTable {
  readonly account_id: string
  readonly id: number
  readonly category_id: string
  readonly brand: string | null
  readonly category_ids: string[]
  readonly terms: string
}

/** A word that typing errors are compared with; written by triggers alone. */
export interface SearchedWordTable {
  readonly account_id: string
  readonly word: string
}
