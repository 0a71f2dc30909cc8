import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { ScannerContext, useScanner } from '#web/scan/use-scanner.ts'
import { LeaveSheet } from './leave-sheet.tsx'
import { ProductSheet } from './product-sheet.tsx'
import { SetAsideSheet } from './set-aside-sheet.tsx'

/** A sheet over a test that goes on, which says what it hears. */
async function open(sheet: ReactNode) {
  const behind = vi.fn()
  const { hub, scan } = scannedInto()
  const Test = () => {
    useScanner({ purpose: 'item', onScan: ({ resolution }) => behind(resolution.code) })
    return null
  }
  await drawScreen(
    <ScannerContext value={hub}>
      <Test />
      {sheet}
    </ScannerContext>,
    { texts: ['compliance'] },
  )
  await vi.waitFor(() => expect(document.querySelector('dialog[open]')).not.toBeNull())
  const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  return { behind, scan, press }
}

it('a reason to set aside is chosen by letter, as a key or a barcode', async () => {
  const [onPick, onClose] = [vi.fn(), vi.fn()]
  const { behind, scan, press } = await open(<SetAsideSheet onPick={onPick} onClose={onClose} />)
  for (const command of ['CONFIRM', 'NEXT', 'C']) scan(`RPR:${command}`)
  expect(onPick).not.toHaveBeenCalled()
  scan('RPR:B')
  expect(onPick.mock.calls).toEqual([['stolen']])
  press('a')
  await vi.waitFor(() => expect(onPick.mock.calls).toEqual([['stolen'], ['locked']]))
  scan('RPR:UNDO')
  expect(onClose).toHaveBeenCalledOnce()
  expect(behind).not.toHaveBeenCalled()
})

it('nothing goes on behind the search for a model', async () => {
  const onClose = vi.fn()
  const { behind, scan } = await open(
    <ProductSheet first="" categoryId={null} online={false} onPick={() => undefined} onClose={onClose} />,
  )
  for (const command of ['CONFIRM', 'NEXT', 'A']) scan(`RPR:${command}`)
  expect([onClose, behind].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  scan('RPR:CANCEL')
  expect(onClose).toHaveBeenCalledOnce()
  expect(behind).not.toHaveBeenCalled()
})

it('a test is left for later by CONFIRM, NEXT and Enter, and gone on with by CANCEL', async () => {
  const [onLeave, onAbandon, onClose] = [vi.fn(), vi.fn(), vi.fn()]
  const { behind, scan, press } = await open(<LeaveSheet onLeave={onLeave} onAbandon={onAbandon} onClose={onClose} />)
  scan('RPR:CANCEL')
  expect([onLeave, onClose].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  scan('RPR:CONFIRM')
  scan('RPR:NEXT')
  press('Enter')
  await vi.waitFor(() => expect(onLeave).toHaveBeenCalledTimes(3))
  expect([onAbandon, behind].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

it('a code scanned over a sheet closes it and is the test’s', async () => {
  const onClose = vi.fn()
  const { behind, scan } = await open(<SetAsideSheet onPick={() => undefined} onClose={onClose} />)
  scan('20000011')
  expect(onClose).toHaveBeenCalledOnce()
  expect(behind.mock.calls).toEqual([['20000011']])
})
