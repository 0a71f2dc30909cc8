import type { publicCategoriesCall } from '#sync/calls/public-catalog.ts'
import { apiOf, sendTo, siteOf, type LeftRoute } from './loading.ts'

/** The categories; an account that does not let its customers browse by category has no such page (PUB-09). */
export async function categoryLoader(context: object, route: LeftRoute) {
  if (siteOf(context).settings?.categoryNavigationEnabled !== true) sendTo('/404', route)
  return apiOf(context).get<typeof publicCategoriesCall>('/api/public/categories')
}

/** The category whose children are shown. */
export function categorySearch(search: Readonly<Record<string, unknown>>): { readonly category?: string } {
  return typeof search.category === 'string' ? { category: search.category } : {}
}
