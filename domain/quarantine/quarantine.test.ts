import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Declaration } from '../buyback/declaration.ts'
import { buybackStatuses, isClosed } from '../buyback/buyback-status.ts'
import type { ItemState } from '../item/item-state.ts'
import { itemStatuses, type ItemStatus } from '../item/item-status.ts'
import { decideProposalAnswer, decideRelease, isKept, releases, type ReleaseFacts } from './quarantine.ts'

const declaration: Declaration = {
  productId: 'phone',
  simple: false,
  prices: {},
  questionnaireId: null,
  answers: null,
  grade: 'grade_a',
  priceCents: 10_000,
  absorption: null,
  modifiers: [{ source: 'circuit', label: 'Store', impact: { type: 'percentage', percent: 10, capCents: null } }],
}
const item: ItemState = {
  status: 'item_in_quarantine',
  buybackStatus: 'bb_in_processing',
  stockId: 'stock-in_quarantine',
  warehouseId: 'here',
  destinationWarehouseId: 'here',
  tested: false,
  leftStatus: null,
  keepsMoney: false,
}
const declared = { declaration, declaredGrade: 'grade_a', declaredPriceCents: 10_000 } as const
const facts: ReleaseFacts = { declared, hasReturnLabel: true, nativeStock: (native) => `stock-${native}` }

describe('release from quarantine', () => {
  it('to be tested again awaits control', () => {
    expect(decideRelease(item, 'test_again', facts)).toMatchObject({
      value: { next: { status: 'item_awaiting_compliancy_tests', stockId: 'stock-awaiting_control' }, validated: null },
    })
  })

  it('of a kept item pays the declared price, and leaves it in place until it is moved', () => {
    expect(decideRelease(item, 'kept', facts)).toMatchObject({
      value: {
        next: {
          status: 'item_to_reintegrate_to_stock',
          buybackStatus: 'bb_completed',
          stockId: 'stock-in_quarantine',
          tested: true,
        },
        validated: { priceCents: 10_000, paymentCents: 11_000 },
      },
    })
  })

  it('of a kept item whose contract froze nothing pays the price that it was declared for', () => {
    const imported = { declaration: null, declaredGrade: 'grade_b', declaredPriceCents: 9_000 } as const
    expect(decideRelease(item, 'kept', { ...facts, declared: imported })).toMatchObject({
      value: { validated: { grade: 'grade_b', priceCents: 9_000, paymentCents: 9_000 } },
    })
    const unpriced = { ...imported, declaredPriceCents: null }
    expect(decideRelease(item, 'kept', { ...facts, declared: unpriced })).toMatchObject({ value: { validated: null } })
  })

  it('of a kept item whose buyback is settled pays nothing more', () => {
    const settled: ItemState = { ...item, buybackStatus: 'bb_completed' }
    expect(decideRelease(settled, 'kept', facts)).toMatchObject({ value: { validated: null } })
  })

  it('of a kept item whose buyback was cancelled by force leaves that and the price as they are', () => {
    const cancelled: ItemState = { ...item, buybackStatus: 'bb_cancelled', keepsMoney: true }
    expect(decideRelease(cancelled, 'kept', facts)).toMatchObject({
      value: { next: { status: 'item_to_reintegrate_to_stock', buybackStatus: 'bb_cancelled' }, validated: null },
    })
  })

  it('back to the customer goes to customer return, and the buyback is not completed', () => {
    expect(decideRelease(item, 'returned', facts)).toMatchObject({
      value: {
        next: { status: 'item_to_return', buybackStatus: 'bb_not_completed', stockId: 'stock-customer_return' },
      },
    })
  })

  it.each<[string, Partial<ItemState>, (typeof releases)[number], Partial<ReleaseFacts>, string]>([
    ['without a return label', {}, 'returned', { hasReturnLabel: false }, 'QUARANTINE_LABEL_MISSING'],
    [
      'back to a customer who was paid',
      { buybackStatus: 'bb_completed' },
      'returned',
      {},
      'QUARANTINE_RELEASE_NOT_ALLOWED',
    ],
    [
      'kept after the customer declined',
      { buybackStatus: 'bb_not_completed' },
      'kept',
      {},
      'QUARANTINE_RELEASE_NOT_ALLOWED',
    ],
    [
      'kept after a cancelling that left the customer no money',
      { buybackStatus: 'bb_cancelled' },
      'kept',
      {},
      'QUARANTINE_RELEASE_NOT_ALLOWED',
    ],
    [
      'to a test of a settled buyback',
      { buybackStatus: 'bb_completed' },
      'test_again',
      {},
      'QUARANTINE_RELEASE_NOT_ALLOWED',
    ],
    ['of an item elsewhere', { status: 'item_completed' }, 'kept', {}, 'ITEM_STATUS_NOT_ELIGIBLE'],
  ])('is blocked: %s', (_title, change, release, more, error) => {
    expect(decideRelease({ ...item, ...change }, release, { ...facts, ...more })).toEqual({ ok: false, error })
  })
})

