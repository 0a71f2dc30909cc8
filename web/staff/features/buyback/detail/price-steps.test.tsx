import { expect, it, vi } from 'vitest'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { PriceSteps } from './price-steps.tsx'

it.each([
  ['bb_in_transit', 2],
  ['bb_cancelled', 0],
  ['bb_completed', 0],
] as const)('of a buyback that is %s, %i prices are still awaited', async (status, awaited) => {
  const none = { predeclaredPriceCents: null, controlledPriceCents: null, validatedPriceCents: null }
  const buyback = { ...none, status, declaredPriceCents: 33_000, declaredGrade: 'grade_a' }
  const { place } = await drawScreen(<PriceSteps buyback={buyback as unknown as BuybackAnswer} />, {
    texts: ['buyback', 'warehouse'],
  })
  const way = await vi.waitUntil(() => place.querySelector('ol'))
  await vi.waitUntil(() => way.textContent.includes('330,00'))
  expect(way.textContent.split('En attente').length - 1).toBe(awaited)
})
