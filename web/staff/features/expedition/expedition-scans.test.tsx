import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { packageNumber } from '#domain/expedition/package-number.ts'
import { config, itemRow, otherWarehouseId, uuid, warehouseId } from '#tests/support/rows.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { createScannerHub } from '#web/scan/scanner-hub.ts'
import { ScannerContext, useScanner } from '#web/scan/use-scanner.ts'
import { PrintContext, UnaskedPrintContext, type PrintRequest } from '#web/staff/ui/print/use-print.ts'
import { ExpeditionConfirmationPage } from './expedition-confirmation-page.tsx'
import { ExpeditionPage } from './expedition-page.tsx'
import { PackingPage } from './packing-page.tsx'
import { StartExpeditionPage } from './start-expedition-page.tsx'

const [a, b, c] = [1, 2, 3].map((number) => itemRow(number).code) as [string, string, string]
const [closed, open] = [uuid(8, 1), uuid(8, 2)]
const [number, unknownNumber] = [packageNumber(0), packageNumber(1)]

const origin = { type: 'warehouse', warehouseId } as const
const common = { origin, destinationWarehouseId: otherWarehouseId, itemIds: [], version: 1, openedBy: '' }
const views = [
  {
    row: { ...common, id: closed, status: 'closed', number, closedAtMs: 0 },
    pending: 0,
    refused: 0,
  },
  { row: { ...common, id: open, status: 'open', number: null, closedAtMs: null }, pending: 0, refused: 0 },
]

const screens = {
  '/expedition': <ExpeditionPage itemId={undefined} destination={undefined} sort="destination" />,
  '/expedition/confirmation': <ExpeditionConfirmationPage packageId={closed} />,
  '/start-expedition': <StartExpeditionPage first={{}} />,
  '/packing-with-label': <PackingPage packageId={open} />,
} as const satisfies Readonly<Record<string, ReactNode>>

/** One screen of the expedition, in front of the others; tells what these hear, and what is captured. */
async function at(
  start: keyof typeof screens,
  given: {
    readonly lines?: readonly object[]
    readonly arrived?: string | null
    /** The warehouse that is inactive. */
    readonly inactive?: string
    /** What lies in the open package. */
    readonly content?: readonly string[]
    /** What stands at the place of the screen, where that waits for no scan. */
    readonly instead?: ReactNode
  } = {},
) {
  const { lines = [], arrived = null, inactive, content = [], instead } = given
  const known = { ...config, warehouses: config.warehouses.map((one) => ({ ...one, isActive: one.id !== inactive })) }
  const hub = createScannerHub({ target: document, nowMs: () => performance.now() })
  const heard: string[] = []
  const dispatch = vi.fn<() => Promise<unknown>>()
  const note = vi.fn<() => Promise<unknown>>(async () => undefined)
  const labelled =
    arrived === null ? [] : [{ ...views[0]!, row: { ...views[0]!.row, id: arrived, labelState: 'ready' } }]
  const print = vi.fn<(request: PrintRequest) => void>()
  const author = { userId: uuid(5, 1) }
  const engine = {
    subscribe: () => () => undefined,
    config: () => known,
    author: () => author,
    isCopyMissed: () => false,
    packages: async () => [
      ...views.map((view) => (view.row.id === open ? { ...view, row: { ...view.row, itemIds: content } } : view)),
      ...labelled,
    ],
    package: async (id: string) => {
      const view = views.find(({ row }) => row.id === id)
      return view === undefined ? null : { ...view, items: [], pendingIds: new Set(), refusedItemIds: new Set() }
    },
    packageNumber: async () => null,
    view: async () => [],
    viewed: () => null,
    lines: async () => lines,
    differing: async () => [],
    dispatch,
    addRefusedLine: note,
  }
  function Other({ path }: { readonly path: string }) {
    useScanner({ purpose: 'any', onScan: ({ text }) => void heard.push(`${path} ${text}`) })
    return null
  }
  function Page() {
    const { pathname, search } = useLocation()
    const isStart = pathname === start && Object.keys(search).length === 0
    return isStart ? (instead ?? screens[start]) : <Other key={pathname} path={pathname} />
  }
  const [first, ...others] = Object.keys(screens) as [string, ...string[]]
  const pages = overPages(Page, [first, ...others], start)
  const { place } = await drawScreen(
    <FeedbackProvider>
      <ScannerContext value={hub}>
        <PrintContext value={print}>
          <UnaskedPrintContext value={() => 'now'}>{pages.screen}</UnaskedPrintContext>
        </PrintContext>
      </ScannerContext>
    </FeedbackProvider>,
    {
      language: 'en-GB',
      texts: ['expedition', 'warehouse', 'errors', 'scan'],
      stored: arrived === null ? {} : { awaitedLabels: JSON.stringify([arrived]) },
      user: {
        id: author.userId,
        module: 'rps',
        userType: 'warehouse_operator',
        currentOrganization: { id: warehouseId },
      } as StoredUser,
      engine,
    },
  )
  if (instead === undefined) await vi.waitFor(() => expect(place.querySelector('[data-scan-ready]')).not.toBeNull())
  const scan = (...texts: readonly string[]): void => {
    for (const text of texts)
      hub.receive({ text, via: 'keys', atMs: performance.now(), firstKey: 0, accepted: true, alternative: null })
  }
  return { place, scan, heard, path: pages.path, dispatch, note, print, said: () => document.body.textContent }
}