describe('the customer’s answer', () => {
  const proposed = { grade: 'grade_c', priceCents: 8_000 } as const

  it('accepted makes the controlled price final, with the grade that it is of', () => {
    expect(decideProposalAnswer(item, 'accepted', declaration, proposed)).toMatchObject({
      value: {
        next: {
          status: 'item_completed_with_negociation',
          buybackStatus: 'bb_completed_with_negociation',
          tested: true,
        },
        validated: { grade: 'grade_c', priceCents: 8_000, paymentCents: 8_800 },
      },
    })
  })

  it('declined leaves the item in quarantine and ends the buyback', () => {
    expect(decideProposalAnswer(item, 'declined', declaration, proposed)).toMatchObject({
      value: { next: { status: 'item_in_quarantine', buybackStatus: 'bb_not_completed' } },
    })
  })

  it('needs a proposal, and comes once', () => {
    expect(decideProposalAnswer(item, 'accepted', declaration, { ...proposed, priceCents: null })).toEqual({
      ok: false,
      error: 'QUARANTINE_NO_PROPOSAL',
    })
    const declined: ItemState = { ...item, buybackStatus: 'bb_not_completed' }
    expect(decideProposalAnswer(declined, 'accepted', declaration, proposed)).toEqual({
      ok: false,
      error: 'ITEM_STATUS_NOT_ELIGIBLE',
    })
  })
})

describe('the product of a cancelled buyback', () => {
  it.each<[boolean, Pick<ItemState, 'status' | 'leftStatus'>]>([
    [true, { status: 'item_to_reintegrate_to_stock', leftStatus: null }],
    [true, { status: 'item_completed', leftStatus: null }],
    [true, { status: 'item_refurb_in_progress', leftStatus: null }],
    [true, { status: 'item_in_transit', leftStatus: 'item_completed' }],
    [false, { status: 'item_in_quarantine', leftStatus: null }],
    [false, { status: 'item_to_return', leftStatus: null }],
    [false, { status: 'item_returned', leftStatus: 'item_to_return' }],
    [false, { status: 'item_cancelled', leftStatus: 'item_completed' }],
    [false, { status: 'item_in_transit', leftStatus: null }],
  ])('is kept: %s, as %o', (kept, state) => {
    expect(isKept(state)).toBe(kept)
  })
})

describe('any release', () => {
  it('ends in a status of the table, and never reopens a closed buyback', () => {
    const after: readonly ItemStatus[] = [
      'item_awaiting_compliancy_tests',
      'item_to_reintegrate_to_stock',
      'item_to_return',
    ]
    const state = fc.record({
      status: fc.oneof(fc.constant<ItemStatus>('item_in_quarantine'), fc.constantFrom(...itemStatuses)),
      buybackStatus: fc.constantFrom(...buybackStatuses),
      keepsMoney: fc.boolean(),
    })
    fc.assert(
      fc.property(state, fc.constantFrom(...releases), fc.boolean(), (change, release, hasReturnLabel) => {
        const result = decideRelease({ ...item, ...change }, release, { ...facts, hasReturnLabel })
        if (!result.ok) return
        expect(after).toContain(result.value.next.status)
        if (isClosed(change.buybackStatus)) expect(result.value.next.buybackStatus).toBe(change.buybackStatus)
      }),
    )
  })
})
