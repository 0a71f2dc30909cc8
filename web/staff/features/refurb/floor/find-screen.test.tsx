import { Provider as AtomProvider } from 'jotai'
import { Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { config, operator, otherWarehouse, row, testedRow, warehouse } from '#tests/support/floor-world.ts'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { settled } from '#tests/support/staff-screen.tsx'
import { startTexts } from '#web/lib/every-text.ts'
import { EngineProvider } from '#web/local/engine/engine-context.tsx'
import { EngineSourceContext } from '#web/local/engine/engine-source.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { SignedOutNamesProvider } from '#web/local/device/signed-out-names.tsx'
import type { TabEngine } from '#web/local/engine/tab-engine.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import type { FindProblem } from './find-item.ts'
import { FindScreen } from './find-screen.tsx'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

interface Shown {
  /** What the device's copy answers for the code; an error where it cannot be read. */
  readonly found: (codes: readonly string[]) => Promise<readonly ItemRow[]>
  readonly onItem?: (item: ItemRow) => Promise<string | null>
  /** What a product that does not fit leads to. */
  readonly wayOn?: (problem: FindProblem) => { readonly label: string; readonly go: () => void } | null
  /** Who has signed out with work that this device has not sent. */
  readonly signedOut?: readonly string[]
}

async function show({ found, onItem = () => Promise.resolve(null), wayOn, signedOut = [] }: Shown) {
  const { hub, scan } = scannedInto()
  const texts = await startTexts('en-GB', ['common', 'refurb', 'warehouse', 'scan'])
  const engine = {
    subscribe: () => () => undefined,
    status: () => ({ online: true, signedOut: signedOut.map((name) => ({ name })) }),
    config: () => config,
    view: async (_ids: readonly string[], codes: readonly string[] = []) =>
      (await found(codes)).map((item) => ({ item, pending: 0 })),
  } as unknown as Engine
  const device = { attach: () => () => undefined, engine } as unknown as TabEngine
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <I18nextProvider i18n={texts}>
      <AtomProvider>
        <FeedbackProvider>
          <EngineSourceContext value={settled(device)}>
            <Suspense>
              <EngineProvider>
                <SignedOutNamesProvider>
                  <ScannerContext value={hub}>
                    <FindScreen
                      workshop={{ engine, userId: operator, warehouseId: warehouse, config }}
                      purpose="diagnosis"
                      title="Diagnosis"
                      onItem={onItem}
                      {...(wayOn === undefined ? {} : { wayOn })}
                    />
                  </ScannerContext>
                </SignedOutNamesProvider>
              </EngineProvider>
            </Suspense>
          </EngineSourceContext>
        </FeedbackProvider>
      </AtomProvider>
    </I18nextProvider>,
  )
  const field = await vi.waitFor(() => {
    const input = place.querySelector<HTMLInputElement>('main input')
    if (input === null) throw new Error('no field yet')
    return input
  })
  return {
    place,
    scan,
    async type(code: string): Promise<void> {
      const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      setter?.call(field, code)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await vi.waitFor(() => expect(field.value).toBe(code))
      field.form?.requestSubmit()
    },
  }
}

const finds =
  (...items: readonly ItemRow[]) =>
  (): Promise<readonly ItemRow[]> =>
    Promise.resolve(items)

/** A copy that answers one question after the other, each when it is told to. */
function slow(...items: readonly ItemRow[]) {
  const answers: (() => void)[] = []
  const asked: string[] = []
  const found = (codes: readonly string[]): Promise<readonly ItemRow[]> => {
    asked.push(...codes)
    return new Promise((resolve) => {
      answers.push(() => resolve(items.filter(({ code }) => codes.includes(code))))
    })
  }
  return { found, asked, answer: () => answers.shift()!() }
}

