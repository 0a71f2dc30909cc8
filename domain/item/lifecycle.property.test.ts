import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInTable } from '#tests/support/lifecycle-table.ts'
import { isClosed } from '../buyback/buyback-status.ts'
import type { Declaration } from '../buyback/declaration.ts'
import { decideDiagnosisEnd, decideDiagnosisStart } from '../refurb/diagnosis.ts'
import { decideStepsConfirmed, plannedSteps } from '../refurb/refurb-step.ts'
import { decideCheckIn } from '../check-in/check-in.ts'
import { comparePrices } from '../compliance/controlled-price.ts'
import { decideSetAside, decideTest } from '../compliance/compliance.ts'
import type { ItemState } from './item-state.ts'
import { checkInRequirements, itemStatuses, nativeStocks, type ItemStatus } from './item-status.ts'
import { decideMove } from '../stock/move-item.ts'
import { checkPacking, decideHandOver, inTransitTo, type Package, type PackableItem } from '../expedition/packing.ts'
import { decideProposalAnswer, decideRelease, releases } from '../quarantine/quarantine.ts'
import { compareCount, stockTotals } from '../stock/stock-count.ts'
import { mayBeSet } from '../stock/stock-rules.ts'
import { inStockStatuses, isInsideWarehouse } from './item-transitions.ts'

const places = ['here', 'there'] as const
const stocksOf = (place: string) => [
  ...nativeStocks.map((native) => ({ id: `${place} ${native}`, warehouseId: place, native })),
  { id: `${place} shelf`, warehouseId: place, native: null },
]
const stocks = places.flatMap(stocksOf)
const declaration: Declaration = {
  productId: 'p',
  simple: true,
  prices: { functional: 10_000 },
  questionnaireId: null,
  answers: [],
  grade: 'functional',
  priceCents: 10_000,
  absorption: { type: 'value', value: 1_000, maxCents: null },
  modifiers: [],
}
const terms = (price: number) => ({
  productId: 'p',
  simple: true,
  prices: { functional: price },
  questionnaire: { id: '', questions: [] },
})

type Action = (item: ItemState, at: number) => readonly [name: string, next: ItemState] | null

const taken = <T>(name: string, result: { ok: true; value: T } | { ok: false }, next: (value: T) => ItemState) =>
  result.ok ? ([name, next(result.value)] as const) : null
const place = fc.constantFrom(...places)
const packable = (state: ItemState, openPackageId: string | null): PackableItem => ({
  id: 'i',
  state,
  storeId: null,
  circuit: 'store_drop_label',
  openPackageId,
})
const controlPlace = (warehouseId: string, requirement: (typeof checkInRequirements)[number]) => ({
  warehouseId,
  requirement,
  nativeStock: (native: string) => `${warehouseId} ${native}`,
  chosenStockId: null,
})

const action: fc.Arbitrary<Action> = fc.oneof(
  fc
    .tuple(place, fc.constantFrom(...checkInRequirements), fc.boolean())
    .map(([where, requirement, bypassesRequirement]): Action => (item) => {
      const decided = decideCheckIn(item, { ...controlPlace(where, requirement), bypassesRequirement })
      return taken('check_in', decided, ({ next }) => next)
    }),
  fc
    .tuple(place, fc.constantFrom(...checkInRequirements), fc.constantFrom(11_000, 10_000, 9_500, 4_000))
    .map(([where, requirement, price]): Action => (item) => {
      const compared = comparePrices(declaration, { terms: terms(price), answers: [] }, terms(10_000))
      if (!compared.ok) throw new Error(compared.error)
      const decided = decideTest(item, declaration, compared.value, controlPlace(where, requirement))
      return taken('compliance_test', decided, ({ next }) => next)
    }),
  place.map(
    (where): Action =>
      (item) =>
        taken('compliance_test', decideSetAside(item, controlPlace(where, 'optional')), ({ next }) => next),
  ),
  fc.tuple(fc.constantFrom(...releases), fc.boolean()).map(([release, hasReturnLabel]): Action => (item) => {
    const nativeStock = (native: string) => `${item.warehouseId} ${native}`
    const declared = { declaration, declaredGrade: declaration.grade, declaredPriceCents: declaration.priceCents }
    const decided = decideRelease(item, release, { declared, hasReturnLabel, nativeStock })
    return taken(`quarantine_${release}`, decided, ({ next }) => next)
  }),
  fc.constantFrom('accepted' as const, 'declined' as const).map(
    (answer): Action =>
      (item) =>
        taken(
          `proposal_${answer}`,
          decideProposalAnswer(item, answer, declaration, { grade: null, priceCents: 4_000 }),
          ({ next }) => next,
        ),
  ),
  fc.constantFrom(...stocks).map(
    (stock): Action =>
      (item) =>
        taken('move', decideMove(item, stock), (next) => next),
  ),
  fc.constant<Action>((item) => taken('refurb_diagnosis_start', decideDiagnosisStart(item), (next) => next)),
  fc.boolean().map((hasSteps): Action => (item) => {
    const place = {
      chosenStockId: `${item.warehouseId} shelf`,
      completedStockId: `${item.warehouseId} refurbishment_completed`,
      hasSteps,
    }
    return taken('refurb_diagnosis_end', decideDiagnosisEnd(item, place), (next) => next)
  }),
  fc.boolean().map((isDone): Action => (item) => {
    const steps = plannedSteps([{ id: 's', name: 's', stockId: 'x', costs: [] }], 'here')
    const all = steps.map((step) => ({ ...step, status: isDone ? ('completed' as const) : step.status }))
    const decided = decideStepsConfirmed(item, all, `${item.warehouseId} refurbishment_completed`)
    return taken('refurb_confirm', decided, (next) => next)
  }),
  fc.tuple(place, fc.boolean()).map(([origin, isElsewhere]): Action => (item) => {
    const into: Package = {
      id: 'k',
      origin: { type: 'warehouse', warehouseId: origin },
      destinationWarehouseId: origin === 'here' ? 'there' : 'here',
      status: 'open',
      itemIds: [],
      number: null,
    }
    const checked = checkPacking(packable(item, isElsewhere ? 'other' : null), into)
    if (isElsewhere && checked.ok) throw new Error('an item lies in two packages')
    return taken('close_package', checked, () => inTransitTo(item, into.destinationWarehouseId))
  }),
  fc
    .tuple(fc.boolean(), fc.boolean(), fc.boolean())
    .map(([hasTransportLabel, transportLabelFailed, hasReturnLabel]): Action => (item) => {
      const decided = decideHandOver(packable(item, null), { hasTransportLabel, transportLabelFailed, hasReturnLabel })
      return taken(item.status === 'item_to_return' ? 'ship_return' : 'hand_over', decided, (next) => next)
    }),
)

