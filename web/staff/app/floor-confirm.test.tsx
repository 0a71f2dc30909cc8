import { describe, expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Scan } from '#web/scan/scan.ts'
import type { ScanListener, ScannerHub } from '#web/scan/scanner-hub.ts'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import type { ModalData } from '../ui/confirm-modal.tsx'
import { FloorConfirm } from './floor-confirm.tsx'

async function open(part: Partial<ModalData>) {
  const said = { confirm: vi.fn(), cancel: vi.fn(), onClose: vi.fn() }
  const data = { title: 'Une question', content: 'Vraiment ?', cancel: said.cancel, confirm: said.confirm, ...part }
  const listeners: (() => ScanListener)[] = []
  const register = (one: () => ScanListener) => listeners.push(one) && (() => undefined)
  const hub = { register, listensNow: () => undefined } as unknown as ScannerHub
  await drawScreen(
    <ScannerContext value={hub}>
      <FloorConfirm data={data} onClose={said.onClose} />
    </ScannerContext>,
  )
  const dialog = await vi.waitUntil(() => document.querySelector<HTMLDialogElement>('dialog[open]'))
  await vi.waitFor(() => expect(listeners).toHaveLength(1))
  const scan = (command: string) => listeners[0]!().onScan({ resolution: { command } } as unknown as Scan)
  const buttons = () => [...dialog.querySelectorAll('button')]
  const calls = () => [said.confirm, said.cancel, said.onClose].map((told) => told.mock.calls.length)
  return { dialog, scan, buttons, calls }
}

describe('a question on the floor', () => {
  it('is answered by its buttons and by command barcodes', async () => {
    const { dialog, scan, buttons, calls } = await open({ cancelLabel: 'Rester', confirmLabel: 'Partir' })
    expect(dialog.textContent).toContain('Vraiment ?')
    expect(buttons().map(({ textContent }) => textContent)).toEqual(['', 'Rester', 'Partir'])
    buttons()[1]!.click()
    expect(calls()).toEqual([0, 1, 1])
    scan('CANCEL')
    expect(calls()).toEqual([0, 2, 2])
    scan('CONFIRM')
    expect(calls()).toEqual([1, 2, 3])
  })

  it('that prevents hiding is left by its button alone', async () => {
    const { dialog, scan, buttons, calls } = await open({ preventHide: true, confirmLabel: 'OK' })
    expect(buttons().map(({ textContent }) => textContent)).toEqual(['OK'])
    scan('CANCEL')
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    dialog.dispatchEvent(escape)
    expect(escape.defaultPrevented).toBe(true)
    expect([calls(), dialog.open]).toEqual([[0, 0, 0], true])
    scan('CONFIRM')
    expect(calls()).toEqual([1, 0, 1])
  })
})
