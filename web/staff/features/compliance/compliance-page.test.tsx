import { expect, it, vi } from 'vitest'
import { config, operator, otherWarehouse, row, warehouse } from '#tests/support/floor-world.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { PhotoProvider } from '#web/local/photo/photo-context.tsx'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { CompliancePage } from './compliance-page.tsx'

const soon = { timeout: 10_000 }
const item = row(1, {
  status: 'item_in_transit',
  warehouseId: null,
  stockId: null,
  destinationWarehouseId: otherWarehouse,
})

/** The page of a product that another warehouse expects, which check-in alone takes. */
async function open(warehouseCheckinRequirement: 'optional' | 'disabled') {
  const told = { ...config, settings: { ...config.settings, warehouseCheckinRequirement } }
  const engine = {
    subscribe: () => () => undefined,
    status: () => ({ online: true }),
    config: () => told,
    author: () => null,
    view: async () => [{ item }],
    operationsOf: async () => [],
    signedOutNameIn: async () => null,
  }
  const { screen, path } = overPages(
    () => (
      <FeedbackProvider>
        <PhotoProvider>
          <CompliancePage itemId={item.id} />
        </PhotoProvider>
      </FeedbackProvider>
    ),
    ['/warehouse/check/{-$itemId}', '/warehouse/confirmation-checkin/{-$itemId}'],
    `/warehouse/check/${item.id}`,
  )
  const currentOrganization = { id: warehouse } as StoredUser['currentOrganization']
  const { place } = await drawScreen(screen, {
    texts: ['compliance', 'stock', 'warehouse'],
    user: signedInUser({ id: operator, currentOrganization }),
    engine,
  })
  const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  await vi.waitFor(() => expect(button('Produit suivant')).toBeDefined(), soon)
  return { path, checkIn: () => button('Enregistrer pour réexpédier') }
}

it('a product that is not for this warehouse leads to its check-in (WH-11)', async () => {
  const { path, checkIn } = await open('optional')
  checkIn()!.click()
  await vi.waitFor(() => expect(path()).toBe(`/warehouse/confirmation-checkin/${item.id}`), soon)
})

it('where check-in is disabled no product leads there (WH-04)', async () => {
  const { checkIn } = await open('disabled')
  expect(checkIn()).toBeUndefined()
})