/** What the customer and a store do, beside the floor's own actions. */
function isAllowed(name: string, from: ItemStatus, to: ItemStatus): boolean {
  if (name === 'proposal_accepted') return from === 'item_in_quarantine' && to === 'item_completed_with_negociation'
  if (name === 'proposal_declined') return from === 'item_in_quarantine' && to === from
  if (name === 'hand_over') return from === 'item_awaiting_inventory' && to === 'item_in_transit'
  return isInTable(name, from, to)
}

const outside: ItemState = {
  status: 'item_in_transit',
  buybackStatus: 'bb_in_transit',
  stockId: null,
  warehouseId: null,
  destinationWarehouseId: 'here',
  tested: false,
  leftStatus: null,
  keepsMoney: false,
}
const start: fc.Arbitrary<ItemState> = fc.oneof(
  fc.record({
    ...Object.fromEntries(Object.entries(outside).map(([name, value]) => [name, fc.constant(value)])),
    status: fc.constantFrom('item_in_transit', 'item_created', 'item_awaiting_inventory', 'item_lost_transport'),
    destinationWarehouseId: place,
  }) as unknown as fc.Arbitrary<ItemState>,
  fc.boolean().map((keepsMoney): ItemState => ({
    ...outside,
    status: 'item_cancelled',
    buybackStatus: 'bb_cancelled',
    keepsMoney,
  })),
)
const world = fc.tuple(start, start, start)
const history = fc.array(fc.tuple(fc.nat({ max: 2 }), action), { minLength: 10, maxLength: 60 })

describe('any sequence of decisions', () => {
  it('leads only where the lifecycle table does, keeps each item in one place, and changes no final price', () => {
    const reached = new Set<ItemStatus>()
    fc.assert(
      fc.property(world, history, (begun, steps) => {
        const items = [...begun]
        for (const [at, act] of steps) {
          const before = items[at]!
          const done = act(before, at)
          if (done === null) continue
          const [name, after] = done
          expect(isAllowed(name, before.status, after.status), `${name}: ${before.status} to ${after.status}`).toBe(
            true,
          )
          expect(itemStatuses).toContain(after.status)
          expect(after.warehouseId !== null).toBe(isInsideWarehouse(after.status))
          expect(after.stockId !== null).toBe(inStockStatuses.includes(after.status))
          if (after.stockId !== null)
            expect(stocks.find(({ id }) => id === after.stockId)?.warehouseId).toBe(after.warehouseId)
          if (name === 'move')
            expect(mayBeSet(stocks.find(({ id }) => id === after.stockId)!.native, after.status)).toBe(true)
          if (isClosed(before.buybackStatus)) expect(after.buybackStatus).toBe(before.buybackStatus)
          items[at] = after
          reached.add(after.status)
        }
      }),
      { numRuns: 800 },
    )
    expect(reached.size).toBeGreaterThan(11)
  })

  it('keeps the totals of the stocks equal to the items', () => {
    fc.assert(
      fc.property(world, history, (begun, steps) => {
        const items = [...begun]
        const totals = new Map(stockTotals(items))
        for (const [at, act] of steps) {
          const before = items[at]!
          const done = act(before, at)
          if (done === null) continue
          items[at] = done[1]
          for (const [stockId, change] of [
            [before.stockId, -1],
            [done[1].stockId, 1],
          ] as const)
            if (stockId !== null) totals.set(stockId, (totals.get(stockId) ?? 0) + change)
        }
        expect(new Map([...totals].filter(([, count]) => count !== 0))).toEqual(stockTotals(items))
      }),
      { numRuns: 300 },
    )
  })
})

describe('any stock count', () => {
  const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 12 })

  it('puts each item in one list', () => {
    fc.assert(
      fc.property(ids, ids, (expected, scanned) => {
        const { present, missing, unexpected } = compareCount(expected, scanned)
        const all = [...present, ...missing, ...unexpected]
        expect(new Set(all).size).toBe(all.length)
        expect(new Set(all)).toEqual(new Set([...expected, ...scanned]))
        expect(present.length + missing.length).toBe(new Set(expected).size)
        expect(present.length + unexpected.length).toBe(new Set(scanned).size)
      }),
    )
  })
})
