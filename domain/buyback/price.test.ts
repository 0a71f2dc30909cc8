import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../kernel/money.ts'
import { absorbed, allowedAbsorption, type AbsorptionRule } from './absorption.ts'
import { estimate, type ProductTerms } from '#domain/catalog/estimate.ts'
import { modifierLines, paymentFor, type Modifier } from './modifiers.ts'

const terms: ProductTerms = {
  productId: 'phone',
  simple: false,
  prices: { grade_a: 30_000, grade_b: 20_000, functional: 12_300 },
  questionnaire: {
    id: 'q',
    questions: [
      {
        id: 'screen',
        title: 'Screen',
        answers: [
          { id: 'fine', name: 'Fine', bestGrade: 'grade_a', impact: { type: 'none' } },
          {
            id: 'scratched',
            name: 'Scratched',
            bestGrade: 'grade_b',
            impact: { type: 'percentage', percent: -10, capCents: null },
          },
          { id: 'broken', name: 'Broken', bestGrade: 'grade_e', impact: { type: 'amount', amountCents: -50_000 } },
        ],
      },
    ],
  },
}
const chosen = (answerId: string) => [{ questionId: 'screen', answerId }]

describe('an estimate', () => {
  it('is the price of the worst grade with the impacts on it', () => {
    const result = estimate(terms, chosen('scratched'), 'refused')
    expect(result).toMatchObject({ ok: true, value: { grade: 'grade_b', gradePriceCents: 20_000, priceCents: 18_000 } })
  })

  it('is never below 0', () => {
    const withPrice = { ...terms, prices: { grade_e: 100 } }
    expect(estimate(withPrice, chosen('broken'), 'refused')).toMatchObject({ value: { priceCents: 0 } })
  })

  it('is refused without a price for the grade, and 0 when the test finds it', () => {
    expect(estimate(terms, chosen('broken'), 'refused')).toEqual({ ok: false, error: 'PRICE_NOT_DEFINED' })
    expect(estimate(terms, chosen('broken'), 'zero')).toMatchObject({ value: { grade: 'grade_e', priceCents: 0 } })
  })

  it('of a simple product is its functional price, without questions', () => {
    expect(estimate({ ...terms, simple: true }, [], 'refused')).toMatchObject({
      value: { grade: 'functional', priceCents: 12_300 },
    })
  })
})

const modifiers: readonly Modifier[] = [
  { source: 'payment_mode', label: 'Gift card', impact: { type: 'percentage', percent: 10, capCents: 1_000 } },
  { source: 'circuit', label: 'Store', impact: { type: 'amount', amountCents: 500 } },
]

describe('modifiers', () => {
  it('are each computed on the price, in the order circuit, shipping method, payment mode', () => {
    expect(modifierLines(cents(20_000), modifiers).map(({ source, impactCents }) => [source, impactCents])).toEqual([
      ['circuit', 500],
      ['payment_mode', 1_000],
    ])
    expect(paymentFor(cents(20_000), modifiers)).toBe(21_500)
  })

  it('pay nothing for a price of 0, and never less than 0', () => {
    expect(paymentFor(cents(0), modifiers)).toBe(0)
    expect(
      paymentFor(cents(100), [{ source: 'circuit', label: '', impact: { type: 'amount', amountCents: -900 } }]),
    ).toBe(0)
  })
})

describe('absorption', () => {
  const rule: AbsorptionRule = { type: 'percentage_declared', value: 10, maxCents: null }

  it('covers the whole difference or nothing', () => {
    expect(absorbed(rule, cents(10_000), cents(9_000))).toBe(1_000)
    expect(absorbed(rule, cents(10_000), cents(8_999))).toBe(0)
  })

  it('is a share of the declared or controlled price, or a value, limited by the maximum', () => {
    expect(allowedAbsorption({ ...rule, type: 'percentage_controlled' }, cents(10_000), cents(8_000))).toBe(800)
    expect(allowedAbsorption({ type: 'value', value: 700, maxCents: null }, cents(10_000), cents(8_000))).toBe(700)
    expect(allowedAbsorption({ ...rule, maxCents: 300 }, cents(10_000), cents(8_000))).toBe(300)
    expect(allowedAbsorption(null, cents(10_000), cents(8_000))).toBe(0)
  })

  it('never exceeds what is allowed, nor the difference', () => {
    const price = fc.integer({ min: 0, max: 5_000_000 }).map(cents)
    const rules = fc.record<AbsorptionRule>({
      type: fc.constantFrom('percentage_declared', 'percentage_controlled', 'value'),
      value: fc.integer({ min: 0, max: 100 }),
      maxCents: fc.option(fc.integer({ min: 0, max: 100_000 })),
    })
    fc.assert(
      fc.property(rules, price, price, (each, declared, controlled) => {
        const paid = absorbed(each, declared, controlled)
        expect(paid).toBeGreaterThanOrEqual(0)
        expect(paid).toBeLessThanOrEqual(Math.max(0, declared - controlled))
        expect(paid).toBeLessThanOrEqual(allowedAbsorption(each, declared, controlled))
      }),
    )
  })
})
