import { expect, it } from 'vitest'
import { storeSearch } from './store-search.ts'

it.each([
  [
    { lat: '48.85', lon: '2.35' },
    { lat: 48.85, lon: 2.35 },
  ],
  [{ lat: '48.85' }, {}],
  [{ lat: '', lon: '' }, {}],
  [{ lat: '91', lon: '0' }, {}],
  [{ lat: 'here', lon: 'there' }, {}],
])('the address %o names the place %o', (given, place) => {
  expect(storeSearch(given)).toEqual(place)
})
