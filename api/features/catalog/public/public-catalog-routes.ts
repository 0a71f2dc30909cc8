import type { Database } from '#api/db/database.ts'
import { imeiDoubts, isImei, tacOf } from '#domain/kernel/imei.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { succeed } from '#domain/kernel/result.ts'
import { refuse } from '#api/http/failure.ts'
import { collectionOf, windowOf } from '#api/http/list-page.ts'
import { readerLanguage } from '#api/http/reader-language.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import * as calls from '#sync/calls/public-catalog.ts'
import type * as z from 'zod'
import { readCategories, readCategoryNames } from './public-category-queries.ts'
import { orderStores } from './order-stores.ts'
import { offeredOptions } from './offered-options.ts'
import { readOptions } from './public-option-queries.ts'
import { readBuybackSettings } from './buyback-settings.ts'
import { readLegal, readPublicHome, readStores } from './page-queries.ts'
import { isTacKnown, readProduct } from './public-product-queries.ts'
import { publicProduct } from './public-product.ts'
import { visitorWait, type PublicCatalogDeps } from './public-catalog-deps.ts'
import { createSearchRoutes } from './search-routes.ts'
import { searchProducts, type SearchOrder } from './search-queries.ts'
import { createSuggestionRoutes } from './suggestion-routes.ts'

type ProductsQuery = z.output<typeof calls.publicProductsCall.query>
type StoresQuery = z.output<typeof calls.publicStoresCall.query>

/** What the public site shows of the catalog, for visitors and for people who are signed in. */
export function createPublicCatalogRoutes(deps: PublicCatalogDeps): readonly DeclaredRoute[] {
  const { database, pages, searches } = deps
  return [
    route(
      {
        ...calls.publicHomeCall,
        permission: 'visitor',
        openSite: true,
        summary: 'Widgets of the public home',
        conditional: true,
      },
      async ({ caller, http }) => {
        const { accountId: scope } = caller
        const language = readerLanguage(caller, http.headers)
        return pages.answer({ scope, key: [language], call: calls.publicHomeCall }, async () =>
          succeed(await readPublicHome(database, scope, language)),
        )
      },
    ),

    route(
      {
        ...calls.publicCategoriesCall,
        permission: 'visitor',
        openSite: true,
        summary: 'Categories that lead to published products',
        refusals: ['CATEGORY_NAVIGATION_DISABLED'],
        conditional: true,
      },
      async ({ caller, http }) => {
        const { accountId: scope, kind } = caller
        const language = readerLanguage(caller, http.headers)
        return pages.answer({ scope, key: [kind, language], call: calls.publicCategoriesCall }, async () => {
          const { categoryNavigation } = await readBuybackSettings(database, scope)
          if (!categoryNavigation && kind === 'visitor') return refuse('CATEGORY_NAVIGATION_DISABLED')
          return succeed({ categories: [...(await readCategories(database, scope, language))] })
        })
      },
    ),

    route(
      {
        ...calls.publicProductsCall,
        permission: 'visitor',
        openSite: true,
        summary: 'Search published products',
        refusals: ['ACCESS_THROTTLED', 'IMEI_MALFORMED', 'IMEI_SEARCH_DISABLED'],
        answerType,
        conditional: true,
      },
      async ({ caller, query, http }) => {
        const { accountId } = caller
        const language = readerLanguage(caller, http.headers)
        const scope = { database, accountId, language }
        const imei = query.imei?.trim()
        const waitSeconds = await visitorWait(deps, imei === undefined ? 'search' : 'imei', caller, http.address)
        if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
        if (imei === undefined) {
          const asked = { scope: accountId, key: [query, language], call: calls.publicProductsCall, answerType }
          return searches.answer(asked, async () => succeed(await productsOf(scope, query)))
        }
        // One device's number is nobody else's question.
        if (!isImei(imei)) return refuse('IMEI_MALFORMED', { field: 'imei' })
        if (!(await readBuybackSettings(database, accountId)).imeiSearch)
          return refuse('IMEI_SEARCH_DISABLED', { field: 'imei' })
        return succeed(await productsOf(scope, query, imei))
      },
    ),

    route(
      {
        ...calls.publicProductCall,
        permission: 'visitor',
        openSite: true,
        summary: 'A product with its questions and prices',
        refusals: ['ACCESS_THROTTLED', 'PRODUCT_NO_LONGER_EXISTS', 'PRODUCT_NOT_PUBLISHED'],
        conditional: true,
      },
      async ({ caller, params, http }) => {
        const waitSeconds = await visitorWait(deps, 'product', caller, http.address)
        if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
        const language = readerLanguage(caller, http.headers)
        const asked = { scope: caller.accountId, key: [params.id, language], call: calls.publicProductCall }
        return pages.answer(asked, async () => {
          const pricedAt = deps.now()
          const row = await readProduct(database, caller.accountId, params.id)
          if (row === null) return refuse('PRODUCT_NO_LONGER_EXISTS')
          if (row.status !== 'published') return refuse('PRODUCT_NOT_PUBLISHED')
          return succeed(publicProduct(row, pricedAt, language))
        })
      },
    ),

    route(
      {
        ...calls.publicOptionsCall,
        permission: 'visitor',
        openSite: true,
        summary: 'How items of a category come in and are paid',
        refusals: [
          'ACCESS_PERMISSION_MISSING',
          'REQUEST_NOT_FOUND',
          'CIRCUIT_NO_TRANSPORT_MODE',
          'CIRCUIT_NO_PAYMENT_MODE',
          'CIRCUIT_NO_WAREHOUSE',
          'BUYBACK_BUYER_UNREACHABLE',
        ],
        conditional: true,
      },
      async ({ caller, query: { categoryId, channel, country = null }, http }) => {
        const { accountId: scope, kind } = caller
        const language = readerLanguage(caller, http.headers)
        if (channel === 'store' && kind === 'visitor') return refuse('ACCESS_PERMISSION_MISSING')
        const asked = { scope, key: [categoryId, channel, country, language], call: calls.publicOptionsCall }
        return pages.answer(asked, async () =>
          offeredOptions(await readOptions(database, scope, { categoryId, channel, country, language })),
        )
      },
    ),

    route(
      {
        ...calls.publicStoresCall,
        permission: 'visitor',
        openSite: true,
        summary: 'Stores where customers bring products',
        answerType,
        conditional: true,
      },
      async ({ caller: { accountId }, query }) => {
        const read = async () => succeed(await storesOf(database, accountId, query))
        // No other visitor asks with the same position, so this answer is not kept.
        if (query.lat !== undefined) return read()
        return pages.answer({ scope: accountId, key: [query], call: calls.publicStoresCall, answerType }, read)
      },
    ),

    ...createTextRoutes(deps),
    ...createSearchRoutes(deps),
    ...createSuggestionRoutes(deps),
  ]
}

