import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { askedWords, listFilters, narrowed, onFilter, several, wordsFilter } from './list-filters.ts'

const filters = listFilters(() => ({
  status: several(z.enum(['open', 'closed'])),
  kind: z.enum(['a', 'b']),
  name: wordsFilter,
  archived: onFilter,
}))

describe('the filters of a list', () => {
  it('are what an address says of them, one value like several', () => {
    const address = { status: 'open', kind: 'b', name: ' Lefèvre ', archived: 'true', other: 'x' }
    expect(filters.read(address)).toEqual({ status: ['open'], kind: 'b', name: 'Lefèvre', archived: true })
  })

  it('leave out what makes no sense', () => {
    expect(filters.read({ status: ['open', 7, 'lost', 'open'], kind: ['a'], name: '  ', archived: 'no' })).toEqual({
      status: ['open'],
    })
    expect(filters.read({ status: [], kind: null, name: 5, archived: false })).toEqual({})
  })

  it('take as many values and letters as the server does', () => {
    const numbers = listFilters(() => ({ number: several(z.string()), name: wordsFilter }))
    const read = numbers.read({ number: Array.from({ length: 150 }, (_, at) => `${at}`), name: 'n'.repeat(300) })
    expect([read.number?.length, read.name?.length]).toEqual([100, 200])
    expect(askedWords('q', 'n'.repeat(300))).toEqual({ q: 'n'.repeat(200) })
    expect(askedWords('q', '')).toEqual({})
  })

  it('stand in the address beside the list’s own state', () => {
    expect(filters.readAddress({ kind: 'a', page: '3', q: 'Anna', order: 'up', status: 'lost' })).toEqual({
      kind: 'a',
      page: 3,
      q: 'Anna',
    })
  })

  it('are taken away all at once', () => {
    expect({ ...filters.read({ kind: 'a', status: 'open' }), ...filters.none() }).toStrictEqual({
      status: undefined,
      kind: undefined,
      name: undefined,
      archived: undefined,
    })
  })
})

it('a filter that its reader may not use is read from no address, with the list’s place or without', () => {
  const all = listFilters(() => ({ kind: z.enum(['a', 'b']), store: z.string() }))
  const allowed = narrowed(all, ({ kind }) => ({ ...(kind !== undefined && { kind }) }))
  const address = { kind: 'a', store: 's', page: '3' }
  expect(allowed.read(address)).toEqual({ kind: 'a' })
  expect(allowed.readAddress(address)).toEqual({ kind: 'a', page: 3 })
})
