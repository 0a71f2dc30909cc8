import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buybackStatuses, isSettled } from '../buyback/buyback-status.ts'
import { lossPlaces } from '../buyback/loss-place.ts'
import { circuitTypes } from '../circuit/circuit-type.ts'
import { decideCancel } from './cancel-buyback.ts'
import { finalizedState, firstState, isPredeclared } from './first-state.ts'
import type { ItemState } from './item-state.ts'
import { itemStatuses } from './item-status.ts'
import { decideLoss, lossPlaceOf } from '../compliance/loss.ts'
import { inStockStatuses, isInsideWarehouse } from './item-transitions.ts'

const state = fc
  .record({
    status: fc.constantFrom(...itemStatuses),
    buybackStatus: fc.constantFrom(...buybackStatuses),
    tested: fc.boolean(),
    keepsMoney: fc.boolean(),
    leftStatus: fc.option(fc.constantFrom(...inStockStatuses)),
  })
  .map((drawn): ItemState => ({
    ...drawn,
    stockId: inStockStatuses.includes(drawn.status) ? 'stock' : null,
    warehouseId: isInsideWarehouse(drawn.status) ? 'warehouse' : null,
    destinationWarehouseId: 'warehouse',
  }))

const isPlaced = ({ status, stockId, warehouseId }: ItemState): boolean => {
  if (inStockStatuses.includes(status)) return stockId !== null && warehouseId !== null
  return stockId === null && (warehouseId !== null) === (status === 'item_registered_in_warehouse')
}

describe('the first state of a buyback', () => {
  it.each([
    ['store_drop', 'item_awaiting_inventory', 'bb_awaiting_inventory', false],
    ['store_drop_label', 'item_awaiting_inventory', 'bb_awaiting_inventory', false],
    ['store_collect', 'item_awaiting_inventory', 'bb_awaiting_inventory', false],
    ['web_drop', 'item_awaiting_store_drop', 'bb_awaiting_store_drop', true],
    ['web_post', 'item_created', 'bb_awaiting_inventory', false],
    ['web_drop_label', 'item_created', 'bb_awaiting_inventory', false],
    ['web_collect', 'item_created', 'bb_awaiting_inventory', false],
  ] as const)('of %s is %s and %s; a store finalises it: %s', (circuit, status, buybackStatus, predeclared) => {
    expect(firstState(circuit)).toEqual({ status, buybackStatus })
    expect(isPredeclared(firstState(circuit))).toBe(predeclared)
  })

  it('of every circuit is in the table, and finalising gives that of a store', () => {
    expect(circuitTypes.map((circuit) => firstState(circuit).status)).not.toContain(undefined)
    expect(finalizedState).toEqual(firstState('store_drop'))
  })
})

describe('any cancellation', () => {
  const facts = (paymentCancellable: boolean, force: boolean) => ({
    paymentCancellable,
    force,
    nativeStock: (native: string) => native,
  })

  it('ends in the table’s statuses, in its place, and asks for force where money is on its way', () => {
    fc.assert(
      fc.property(state, fc.boolean(), fc.boolean(), (item, paymentCancellable, force): void => {
        const decided = decideCancel(item, facts(paymentCancellable, force))
        const isOver = item.buybackStatus === 'bb_cancelled' || item.buybackStatus === 'bb_not_completed'
        if (isOver) {
          expect(decided).toEqual({ ok: false, error: 'BUYBACK_NOT_CANCELLABLE' })
          return
        }
        if (!paymentCancellable && !force) {
          expect(decided).toEqual({ ok: false, error: 'PAYMENT_CANNOT_BE_CANCELLED' })
          return
        }
        if (!decided.ok) throw new Error(decided.error)
        const { value: next } = decided
        expect(next.buybackStatus).toBe('bb_cancelled')
        expect(isPlaced(next)).toBe(true)
        expect(next.warehouseId).toBe(item.warehouseId)
        expect(next.status).toBe(
          !isInsideWarehouse(item.status)
            ? 'item_cancelled'
            : item.keepsMoney
              ? 'item_in_quarantine'
              : 'item_to_return',
        )
        expect(next.stockId).toBe(
          { item_cancelled: null, item_in_quarantine: 'in_quarantine', item_to_return: 'customer_return' }[
            next.status as 'item_cancelled'
          ],
        )
        expect(decideCancel(next, facts(true, true)).ok).toBe(false)
      }),
    )
  })
})

describe('any loss', () => {
  const declaration = {
    productId: 'p',
    simple: true,
    prices: { functional: 5000 },
    questionnaireId: null,
    answers: null,
    grade: 'functional',
    priceCents: 5000,
    absorption: null,
    modifiers: [],
  } as const
  const declared = { declaration, declaredGrade: 'functional', declaredPriceCents: 5000 } as const

  it('happens where the item is, settles once at the declared price where that is owed, and happens once', () => {
    fc.assert(
      fc.property(state, fc.constantFrom(...lossPlaces), fc.boolean(), (item, place, isOwedBySettling): void => {
        const money = { ...declared, isOwedBySettling }
        const decided = decideLoss(item, place, money)
        if (lossPlaceOf(item.status) !== place) {
          expect(decided.ok).toBe(false)
          return
        }
        if (!decided.ok) throw new Error(decided.error)
        const { next, validated } = decided.value
        expect(next.status).toBe(`item_lost_${place}`)
        expect(isPlaced(next)).toBe(true)
        expect(isSettled(next.buybackStatus)).toBe(true)
        if (isSettled(item.buybackStatus)) expect([next.buybackStatus, validated]).toEqual([item.buybackStatus, null])
        else if (!isOwedBySettling) expect(validated).toBeNull()
        else expect(validated).toEqual({ grade: 'functional', priceCents: 5000, paymentCents: 5000 })
        expect(next.leftStatus).toBe(place === 'warehouse' ? item.status : item.leftStatus)
        expect(lossPlaces.some((other) => decideLoss(next, other, money).ok)).toBe(false)
      }),
    )
  })

  it.each([
    ['item_awaiting_inventory', 'store'],
    ['item_in_transit', 'transport'],
    ['item_returned', 'transport'],
    ['item_registered_in_warehouse', 'warehouse'],
    ['item_to_return', 'warehouse'],
    ['item_created', null],
    ['item_awaiting_store_drop', null],
    ['item_cancelled', null],
    ['item_lost_store', null],
  ] as const)('of an item that is %s is one in %s', (status, place) => {
    expect(lossPlaceOf(status)).toBe(place)
  })

  it('pays what was declared, also where the contract froze nothing, and nothing that was never declared', () => {
    const item: ItemState = {
      status: 'item_in_transit',
      buybackStatus: 'bb_in_transit',
      stockId: null,
      warehouseId: null,
      destinationWarehouseId: 'warehouse',
      tested: false,
      leftStatus: null,
      keepsMoney: false,
    }
    const imported = { declaration: null, declaredGrade: null, declaredPriceCents: 7000, isOwedBySettling: true }
    expect(decideLoss(item, 'transport', imported)).toMatchObject({
      value: { validated: { grade: null, priceCents: 7000, paymentCents: 7000 } },
    })
    const unpriced = { ...imported, declaredPriceCents: null }
    expect(decideLoss(item, 'transport', unpriced)).toMatchObject({ ok: true, value: { validated: null } })
  })
})