function createTextRoutes({ database, pages }: PublicCatalogDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...calls.publicLegalCall,
        permission: 'visitor',
        summary: 'A text of the account for its customers',
        conditional: true,
      },
      async ({ caller, params: { document }, http }) => {
        const { accountId: scope } = caller
        const language = readerLanguage(caller, http.headers)
        return pages.answer({ scope, key: [document, language], call: calls.publicLegalCall }, async () =>
          succeed({ document, ...(await readLegal(database, scope, { document, language })) }),
        )
      },
    ),

    route(
      {
        ...calls.buybackSettingsCall,
        permission: 'visitor',
        openSite: true,
        summary: 'Settings that buyback and cart follow',
        conditional: true,
      },
      async ({ caller: { accountId: scope } }) =>
        pages.answer({ scope, key: [], call: calls.buybackSettingsCall }, async () => {
          const { identityRequired, cartMinValue } = await readBuybackSettings(database, scope)
          return succeed({ customer_identity_document_required: identityRequired, cart_min_value: cartMinValue })
        }),
    ),
  ]
}

/** Lists are linked data (API-08). */
const answerType = 'application/ld+json'

interface ReaderScope {
  readonly database: Database
  readonly accountId: string
  readonly language: Language | null
}

async function productsOf({ database, accountId, language }: ReaderScope, query: ProductsQuery, imei?: string) {
  const [result, words, isKnown] = await Promise.all([
    searchProducts(database, accountId, { ...searchOf(query, imei), language }),
    readCategoryNames(database, accountId, language),
    imei === undefined ? null : isTacKnown(database, accountId, tacOf(imei)),
  ])
  return {
    ...collectionOf(result.products.map(words.card), query.partial ? null : result.total),
    facets: { brands: [...result.brands], categories: result.categories.map(words.category) },
    correctedQuery: result.correctedQuery,
    others: result.others,
    imei: imei === undefined ? null : { tac: tacOf(imei), doubts: doubtsOf(imei, isKnown) },
  }
}

async function storesOf(database: Database, accountId: string, query: StoresQuery) {
  const { lat, lon, country = null } = query
  const place = lat === undefined || lon === undefined ? null : { latitude: lat, longitude: lon }
  const stores = orderStores(await readStores(database, accountId, { place, country }), query.order)
  const { limit, offset } = windowOf(query)
  return collectionOf(stores.slice(offset, offset + limit), query.partial ? null : stores.length)
}

function searchOf(query: ProductsQuery, imei: string | undefined) {
  const { limit, offset } = windowOf(query)
  return {
    text: query.search_product_buyback ?? null,
    tac: imei === undefined ? null : tacOf(imei),
    categoryId: query.category ?? null,
    brands: query.brand ?? null,
    order: ordersOf(query.order),
    // Without pages there is one of the largest size: nobody takes the price list home in one call.
    limit: Math.min(limit, calls.mostResults),
    offset,
    prefix: true,
    corrects: true,
    wide: query.wide === 'true',
  }
}

function ordersOf(order: ProductsQuery['order']): readonly SearchOrder[] {
  const asked = Object.entries(order) as ['label' | 'price', 'asc' | 'desc'][]
  return asked.map(([field, direction]) => `${field}_${direction}` as const)
}

function doubtsOf(imei: string, isKnown: boolean | null) {
  const doubts = imeiDoubts(imei, { isKnown: isKnown === null ? null : () => isKnown, ofModel: null })
  return doubts.filter((doubt) => doubt !== 'IMEI_TAC_OTHER_MODEL')
}
