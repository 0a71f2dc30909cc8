import { expect, it, vi } from 'vitest'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { facts, testedRow } from '#tests/support/floor-world.ts'
import { clearScreens, drawScreen } from '#tests/support/staff-screen.tsx'
import { EconomyTab } from './economy-tab.tsx'
import { shownItem, type ShownItem } from './shown-item.ts'

const validated = { grade: null, priceCents: 9000, paymentCents: 8500 } as never
const ofDevice = (change: Partial<ItemRow>) =>
  shownItem(testedRow(1, { buybackStatus: 'bb_cancelled', facts: facts({ validated }), ...change }), null)!

/** The amounts of the tab by their names, and what it says below. */
async function show(item: ShownItem) {
  const { place } = await drawScreen(<EconomyTab item={item} />, { language: 'en-GB', texts: ['item'] })
  await vi.waitFor(() => expect(place.textContent).toContain('Purchase'))
  const names = [...place.querySelectorAll('dt')]
  const named = Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling?.textContent ?? '']))
  return {
    paid: named['Price paid to the customer'],

    total: named['Cost to date'],
    text: place.textContent,
  }
}

it('what a settled buyback paid is its price, also once it is cancelled and its customer keeps the money', async () => {
  const { paid, total } = await show(ofDevice({ keepsMoney: true }))
  expect([paid, total]).toEqual([expect.stringContaining('85,00'), expect.stringContaining('85,00')])
})

it('a cancelled buyback whose customer has no money has no price, and waits for none', async () => {
  const own = ofDevice({ keepsMoney: false, status: 'item_to_return' })
  // The server answers without what the customer is paid, beside the price that was validated before.
  for (const item of [own, { ...own, paidCents: null, validatedPriceCents: 9000 }]) {
    const { paid, total, text } = await show(item)
    expect([paid ?? '', total ?? ''].join('')).not.toMatch(/\d/)
    expect(text).not.toContain('not final')
    clearScreens()
  }
})

it('a kept product of a cancelled buyback whose payment failed shows what is owed', async () => {
  const own = ofDevice({ keepsMoney: false, status: 'item_to_reintegrate_to_stock' })
  const { paid, total } = await show(own)
  expect([paid, total]).toEqual([expect.stringContaining('85,00'), expect.stringContaining('85,00')])
})