describe.each(['/expedition', '/expedition/confirmation'] as const)('at %s', (start) => {
  it('the next products lead to packing, which hears every one of them in order', async () => {
    const { scan, heard, path } = await at(start)
    scan(a, b, number)
    await vi.waitFor(() => expect(heard).toEqual([a, b, number].map((text) => `/start-expedition ${text}`)))
    expect(path()).toBe('/start-expedition')
  })

  it('an unreadable code is refused, which the next command acknowledges', async () => {
    const { scan, path, said } = await at(start)
    scan('20000_01')
    await vi.waitFor(() => expect(said()).toContain('Refused'))
    scan('RPR:CONFIRM')
    await vi.waitFor(() => expect(said()).not.toContain('Refused'))
    expect(path()).toBe(start)
  })
})

it('the overview opens the package of a scanned number, and leaves it what is scanned after that', async () => {
  const { scan, heard, path } = await at('/expedition')
  scan(number, a, b)
  await vi.waitFor(() => expect(heard).toEqual([`/packing-with-label ${a}`, `/packing-with-label ${b}`]))
  expect(path()).toBe('/packing-with-label')
})

it('the overview refuses the number of no package', async () => {
  const { scan, path, said } = await at('/expedition')
  scan(unknownNumber)
  await vi.waitFor(() => expect(said()).toContain('Not found'))
  expect(path()).toBe('/expedition')
})

describe.each(['/start-expedition', '/packing-with-label'] as const)('packing at %s', (start) => {
  it('leaves what is scanned after another package to its screen', async () => {
    const { scan, heard, dispatch } = await at(start)
    scan(number, a)
    scan(b)
    await new Promise((resolve) => setTimeout(resolve))
    scan(c)
    await vi.waitFor(() => expect(heard).toEqual([a, b, c].map((text) => `/packing-with-label ${text}`)))
    expect(dispatch).not.toHaveBeenCalled()
  })

  it('offers a scan again that waited when the app ended, and takes it from its list once its answer is told', async () => {
    const details = { text: a, symbology: null, alternative: null }
    const line = { id: 'the line', code: a, label: 'Phone', details, refusedCode: 'PACKING_WAITS' }
    const { note, said } = await at(start, { lines: [line] })
    await vi.waitFor(() => expect(said()).toContain('Scanned, in no package yet'))
    document.querySelector<HTMLButtonElement>('[aria-label="Pack Phone"]')!.click()
    await vi.waitFor(() => expect(said()).toContain('Not found'))
    await vi.waitFor(() =>
      expect(note).toHaveBeenCalledWith(expect.objectContaining({ code: a }), 'PACKING_ANSWERED', line.id),
    )
  })

  it('leaves what is scanned after a command that leads on to the next screen', async () => {
    const { scan, heard, path } = await at(start)
    scan('RPR:CANCEL', a)
    await vi.waitFor(() => expect(heard).toEqual([`${path()} ${a}`]))
    expect(path()).not.toBe(start)
  })
})

it.each([
  ['/expedition', uuid(8, 3)],
  ['/start-expedition', uuid(8, 4)],
  ['/packing-with-label', uuid(8, 5)],
] as const)(
  'the label of a package that was closed here prints as soon as it arrives, also at %s',
  async (start, id) => {
    const { print, said } = await at(start, { arrived: id })
    const label = { kind: 'package_label', id, isFile: false }
    await vi.waitFor(() => expect(print).toHaveBeenCalledExactlyOnceWith(label))
    await vi.waitFor(() => expect(said()).toContain('has gone to print'))
  },
)

describe.each([
  ['/start-expedition', 'Inactive warehouse'],
  ['/packing-with-label', 'This warehouse is inactive'],
] as const)('at %s', (start, words) => {
  it('an open package to a warehouse that has become inactive says so before anything is scanned', async () => {
    const { said } = await at(start, { inactive: otherWarehouseId, content: [itemRow(1).id] })
    await vi.waitFor(() => expect(said()).toContain(words))
  })

  it('an open package to an active warehouse says nothing of it', async () => {
    const { said } = await at(start, { content: [itemRow(1).id] })
    await vi.waitFor(() => expect(said()).toContain('Lille'))
    expect(said()).not.toMatch(/inactive/i)
  })
})

it.each([
  ['no package', undefined],
  ['a package that this device does not know', uuid(8, 9)],
])('a confirmation of %s says that alone, and that nothing was sent', async (_, packageId) => {
  const instead = <ExpeditionConfirmationPage packageId={packageId} />
  const { place } = await at('/expedition/confirmation', { instead })
  await vi.waitFor(() => expect(place.textContent).toContain('Unknown package'))
  expect(place.querySelector('h1')?.textContent).toBe('Shipping confirmation')
  expect(place.querySelector('.tabler-icon-circle-check')).toBeNull()
})
