import { useLocation } from '@tanstack/react-router'
import { expect, it, vi } from 'vitest'
import { config, operator, warehouse } from '#tests/support/floor-world.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { CheckInPage } from './check-in-page.tsx'
import { CheckInConfirmationPage } from './confirmation/check-in-confirmation-page.tsx'

const settings = { ...config.settings, warehouseCheckinRequirement: 'disabled' } as const
const without = { ...config, settings }
const engine = {
  subscribe: () => () => undefined,
  status: () => ({ online: true }),
  config: () => without,
  author: () => null,
}

it.each([
  ['/warehouse/checkin', CheckInPage],
  [
    '/warehouse/confirmation-checkin',
    () => <CheckInConfirmationPage itemId={undefined} buybackIdentificationNumber={undefined} />,
  ],
] as const)('where check-in is disabled %s leads an operator home (WH-04)', async (route, Page) => {
  const user = signedInUser({
    id: operator,
    currentOrganization: { id: warehouse } as StoredUser['currentOrganization'],
  })
  const Place = () => (useLocation().pathname === '/home' ? null : <Page />)
  const { screen, path } = overPages(Place, [route, '/home'])
  await drawScreen(screen, { texts: ['warehouse'], user, engine })
  await vi.waitFor(() => expect(path()).toBe('/home'))
})
