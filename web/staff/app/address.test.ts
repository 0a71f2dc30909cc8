import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { parseBuybackIds } from '../features/buyback/end/buyback-ids.ts'
import { predeclaredFilters } from '../features/buyback/list/predeclared-search.ts'
import { parseDiagSearch } from '../features/counter/diag/diag-search.ts'
import { parseResultsSearch } from '../features/counter/find/results-search.ts'
import { itemsAddress } from '../features/item/items-search.ts'
import { parseListSearch } from '../ui/list/list-state.ts'
import { parseSearch, readAddress, stringifySearch } from './address.ts'

describe('a query', () => {
  it.each([
    ['', {}],
    ['?q=2000000000015', { q: '2000000000015' }],
    ['?imei=35693803564380912', { imei: '35693803564380912' }],
    ['?code=00012345', { code: '00012345' }],
    ['?q=1e5', { q: '1e5' }],
    ['?held=true&all=true&page=2', { held: 'true', all: 'true', page: '2' }],
    ['?status=%5B%22a%22%2C%22b%22%5D', { status: ['a', 'b'] }],
    ['?alert=%7B%22type%22%3A%22success%22%7D', { alert: { type: 'success' } }],
    ['?q=%22%5C%22x%5C%22%22', { q: '"x"' }],
    ['?q=%22x', { q: '"x' }],
    ['?q=%7B12', { q: '{12' }],
  ])('«%s» is %o, and written again the same', (query, search) => {
    expect(parseSearch(query)).toEqual(search)
    expect(stringifySearch(search)).toBe(query)
  })

  it('reads digits in quotation marks and a name that comes twice', () => {
    expect(parseSearch('?q="2000000000015"&ids=a&ids=b')).toEqual({ q: '2000000000015', ids: ['a', 'b'] })
  })

  it('reads a text without the character NUL', () => {
    expect(parseSearch('?q=%00Galaxy%00')).toEqual({ q: 'Galaxy' })
  })

  it('leaves out what is not there', () => {
    expect(stringifySearch({ page: undefined, q: 'a', step: 2, all: true, sort: null })).toBe('?q=a&step=2&all=true')
  })
})

describe('a typed address', () => {
  it.each<readonly [(search: Record<string, unknown>) => object, string, object]>([
    [parseBuybackIds, 'ids=rubbish', {}],
    [parseDiagSearch, 'imei=35693803564380912&step=3&line=%7B%7D', { imei: '35693803564380912', step: 3 }],
    [parseResultsSearch, 'query=0360054251780&category=1664', { query: '0360054251780', category: '1664' }],
    [itemsAddress.read, 'q=2000000000015&all=true&age=old', { q: '2000000000015', all: true }],
    [parseListSearch, 'q=2000000000015&page=2', { q: '2000000000015', page: 2 }],
    [predeclaredFilters.read, 'held=true', { held: 'true' }],
  ])('leaves a page what its reader takes alone: %o of %s', async (validateSearch, query, read) => {
    const root = createRootRoute()
    const page = createRoute({ getParentRoute: () => root, path: '/page', validateSearch })
    const history = createMemoryHistory({ initialEntries: [`/page?${query}`] })
    const routeTree = root.addChildren([page])
    const router = createRouter({ routeTree, history, parseSearch, stringifySearch, isServer: true })
    await router.load()
    expect(readAddress(page, Object(router.state.matches.at(-1)?.search))).toEqual(read)
  })
})
