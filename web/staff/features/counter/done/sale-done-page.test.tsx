import { expect, it, vi } from 'vitest'
import { drawCounter } from '#tests/support/counter-screen.tsx'
import type { CapturedSale } from '#web/local/counter/counter.ts'
import { SaleDonePage } from './sale-done-page.tsx'

const waitMs = 10_000

const sale = (state: CapturedSale['state']): CapturedSale => ({
  opId: 'op',
  kind: 'sale',
  storeId: 'store',
  capturedAtMs: Date.now(),
  authorId: 'seller',
  authorName: 'Ada',
  state,
  code: null,
  lines: [
    {
      buybackId: 'b1',
      itemId: 'i1',
      number: '2000000000017',
      productId: 'p',
      productLabel: 'iPhone 12',
      brand: null,
      imei: null,
      serialNumber: null,
      grade: null,
      paymentModeId: null,
      estimatedPriceCents: 36_000,
      impactPriceEntries: [],
      totalPriceCents: 36_000,
    },
  ],
  totalCents: 36_000,
})

async function show(state: CapturedSale['state']) {
  const page = () => <SaleDonePage ids={['b1']} others={null} />
  const { place } = await drawCounter({ '/buyback/create': page }, { sales: [sale(state)] })
  await vi.waitFor(() => expect(place.querySelector('[data-state]')).not.toBeNull(), waitMs)
  return {
    place,
    leadsToTray: () => place.querySelector('a[href="/warehouse/attention"]') !== null,
    printButtons: () => place.querySelectorAll('.print-preview').length,
  }
}

it('a sale that was refused promises no money, prints no receipt, and leads to where its contract is given up', async () => {
  const { place, leadsToTray, printButtons } = await show('refused')
  await vi.waitFor(() => expect(leadsToTray()).toBe(true), waitMs)
  expect(printButtons()).toBe(0)
  expect(place.textContent).not.toContain('360')
})

it('a sale that is registered shows its total and its receipt', async () => {
  const { place, leadsToTray, printButtons } = await show('confirmed')
  await vi.waitFor(() => expect(place.textContent).toContain('360'), waitMs)
  expect(printButtons()).toBe(1)
  expect(leadsToTray()).toBe(false)
})
