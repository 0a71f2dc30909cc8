import type { resultsPerPage } from '#sync/calls/public-catalog.ts'

// The call's schemas stay on the server; the type makes sure that both count alike.
/** Products on a page of results. */
export const perPage: typeof resultsPerPage = 40

/** What the address of the results says; each value a text as it stands there. */
export interface ProductSearch {
  readonly query?: string
  readonly category?: string
  readonly imei?: string
  readonly brand?: readonly string[]
  readonly page?: number
  /** Whether numbers that begin like the last one are wanted too. */
  readonly wide?: boolean
}

const categoryId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads the address of the results; what cannot be meant is left out. */
export function productSearch(search: Readonly<Record<string, unknown>>): ProductSearch {
  const text = (value: unknown, most: number): string => (typeof value === 'string' ? value.trim().slice(0, most) : '')
  const query = text(search.query, 200)
  const imei = text(search.imei, 64)
  const category = text(search.category, 36)
  const brand = [search.brand].flat().flatMap((one) => (typeof one === 'string' && one !== '' ? [one] : []))
  const page = Number(search.page)
  return {
    ...(query === '' ? {} : { query }),
    ...(imei === '' ? {} : { imei }),
    ...(String(search.wide) === 'true' ? { wide: true } : {}),
    ...(categoryId.test(category) ? { category } : {}),
    ...(brand.length === 0 ? {} : { brand: brand.slice(0, 100) }),
    ...(Number.isInteger(page) && page > 1 && page <= 100_000 ? { page } : {}),
  }
}

/** The brands with one of them put in or taken out. */
export function toggledBrand(search: ProductSearch, brand: string): ProductSearch {
  const brands = search.brand ?? []
  const next = brands.includes(brand) ? brands.filter((one) => one !== brand) : [...brands, brand]
  const { brand: _brand, page: _page, ...rest } = search
  return next.length === 0 ? rest : { ...rest, brand: next }
}
