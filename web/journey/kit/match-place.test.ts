import { expect, it } from 'vitest'
import { matchesPlace } from './match-place.ts'

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
