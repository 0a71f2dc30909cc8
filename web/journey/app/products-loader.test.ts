import { isRedirect } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { productsLoader } from './products-loader.ts'

/** Loads the results of a search that has so many. */
function load(total: number, search: Parameters<typeof productsLoader>[1]): Promise<unknown> {
  const get = (path: string) =>
    Promise.resolve(
      path === '/api/public/products' ? { 'hydra:member': [], 'hydra:totalItems': total } : { html: null },
    )
  return productsLoader({ api: { get } }, search)
}

it.each([
  [81, 3],
  [80, 2],
  [40, undefined],
  [1, undefined],
])('of %i results, page 9 leads to page %s', async (total, page) => {
  const search = { query: 'phone', brand: ['Apple'], page: 9 }
  const led: unknown = await load(total, search).catch((thrown: unknown) => thrown)
  expect(isRedirect(led)).toBe(true)
  expect(led).toMatchObject({ options: { to: '/buyback/search/products', replace: true } })
  const { options } = led as { readonly options: { readonly search: object } }
  expect(options.search).toEqual({ query: 'phone', brand: ['Apple'], ...(page === undefined ? {} : { page }) })
})

it.each([
  [0, 9],
  [81, 3],
  [81, undefined],
])('of %i results, page %s stays', async (total, page) => {
  const search = page === undefined ? {} : { page }
  expect(await load(total, search)).toMatchObject({ results: { 'hydra:totalItems': total } })
})
