import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasGs1CheckDigit } from '../kernel/check-digit.ts'
import { priceContract, matchesSeenPrices, type ContractTerms } from './contract-price.ts'
import { buybackNumber, buybackSerialLimit } from './buyback-number.ts'
import type { Modifier } from './modifiers.ts'
import { pricePromiseMs, promiseEndsAt, promiseHolds } from './quote-validity.ts'

const answers = [{ questionId: 'q', answerId: 'a' }]

function terms(gradeCents: number, modifiers: readonly Modifier[] = [], zeroNotAllowed = false): ContractTerms {
  const answer = { id: 'a', name: 'A', bestGrade: 'grade_a', impact: { type: 'none' } } as const
  const questionnaire = { id: 'n', questions: [{ id: 'q', title: 'Q', answers: [answer] }] }
  const product = { productId: 'p', simple: false, prices: { grade_a: gradeCents }, questionnaire }
  return { product, answers, modifiers, zeroNotAllowed }
}

const fixed = (source: Modifier['source'], amountCents: number): Modifier => ({
  source,
  label: source,
  impact: { type: 'amount', amountCents },
})

describe('the price of a contract', () => {
  it('is the estimate with a line for each modifier', () => {
    const priced = priceContract(terms(10_000, [fixed('payment_mode', 500), fixed('circuit', -200)]))
    expect(priced).toMatchObject({
      ok: true,
      value: {
        estimate: { priceCents: 10_000 },
        lines: [
          { source: 'circuit', impactCents: -200 },
          { source: 'payment_mode', impactCents: 500 },
        ],
        totalCents: 10_300,
      },
    })
  })

  it.each([
    [500, -499, false, 1],
    [500, -500, false, 0],
    [500, -501, false, 'BUYBACK_TOTAL_NEGATIVE'],
    [0, 0, false, 0],
    [0, 500, false, 0],
    [0, -500, false, 0],
    [0, 0, true, 'BUYBACK_ZERO_NOT_ALLOWED'],
    [1, 0, true, 1],
  ])('of %i with %i, nothing refused %s: %s', (grade, modifier, zeroNotAllowed, expected) => {
    const priced = priceContract(terms(grade, [fixed('shipping_method', modifier)], zeroNotAllowed))
    expect(priced.ok ? priced.value.totalCents : priced.error).toBe(expected)
  })

  it('promises no line beside an estimate of nothing', () => {
    const priced = priceContract(terms(0, [fixed('payment_mode', 500)]))
    expect(priced).toMatchObject({ ok: true, value: { lines: [], totalCents: 0 } })
  })

  it('needs a price for the grade', () => {
    const { product, ...rest } = terms(100)
    expect(priceContract({ ...rest, product: { ...product, prices: {} } })).toEqual({
      ok: false,
      error: 'PRICE_NOT_DEFINED',
    })
  })

  it('was seen only to the cent and line by line, in whatever order', () => {
    const cents = fc.integer({ min: -3000, max: 3000 })
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 90_000 }),
        cents,
        cents,
        fc.integer({ min: -2, max: 2 }),
        (grade, one, two, off) => {
          const priced = priceContract(terms(grade, [fixed('circuit', one), fixed('payment_mode', two)]))
          if (!priced.ok) throw new Error(priced.error)
          const seen = {
            estimatedPriceCents: grade,
            impactPriceEntries: [
              { source: 'payment_mode' as const, valueCents: two },
              ...(one === 0 ? [] : [{ source: 'circuit' as const, valueCents: one }]),
            ],
            totalPriceCents: grade + one + two,
          }
          expect(matchesSeenPrices(seen, priced.value)).toBe(true)
          expect(matchesSeenPrices({ ...seen, totalPriceCents: seen.totalPriceCents + off }, priced.value)).toBe(
            off === 0,
          )
          expect(matchesSeenPrices({ ...seen, estimatedPriceCents: grade + off }, priced.value)).toBe(off === 0)
          const moved = [
            { source: 'circuit' as const, valueCents: one + off },
            { source: 'payment_mode' as const, valueCents: two - off },
          ]
          expect(matchesSeenPrices({ ...seen, impactPriceEntries: moved }, priced.value)).toBe(off === 0)
        },
      ),
    )
  })
})

describe('a promised price', () => {
  it('holds for 15 days to the millisecond', () => {
    expect(pricePromiseMs).toBe(1_296_000_000)
    expect(promiseHolds(1000, promiseEndsAt(1000) - 1)).toBe(true)
    expect(promiseHolds(1000, promiseEndsAt(1000))).toBe(false)
  })
})

describe('the number of a buyback', () => {
  it.each([
    [0, '2000000000008'],
    [1, '2000000000015'],
    [99_999_999_999, '2999999999991'],
  ])('of serial %i is %s', (serial, number) => {
    expect(buybackNumber(serial)).toBe(number)
  })

  it('has 13 digits, begins with 2 and is no other serial’s (BB-08)', () => {
    const serials = fc.integer({ min: 0, max: buybackSerialLimit - 1 })
    fc.assert(
      fc.property(serials, serials, (one, other) => {
        expect(buybackNumber(one)).toMatch(/^2\d{12}$/)
        expect(hasGs1CheckDigit(buybackNumber(one))).toBe(true)
        expect(buybackNumber(one) === buybackNumber(other)).toBe(one === other)
      }),
    )
    for (const serial of [-1, 0.5, buybackSerialLimit]) expect(() => buybackNumber(serial)).toThrow()
  })
})
