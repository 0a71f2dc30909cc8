import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { ScannerContext, useScanner } from '#web/scan/use-scanner.ts'
import type { Photos } from '#web/local/photo/photos.ts'
import { LeaveSheet } from './leave-sheet.tsx'
import { PhotoSheet } from './photo-sheet.tsx'
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

/** A photo that is looked at; `tap` presses a button by its words. */
async function openPhoto() {
  const [onRemove, onClose] = [vi.fn(), vi.fn()]
  const photos = { store: { bytes: () => Promise.resolve(new ArrayBuffer(8)) } } as unknown as Photos
  const drawn = await open(<PhotoSheet photos={photos} photoId="p" number={2} onRemove={onRemove} onClose={onClose} />)
  const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('dialog footer button')]
  const tap = (words: string): void =>
    buttons()
      .find(({ textContent }) => textContent === words)!
      .click()
  return { ...drawn, onRemove, onClose, tap, words: () => buttons().map(({ textContent }) => textContent) }
}

it('a photo is shown large, and removed once its question is answered', async () => {
  const { onRemove, onClose, tap, words } = await openPhoto()
  await vi.waitFor(() => expect(document.querySelector('dialog img')?.getAttribute('alt')).toBe('Photo 2'))
  expect(words()).toEqual(['Retirer la photo 2'])
  tap('Retirer la photo 2')
  await vi.waitFor(() => expect(words()).toEqual(['Retirer définitivement', 'Garder la photo']))
  expect(document.querySelector('dialog [role="alert"]')?.textContent).toContain('Retirer cette photo')
  tap('Garder la photo')
  await vi.waitFor(() => expect(words()).toEqual(['Retirer la photo 2']))
  expect([onRemove, onClose].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  tap('Retirer la photo 2')
  await vi.waitFor(() => expect(words()).toHaveLength(2))
  tap('Retirer définitivement')
  expect(onRemove).toHaveBeenCalledOnce()
})

it('no barcode and no key removes a photo that is looked at', async () => {
  const { behind, scan, press, onRemove, onClose, tap, words } = await openPhoto()
  tap('Retirer la photo 2')
  await vi.waitFor(() => expect(words()).toHaveLength(2))
  for (const command of ['CONFIRM', 'NEXT', 'A']) scan(`RPR:${command}`)
  press('a')
  expect([onRemove, onClose].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  scan('RPR:CANCEL')
  expect(onClose).toHaveBeenCalledOnce()
  scan('20000011')
  expect(onClose).toHaveBeenCalledTimes(2)
  expect([onRemove.mock.calls.length, behind.mock.calls]).toEqual([0, [['20000011']]])
})
