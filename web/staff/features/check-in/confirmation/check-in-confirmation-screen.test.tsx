import { describe, expect, it, vi } from 'vitest'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { config, itemRow, otherWarehouseId, uuid, warehouseId } from '#tests/support/rows.ts'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { createScannerHub } from '#web/scan/scanner-hub.ts'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { CheckInConfirmationPage } from './check-in-confirmation-page.tsx'

const a = itemRow(1, { productLabel: 'Phone A' })
const b = itemRow(2, { productLabel: 'Phone B' })

const author = { userId: uuid(5, 1) }

interface Held {
  readonly answer: () => void
}

/** The screen on a device that answers as told: at once, or each question when its turn comes. */
async function screenWith({
  items = [a, b],
  isHeld = () => false,
  code,
  itemId,
}: {
  readonly items?: readonly ItemRow[]
  /** Whether the look-up of these codes, or a capture, waits until it is answered. */
  readonly isHeld?: (asked: string) => boolean
  readonly code?: string
  readonly itemId?: string
} = {}) {
  const hub = createScannerHub({ target: document, nowMs: () => performance.now() })
  const held = new Map<string, Held>()
  const captured: unknown[] = []
  const later = <T,>(asked: string, value: () => T): Promise<T> => {
    if (!isHeld(asked)) return Promise.resolve(value())
    return new Promise((resolve) => held.set(asked, { answer: () => resolve(value()) }))
  }
  const engine = {
    subscribe: () => () => undefined,
    config: () => config,
    author: () => author,
    operationsOf: async () => [],
    signedOutNameIn: () => null,
    viewed: () => null,
    view: (ids: readonly string[], codes: readonly string[] = []) =>
      later(codes.join(), () =>
        items
          .filter(({ id, code: own, buybackCode, imei }) =>
            [...ids, ...codes].some((each) => [id, own, buybackCode, imei].includes(each)),
          )
          .map((item) => ({ item, pending: 0 })),
      ),
    dispatch: (_operation: unknown, args: { readonly itemId?: string }) =>
      later('capture', () => {
        captured.push(args)
        const item = items.find(({ id }) => id === args.itemId)
        const after = { ...item!, status: 'item_awaiting_compliancy_tests', warehouseId }
        const result = { kind: 'to_test', itemId: args.itemId }
        return {
          captured: true,
          opId: uuid(7, captured.length),
          verdict: 'applied',
          result,
          items: [after],
          lineId: '',
        }
      }),
  }
  const { place } = await drawScreen(
    <FeedbackProvider>
      <ScannerContext value={hub}>
        <CheckInConfirmationPage itemId={itemId} buybackIdentificationNumber={code} />
      </ScannerContext>
    </FeedbackProvider>,
    {
      language: 'en-GB',
      texts: ['warehouse', 'errors', 'scan'],
      user: {
        id: author.userId,
        module: 'rps',
        userType: 'warehouse_operator',
        frontPermissions: {},
        currentOrganization: { id: warehouseId },
      } as StoredUser,
      engine,
    },
  )
  await vi.waitFor(() => expect(place.textContent).toContain('Single check-in'))
  const scan = (text: string, alternative: string | null = null): void =>
    hub.receive({ text, via: 'keys', atMs: performance.now(), firstKey: 0, accepted: true, alternative })
  return {
    place,
    scan,
    captured,
    shows: (text: string) => vi.waitFor(() => expect(place.textContent).toContain(text)),
    said: () => place.textContent,
    asks: (asked: string) => vi.waitFor(() => expect([...held.keys()]).toContain(asked)),
    answer(asked: string) {
      held.get(asked)?.answer()
      held.delete(asked)
    },
  }
}

/** What is said aloud, in the screen and over it. */
const alerts = () => [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent).join(' ')
const alerted = (text: string) => vi.waitFor(() => expect(alerts()).toContain(text))

const turn = () => new Promise((resolve) => setTimeout(resolve, 50))

