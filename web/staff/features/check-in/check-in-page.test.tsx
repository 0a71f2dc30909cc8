import { useLocation } from '@tanstack/react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { config, operator, warehouse } from '#tests/support/floor-world.ts'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { StoredUser } from '#web/lib/local-storage.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'
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

afterEach(() => page.viewport(414, 896))

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

/** A check-in whose round has as many lines as are told, and a scanner over it. */
async function openRound(count: number) {
  const user = signedInUser({ id: operator })
  const nothing = (): void => undefined
  const { hub, scan } = scannedInto()
  const heard = new Set<(event: { readonly kind: string; readonly itemIds: 'all' }) => void>()
  const line = (number: number) => ({
    id: `line ${number}`,
    listId: 'round',
    code: String(20_000_000 + number),
    capturedAtMs: number,
    order: number,
    label: `Phone ${number}`,
    details: null,
    verdict: 'refused',
    opId: null,
    refusedCode: 'ITEM_UNKNOWN',
    userId: operator,
    state: 'refused',
    reasonCode: 'ITEM_UNKNOWN',
    op: null,
  })
  let lines = Array.from({ length: count }, (_, at) => line(count - at))
  const device = {
    ...engine,
    subscribe: (listener: (event: { readonly kind: string }) => void) => {
      heard.add(listener)
      return () => heard.delete(listener)
    },
    author: () => ({ userId: operator, accountId: user.viewedAccountId }),
    openRound: () => Promise.resolve({ id: 'round' }),
    endsWaiting: () => Promise.resolve([]),
    lines: () => Promise.resolve(lines),
    view: () => Promise.resolve([]),
    dispatch: () => {
      lines = [line(count + 1), ...lines]
      for (const listener of heard) listener({ kind: 'ops', itemIds: 'all' })
      return Promise.resolve({ captured: true, opId: 'o', items: [] })
    },
  } as unknown as Engine
  const Screen = () => (
    <FeedbackProvider>
      <ScannerContext value={hub}>
        <CheckInScreen
          engine={device}
          place={{ warehouseId: warehouse, config }}
          {...{ copyReady: true, online: true, onAttention: nothing, onSingle: nothing, onWarehouse: null }}
        />
      </ScannerContext>
    </FeedbackProvider>
  )
  const { screen } = overPages(Screen, ['/warehouse/checkin'])
  await drawScreen(screen, { language: 'en-GB', texts: ['warehouse', 'scan'], user, engine: device })
  await vi.waitFor(() => expect(document.querySelectorAll('li').length).toBeGreaterThan(0))
  return { scan }
}

it('a scan over older lines brings its result and the figures of the round into sight (F8)', async () => {
  await page.viewport(360, 640)
  const { scan } = await openRound(15)
  scrollTo(0, document.documentElement.scrollHeight)
  await vi.waitFor(() => expect(scrollY).toBeGreaterThan(500))
  scan('20000016')
  await vi.waitFor(() => expect(scrollY).toBe(0))
  for (const shown of ['count-lines', 'count-codes']) {
    const { top, bottom } = document.querySelector(`[data-testid=${shown}]`)!.getBoundingClientRect()
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(640)
  }
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
