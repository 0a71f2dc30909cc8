import { describe, expect, it } from 'vitest'
import { awaitsLabel, type LabelledItem } from './awaits-label.ts'
import type { ItemStatus } from './item-status.ts'

const state = { status: 'item_created', leftStatus: null, buybackStatus: 'bb_awaiting_inventory' } as const
const own: LabelledItem = { state, parcel: 'own', isCurrent: true }
const packed = (status: ItemStatus, isCurrent = true): LabelledItem => ({
  state: { status, leftStatus: 'item_completed', buybackStatus: 'bb_completed' },
  parcel: 'package',
  isCurrent,
})

describe('a label of its own is needed', () => {
  it.each(['item_created', 'item_awaiting_inventory', 'item_awaiting_store_drop', 'item_in_transit'] as const)(
    'while its product is %s',
    (status) => expect(awaitsLabel({ ...own, state: { ...state, status } })).toBe(true),
  )

  it.each([
    'item_registered_in_warehouse',
    'item_awaiting_compliancy_tests',
    'item_to_return',
    'item_lost_store',
  ] as const)('no more once its product is %s', (status) =>
    expect(awaitsLabel({ ...own, state: { ...state, status } })).toBe(false),
  )

  it('no more where its product goes on from one warehouse to the next', () => {
    const forwarded = { ...state, status: 'item_in_transit', leftStatus: 'item_registered_in_warehouse' } as const
    expect(awaitsLabel({ ...own, state: forwarded })).toBe(false)
  })

  it.each(['bb_cancelled', 'bb_completed', 'bb_not_completed'] as const)(
    'no more once its buyback is %s',
    (buybackStatus) => expect(awaitsLabel({ ...own, state: { ...state, buybackStatus } })).toBe(false),
  )
})

describe('the label of a package is needed', () => {
  it('while a product travels in it, though that one was paid long ago', () =>
    expect(awaitsLabel(packed('item_in_transit'))).toBe(true))
  it('no more by what has arrived', () => expect(awaitsLabel(packed('item_completed'))).toBe(false))
  it('no more by what travels in another one', () => expect(awaitsLabel(packed('item_in_transit', false))).toBe(false))
})

it('a label for the way back is needed by a product that stands in a warehouse', () => {
  const back = { status: 'item_to_return', leftStatus: null, buybackStatus: 'bb_not_completed' } as const
  expect(awaitsLabel({ state: back, parcel: 'return', isCurrent: true })).toBe(true)
})
