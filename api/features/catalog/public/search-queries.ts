import { sql } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import { wordsOf } from '#domain/catalog/catalog-words.ts'
import { correctWords, type SearchedWord } from '#domain/catalog/correct-words.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { slugOf } from '#domain/kernel/slug.ts'
import { isImei } from '#domain/kernel/imei.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { wordedFor, type Translations } from '#domain/kernel/translations.ts'
import type { ProductCard } from '#sync/calls/public-catalog.ts'
import { readBuybackSettings } from './buyback-settings.ts'

/** Orders that may come before relevance. */
export type SearchOrder = 'label_asc' | 'label_desc' | 'price_asc' | 'price_desc'

/** What is searched: everything that is absent or null restricts nothing. */
export interface ProductSearch {
  readonly text: string | null
  readonly tac: string | null
  readonly categoryId: string | null
  readonly brands: readonly string[] | null
  /** What comes before relevance, the first first. */
  readonly order: readonly SearchOrder[]
  readonly limit: number
  readonly offset: number
  /** Whether the last word may be the beginning of one. */
  readonly prefix: boolean
  /** Whether mistyped words are replaced where nothing is found. */
  readonly corrects: boolean
  /** In which products are named; null is the account's. */
  readonly language: Language | null
}

/** A product as it is read for lists. */
export interface FoundProduct extends Omit<ProductCard, 'slug'> {
  readonly translations: Translations
}

interface Found {
  readonly total: number
  readonly products: readonly FoundProduct[]
  readonly brands: readonly { readonly value: string; readonly count: number }[]
  readonly categories: readonly {
    readonly id: string
    readonly name: string
    readonly slug: string
    readonly count: number
  }[]
  /** What the catalog knows of the words, where nothing was found and they may be corrected. */
  readonly words?: readonly SearchedWord[]
}

/** A page of results, with how many each brand and category would give. */
export interface SearchResult extends Omit<Found, 'products' | 'words'> {
  readonly products: readonly ProductCard[]
  /** The words that were searched in place of unknown ones; null where none were replaced. */
  readonly correctedQuery: string | null
}

/**
 * Searches the published products of an account. What finds nothing is searched again with its mistyped words
 * replaced by those of the catalog that they may stand for.
 */
export async function searchProducts(
  database: Database,
  accountId: string,
  search: ProductSearch,
): Promise<SearchResult> {
  if (asksForNothing(search)) return none
  // An IMEI that is typed where words are searched takes the premium feature as one in its own field does.
  if (isImei(search.text?.trim() ?? '') && !(await readBuybackSettings(database, accountId)).imeiSearch) return none
  const { words: known, ...found } = await find(database, accountId, search, null)
  const words = known === undefined ? null : correctWords(known)
  const again = words === null ? found : await find(database, accountId, search, words)
  return {
    ...again,
    products: again.products.map((product) => productCardOf(product, search.language)),
    correctedQuery: words === null || again.total === 0 ? null : words.map((each) => each[0]).join(' '),
  }
}

const nothing = { total: 0, products: [], brands: [], categories: [] } as const
const none: SearchResult = { ...nothing, correctedQuery: null }

// A text of signs alone has no word by which the catalog could be restricted: no product is what it asks for.
function asksForNothing({ text }: ProductSearch): boolean {
  return text !== null && text.trim() !== '' && wordsOf(text).length === 0
}

/** A product as lists show it in a language; its address is the same in each. */
export function productCardOf(product: FoundProduct, language: Language | null): ProductCard {
  return { ...wordedFor(product, ['label'], language), slug: productSlug(product.brand, product.label) }
}

/** The readable part of a product's address. */
export function productSlug(brand: string | null, label: string): string {
  return slugOf(productName({ brand, productLabel: label }) ?? label)
}

async function find(
  database: Database,
  accountId: string,
  search: ProductSearch,
  words: readonly (readonly string[])[] | null,
): Promise<Found> {
  const { text, prefix, corrects, tac, categoryId, brands, order, limit, offset } = search
  const query = sql<{ found: Found }>`select catalog_search(${text}, ${words?.map((each) => each.join('|')) ?? null},
    ${prefix}, ${corrects}, ${tac}, ${categoryId}, ${brands === null ? null : [...brands]}, ${[...order]}::text[], ${limit}, ${offset}) as found`
  const rows = await readInAccount(database, accountId, query.compile(database.app))
  return rows[0]?.found ?? nothing
}
