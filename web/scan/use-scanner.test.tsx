import { Drawer, Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { clearScreens, drawScreen } from '#tests/support/staff-screen.tsx'
import { besideListMark } from '#web/lib/open-dialog.ts'
import { ScannerContext, useScanner, type UseScanner } from './use-scanner.ts'

/** A screen that says what it hears, with a window in front of it that a press closes. */
async function open(wanted: Pick<UseScanner, 'isBehindDialogs'>, inFront: (close: () => void) => ReactNode) {
  const heard: string[] = []
  const { hub, scan } = scannedInto()
  const onMeaningless = vi.fn<() => void>()
  hub.onMeaningless(onMeaningless)
  const Screen = () => {
    const [isOpen, setOpen] = useState(true)
    useScanner({ ...wanted, purpose: 'item', onScan: ({ resolution }) => void heard.push(resolution.code) })
    return isOpen ? inFront(() => setOpen(false)) : null
  }
  await drawScreen(
    <ScannerContext value={hub}>
      <Screen />
    </ScannerContext>,
  )
  await vi.waitUntil(() => document.querySelector('[role="dialog"]'))
  hub.start()
  onTestFinished(() => hub.stop())
  const close = async (): Promise<void> => {
    document.querySelector<HTMLButtonElement>('[role="dialog"] button')?.click()
    await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  }
  return { heard, scan, close, onMeaningless, hub }
}

const question = (close: () => void) => (
  <Modal opened onClose={close} withCloseButton={false} transitionProps={{ duration: 0 }}>
    <button onClick={close}>Remove</button>
  </Modal>
)
const panel = (close: () => void) => (
  <Drawer opened onClose={close} withCloseButton={false} transitionProps={{ duration: 0 }} {...besideListMark}>
    <input aria-label="Comment" />
    <button data-autofocus onClick={close}>
      Close
    </button>
  </Drawer>
)

/** Types as a scanner that ends with Enter; the browser's part is played where nobody prevents it. */
function typeAtScannerPace(field: HTMLElement, text: string): void {
  const press = (key: string, code: string): boolean =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))
  for (const key of text) {
    if (press(key, `Digit${key}`) && field instanceof HTMLInputElement && field.type === 'text') field.value += key
  }
  press('Enter', 'Enter')
}

describe('a screen behind a window', () => {
  it('takes no command, which says that it does nothing here, until the window has gone', async () => {
    const { heard, scan, close, onMeaningless } = await open({}, question)
    scan('RPR:CONFIRM')
    expect([heard, onMeaningless.mock.calls.length]).toEqual([[], 1])
    await close()
    scan('RPR:CONFIRM')
    expect([heard, onMeaningless.mock.calls.length]).toEqual([['RPR:CONFIRM'], 1])
  })

  it('takes a code all the same, unless it waits behind windows', async () => {
    const { heard, scan } = await open({}, question)
    scan('20000018')
    expect(heard).toEqual(['20000018'])
    clearScreens()
    const behind = await open({ isBehindDialogs: true }, question)
    behind.scan('20000018')
    expect(behind.heard).toEqual([])
  })
})

describe('a screen that waits behind windows', () => {
  const named = (name: string, heard: string[]) => {
    const Other = () => {
      useScanner({ purpose: 'item', onScan: ({ resolution }) => void heard.push(`${name} ${resolution.code}`) })
      return <p id={name} />
    }
    return <Other />
  }

  it('tells of a code that is scanned in front of it, and keeps none for the screen that comes up', async () => {
    const next: string[] = []
    const { heard, scan, close, onMeaningless, hub } = await open({ isBehindDialogs: true }, question)
    typeAtScannerPace(document.querySelector<HTMLElement>('[role="dialog"] button')!, '20000018')
    expect(onMeaningless).toHaveBeenCalledOnce()
    scan('20000018')
    expect(onMeaningless).toHaveBeenCalledTimes(2)
    await close()
    await drawScreen(<ScannerContext value={hub}>{named('next', next)}</ScannerContext>)
    await vi.waitUntil(() => document.querySelector('#next'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([heard, next]).toEqual([[], []])
    scan('20000026')
    expect(next).toEqual(['next 20000026'])
  })

  it('leaves a code to what listens in the window', async () => {
    const inWindow: string[] = []
    const { heard, scan, onMeaningless } = await open({ isBehindDialogs: true }, (close) => (
      <>
        {question(close)}
        {named('window', inWindow)}
      </>
    ))
    scan('20000018')
    expect([heard, inWindow, onMeaningless.mock.calls.length]).toEqual([[], ['window 20000018'], 0])
  })

  it('leaves a text field of the window what is scanned into it, and nothing of it for another screen', async () => {
    const { heard, onMeaningless } = await open({ isBehindDialogs: true }, () => (
      <Modal opened onClose={() => undefined} transitionProps={{ duration: 0 }}>
        <input aria-label="Reason" />
      </Modal>
    ))
    const field = document.querySelector<HTMLInputElement>('[aria-label="Reason"]')!
    field.focus()
    typeAtScannerPace(field, '20000018')
    expect([field.value, heard, onMeaningless.mock.calls.length]).toEqual(['20000018', [], 0])
  })
})

describe('a list with its panel beside it', () => {
  it('goes on hearing codes, and hears none under a question in front of both', async () => {
    const both = (close: () => void) => (
      <>
        {panel(() => undefined)}
        {question(close)}
      </>
    )
    const { heard, scan } = await open({ isBehindDialogs: true }, both)
    scan('20000018')
    expect(heard).toEqual([])
    clearScreens()
    const alone = await open({ isBehindDialogs: true }, panel)
    alone.scan('20000018')
    expect(alone.heard).toEqual(['20000018'])
  })

  it('leaves the panel’s field what is scanned into it', async () => {
    const { heard } = await open({ isBehindDialogs: true }, panel)
    const field = document.querySelector<HTMLInputElement>('[aria-label="Comment"]')!
    field.focus()
    typeAtScannerPace(field, '20000018')
    expect([field.value, heard]).toEqual(['20000018', []])
    field.blur()
    typeAtScannerPace(field, '20000026')
    expect(heard).toEqual(['20000026'])
  })

  it('hears what is scanned while a control of the panel has the focus that takes no text', async () => {
    const { heard } = await open({ isBehindDialogs: true }, (close) => (
      <Drawer opened onClose={close} transitionProps={{ duration: 0 }} {...besideListMark}>
        <input type="checkbox" aria-label="Kept" />
      </Drawer>
    ))
    const box = document.querySelector<HTMLInputElement>('[aria-label="Kept"]')!
    box.focus()
    typeAtScannerPace(box, '20000018')
    expect(heard).toEqual(['20000018'])
  })
})
