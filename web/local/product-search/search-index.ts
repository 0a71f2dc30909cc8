import { create, insertMultiple, load, save, search, type AnyOrama, type RawData } from '@orama/orama'
import { askedCodes, askedWords, searchCode, wordsOf, searchedText } from '#domain/catalog/search-words.ts'
import { correctWords, type SearchedWord } from '#domain/catalog/correct-words.ts'
import { addPosting, eachProduct, packPostings, type Postings } from './term-index.ts'

/** A product as the search on the device knows it. */
export interface SearchableProduct {
  readonly id: string
  readonly label: string
  readonly brand: string | null
  readonly model: string | null
  readonly image: string | null
  readonly categoryId: string
  readonly categoryName: string
  readonly bestPriceCents: number | null
  /** All categories that it stands in or below. */
  readonly categoryIds: readonly string[]
  /** Names of those categories. */
  readonly categoryNames: readonly string[]
  /** EAN, model, reference and type allocation codes as they are written. */
  readonly codes: readonly string[]
}

/** A product that was found. */
export type FoundProduct = Omit<SearchableProduct, 'categoryIds' | 'categoryNames' | 'codes'>

/** What is searched: what is absent or null restricts nothing. */
export interface ProductQuestion {
  readonly text: string
  readonly categoryId?: string | null
  readonly brands?: readonly string[]
  readonly limit: number
  readonly offset?: number
}

/** A part of what was found, the closest first, with how many each brand and category would give. */
export interface ProductFindings {
  readonly total: number
  readonly products: readonly FoundProduct[]
  readonly brands: readonly { readonly value: string; readonly count: number }[]
  readonly categories: readonly { readonly id: string; readonly name: string; readonly count: number }[]
  /** The words that were searched in place of unknown ones; null where all were known. */
  readonly correctedQuery: string | null
}

/** An index as it is kept: products in the order of the results, and who has which word. */
export interface KeptIndex {
  readonly products: readonly FoundProduct[]
  /** For each product the place of its categories. */
  readonly placeOf: Uint32Array
  readonly places: readonly (readonly string[])[]
  /** For each product its brand, counted from 1; 0 for none. */
  readonly brandOf: Uint16Array
  readonly brands: readonly string[]
  /** For each product its category. */
  readonly categoryOf: Uint16Array
  readonly categories: readonly { readonly id: string; readonly name: string }[]
  readonly words: readonly string[]
  readonly names: Postings
  readonly others: Postings
  readonly codes: readonly string[]
  readonly coded: Postings
  /** Orama's index of the words. */
  readonly vocabulary: RawData
}

/** The search over one catalog. */
export interface ProductIndex {
  readonly kept: KeptIndex
  find(question: ProductQuestion): Promise<ProductFindings>
}

/** Most words of the catalog that the beginning of a word stands for. */
const mostForms = 2000
/** Most words that one mistyped word is compared with. */
const mostSimilar = 30
/** Most brands and categories that are counted. */
const mostGroups = 100

/** How closely a product has a word: in its name, in its name as a beginning, or beside it. */
const [besideName, beginsName, inName] = [1, 2, 3]

