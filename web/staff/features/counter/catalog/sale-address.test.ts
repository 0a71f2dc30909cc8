import { expect, it } from 'vitest'
import type { CapturedSale } from '#web/local/counter/counter.ts'
import { addressOfSale } from './sale-address.ts'

const lines = (...all: readonly (readonly [string, string])[]) =>
  all.map(([buybackId, itemId]) => ({ buybackId, itemId })) as unknown as CapturedSale['lines']

it('the end of a sale is addressed by its buybacks', () => {
  expect(addressOfSale(lines(['b1', 'i1'], ['b2', 'i2']), null)).toEqual({ search: { ids: ['b1', 'b2'] }, state: {} })
})

it('a finalised buyback is addressed by its own id alone, and found on the device by its item', () => {
  expect(addressOfSale(lines(['', 'i1']), 'b1')).toEqual({ search: { ids: ['b1'] }, state: { soldItemId: 'i1' } })
})

it('a finalised buyback whose id no answer has told yet is addressed by its item', () => {
  for (const unknown of [null, 'i1'])
    expect(addressOfSale(lines(['', 'i1']), unknown)).toEqual({ search: { ids: ['i1'] }, state: {} })
})
