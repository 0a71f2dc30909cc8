import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Declaration } from '../buyback/declaration.ts'
import { buybackStatuses, isClosed } from '../buyback/buyback-status.ts'
import type { Questionnaire } from '../catalog/questionnaire.ts'
import { checkTestable, decideSetAside, decideTest, type ControlPlace } from './compliance.ts'
import { comparePrices, type Controlled } from './controlled-price.ts'
import type { ItemState } from '../item/item-state.ts'
import { itemStatuses, nativeStocks, type ItemStatus } from '../item/item-status.ts'
import { untestedCheckInFrom } from '../item/item-transitions.ts'

const questionnaire: Questionnaire = {
  id: 'q',
  questions: [
    {
      id: 'screen',
      title: 'Screen',
      answers: [
        { id: 'fine', name: 'Fine', bestGrade: 'grade_a', impact: { type: 'none' } },
        { id: 'worn', name: 'Worn', bestGrade: 'grade_b', impact: { type: 'none' } },
        { id: 'broken', name: 'Broken', bestGrade: 'grade_e', impact: { type: 'none' } },
      ],
    },
  ],
}
const prices = { grade_a: 10_000, grade_b: 9_000 }
const chosen = (answerId: string) => [{ questionId: 'screen', answerId }]
const declaration: Declaration = {
  productId: 'phone',
  simple: false,
  prices,
  questionnaireId: 'q',
  answers: chosen('worn'),
  grade: 'grade_b',
  priceCents: 9_000,
  absorption: null,
  modifiers: [{ source: 'circuit', label: 'Store', impact: { type: 'amount', amountCents: 500 } }],
}
const terms = { productId: 'phone', simple: false, prices, questionnaire }
const found = (answerId: string): Controlled => ({ terms, answers: chosen(answerId) })

const state: ItemState = {
  status: 'item_awaiting_compliancy_tests',
  buybackStatus: 'bb_in_processing',
  stockId: 'stock-awaiting_control',
  warehouseId: 'here',
  destinationWarehouseId: 'here',
  tested: false,
  leftStatus: null,
  keepsMoney: false,
}
const place: ControlPlace = {
  warehouseId: 'here',
  requirement: 'mandatory',
  nativeStock: (native) => `stock-${native}`,
  chosenStockId: null,
}

function compare(said: Declaration, what: Controlled) {
  const compared = comparePrices(said, what, { ...terms, prices: said.prices, simple: said.simple })
  if (!compared.ok) throw new Error(compared.error)
  return compared.value
}

function decided(answerId: string, said = declaration, item = state, at = place) {
  const result = decideTest(item, said, compare(said, found(answerId)), at)
  if (!result.ok) throw new Error(result.error)
  return result.value
}

describe('the outcome of a compliance test', () => {
  it('is conforming for the declared answers, and pays the declared price with its modifiers', () => {
    const { outcome, next, validated } = decided('worn')
    expect(outcome).toBe('conforming')
    expect(next).toMatchObject({
      status: 'item_completed',
      buybackStatus: 'bb_completed',
      stockId: 'stock-to_refurbish',
      tested: true,
    })
    expect(validated).toEqual({ grade: 'grade_b', priceCents: 9_000, paymentCents: 9_500 })
  })

  it('is by price for a better condition, which pays no more', () => {
    const { next, validated } = decided('fine')
    expect(next).toMatchObject({ status: 'item_completed_by_price', buybackStatus: 'bb_completed_by_price' })
    expect(validated?.priceCents).toBe(9_000)
  })

  it('is by price for another product of the same price', () => {
    const other = { terms: { ...terms, productId: 'tablet' }, answers: chosen('worn') }
    expect(compare(declaration, other).verdict).toBe('not_lower')
  })

  it('is with absorption where the whole difference is covered', () => {
    const said: Declaration = {
      ...declaration,
      answers: chosen('fine'),
      grade: 'grade_a',
      priceCents: 10_000,
      absorption: { type: 'value', value: 1_000, maxCents: null },
    }
    const { next, validated } = decided('worn', said)
    expect(next.status).toBe('item_completed_with_absorption')
    expect(validated?.priceCents).toBe(10_000)
    expect(compare(said, found('worn'))).toMatchObject({ absorbedCents: 1_000, toldCents: 10_000, isProposal: false })
  })

  it('is a proposal in quarantine for a lower price', () => {
    const { outcome, next, validated } = decided('broken')
    expect(outcome).toBe('proposal')
    expect(next).toMatchObject({
      status: 'item_in_quarantine',
      buybackStatus: 'bb_in_processing',
      stockId: 'stock-in_quarantine',
      tested: false,
    })
    expect(validated).toBeNull()
    expect(compare(declaration, found('broken'))).toMatchObject({
      toldCents: 0,
      isProposal: true,
      differenceCents: -9_000,
    })
  })

  it('is quarantine without a proposal for an item set aside', () => {
    const result = decideSetAside(state, place)
    expect(result).toMatchObject({ ok: true, value: { outcome: 'set_aside', next: { status: 'item_in_quarantine' } } })
  })

  it('completes an item that was lost and paid, whatever it finds', () => {
    const { outcome, next, validated } = decided('broken', declaration, { ...state, buybackStatus: 'bb_completed' })
    expect(outcome).toBe('already_settled')
    expect(next).toMatchObject({ status: 'item_completed', buybackStatus: 'bb_completed' })
    expect(validated).toBeNull()
  })

  it('proposes the controlled price where none was declared', () => {
    const said: Declaration = { ...declaration, answers: null, grade: null, priceCents: null }
    expect(compare(said, found('worn'))).toMatchObject({
      verdict: 'no_declared_price',
      toldCents: 9_000,
      isProposal: true,
    })
  })

  it('compares prices alone where no answers were declared', () => {
    const said: Declaration = { ...declaration, answers: null }
    expect(compare(said, found('worn')).verdict).toBe('conforming')
    expect(compare(said, found('fine')).verdict).toBe('not_lower')
  })
})

