import { expect, it } from 'vitest'
import { cents } from '../kernel/money.ts'
import type { Declaration } from './declaration.ts'
import { promisedPrice } from './promised-price.ts'

const declaration: Declaration = {
  productId: 'p',
  simple: true,
  prices: { functional: 10_000 },
  questionnaireId: null,
  answers: null,
  grade: 'functional',
  priceCents: 10_000,
  absorption: null,
  modifiers: [
    { source: 'payment_mode', label: 'Voucher', impact: { type: 'percentage', percent: 10, capCents: null } },
    { source: 'circuit', label: 'Post', impact: { type: 'amount', amountCents: -500 } },
    { source: 'shipping_method', label: 'Free', impact: { type: 'none' } },
  ],
}
const none = { declaration: null, declaredPriceCents: null, predeclaredPriceCents: null }

it('a price is promised line by line, in the order of its modifiers', () => {
  expect(promisedPrice({ declaration, declaredPriceCents: 10_000, predeclaredPriceCents: 9_000 })).toEqual({
    estimateCents: 10_000,
    lines: [
      { source: 'circuit', label: 'Post', impactCents: -500 },
      { source: 'payment_mode', label: 'Voucher', impactCents: 1_000 },
    ],
    totalCents: 10_500,
  })
})

it('the declared price counts before the predeclared one, and nothing gives nothing', () => {
  expect(promisedPrice({ ...none, predeclaredPriceCents: 700 }).totalCents).toBe(cents(700))
  expect(promisedPrice({ ...none, declaredPriceCents: 800, predeclaredPriceCents: 700 }).totalCents).toBe(cents(800))
  expect(promisedPrice(none)).toEqual({ estimateCents: null, lines: [], totalCents: 0 })
})
