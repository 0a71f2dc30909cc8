import { expect, it, vi } from 'vitest'
import { config, operator, warehouse } from '#tests/support/floor-world.ts'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { PhotoProvider } from '#web/local/photo/photo-context.tsx'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { AttentionPage } from './attention-page.tsx'

const author = {
  userId: operator,
  name: 'Ada',
  accountId: 'a',
  module: 'rps',
  userType: 'warehouse_operator',
  warehouseIds: [warehouse],
}
const codeOf = (number: number): string => `2000000${number}`
const refused = (number: number, reason: string) => ({
  cause: {
    opId: `op${number}`,
    type: 'checkInItem',
    author,
    capturedAtMs: number,
    code: reason,
    causeOp: null,
    args: {},
    itemCode: codeOf(number),
    roundId: 'r',
    present: null,
    neverSent: false,
    distinctNow: null,
  },
  blocked: [],
})

/** The tray of a device with refusals; of those that are tried again, one is refused once more. */
async function open(groups: readonly object[], differing: readonly object[] | Promise<never> = []) {
  const { hub, scan } = scannedInto()
  const retry = vi.fn(async (opId: string) =>
    opId === 'op2' ? { captured: false, code: 'ITEM_STATUS_NOT_ELIGIBLE' } : { captured: true },
  )
  const discard = vi.fn(async (opIds: readonly string[], _reason: string) => ({ ok: true, opIds }))
  let present = groups
  const listeners = new Set<(event: object) => void>()
  const put = (next: readonly object[]): void => {
    present = next
    for (const listener of listeners) listener({ kind: 'operations' })
  }
  const acknowledge = vi.fn(async (_opId: string) => undefined)
  const engine = {
    subscribe(listener: (event: object) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    status: () => ({ online: true }),
    config: () => config,
    copyInfo: () => null,
    author: () => author,
    tray: async () => present,
    differing: async () => differing,
    acknowledge,
    view: async () => [],
    judgeRetry: async () => null,
    retry,
    discard,
  }
  const user = signedInUser({ id: operator, module: 'rps', userType: 'warehouse_operator' })
  const { screen, path } = overPages(
    () => (
      <FeedbackProvider>
        <PhotoProvider>
          <ScannerContext value={hub}>
            <AttentionPage />
          </ScannerContext>
        </PhotoProvider>
      </FeedbackProvider>
    ),
    ['/warehouse/attention', '/home'],
  )
  const { place } = await drawScreen(screen, {
    language: 'en-GB',
    texts: ['sync', 'warehouse', 'item', 'scan'],
    engine,
    user,
  })
  const button = (words: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent.includes(words))
  const sheet = () => document.querySelector('dialog[open]')?.textContent ?? ''
  return { place, scan, retry, discard, acknowledge, button, sheet, path, put }
}

const one = [1, 2, 3].map((number) => refused(number, 'ITEM_STATUS_NOT_ELIGIBLE'))

it('the tray is opened by letters, which stand in its buttons, and by the code of a product (F3)', async () => {
  const { button, scan, sheet } = await open([...one, refused(4, 'ITEM_UNKNOWN')])
  await vi.waitFor(() => expect(button('Settle all (3)')?.textContent).toMatch(/^A /))
  await vi.waitFor(() => expect(button('Settle 2000 0004')?.textContent).toMatch(/^E /))
  scan('RPR:C')
  await vi.waitFor(() => expect(sheet()).toContain('2000 0002'))
  scan('RPR:CANCEL')
  await vi.waitFor(() => expect(sheet()).toBe(''))
  scan(codeOf(4))
  await vi.waitFor(() => expect(sheet()).toContain('2000 0004'))
})

it('the page is left by a scan while it still reads what it is to show', async () => {
  const { button, scan, path } = await open(one, new Promise<never>(() => undefined))
  await vi.waitFor(() => expect(button('Back')).toBeDefined())
  expect(button('Settle all')).toBeUndefined()
  expect(path()).toBe('/warehouse/attention')
  scan('RPR:CANCEL')
  await vi.waitFor(() => expect(path()).toBe('/home'))
})

it('a letter asks for CONFIRM where what it does cannot be taken back', async () => {
  const row = { opId: 'other', op: { args: {} }, author, capturedAtMs: 1 }
  const { button, scan, acknowledge, sheet } = await open(
    [refused(1, 'ITEM_UNKNOWN')],
    [{ row, told: { status: 'item_refurb_completed' }, came: { status: 'item_in_transit' } }],
  )
  await vi.waitFor(() => expect(button('Product put away')?.textContent).toMatch(/^A /))
  scan('RPR:CONFIRM')
  scan('RPR:A')
  scan('RPR:A')
  await vi.waitFor(() => expect(button('Product put away')?.textContent).toMatch(/^CONFIRM /))
  scan('RPR:B')
  await vi.waitFor(() => expect(sheet()).toContain('2000 0001'))
  scan('RPR:CANCEL')
  await vi.waitFor(() => expect(sheet()).toBe(''))
  expect(button('Product put away')?.textContent).toMatch(/^A /)
  scan('RPR:A')
  await vi.waitFor(() => expect(button('Product put away')?.textContent).toMatch(/^CONFIRM /))
  expect(acknowledge).not.toHaveBeenCalled()
  scan('RPR:CONFIRM')
  expect(acknowledge.mock.calls).toEqual([['other']])
})

it('letters press nothing behind a dialog', async () => {
  const { button, scan, sheet } = await open([refused(1, 'ITEM_UNKNOWN')])
  await vi.waitFor(() => expect(button('Settle 2000 0001')?.textContent).toMatch(/^A /))
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.role = 'dialog'
  scan('RPR:A')
  dialog.remove()
  await new Promise(requestAnimationFrame)
  expect(sheet()).toBe('')
  scan('RPR:A')
  await vi.waitFor(() => expect(sheet()).toContain('2000 0001'))
})

it('more than ten entries have their letters by NEXT', async () => {
  const { button, scan, sheet } = await open(
    Array.from({ length: 12 }, (_, at) => refused(at, `REASON_${at}`)).map(({ cause, blocked }, at) => ({
      cause: { ...cause, itemCode: String(20000010 + at) },
      blocked,
    })),
  )
  await vi.waitFor(() => expect(button('Settle 2000 0019')?.textContent).toMatch(/^J /))
  scan('RPR:NEXT')
  await vi.waitFor(() => expect(button('Settle 2000 0021')?.textContent).toMatch(/^B /))
  scan('RPR:B')
  await vi.waitFor(() => expect(sheet()).toContain('2000 0021'))
})

it('a whole reason is tried again at once, and says how many went and how many stay', async () => {
  const { button, scan, retry, sheet, place } = await open(one)
  await vi.waitFor(() => expect(button('Settle all (3)')?.textContent).toMatch(/^A /))
  scan('RPR:A')
  await vi.waitFor(() => expect(sheet()).toContain('Try all again (3)'))
  scan('RPR:CONFIRM')
  await vi.waitFor(() => expect(place.textContent).toContain('2 actions tried again. 1 action still needs attention'))
  expect(retry.mock.calls.map(([opId]) => opId)).toEqual(['op1', 'op2', 'op3'])
  expect(sheet()).toBe('')
})

it('what fell with a refusal is tried again after it, as it was captured', async () => {
  const [first, second] = [refused(1, 'ITEM_UNKNOWN'), refused(3, 'BLOCKED')]
  const { cause } = second
  const { button, scan, retry, sheet, place } = await open([
    { ...first, blocked: [{ ...cause, type: 'moveItem', causeOp: 'op1' }] },
  ])
  await vi.waitFor(() => expect(button('Settle 2000 0001')?.textContent).toMatch(/^A /))
  scan('RPR:A')
  await vi.waitFor(() => expect(sheet()).toContain('2000 0001'))
  scan('RPR:CONFIRM')
  await vi.waitFor(() => expect(place.textContent).toContain('New attempt saved. 1 blocked action sent again'))
  expect(retry.mock.calls).toEqual([
    ['op1', undefined, { rereads: true }],
    ['op3', undefined, { keepsMoment: true }],
  ])
})

it('what fell with the refusals of a reason is tried again after those that go', async () => {
  const { cause } = refused(4, 'BLOCKED')
  const { button, scan, retry, sheet, place } = await open(
    one.map((group, at) => ({ ...group, blocked: [{ ...cause, opId: `fallen${at + 1}`, type: 'moveItem' }] })),
  )
  await vi.waitFor(() => expect(button('Settle all (3)')?.textContent).toMatch(/^A /))
  scan('RPR:A')
  await vi.waitFor(() => expect(sheet()).toContain('Try all again (3)'))
  scan('RPR:CONFIRM')
  await vi.waitFor(() =>
    expect(place.textContent).toContain(
      '2 actions tried again. 2 blocked actions sent again. 1 action still needs attention',
    ),
  )
  expect(retry.mock.calls.map(([opId]) => opId)).toEqual(['op1', 'op2', 'op3', 'fallen1', 'fallen3'])
})

it('a whole reason is discarded at once, with one reason', async () => {
  const { button, scan, discard, sheet, place } = await open(one)
  await vi.waitFor(() => expect(button('Settle all (3)')?.textContent).toMatch(/^A /))
  scan('RPR:A')
  await vi.waitFor(() => expect(sheet()).toContain('Discard all (3)'))
  scan('RPR:A')
  await vi.waitFor(() => expect(sheet()).toContain('Discard these 3 actions?'))
  scan('RPR:A')
  await vi.waitFor(() => expect(document.querySelector('dialog textarea')).toHaveProperty('value', 'Scanned twice'))
  scan('RPR:CONFIRM')
  await vi.waitFor(() => expect(place.textContent).toContain('3 actions discarded'))
  expect(discard.mock.calls).toEqual([[['op1', 'op2', 'op3'], 'Scanned twice']])
})

it('a whole reason is what was there when its sheet was opened, and the closings that wait for it stay', async () => {
  const { cause } = refused(4, 'BLOCKED')
  const closed = one.map((group, at) =>
    at > 0 ? group : { ...group, blocked: [{ ...cause, type: 'closePackage', causeOp: 'op1' }] },
  )
  const { button, scan, discard, sheet, place, put } = await open(closed)
  await vi.waitFor(() => expect(button('Settle all (3)')?.textContent).toMatch(/^A /))
  scan('RPR:A')
  await vi.waitFor(() => expect(sheet()).toContain('Discard all (3)'))
  put([...closed, refused(5, 'ITEM_STATUS_NOT_ELIGIBLE')])
  await vi.waitFor(() => expect(place.textContent).toContain('Settle all (4)'))
  expect(sheet()).toContain('Discard all (3)')
  scan('RPR:A')
  await vi.waitFor(() => expect(sheet()).toContain('Discard these 3 actions?'))
  scan('RPR:A')
  await vi.waitFor(() => expect(document.querySelector('dialog textarea')).toHaveProperty('value', 'Scanned twice'))
  scan('RPR:CONFIRM')
  await vi.waitFor(() => expect(place.textContent).toContain('3 actions discarded. 1 action still needs attention'))
  expect(discard.mock.calls).toEqual([[['op1', 'op2', 'op3'], 'Scanned twice']])
})
