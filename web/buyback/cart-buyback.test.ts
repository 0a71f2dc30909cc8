import { expect, it } from 'vitest'
import { servedInSomeWay } from './cart-buyback.ts'

const way = (eligibleCountries: readonly string[], ...methods: readonly (readonly string[])[]) => ({
  eligibleCountries,
  shippingMethods: methods.map((availableCountries) => ({ availableCountries })),
})

it.each([
  ['one circuit’s', [way(['FR'], [])], ['FR']],
  ['those that both circuit and method serve', [way(['FR', 'BE'], ['BE', 'LU'])], ['BE']],
  ['those of any circuit', [way(['FR'], []), way([], ['LU', 'BE'])], ['BE', 'FR', 'LU']],
  ['none where circuit and method exclude each other', [way(['FR'], ['BE'])], []],
  ['all where some way serves all', [way(['FR'], []), way([], [])], undefined],
  ['a circuit’s without methods', [way(['FR'])], ['FR']],
])('a line of the cart keeps %s, as another way is chosen at the address', (_which, circuits, countries) => {
  expect(servedInSomeWay(circuits).countries).toEqual(countries)
})