describe('the summary', () => {
  it('shows each line declared, controlled and their difference', () => {
    const { lines } = compare(declaration, found('fine'))
    expect(lines).toEqual([
      {
        kind: 'grade',
        questionId: null,
        declaredAnswerId: null,
        controlledAnswerId: null,
        declaredCents: 9_000,
        controlledCents: 10_000,
        differenceCents: 1_000,
      },
      {
        kind: 'answer',
        questionId: 'screen',
        declaredAnswerId: 'worn',
        controlledAnswerId: 'fine',
        declaredCents: 0,
        controlledCents: 0,
        differenceCents: 0,
      },
    ])
  })
})

describe('an item may be tested', () => {
  it.each<[string, Partial<ItemState>, Partial<ControlPlace>, string]>([
    ['not in the stock of another warehouse', { warehouseId: 'there' }, {}, 'ITEM_IN_OTHER_WAREHOUSE'],
    ['not before its check-in where that is mandatory', { status: 'item_in_transit' }, {}, 'ITEM_NOT_REGISTERED'],
    [
      'not where another warehouse is to test it',
      { status: 'item_in_transit', destinationWarehouseId: 'there' },
      { requirement: 'optional' },
      'ITEM_NOT_ASSIGNED',
    ],
    ['not twice', { status: 'item_completed', tested: true }, {}, 'ITEM_STATUS_NOT_ELIGIBLE'],
    ['not after its buyback was cancelled', { buybackStatus: 'bb_cancelled' }, {}, 'ITEM_STATUS_NOT_ELIGIBLE'],
  ])('%s', (_title, change, at, error) => {
    expect(checkTestable({ ...state, ...change }, { ...place, ...at })).toEqual({ ok: false, error })
  })

  it.each(['optional', 'disabled'] as const)('straight from its way where check-in is %s', (requirement) => {
    for (const status of untestedCheckInFrom)
      expect(checkTestable({ ...state, status, warehouseId: null, stockId: null }, { ...place, requirement }).ok).toBe(
        true,
      )
  })
})

const anyState = fc.record<ItemState>({
  status: fc.oneof(fc.constant<ItemStatus>('item_awaiting_compliancy_tests'), fc.constantFrom(...itemStatuses)),
  buybackStatus: fc.constantFrom(...buybackStatuses),
  stockId: fc.constantFrom(null, 'stock-a'),
  warehouseId: fc.constantFrom(null, 'here', 'there'),
  destinationWarehouseId: fc.constantFrom('here', 'there'),
  tested: fc.boolean(),
  leftStatus: fc.constantFrom(null, ...itemStatuses),
  keepsMoney: fc.boolean(),
})
const anyPlace = fc
  .constantFrom('optional' as const, 'mandatory' as const, 'disabled' as const)
  .map((requirement): ControlPlace => ({ ...place, requirement }))
const anyDeclaration = fc
  .record({
    answers: fc.constantFrom(null, chosen('fine'), chosen('worn'), chosen('broken')),
    priceCents: fc.option(fc.integer({ min: 0, max: 20_000 })),
    value: fc.option(fc.integer({ min: 0, max: 5_000 })),
  })
  .map(({ answers, priceCents, value }): Declaration => ({
    ...declaration,
    answers,
    priceCents,
    absorption: value === null ? null : { type: 'value', value, maxCents: null },
  }))

describe('any compliance test', () => {
  const after: readonly ItemStatus[] = [
    'item_completed',
    'item_completed_by_price',
    'item_completed_with_absorption',
    'item_in_quarantine',
  ]

  it('ends in a status of the table, in a stock of this warehouse', () => {
    fc.assert(
      fc.property(
        anyState,
        anyPlace,
        anyDeclaration,
        fc.constantFrom('fine', 'worn', 'broken'),
        (item, at, said, answer) => {
          const result = decideTest(item, said, compare(said, found(answer)), at)
          if (!result.ok) return
          const { next, validated } = result.value
          expect(after).toContain(next.status)
          expect(nativeStocks.map((native) => `stock-${native}`)).toContain(next.stockId)
          expect(next.warehouseId).toBe('here')
          if (isClosed(item.buybackStatus)) expect(next.buybackStatus).toBe(item.buybackStatus)
          if (!item.tested) expect(next.status === 'item_in_quarantine').toBe(!next.tested)
          if (validated !== null) expect(validated.paymentCents).toBeGreaterThanOrEqual(0)
          if (validated !== null) expect(validated.priceCents).toBe(said.priceCents)
        },
      ),
    )
  })

  it('tells a lower price only as a proposal, and sums its lines', () => {
    fc.assert(
      fc.property(anyDeclaration, fc.constantFrom('fine', 'worn', 'broken'), (said, answer) => {
        const compared = compare(said, found(answer))
        if (!compared.isProposal) expect(compared.toldCents).toBe(said.priceCents)
        const sum = compared.lines.reduce((total, { controlledCents }) => total + controlledCents, 0)
        expect(compared.controlledCents).toBe(Math.max(0, sum))
      }),
    )
  })
})
