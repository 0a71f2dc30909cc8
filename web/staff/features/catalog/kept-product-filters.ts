import { useEffect } from 'react'
import { readProductFilters, writeProductFilters, type KeyValues } from '#web/lib/local-storage.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { productFilters } from './product-list-search.ts'

/** What an address says of the list of products. */
export type ProductListSearch = ReturnType<typeof productFilters.readAddress>

/**
 * The filters with which this device's user has left the list of products, for an address that has none of its own;
 * null where it has, or nothing is kept. The address alone says what the list shows.
 */
export function keptFiltersFor(storage: KeyValues, search: ProductListSearch): ProductListSearch | null {
  if (Object.keys(search).length > 0) return null
  const kept = productFilters.readAddress(readProductFilters(storage))
  return Object.keys(kept).length === 0 ? null : kept
}

/** Keeps the filters of the address for the next time that the list is opened; its page is not one of them. */
export function useKeepProductFilters(search: ProductListSearch): void {
  const { storage } = usePlatform()
  const { page: _, ...filters } = search
  const text = JSON.stringify(filters)
  useEffect(() => writeProductFilters(storage, JSON.parse(text) as Record<string, unknown>), [storage, text])
}