/** Makes the index of a catalog. */
export async function buildIndex(products: readonly SearchableProduct[]): Promise<ProductIndex> {
  const named = products
    .map((product) => ({ product, name: wordsOf(`${product.brand ?? ''} ${product.label}`) }))
    .toSorted(
      (a, b) =>
        a.name.length - b.name.length ||
        compare(a.product.label, b.product.label) ||
        compare(a.product.id, b.product.id),
    )
  const names = new Map<string, number[]>()
  const others = new Map<string, number[]>()
  const coded = new Map<string, number[]>()
  const places = new Map<string, number>()
  const placeList: (readonly string[])[] = []
  const placeOf = new Uint32Array(named.length)
  for (const [at, { product, name }] of named.entries()) {
    for (const word of new Set(name)) addPosting(names, word, at)
    for (const word of new Set(wordsOf([product.model ?? '', ...product.categoryNames].join(' '))))
      addPosting(others, word, at)
    for (const code of new Set(product.codes.flatMap((one) => searchCode(one) ?? []))) addPosting(coded, code, at)
    const key = product.categoryIds.join(' ')
    const place = places.get(key) ?? places.size
    if (place === places.size) {
      places.set(key, place)
      placeList.push(product.categoryIds)
    }
    placeOf[at] = place
  }
  const brands = [...new Set(named.flatMap(({ product }) => product.brand ?? []))].toSorted(compare)
  const categories = [
    ...new Map(named.map(({ product: { categoryId: id, categoryName: name } }) => [id, { id, name }])).values(),
  ]
  const brandNumbers = new Map(brands.map((brand, at) => [brand, at + 1]))
  const categoryNumbers = new Map(categories.map(({ id }, at) => [id, at]))
  const words = [...new Set([...names.keys(), ...others.keys()])].toSorted(compare)
  const codes = [...coded.keys()].toSorted(compare)
  const vocabulary = await createVocabulary(words)
  return openIndex({
    products: named.map(({ product }) => found(product)),
    placeOf,
    places: placeList,
    brandOf: Uint16Array.from(named, ({ product }) => brandNumbers.get(product.brand ?? '') ?? 0),
    brands,
    categoryOf: Uint16Array.from(named, ({ product }) => categoryNumbers.get(product.categoryId) ?? 0),
    categories,
    words,
    names: packPostings(names, words),
    others: packPostings(others, words),
    codes,
    coded: packPostings(coded, codes),
    vocabulary: save(vocabulary),
  })
}

/** Opens an index that was kept. */
export function openIndex(kept: KeptIndex): ProductIndex {
  const vocabulary = emptyVocabulary()
  load(vocabulary, kept.vocabulary)
  const numbers = new Map(kept.words.map((word, at) => [word, at]))
  const codes = new Map(kept.codes.map((code, at) => [code, at]))
  const size = kept.products.length

  /** For each product how closely it has one of the words, written into `level`; 0 for not at all. */
  function levelsOf(words: readonly string[], forms: readonly number[], level: Uint8Array): void {
    const exact = words.flatMap((word) => numbers.get(word) ?? [])
    for (const word of [...exact, ...forms]) eachProduct(kept.others, word, (at) => raise(level, at, besideName))
    for (const word of forms) eachProduct(kept.names, word, (at) => raise(level, at, beginsName))
    for (const word of exact) eachProduct(kept.names, word, (at) => raise(level, at, inName))
  }

  /** Numbers of the catalog's words that begin so. */
  async function beginningWith(word: string): Promise<readonly number[]> {
    if (word.length < 2 && !/\d/.test(word)) return []
    return numbersOf(vocabulary, word, 0, mostForms)
  }

  /** The level of every product for all of the words together. */
  async function matches(words: readonly (readonly string[])[]): Promise<Uint8Array> {
    const all = new Uint8Array(size).fill(words.length === 0 ? besideName : inName)
    for (const [at, alternatives] of words.entries()) {
      const isLast = at === words.length - 1
      const forms = isLast ? (await Promise.all(alternatives.map(beginningWith))).flat() : []
      const level = new Uint8Array(size)
      levelsOf(alternatives, forms, level)
      for (let product = 0; product < size; product++) {
        if (level[product]! < all[product]!) all[product] = level[product]!
      }
    }
    return all
  }

  async function searchedWords(text: string): Promise<readonly SearchedWord[]> {
    const asked = askedWords(text)
    return Promise.all(
      asked.map(async ({ word, inCode }, at) => {
        const isKnown = numbers.has(word) || (at === asked.length - 1 && (await beginningWith(word)).length > 0)
        const isCorrectable = !isKnown && /^[a-z]{3,}$/.test(word)
        const similar = isCorrectable ? await numbersOf(vocabulary, word, 2, mostSimilar) : []
        return { word, known: isKnown, inCode, similar: similar.map((one) => kept.words[one] ?? '') }
      }),
    )
  }

  function byCode(text: string): Uint8Array | null {
    const known = askedCodes(text).flatMap((code) => codes.get(code) ?? [])
    if (known.length === 0) return null
    const level = new Uint8Array(size)
    for (const code of known) eachProduct(kept.coded, code, (at) => raise(level, at, inName))
    return level
  }

  async function find(asked: ProductQuestion): Promise<ProductFindings> {
    const question = { ...asked, text: searchedText(asked.text) }
    const coded = byCode(question.text)
    if (coded !== null) return pageOf(kept, coded, question, null)
    const levels = await matches(askedWords(question.text).map(({ word }) => [word]))
    const answer = pageOf(kept, levels, question, null)
    if (answer.total > 0 || question.text.trim() === '') return answer
    const corrected = correctWords(await searchedWords(question.text))
    if (corrected === null) return answer
    return pageOf(kept, await matches(corrected), question, corrected.map(([word]) => word ?? '').join(' '))
  }

  return { kept, find }
}

