import { expect, it, vi } from 'vitest'
import { drawCounter } from '#tests/support/counter-screen.tsx'
import type { CapturedSale } from '#web/local/counter/counter.ts'
import { TodaySales } from './today-sales.tsx'

const hourMs = 3_600_000

it('shows the sales of the day, and of the days before those that are not at their end', async () => {
  const sale = (number: string, state: CapturedSale['state'], hoursAgo: number): CapturedSale => ({
    opId: number,
    kind: 'sale',
    storeId: 'store',
    capturedAtMs: Date.now() - hoursAgo * hourMs,
    authorId: 'seller',
    authorName: 'Ada',
    state,
    code: null,
    lines: [
      {
        buybackId: number,
        itemId: number,
        number,
        productId: 'p',
        productLabel: number,
        brand: null,
        imei: null,
        serialNumber: null,
        grade: null,
        paymentModeId: null,
        estimatedPriceCents: 100,
        impactPriceEntries: [],
        totalPriceCents: 100,
      },
    ],
    totalCents: 100,
  })
  const sales = [
    sale('confirmed now', 'confirmed', 0),
    sale('waiting two days', 'waiting', 48),
    sale('refused two days ago', 'refused', 48),
    sale('held two days ago', 'held', 48),
    sale('confirmed two days ago', 'confirmed', 48),
    sale('given up two days ago', 'discarded', 48),
  ]
  const { place } = await drawCounter({ '/buyback/create': () => <TodaySales /> }, { sales })
  const shown = () => [...place.querySelectorAll('li strong:first-child')].map(({ textContent }) => textContent)
  await vi.waitFor(() =>
    expect(shown().filter((text) => !text.includes('€'))).toEqual([
      'confirmed now',
      'waiting two days',
      'refused two days ago',
      'held two days ago',
    ]),
  )
})
