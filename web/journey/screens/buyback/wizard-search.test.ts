import { expect, it } from 'vitest'
import { wizardSearch } from './wizard-search.ts'

it.each([
  [{}, {}],
  [{ step: '3' }, { step: 3 }],
  [{ step: '1' }, {}],
  [{ step: '-4' }, {}],
  [{ step: '2.5' }, {}],
  [{ goToCartFromOtherRoute: 'true' }, { goToCartFromOtherRoute: true }],
  [{ goToCartFromOtherRoute: 'yes' }, {}],
  [{ fromPath: '/buyback/search/products?query=a' }, { fromPath: '/buyback/search/products?query=a' }],
  [{ fromPath: 'https://elsewhere.example' }, {}],
  [{ fromPath: '//elsewhere.example' }, {}],
  [{ fromPath: '/\\elsewhere.example' }, {}],
])('the address %o says %o (PUB-12)', (given, read) => {
  expect(wizardSearch(given)).toEqual(read)
})
