import { sql } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import { searchedText, wordsOf } from '#domain/catalog/search-words.ts'
import { correctWords, type SearchedWord } from '#domain/catalog/correct-words.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { slugOf } from '#domain/kernel/slug.ts'
import { isImei } from '#domain/kernel/imei.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { wordedFor, type Translations } from '#domain/kernel/translations.ts'
import type { ProductCard } from '#sync/calls/public-catalog.ts'
import { withBestPrices } from './best-price-queries.ts'
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
  /** Whether a number at the end may be the beginning of another one even where products have the number itself. */
  readonly wide?: boolean
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
  /** How many more have numbers that begin like the last one, which were left out for those that have it itself. */
  readonly others: number
}

/**
 * Searches the published products of an account. What finds nothing is searched again with its mistyped words
 * replaced by those of the catalog that they may stand for.
 */
export async function searchProducts(
  database: Database,
  accountId: string,
  asked: ProductSearch,
): Promise<SearchResult> {
  const search = asked.text === null ? asked : { ...asked, text: searchedText(asked.text) }
  if (asksForNothing(search)) return none
  // An IMEI that is typed where words are searched takes the premium feature as one in its own field does.
  if (isImei(search.text?.trim() ?? '') && !(await readBuybackSettings(database, accountId)).imeiSearch) return none
  const exact = await findNumber(database, accountId, search)
  if (exact !== null) return exact
  const { words: known, ...found } = await find(database, accountId, search, null)
  const words = known === undefined ? null : correctWords(known)
  const again = words === null ? found : await find(database, accountId, search, words)
  return {
    ...again,
    products: await cardsOf(database, accountId, search, again.products),
    correctedQuery: words === null || again.total === 0 ? null : words.map((each) => each[0]).join(' '),
    others: 0,
  }
}

/**
 * Who ends with a number means the model of that number and no storage size that begins like it: `iphone 12` is not the
 * iPhone 13 of 128 GB. Null where the text does not end so, or where no product has the number.
 */
async function findNumber(database: Database, accountId: string, search: ProductSearch): Promise<SearchResult | null> {
  const { text, prefix, wide = false } = search
  const words = wordsOf(text ?? '')
  if (!prefix || wide || words.length < 2 || !/^\d{1,3}$/.test(words.at(-1) ?? '')) return null
  const [whole, begun] = await Promise.all([
    find(database, accountId, { ...search, prefix: false, corrects: false }, null),
    find(database, accountId, { ...search, corrects: false, limit: 1, offset: 0 }, null),
  ])
  if (whole.total === 0 || begun.total === whole.total) return null
  const products = await cardsOf(database, accountId, search, whole.products)
  return { ...whole, products, correctedQuery: null, others: begun.total - whole.total }
}

async function cardsOf(
  database: Database,
  accountId: string,
  { language, order }: ProductSearch,
  products: readonly FoundProduct[],
): Promise<readonly ProductCard[]> {
  const priced = await withBestPrices(database, accountId, products)
  return inShownOrder(priced, order[0]).map((product) => productCardOf(product, language))
}

// Pages follow the price of the best grade, which is all that the searched table knows: within one, the price shown says.
function inShownOrder(products: readonly FoundProduct[], order: SearchOrder | undefined): readonly FoundProduct[] {
  if (order !== 'price_asc' && order !== 'price_desc') return products
  const last = order === 'price_asc' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  const rank = ({ bestPriceCents }: FoundProduct): number => bestPriceCents ?? last
  const sign = order === 'price_asc' ? 1 : -1
  return products.toSorted((one, other) => (rank(one) === rank(other) ? 0 : sign * (rank(one) - rank(other))))
}

const nothing = { total: 0, products: [], brands: [], categories: [] } as const
const none: SearchResult = { ...nothing, correctedQuery: null, others: 0 }

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