describe('the start of a diagnosis', () => {
  it.each([
    ['no code at all (REFURB-11)', '', finds(), 'Enter a code'],
    ['a code too short (REFURB-11)', '1234567', finds(), 'Code too short'],
    ['a code that no product has (REFURB-12)', '20000001', finds(), 'Product not found'],
    ['several products (REFURB-12)', '20000001', finds(testedRow(1), testedRow(2)), 'Several products'],
    ['another status (REFURB-13)', '20000001', finds(row(1)), 'Status not eligible'],
    [
      'a diagnosis that has begun (REFURB-13)',
      '20000001',
      finds(testedRow(1, { status: 'item_refurb_in_progress' })),
      'Already diagnosed',
    ],
    ['another warehouse', '20000001', finds(testedRow(1, { warehouseId: otherWarehouse })), 'Other warehouse'],
  ])('is stopped by %s, in words of its own', async (_case, code, found, title) => {
    const onItem = vi.fn(() => Promise.resolve(null))
    const { place, type } = await show({ found, onItem })
    await type(code)
    await vi.waitFor(() => expect(place.textContent).toContain(title))
    expect(onItem).not.toHaveBeenCalled()
  })

  it('asks at once which of several products is meant, and takes none that nobody has seen (REFURB-12)', async () => {
    const onItem = vi.fn(() => Promise.resolve(null))
    const { place, scan } = await show({ found: finds(testedRow(1), testedRow(2)), onItem })
    scan('20000001')
    const choices = await vi.waitFor(() => {
      const rows = place.querySelectorAll('main li button')
      expect(rows).toHaveLength(2)
      return rows
    })
    expect(place.querySelector('[data-stays]')).toBeNull()
    scan('RPR:CONFIRM')
    scan('RPR:NEXT')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(choices[1]!.isConnected).toBe(true)
    scan('RPR:B')
    await vi.waitFor(() => expect(onItem).toHaveBeenCalledExactlyOnceWith(testedRow(2)))
  })

  it('looks a scan up by both of its readings', async () => {
    const onItem = vi.fn(() => Promise.resolve(null))
    const found = (codes: readonly string[]) => Promise.resolve(codes.includes('20000001') ? [testedRow(1)] : [])
    const { scan } = await show({ found, onItem })
    scan('29999993', '20000001')
    await vi.waitFor(() => expect(onItem).toHaveBeenCalledExactlyOnceWith(testedRow(1)))
  })

  it.each(['a command', 'Enter'])('takes a stop away by %s before it goes on from there', async (by) => {
    const go = vi.fn<() => void>()
    const wayOn = () => ({ label: 'Go on', go })
    const { place, scan } = await show({ found: finds(row(1)), wayOn })
    const press = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 250))
      if (by === 'Enter') document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      else scan('RPR:CONFIRM')
    }
    scan('20000001')
    await vi.waitFor(() => expect(place.querySelector('[data-stays]')).not.toBeNull())
    await press()
    await vi.waitFor(() => expect(place.querySelector('[data-stays]')).toBeNull())
    expect(go).not.toHaveBeenCalled()
    await press()
    await vi.waitFor(() => expect(go).toHaveBeenCalledOnce())
  })

  it('says that there is nothing to undo', async () => {
    const { place, scan } = await show({ found: finds() })
    scan('RPR:UNDO')
    await vi.waitFor(() => expect(place.querySelector('[data-stays]')?.textContent).toContain('Nothing to undo'))
  })

  it('offers its own search only while its field stands there, and the camera’s in its place', async () => {
    const { place } = await show({ found: finds() })
    const buttons = () => [...place.querySelectorAll('footer button')].map(({ textContent }) => textContent)
    expect(buttons()).toEqual(['Camera', 'Search'])
    place.querySelector<HTMLButtonElement>('footer button')!.click()
    await vi.waitFor(() => expect(buttons()).toEqual(['Camera']))
  })

  it('tells an internal error where the copy cannot be read, and works when it is tried again (REFURB-14)', async () => {
    const found = vi.fn(finds(testedRow(1))).mockRejectedValueOnce(new Error('the disk fails'))
    const onItem = vi.fn(() => Promise.resolve(null))
    const { place, type } = await show({ found, onItem })
    await type('20000001')
    await vi.waitFor(() => expect(place.textContent).toContain('Internal error'))
    expect(place.textContent).toContain('Nothing has changed: try again.')
    expect(onItem).not.toHaveBeenCalled()
    await type('20000001')
    await vi.waitFor(() => expect(onItem).toHaveBeenCalledExactlyOnceWith(testedRow(1)))
  })

  it('works every scan in its turn, however fast the next one follows, and a repeated one once', async () => {
    const { found, asked, answer } = slow(testedRow(2))
    const onItem = vi.fn(() => Promise.resolve(null))
    const { type } = await show({ found, onItem })
    await type('20000001')
    await type('20000001')
    await type('20000002')
    await vi.waitFor(() => expect(asked).toEqual(['20000001']))
    answer()
    await vi.waitFor(() => expect(asked).toEqual(['20000001', '20000002']))
    answer()
    await vi.waitFor(() => expect(onItem).toHaveBeenCalledExactlyOnceWith(testedRow(2)))
  })

  it('stops at a product that was scanned while another one was taken, which stays in hand', async () => {
    const { found, asked, answer } = slow(testedRow(1, { productLabel: 'Fairphone 4' }), testedRow(2))
    const onItem = vi.fn<(item: ItemRow) => Promise<null>>(() => Promise.resolve(null))
    const { place, scan } = await show({ found, onItem })
    scan('20000001')
    scan('20000002')
    await vi.waitFor(() => expect(asked).toEqual(['20000001']))
    answer()
    await vi.waitFor(() => expect(place.querySelector('[data-stays]')?.textContent).toContain('Another product'))
    expect(place.querySelector('[data-stays]')?.textContent).toContain('Fairphone 4')
    expect(onItem.mock.calls.map(([{ code }]) => code)).toEqual(['20000001'])
    // Scanned once more, where the screen has stayed, it has its turn.
    scan('20000002')
    await vi.waitFor(() => expect(asked).toEqual(['20000001', '20000002']))
    answer()
    await vi.waitFor(() => expect(onItem.mock.calls.map(([{ code }]) => code)).toEqual(['20000001', '20000002']))
  })

  it('tells an internal error where the device could not keep the start (REFURB-14)', async () => {
    const onItem = () => Promise.reject(new Error('the disk is full'))
    const { place, type } = await show({ found: finds(testedRow(1)), onItem })
    await type('20000001')
    await vi.waitFor(() => expect(place.textContent).toContain('Internal error'))
  })

  it('says why it is refused, and whose unsent work stands in its way', async () => {
    const onItem = () => Promise.resolve('ITEM_IN_SEALED_WORK')
    const { place, type } = await show({ found: finds(testedRow(1)), onItem, signedOut: ['Léa Martin', 'Tom Petit'] })
    await type('20000001')
    await vi.waitFor(() => expect(place.textContent).toContain('Not possible now'))
    expect(place.textContent).toContain('Léa Martin or Tom Petit has unsent work on this product on this device')
  })
})
