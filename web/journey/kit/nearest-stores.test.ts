import { expect, it } from 'vitest'
import type { PublicStore } from '#sync/calls/public-catalog.ts'
import { nearestStores } from './nearest-stores.ts'

const store = (name: string, latitude: number | null, longitude: number | null): PublicStore => ({
  id: name,
  name,
  street: null,
  streetMore: null,
  zipCode: null,
  city: null,
  country: 'FR',
  latitude,
  longitude,
  distanceKm: null,
})
const stores = [store('Nowhere', null, null), store('Lille', 50.63, 3.06), store('Lyon', 45.76, 4.84)]
const names = (typed: string) => nearestStores(stores, typed)?.map(({ name }) => name) ?? null

it.each([
  ['Marseille', ['Lyon', 'Lille', 'Nowhere']],
  ['marseil', ['Lyon', 'Lille', 'Nowhere']],
  ['13008', ['Lyon', 'Lille', 'Nowhere']],
  ['Saint Etienne', ['Lyon', 'Lille', 'Nowhere']],
  ['Brussel', ['Lille', 'Lyon', 'Nowhere']],
])('the stores near %s are %j', (typed, sorted) => {
  expect(names(typed)).toEqual(sorted)
})

it('a town that is not known has none', () => {
  expect([names('Xyz'), names('M'), names('')]).toEqual([null, null, null])
})

it('each says how far it is', () => {
  expect(Math.round(nearestStores(stores, 'Marseille')?.[0]?.distanceKm ?? 0)).toBeGreaterThan(250)
})
