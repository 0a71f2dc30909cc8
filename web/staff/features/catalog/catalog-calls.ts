import { queryOptions } from '@tanstack/react-query'
import { listCategoriesCall, readCategoryCall, readCategoryTreeCall } from '#sync/calls/category.ts'
import { listCircuitsCall } from '#sync/calls/circuit.ts'
import { listOrganizationsCall } from '#sync/calls/organization.ts'
import { listPriceChangesCall, readPricesOnDayCall, readProductCall } from '#sync/calls/product.ts'
import { listOwnPricesCall, listProductsCall, previewPricesCall, readOwnPricesCall } from '#sync/calls/product-list.ts'
import { listRefurbQuestionsCall } from '#sync/calls/refurb.ts'
import { catalogKey } from '#web/lib/catalog-key.ts'
import { circuitKey } from '#web/lib/circuit-key.ts'
import type { Http } from '#web/lib/http.ts'

/** Products that pass a query; while the next page is read the one before stays. */
export function productsQuery(http: Http, query: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: [...catalogKey, 'products', query],
    queryFn: ({ signal }) => http(listProductsCall, { query, signal }),
    placeholderData: (before) => before,
  })
}

/** Every category of the account, parents before their children. */
export function categoryTreeQuery(http: Http) {
  return queryOptions({
    queryKey: [...catalogKey, 'tree'],
    queryFn: ({ signal }) => http(readCategoryTreeCall, { signal }),
    staleTime: 300_000,
  })
}

/** Every category of the account with its counts, in the order of the tree. */
export function categoriesQuery(http: Http) {
  return queryOptions({
    queryKey: [...catalogKey, 'categories'],
    queryFn: ({ signal }) => http(listCategoriesCall, { query: { pagination: false }, signal }),
  })
}

/** One category, as it is now. */
export function categoryQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: [...catalogKey, 'category', id],
    queryFn: ({ signal }) => http(readCategoryCall, { params: { id }, signal }),
    // A form that was opened shows what it began with; only a reload asks again.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** One product, as it is now. */
export function productQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: [...catalogKey, 'product', id],
    queryFn: ({ signal }) => http(readProductCall, { params: { id }, signal }),
    // A form that was opened shows what it began with; only a reload asks again.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** The latest changes of a product's prices, as of a version of it. */
export function priceChangesQuery(
  http: Http,
  { id, version, count }: { readonly id: string; readonly version: number; readonly count: number },
) {
  return queryOptions({
    queryKey: [...catalogKey, 'price-changes', id, version, count],
    queryFn: ({ signal }) => http(listPriceChangesCall, { params: { id }, query: { itemsPerPage: count }, signal }),
    placeholderData: (before) => before,
  })
}

/** What a product's prices were at the end of a day. */
export function pricesOnDayQuery(http: Http, id: string, on: string) {
  return queryOptions({
    queryKey: [...catalogKey, 'prices-on', id, on],
    queryFn: ({ signal }) => http(readPricesOnDayCall, { params: { id }, query: { on }, signal }),
  })
}

/** What a change of many prices would do. */
export function pricePreviewQuery(http: Http, query: Readonly<Record<string, unknown>>, body: object) {
  return queryOptions({
    queryKey: [...catalogKey, 'price-preview', query, body],
    queryFn: ({ signal }) => http(previewPricesCall, { query, body, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Products that the reader's company buys, with their prices. */
export function ownPricesListQuery(http: Http, query: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: [...catalogKey, 'own-prices', query],
    queryFn: ({ signal }) => http(listOwnPricesCall, { query, signal }),
    placeholderData: (before) => before,
  })
}

/** One of them, as it is now. */
export function ownPricesQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: [...catalogKey, 'own-price', id],
    queryFn: ({ signal }) => http(readOwnPricesCall, { params: { id }, signal }),
    // A form that was opened shows what it began with; only a reload asks again.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** What the refurbishment asks of every product. */
export function refurbQuestionsQuery(http: Http) {
  return queryOptions({
    queryKey: [...catalogKey, 'refurb-questions'],
    queryFn: ({ signal }) => http(listRefurbQuestionsCall, { query: { pagination: false }, signal }),
  })
}

/** What it asks of one product alone. */
export function ownRefurbQuestionsQuery(http: Http, product: string) {
  return queryOptions({
    queryKey: [...catalogKey, 'refurb-questions', product],
    queryFn: ({ signal }) => http(listRefurbQuestionsCall, { query: { product, pagination: false }, signal }),
    // A question is changed on a page of its own, which leads back here.
    staleTime: 0,
  })
}

/** The account's active buyers, to choose from. */
export function buyersQuery(http: Http) {
  const query = { type: ['buyer'], status: ['active'], pagination: false }
  return queryOptions({
    queryKey: [...catalogKey, 'buyers'],
    queryFn: ({ signal }) => http(listOrganizationsCall, { query, signal }),
  })
}

/** The account's circuits with their categories, to choose from. */
export function circuitsQuery(http: Http) {
  return queryOptions({
    queryKey: [...circuitKey, 'of categories'],
    queryFn: ({ signal }) => http(listCircuitsCall, { query: { pagination: false }, signal }),
  })
}
