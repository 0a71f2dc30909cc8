import { expect, it } from 'vitest'
import { circuitFilters } from './circuit-search.ts'

const id = '01a20035-5988-7003-ba43-c8179d5087e6'

it('the filters of an address are read where they make sense, one value like several', () => {
  expect(circuitFilters.read({ channel: 'web', category: id, other: 'x' })).toEqual({ channel: 'web', category: [id] })
  expect(circuitFilters.read({ channel: 'phone', category: ['x', id, id, 5] })).toEqual({ category: [id] })
  expect(circuitFilters.read({ channel: ['web'], category: 'x' })).toEqual({})
})
