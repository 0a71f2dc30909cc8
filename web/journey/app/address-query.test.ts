import { expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './address-query.ts'

it.each([
  ['', {}],
  ['?imei=35693803564380912', { imei: '35693803564380912' }],
  ['?query=0123', { query: '0123' }],
  ['?query=a+b', { query: 'a b' }],
  ['?brand=Apple&brand=Bang+%26+Olufsen', { brand: ['Apple', 'Bang & Olufsen'] }],
])('«%s» is %o, and written again the same', (query, search) => {
  expect(parseSearch(query)).toEqual(search)
  expect(stringifySearch(search)).toBe(query)
})

it('leaves out what is not there', () => {
  expect(stringifySearch({ page: undefined, query: 'a', step: 2 })).toBe('?query=a&step=2')
})
