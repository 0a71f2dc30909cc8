import { expect, it } from 'vitest'
import { matchesPlace } from './match-place.ts'
import { storeSearch } from './store-search.ts'

const store = { name: 'Boutique Saint-Étienne', zipCode: '42000', city: 'Saint-Étienne' }

it.each([
  ['', true],
  ['420', true],
  ['etienne', true],
  ['SAINT étienne', true],
  ['saint-etienne', true],
  ['lyon', false],
  ['42000 lyon', false],
])('a store of Saint-Étienne answers to «%s»: %s', (typed, found) => {
  expect(matchesPlace(store, typed)).toBe(found)
})

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
