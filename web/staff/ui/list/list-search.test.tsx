import { useState, type ComponentProps } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { ScannedPackages, ScannedProducts, ScannedSearch } from '#web/scan/scanned-search.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { ActionDialog } from '../action-dialog.tsx'
import { ListSearch } from './list-search.tsx'
import { listStart, type ListState } from './list-state.ts'

/** The search of a list, and a scanner over it. */
async function open(state: Partial<ListState> = {}, scans: ComponentProps<typeof ListSearch>['scans'] = ScannedSearch) {
  const { hub, scan } = scannedInto()
  const onChange = vi.fn<(part: Partial<ListState>, replace?: boolean) => void>()
  const onMeaningless = vi.fn<() => void>()
  hub.onMeaningless(onMeaningless)
  await drawScreen(
    <ScannerContext value={hub}>
      <ListSearch label="Search" state={{ ...listStart([]), ...state }} onChange={onChange} scans={scans} />
    </ScannerContext>,
  )
  await vi.waitUntil(() => document.querySelector('input'))
  // Its listener is there with its first drawing.
  await new Promise(requestAnimationFrame)
  return { scan, onChange, onMeaningless }
}

it('a code that is scanned over a list of what has codes is searched for (F18)', async () => {
  const { scan, onChange } = await open()
  scan('20000018')
  await vi.waitFor(() => expect(onChange.mock.calls).toEqual([[{ search: '20000018' }, false]]))
})

it('a code that is searched for already asks nothing more', async () => {
  const { scan, onChange } = await open({ search: '20000018' })
  scan('20000018')
  scan('20000026')
  await vi.waitFor(() => expect(onChange.mock.calls).toEqual([[{ search: '20000026' }, false]]))
})

it('a command is no code, and does nothing there', async () => {
  const { scan, onChange, onMeaningless } = await open()
  scan('RPR:CONFIRM')
  await vi.waitFor(() => expect(onMeaningless).toHaveBeenCalledOnce())
  expect(onChange).not.toHaveBeenCalled()
})

/** Types into the search as a person who has just begun: its pause is not over when the scan comes. */
function typeAndScan(text: string, scan: () => void): HTMLInputElement {
  const field = document.querySelector('input')!
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  scan()
  return field
}
const afterPause = () => new Promise((done) => setTimeout(done, 500))

it('a code replaces what was typed just before it, and nothing of that comes after it', async () => {
  const { scan, onChange } = await open()
  const field = typeAndScan('2000', () => scan('20000018'))
  await vi.waitFor(() => expect(field.value).toBe('20000018'))
  await afterPause()
  expect(onChange.mock.calls).toEqual([[{ search: '20000018' }, false]])
})

it('a code that is searched for already replaces what was typed over it', async () => {
  const { scan, onChange } = await open({ search: '20000018' })
  const field = typeAndScan('2000', () => scan('20000018'))
  await vi.waitFor(() => expect(field.value).toBe('20000018'))
  await afterPause()
  expect(onChange).not.toHaveBeenCalled()
})

const sscc = '340123450000000016'
const label = '(01)09501101530003(21)AB12CD34'
const gtin12 = '(01)00614141000012(21)7'
const gtin14 = '(01)10614141000019(21)7'

it.each([
  ['the number of a package', ScannedPackages, `]C100${sscc}`, sscc],
  ['the number of a package as it is printed', ScannedPackages, `(00)${sscc}`, sscc],
  ['a product of the catalog, not its serial number', ScannedProducts, label, '9501101530003'],
  ['a product whose number has twelve digits', ScannedProducts, gtin12, '0614141000012'],
  ['a case of products, whose number has fourteen', ScannedProducts, gtin14, '10614141000019'],
  ['an item by its serial number', ScannedSearch, label, 'AB12CD34'],
  ['an item by its product where the serial number is none of ours', ScannedSearch, gtin14, '10614141000019'],
])('a label is searched for by what the list has: %s (F18)', async (_, scans, read, search) => {
  const { scan, onChange } = await open({}, scans)
  scan(read)
  await vi.waitFor(() => expect(onChange.mock.calls).toEqual([[{ search }, false]]))
})

describe('while a dialog stands over the list', () => {
  async function openUnderDialog() {
    const { hub, scan } = scannedInto()
    const onChange = vi.fn<(part: Partial<ListState>, replace?: boolean) => void>()
    const Screen = () => {
      const [isAsking, setAsking] = useState(true)
      const close = (): void => setAsking(false)
      return (
        <ScannerContext value={hub}>
          <ListSearch label="Search" state={listStart([])} onChange={onChange} scans={ScannedSearch} />
          {isAsking && (
            <ActionDialog
              {...{ title: 'Paid?', confirmLabel: 'Paid', isDestructive: false, isPending: false, problem: null }}
              onClose={close}
              onConfirm={close}
            >
              <input aria-label="Reference" />
            </ActionDialog>
          )}
        </ScannerContext>
      )
    }
    await drawScreen(<Screen />)
    const field = await vi.waitUntil(() => document.querySelector<HTMLInputElement>('[aria-label="Reference"]'))
    await new Promise(requestAnimationFrame)
    hub.start()
    onTestFinished(() => hub.stop())
    return { field, scan, onChange }
  }

  it('its field keeps what a scanner types into it, and the list searches for nothing', async () => {
    const { field, onChange } = await openUnderDialog()
    field.focus()
    for (const key of '20000018') {
      const code = `Digit${key}`
      const isTyped = field.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))
      if (isTyped) field.value += key
    }
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }))
    expect(field.value).toBe('20000018')
    expect(onChange).not.toHaveBeenCalled()
  })

  it('a code changes nothing that the dialog asks about, and is searched for again once it has gone', async () => {
    const { scan, onChange } = await openUnderDialog()
    scan('20000018')
    document.querySelector<HTMLButtonElement>('[role="dialog"] button[type="submit"]')?.click()
    await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
    scan('20000026')
    await vi.waitFor(() => expect(onChange.mock.calls).toEqual([[{ search: '20000026' }, false]]))
  })
})
