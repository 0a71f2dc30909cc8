import { describe, expect, it } from 'vitest'
import type { CapturedSale } from '#web/local/counter/counter.ts'
import { addressOfSale, idsOfSale } from './sale-address.ts'

const line = (buybackId: string, itemId: string) => ({ buybackId, itemId }) as CapturedSale['lines'][number]

describe('the address of a confirmation', () => {
  it('names the buybacks of a sale', () => {
    const lines = [line('b1', 'i1'), line('b2', 'i2')]
    expect(addressOfSale(lines, null)).toEqual({ search: { ids: ['b1', 'b2'] }, state: {} })
  })

  it('names the buyback of a predeclared one alone, and keeps its item beside the address', () => {
    const online = addressOfSale([line('', 'i1')], 'b1')
    expect(online).toEqual({ search: { ids: ['b1'] }, state: { soldItemId: 'i1' } })
    expect(JSON.stringify(online.search)).not.toContain('i1')
  })

  it('names a predeclared one that only the device knows by its item, until the network answers', () => {
    expect(addressOfSale([line('', 'i1')], null)).toEqual({ search: { ids: ['i1'] }, state: {} })
    expect(addressOfSale([line('', 'i1')], 'i1')).toEqual({ search: { ids: ['i1'] }, state: {} })
    expect(idsOfSale([line('', 'i1')])).toEqual(['i1'])
  })
})
