import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstListState, listSearchOf, listStateOf, pageSizes, parseListSearch } from './list-state.ts'

describe('the state of a list in the address', () => {
  it('comes back as it went', () => {
    const states = fc.record({
      page: fc.integer({ min: 1, max: 9999 }),
      perPage: fc.constantFrom(...pageSizes),
      sort: fc.option(fc.stringMatching(/^[a-z]{1,10}$/)),
      order: fc.constantFrom('asc' as const, 'desc' as const),
      search: fc.string({ maxLength: 50 }).filter((text) => text === '' || text.trim() !== ''),
    })
    fc.assert(
      fc.property(states, (given) => {
        const state = given.sort === null ? { ...given, order: firstListState.order } : given
        expect(listStateOf(parseListSearch({ ...listSearchOf(state) }))).toEqual(state)
      }),
    )
  })

  it('is empty at the start', () => {
    expect(listSearchOf(firstListState)).toEqual({})
  })

  it('ignores what makes no sense', () => {
    expect(parseListSearch({ page: 'x', perPage: 7, sort: 'a b', order: 'up', q: '  ' })).toEqual({})
  })
})
