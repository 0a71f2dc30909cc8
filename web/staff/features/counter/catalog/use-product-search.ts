import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { atom, useAtomValue } from 'jotai'
import { productName } from '#domain/catalog/product-name.ts'
import type { CounterProduct } from '#sync/calls/counter-catalog.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import { createProductSearch, type ProductSearch } from '#web/local/product-search/product-search.ts'
import type { ProductFindings, ProductQuestion, SearchableProduct } from '#web/local/product-search/search-index.ts'

// One worker for all screens of the tab.
const searchAtom = atom((): ProductSearch => createProductSearch())

/** What the search finds in the device's catalog; undefined until it has answered for the first time. */
export function useProductSearch(
  catalog: CounterCatalog,
  question: ProductQuestion | null,
): { readonly found: ProductFindings | undefined; readonly hasFailed: boolean; readonly retry: () => void } {
  const search = useAtomValue(searchAtom)
  const account = useSignedInUser().viewedAccountId
  const answer = useQuery({
    queryKey: ['counter search', account, catalog.version, question],
    enabled: question !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: 0,
    queryFn: async () => {
      if (question === null) throw new Error('nothing is searched')
      await search.ready({ account, version: catalog.version }, () => searchable(catalog))
      return search.find(question)
    },
  })
  return { found: answer.data, hasFailed: answer.isError, retry: () => void answer.refetch() }
}

/** The catalog as the search takes it. */
async function searchable(catalog: CounterCatalog): Promise<readonly SearchableProduct[]> {
  const products: SearchableProduct[] = []
  for await (const part of catalog.parts()) {
    for (const product of part) products.push(searchableProduct(catalog, product))
  }
  return products
}

function searchableProduct(catalog: CounterCatalog, product: CounterProduct): SearchableProduct {
  const { id, label, brand, model, image, categoryId, gtin, reference, tacs } = product
  const category = catalog.category(categoryId)
  const path = category?.path ?? [categoryId]
  const prices = Object.values(product.prices)
  return {
    id,
    label,
    brand,
    model,
    image,
    categoryId,
    categoryName: category?.name ?? '',
    bestPriceCents: prices.length === 0 ? null : Math.max(...prices),
    categoryIds: path,
    categoryNames: path.flatMap((at) => catalog.category(at)?.name ?? []),
    codes: [gtin, model, reference, ...tacs].filter((code) => code !== null),
  }
}

/** Brand and model of a product in one line. */
export function nameOf(product: { readonly brand: string | null; readonly label: string }): string {
  return productName({ brand: product.brand, productLabel: product.label }) ?? product.label
}
