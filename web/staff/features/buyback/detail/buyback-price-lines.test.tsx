import { expect, it, vi } from 'vitest'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { PriceLines } from './buyback-price-lines.tsx'

it.each([
  ['payment_created', 'Montant à payer au client'],
  ['payment_completed', 'Montant payé au client'],
  ['payment_cancelled', 'Montant validé, non payé au client'],
] as const)('of a payment that is %s name the amount %s', async (paymentStatus, name) => {
  const prices = { validatedPriceCents: 69_000, declaredPriceCents: 69_000, paidPriceCents: 69_000 }
  const buyback = { ...prices, totalPriceCents: 69_000, impactPriceEntries: [], paymentStatus }
  const { place } = await drawScreen(<PriceLines buyback={buyback as unknown as BuybackAnswer} />, {
    texts: ['buyback'],
  })
  const total = await vi.waitUntil(() => place.querySelector('tfoot'))
  expect(total.textContent).toContain(name)
})
