import { expect, it } from 'vitest'
import { storageOf } from '#tests/support/storage-of.ts'
import { clearSession, readProductFilters, writeProductFilters } from '#web/lib/local-storage.ts'
import { keptFiltersFor } from './kept-product-filters.ts'

it('a list that is opened without filters has those with which it was left (SHELL-57)', () => {
  const storage = storageOf()
  expect(keptFiltersFor(storage, {})).toBeNull()
  writeProductFilters(storage, { status: 'draft', q: 'nikon', perPage: 30 })
  expect(keptFiltersFor(storage, {})).toEqual({ status: 'draft', q: 'nikon', perPage: 30 })
})

it('an address that has filters of its own is left as it is', () => {
  const storage = storageOf()
  writeProductFilters(storage, { status: 'draft' })
  expect(keptFiltersFor(storage, { q: 'nikon' })).toBeNull()
})

it('filters that are taken away are kept no longer, nor those of a user who has signed out', () => {
  const storage = storageOf()
  writeProductFilters(storage, { status: 'draft' })
  writeProductFilters(storage, {})
  expect(storage.getItem('productFilters')).toBeNull()
  writeProductFilters(storage, { status: 'draft' })
  clearSession(storage)
  expect(storage.getItem('productFilters')).toBeNull()
})

it.each(['{', '7', 'null', '[]', '{"status":"x","category":5,"perPage":7}'])(
  'stored rubbish is no filter: %s',
  (productFilters) => expect(keptFiltersFor(storageOf({ productFilters }), {})).toBeNull(),
)

it('a storage that takes nothing more costs what is kept, and nothing else', () => {
  const full = storageOf()
  const refusing = {
    ...full,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => writeProductFilters(refusing, { status: 'draft' })).not.toThrow()
  expect(readProductFilters(refusing)).toEqual({})
})
