import { describe, expect, it } from 'vitest'
import { buybackFilters, questionOf } from './buyback-search.ts'

const id = '01a20035-5988-7003-ba43-c8179d5087e6'

describe('the filters of an address', () => {
  it('are read where they make sense, one value like several', () => {
    expect(
      buybackFilters.read({
        status: 'bb_in_transit',
        delivery: ['DELIVERY_DELAYED', 'LOST'],
        store: [id, 'shop'],
        brand: ['Apple', 7],
        client: ' Lefèvre ',
        product: '13',
        from: '2026-11-01',
        to: '2026-11-31',
        pickupFrom: '2026-12-01',
        pickupTo: 'soon',
        other: 'x',
      }),
    ).toEqual({
      status: ['bb_in_transit'],
      delivery: ['DELIVERY_DELAYED'],
      store: [id],
      brand: ['Apple'],
      client: 'Lefèvre',
      product: '13',
      from: '2026-11-01',
      pickupFrom: '2026-12-01',
    })
  })

  it('are nothing where nothing makes sense', () => {
    expect(buybackFilters.read({ status: ['all'], category: 5, client: '  ', from: 'yesterday' })).toEqual({})
  })

  it('ask the server by its own names', () => {
    const asked = questionOf(
      { delivery: ['ORDER_FAILED'], client: 'Anna', to: '2026-11-02', pickupTo: '2026-12-02' },
      '2000',
    )
    expect(Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))).toEqual({
      code: '2000',
      deliveryStatus: ['ORDER_FAILED'],
      clientName: 'Anna',
      createdTo: '2026-11-02',
      pickupTo: '2026-12-02',
    })
  })
})
