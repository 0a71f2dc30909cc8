import { expect, it } from 'vitest'
import { parseResultsSearch } from './results-search.ts'

it('what an address says of results is read, digits as text', () => {
  expect(parseResultsSearch({ query: '3600542517805', brands: 'Apple', page: '2' })).toEqual({
    query: '3600542517805',
    brands: ['Apple'],
    page: 2,
  })
})

it('anything else is left out', () => {
  expect(parseResultsSearch({ query: {}, category: ['x'], brands: [null], page: -3 })).toEqual({})
})