describe('single check-in', () => {
  it('shows a product that is scanned during a confirmation once that has ended', async () => {
    const { scan, captured, shows, asks, answer, said } = await screenWith({ isHeld: (asked) => asked === 'capture' })
    scan(a.code)
    await shows('Phone A')
    scan('RPR:CONFIRM')
    await asks('capture')
    scan(b.code)
    await turn()
    answer('capture')
    await shows('Phone B')
    expect(said()).not.toContain('Received')
    expect(captured).toMatchObject([{ itemId: a.id }])
    scan('RPR:CONFIRM')
    await asks('capture')
    answer('capture')
    await shows('Received')
    expect(captured).toMatchObject([{ itemId: a.id }, { itemId: b.id }])
  })

  it('confirms one product after the other, however fast the scans follow', async () => {
    const { scan, captured } = await screenWith()
    for (const text of [a.code, 'RPR:CONFIRM', b.code, 'RPR:CONFIRM']) scan(text)
    await vi.waitFor(() => expect(captured).toMatchObject([{ itemId: a.id }, { itemId: b.id }]))
  })

  it('shows what was scanned last, whichever look-up takes longer', async () => {
    const { scan, shows, asks, answer, said } = await screenWith({ isHeld: (asked) => asked === a.code })
    scan(a.code)
    await asks(a.code)
    scan(b.code)
    await turn()
    answer(a.code)
    await shows('Phone B')
    await turn()
    expect(said()).not.toContain('Phone A')
  })

  it('keeps what is scanned while the product of the address is looked up', async () => {
    const { scan, shows, asks, answer, said } = await screenWith({
      isHeld: (asked) => asked === a.buybackCode,
      code: a.buybackCode,
    })
    await asks(a.buybackCode)
    scan(b.code)
    await shows('Phone B')
    answer(a.buybackCode)
    await turn()
    expect(said()).toContain('Phone B')
  })

  it('finds a product by its IMEI beside a serial number that has the shape of a code', async () => {
    const phone = itemRow(3, { productLabel: 'Phone C', imei: '356938035643809' })
    const { scan, captured, shows } = await screenWith({ items: [phone] })
    scan('(21)ABCD1234(8002)356938035643809')
    await shows('Phone C')
    scan('RPR:CONFIRM')
    await vi.waitFor(() => expect(captured).toMatchObject([{ code: '356938035643809', itemId: phone.id }]))
  })

  it('finds a product by the other reading of the keys where the first is unknown', async () => {
    const phone = itemRow(4, { productLabel: 'Phone D', code: 'ABCDEFGH' })
    const { scan, captured, shows } = await screenWith({ items: [phone] })
    scan('QBCDEFGH', 'ABCDEFGH')
    await shows('Phone D')
    scan('RPR:CONFIRM')
    await vi.waitFor(() => expect(captured).toMatchObject([{ code: 'ABCDEFGH', itemId: phone.id }]))
  })

  it('finds the product of its id in the path (WH-03)', async () => {
    const { shows, place } = await screenWith({ itemId: b.id })
    await shows('Phone B')
    expect([...place.querySelectorAll('button')].map(({ textContent }) => textContent)).toContain(
      'Confirm the check-in',
    )
  })

  it('asks for 8 or 13 digits where a code is typed (WH-09)', async () => {
    const { place, captured } = await screenWith()
    const field = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('main form input'))
    field.form!.requestSubmit()
    await alerted('Type a code')
    await userEvent.fill(field, '123')
    field.form!.requestSubmit()
    await alerted('8 or 13 digits')
    await userEvent.fill(field, 'ABCDEFGH')
    field.form!.requestSubmit()
    await alerted('digits only')
    expect(captured).toEqual([])
  })

  it.each([
    ['a code of nobody (WH-10)', {}, 'Code not recognised', null],
    ['a product bound elsewhere (WH-10)', { destinationWarehouseId: otherWarehouseId }, 'Not assigned', 'Lille'],
    [
      'a product that no store finalised (WH-11)',
      { status: 'item_awaiting_store_drop' },
      'Product not registered',
      null,
    ],
    [
      'a product in the stock of another warehouse (WH-12)',
      { status: 'item_completed', tested: true, warehouseId: otherWarehouseId, stockId: config.stocks.at(-1)!.id },
      'Other warehouse',
      'Lille',
    ],
  ] as const)('has words of its own for %s, which the next scan takes away', async (_case, row, title, where) => {
    const odd = itemRow(9, { productLabel: 'Phone E', ...row })
    const { scan, captured } = await screenWith({ items: title === 'Code not recognised' ? [] : [odd] })
    scan(odd.code)
    await alerted(title)
    if (where !== null) {
      expect(alerts()).toContain(where)
      await vi.waitFor(() => expect(document.querySelector('[data-tone="elsewhere"][data-stays]')).not.toBeNull())
    }
    scan('RPR:CONFIRM')
    await vi.waitFor(() => expect(document.querySelector('[data-stays]')).toBeNull())
    expect(captured).toEqual([])
  })
})
