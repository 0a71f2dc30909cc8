import { useLocation } from '@tanstack/react-router'
import { expect, it, vi } from 'vitest'
import { config, operator, warehouse } from '#tests/support/floor-world.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { StoredUser } from '#web/lib/local-storage.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { CheckInScreen } from './check-in-screen.tsx'
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

it('a check-in over a round asks for no first product while the lines of the round are still read (F10)', async () => {
  const user = signedInUser({ id: operator })
  const nothing = (): void => undefined
  let read = (_lines: readonly never[]): void => undefined
  const lines = new Promise<readonly never[]>((done) => (read = done))
  const slow = {
    ...engine,
    author: () => ({ userId: operator, accountId: user.viewedAccountId }),
    openRound: () => Promise.resolve({ id: 'round' }),
    endsWaiting: () => Promise.resolve([]),
    lines: () => lines,
  } as unknown as Engine
  const Screen = () => (
    <FeedbackProvider>
      <CheckInScreen
        engine={slow}
        place={{ warehouseId: warehouse, config }}
        {...{ copyReady: true, online: true, onAttention: nothing, onSingle: nothing, onWarehouse: null }}
      />
    </FeedbackProvider>
  )
  const { screen } = overPages(Screen, ['/warehouse/checkin'])
  await drawScreen(screen, { language: 'en-GB', texts: ['warehouse'], user, engine: slow })
  await vi.waitFor(() => expect(document.querySelector('footer')?.textContent).toContain('End'))
  expect(document.body.textContent).not.toContain('Scan the first product')
  read([])
  await vi.waitFor(() =>
    expect(document.querySelector('[data-scan-ready]')?.textContent).toContain('Scan the first product'),
  )
})
