import type { publicProductsCall } from '#sync/calls/public-catalog.ts'
import type { ProductSearch } from '../screens/search/product-search.ts'
import { askPatiently } from '../kit/patience.ts'
import { legalLoader } from './legal-loader.ts'
import { apiOf } from './loading.ts'

/** The results of a search; where there are none, what the account says about that. */
export async function productsLoader(context: object, search: ProductSearch) {
  const { query, ...filters } = search
  const asked = { ...filters, ...(query !== undefined && { search_product_buyback: query }) }
  const results = await askPatiently((signal) =>
    apiOf(context).get<typeof publicProductsCall>('/api/public/products', { query: asked, signal }),
  )
  const isEmpty = results['hydra:totalItems'] === 0
  return { results, noResult: isEmpty ? (await legalLoader(context, 'no-search-result')).html : null }
}
