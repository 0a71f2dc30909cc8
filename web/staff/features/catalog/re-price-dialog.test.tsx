import { expect, it, vi } from 'vitest'
import type { PricePreview } from '#sync/calls/product-list.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { RePriceDialog, type BulkOutcome } from './re-price-dialog.tsx'

const soon = { timeout: 10_000 }

const preview = (fingerprint: string, before: number): PricePreview => ({
  products: 1,
  prices: 1,
  kept: 0,
  left: [],
  fingerprint,
  sample: [{ id: 'p1', label: 'Produit 1', prices: [{ grade: 'grade_a', before, after: before + 1_000 }] }],
})

it('prices that another person has changed are shown as they are, and what was typed stays for the next try', async () => {
  const onDone = vi.fn<(outcome: BulkOutcome) => void>()
  let isChanged = false
  const { fill, press, button, says, field, asked, texts } = await openOffice(
    () => (
      <RePriceDialog
        chosen={{ products: { all: true, count: 25 }, query: { status: ['draft'] }, count: 25 }}
        onClose={() => undefined}
        onDone={onDone}
      />
    ),
    {
      answer: ({ path, body }) => {
        if (path === '/api/products/price-preview')
          return isChanged ? preview('second', 20_000) : preview('first', 10_000)
        if ((body as { fingerprint?: string }).fingerprint === 'second')
          return { products: 1, prices: 1, kept: 0, left: [] }
        isChanged = true
        return Response.json({ code: 'PRODUCT_SELECTION_CHANGED', message: '' }, { status: 409 })
      },
      texts: ['catalog'],
    },
  )
  const label = texts.t(($) => $.rePrice.value, { ns: 'catalog' })
  const confirm = texts.t(($) => $.rePrice.confirmCount, { ns: 'catalog', count: 1, formatted: '1' })
  await fill(label, '10')
  await says(/100,00/)
  await press(confirm)
  await says('Ces produits ou leurs prix ont changé entre-temps')
  await says(/200,00/)
  expect((await field(label)).value).toContain('10')
  expect(onDone).not.toHaveBeenCalled()
  // The button waits for the new prices.
  await vi.waitFor(async () => expect(await button(confirm)).toMatchObject({ disabled: false }), soon)
  await press(confirm)
  await vi.waitFor(() => expect(onDone.mock.calls).toEqual([[{ changed: 1, left: [] }]]), soon)
  const sent = asked.filter(({ path }) => path === '/api/products/prices')
  expect(sent.map(({ body }) => body)).toEqual([
    expect.objectContaining({ products: { all: true }, fingerprint: 'first' }),
    expect.objectContaining({ products: { all: true }, fingerprint: 'second' }),
  ])
})
