import { redirect } from '@tanstack/react-router'
import type { publicProductsCall } from '#sync/calls/public-catalog.ts'
import { gtinShape } from '#domain/catalog/gtin.ts'
import { wizardPath } from '../kit/wizard-path.ts'
import { perPage, type ProductSearch } from '../screens/search/product-search.ts'
import { fetchWithRetry } from '../kit/fetch-with-retry.ts'
import { legalLoader } from './legal-loader.ts'
import { apiOf } from './loading.ts'

/**
 * The results of a search; where there are none, what the account says about that. A page that they do not reach, as of
 * an old link, leads to their last one.
 */
export async function productsLoader(context: object, search: ProductSearch) {
  const { query, ...filters } = search
  const asked = { ...filters, ...(query !== undefined && { search_product_buyback: query }) }
  const results = await fetchWithRetry((signal) =>
    apiOf(context).get<typeof publicProductsCall>('/api/public/products', { query: asked, signal }),
  )
  const total = results['hydra:totalItems'] ?? 0
  const isEmpty = total === 0
  const [only] = results['hydra:member']
  // Who scans or types the code of a product means that product, and no list of it.
  if (total === 1 && only !== undefined && isCodeAlone(search))
    throw redirect({ to: wizardPath(only) as '/', replace: true })
  const last = Math.ceil(total / perPage)
  if (!isEmpty && (search.page ?? 1) > last) {
    const { page: _page, ...others } = search
    const there = last === 1 ? others : { ...others, page: last }
    throw redirect({ to: '/buyback/search/products' as '/', search: there, replace: true })
  }
  return { results, noResult: isEmpty ? (await legalLoader(context, 'no-search-result')).html : null }
}

function isCodeAlone({ query = '', ...filters }: ProductSearch): boolean {
  return gtinShape.test(query) && Object.keys(filters).length === 0
}
