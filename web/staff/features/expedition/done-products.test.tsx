import { expect, it, vi } from 'vitest'
import { config, otherWarehouseId } from '#tests/support/rows.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { DoneProducts } from './done-products.tsx'
import type { PackingResult } from './packing-state.ts'

it('the last product of an expedition stands large, those before it as a list, each with what became of it (F17)', async () => {
  const results: readonly PackingResult[] = [
    { id: '3', code: '20000003', product: 'Pixel 9', outcome: { kind: 'takenOut' } },
    {
      id: '2',
      code: '20000002',
      product: null,
      outcome: { kind: 'refused', reason: 'BB_DOES_NOT_EXIST', warehouseId: null },
    },
    {
      id: '4',
      code: '20000004',
      product: 'Galaxy S24',
      outcome: { kind: 'refused', reason: 'ITEM_TO_RETURN', warehouseId: null },
    },
    {
      id: '1',
      code: '20000001',
      product: 'iPhone 17',
      outcome: { kind: 'packed', warehouseId: otherWarehouseId, isOtherPackage: false },
    },
  ]
  const { place } = await drawScreen(<DoneProducts results={results} config={config} />, {
    language: 'en-GB',
    texts: ['expedition', 'warehouse', 'errors'],
    engine: {},
  })
  await vi.waitFor(() => expect(place.querySelectorAll('li')).toHaveLength(3))
  expect(place.querySelector('[data-tone]')?.textContent).toContain('Taken outPixel 9')
  const lines = [...place.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(lines[0]).toContain('2000 0002')
  expect(lines[1]).toMatch(/Customer return\s· It goes back to its customer: scan it under “Own label”/)
  expect(lines[2]).toContain('iPhone 17')
  expect(lines[2]).toContain('In the package')
})
