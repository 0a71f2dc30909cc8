import { describe, expect, it } from 'vitest'
import { stagesOf, trackingState } from './tracking-stages.ts'

type Known = Parameters<typeof stagesOf>[0]

const at = (day: number): string => `2126-03-${String(day).padStart(2, '0')}T10:00:00.000Z`
const posted: Known = {
  status: 'bb_awaiting_inventory',
  itemStatus: 'item_created',
  paymentStatus: 'awaiting_payment',
  circuitType: 'web_post',
  createdAt: at(1),
  settledAt: null,
  promisedPaymentOn: null,
  paidAt: null,
  proposalUntil: null,
  events: [{ at: at(1), itemStatus: 'item_created' }],
}
const received: Known = {
  ...posted,
  status: 'bb_in_processing',
  itemStatus: 'item_awaiting_compliancy_tests',
  events: [
    ...posted.events,
    { at: at(3), itemStatus: 'item_in_transit' },
    { at: at(5), itemStatus: 'item_awaiting_compliancy_tests' },
  ],
}
const settled: Known = {
  ...received,
  status: 'bb_completed',
  itemStatus: 'item_completed',
  paymentStatus: 'payment_created',
  settledAt: at(6),
  promisedPaymentOn: '2126-03-13',
  events: [...received.events, { at: at(6), itemStatus: 'item_completed' }],
}

describe('where a buyback stands', () => {
  it.each<[string, Partial<Known>, Known]>([
    ['to_send', {}, posted],
    ['to_drop', { circuitType: 'web_drop', itemStatus: 'item_awaiting_store_drop' }, posted],
    ['at_store', { circuitType: 'web_drop', itemStatus: 'item_awaiting_inventory' }, posted],
    ['to_send', { circuitType: 'web_drop_label', itemStatus: 'item_awaiting_inventory' }, posted],
    ['to_collect', { circuitType: 'web_collect' }, posted],
    ['on_its_way', { itemStatus: 'item_in_transit', status: 'bb_in_transit' }, posted],
    ['received', {}, received],
    ['under_review', { itemStatus: 'item_in_quarantine' }, received],
    ['proposal', { itemStatus: 'item_in_quarantine', proposalUntil: at(28) }, received],
    ['to_pay', {}, settled],
    ['paying', { paymentStatus: 'payment_initiated' }, settled],
    ['payment_failed', { paymentStatus: 'payment_failed' }, settled],
    ['paid', { paymentStatus: 'payment_completed' }, settled],
    ['settled', { paymentStatus: 'payment_not_needed' }, settled],
    ['returning', { status: 'bb_not_completed', itemStatus: 'item_to_return' }, received],
    ['returned', { status: 'bb_not_completed', itemStatus: 'item_returned' }, received],
    ['cancelled', { status: 'bb_cancelled', itemStatus: 'item_cancelled' }, posted],
    ['to_pay', { itemStatus: 'item_lost_transport' }, settled],
  ])('is %s', (state, change, from) => {
    expect(trackingState({ ...from, ...change })).toBe(state)
  })
})

const drawn = (known: Known): string[] =>
  stagesOf(known).map(({ name, state, at: day }) => `${name} ${state} ${day?.slice(8, 10)}`)

describe('the stages', () => {
  it('of a parcel wait for the carrier, the test and the payment', () => {
    expect(drawn(posted)).toEqual([
      'declared done 01',
      'sent now undefined',
      'received ahead undefined',
      'checked ahead undefined',
      'paid ahead undefined',
    ])
    expect(drawn(received).slice(1)).toEqual([
      'sent done 03',
      'received done 05',
      'checked now undefined',
      'paid ahead undefined',
    ])
  })

  it('of a product that is fetched at its customer’s have its collection in place of a shipping', () => {
    expect(drawn({ ...posted, circuitType: 'web_collect' }).slice(0, 3)).toEqual([
      'declared done 01',
      'collected now undefined',
      'received ahead undefined',
    ])
    expect(drawn({ ...received, circuitType: 'web_collect' })[1]).toBe('collected done 03')
  })

  it('name the promised day of the payment once the price is final', () => {
    expect(drawn(settled).slice(-2)).toEqual(['checked done 06', 'paid now 13'])
    const paid: Known = { ...settled, paymentStatus: 'payment_completed', paidAt: at(9) }
    expect(drawn(paid).at(-1)).toBe('paid done 09')
    expect(drawn({ ...settled, paymentStatus: 'payment_not_needed' }).at(-1)).toBe('checked done 06')
  })

  it('of a drop in a store have the store before the way', () => {
    const inStore: Known = {
      ...posted,
      circuitType: 'web_drop',
      itemStatus: 'item_awaiting_inventory',
      events: [
        { at: at(1), itemStatus: 'item_awaiting_store_drop' },
        { at: at(2), itemStatus: 'item_awaiting_inventory' },
      ],
    }
    expect(drawn(inStore).slice(0, 3)).toEqual(['declared done 01', 'dropped done 02', 'sent now undefined'])
  })

  it('of a product that was lost pass over what it never reached', () => {
    const lost: Known = { ...settled, itemStatus: 'item_lost_transport', events: settled.events.slice(0, 2) }
    expect(drawn(lost)).toEqual([
      'declared done 01',
      'sent done 03',
      'received done undefined',
      'checked done 06',
      'paid now 13',
    ])
  })

  it('end where the buyback ended', () => {
    const cancelled: Known = {
      ...posted,
      status: 'bb_cancelled',
      itemStatus: 'item_cancelled',
      paymentStatus: 'payment_cancelled',
    }
    expect(drawn(cancelled)).toEqual(['declared done 01', 'cancelled done undefined'])
    const declined: Known = {
      ...received,
      status: 'bb_not_completed',
      itemStatus: 'item_to_return',
      paymentStatus: 'payment_cancelled',
    }
    expect(drawn(declined).slice(-2)).toEqual(['received done 05', 'returned now undefined'])
    const back: Known = {
      ...declined,
      itemStatus: 'item_returned',
      events: [...received.events, { at: at(9), itemStatus: 'item_returned' }],
    }
    expect(drawn(back).at(-1)).toBe('returned done 09')
  })
})