function pageOf(
  kept: KeptIndex,
  levels: Uint8Array,
  { categoryId = null, brands = [], limit, offset = 0 }: ProductQuestion,
  corrected: string | null,
): ProductFindings {
  const { placeOf, brandOf, categoryOf } = kept
  const inPlace = kept.places.map((ids) => categoryId === null || ids.includes(categoryId))
  const ofBrand = ['', ...kept.brands].map((brand) => brands.length === 0 || brands.includes(brand))
  const brandCounts = new Uint32Array(ofBrand.length)
  const categoryCounts = new Uint32Array(kept.categories.length)
  const rows: number[][] = [[], [], [], []]
  let total = 0
  for (let at = 0; at < levels.length; at++) {
    const level = levels[at]!
    if (level === 0) continue
    const brand = brandOf[at]!
    const isInPlace = inPlace[placeOf[at]!]!
    if (isInPlace) brandCounts[brand]!++
    if (!ofBrand[brand]!) continue
    categoryCounts[categoryOf[at]!]!++
    if (!isInPlace) continue
    total++
    if (rows[level]!.length < offset + limit) rows[level]!.push(at)
  }
  const page = [...rows[inName]!, ...rows[beginsName]!, ...rows[besideName]!].slice(offset, offset + limit)
  return {
    total,
    products: page.map((at) => kept.products[at]!),
    brands: counted(kept.brands.map((value, at) => ({ value, count: brandCounts[at + 1]! }))),
    categories: counted(kept.categories.map((category, at) => ({ ...category, count: categoryCounts[at]! }))),
    correctedQuery: total === 0 ? null : corrected,
  }
}

/** Those that count, the largest first. */
function counted<Group extends { readonly count: number }>(groups: readonly Group[]): readonly Group[] {
  return groups
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostGroups)
}

function raise(level: Uint8Array, at: number, to: number): void {
  if (level[at]! < to) level[at] = to
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function found(product: SearchableProduct): FoundProduct {
  const { id, label, brand, model, image, categoryId, categoryName, bestPriceCents } = product
  return { id, label, brand, model, image, categoryId, categoryName, bestPriceCents }
}

// Orama holds the words of the catalog and not its products: of 20,000 products a search for one letter would weigh
// every one of them, which takes half a second, and loading them takes more than a second.
function emptyVocabulary(): AnyOrama {
  return create({
    schema: { word: 'string' },
    sort: { enabled: false },
    components: {
      tokenizer: { language: 'words', normalizationCache: new Map(), tokenize: (raw: string) => [raw] },
    },
  })
}

async function createVocabulary(words: readonly string[]): Promise<AnyOrama> {
  const vocabulary = emptyVocabulary()
  await insertMultiple(
    vocabulary,
    words.map((word, at) => ({ id: String(at), word })),
    5000,
  )
  return vocabulary
}

async function numbersOf(
  vocabulary: AnyOrama,
  term: string,
  tolerance: number,
  limit: number,
): Promise<readonly number[]> {
  const answer = await search(vocabulary, { term, properties: ['word'], tolerance, limit })
  return answer.hits.map(({ id }) => Number(id))
}
