import { describe, expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { ConfirmModal, type ModalData } from './confirm-modal.tsx'

async function open(part: Partial<ModalData>) {
  const said = { confirm: vi.fn(), cancel: vi.fn(), onClose: vi.fn() }
  const data = { title: 'Une question', content: 'Vraiment ?', cancel: said.cancel, confirm: said.confirm, ...part }
  await drawScreen(<ConfirmModal data={data} onClose={said.onClose} />)
  const dialog = await vi.waitFor(() => {
    const found = document.querySelector<HTMLElement>('[role="dialog"]')
    if (found === null || found.querySelector('button') === null) throw new Error('no modal yet')
    return found
  })
  const press = (name: string) =>
    [...dialog.querySelectorAll('button')].find((one) => one.textContent === name)?.click()
  const escape = () => dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  const buttons = () =>
    [...dialog.querySelectorAll('button')].map((one) => one.textContent).filter((text) => text !== '')
  return { ...said, dialog, press, escape, buttons }
}

describe('a modal (SHELL-48)', () => {
  it('shows title, content and its own labels, and confirms', async () => {
    const modal = await open({ cancelLabel: 'Non', confirmLabel: 'Oui' })
    expect(modal.dialog.textContent).toContain('Une question')
    expect(modal.dialog.textContent).toContain('Vraiment ?')
    expect(modal.buttons()).toEqual(['Non', 'Oui'])
    modal.press('Oui')
    expect(modal.confirm).toHaveBeenCalledOnce()
    expect(modal.onClose).toHaveBeenCalledOnce()
    expect(modal.cancel).not.toHaveBeenCalled()
  })

  it('cancels by its button and by Escape', async () => {
    const modal = await open({ cancelLabel: 'Non' })
    modal.press('Non')
    expect([modal.cancel, modal.onClose].map((told) => told.mock.calls.length)).toEqual([1, 1])
    modal.escape()
    expect([modal.cancel, modal.onClose].map((told) => told.mock.calls.length)).toEqual([2, 2])
    expect(modal.confirm).not.toHaveBeenCalled()
  })

  it('that prevents hiding has no way out but its buttons', async () => {
    const modal = await open({ preventHide: true, confirmLabel: 'OK' })
    expect([...modal.dialog.querySelectorAll('button')].map((one) => one.textContent)).toEqual(['OK'])
    modal.escape()
    expect([modal.cancel, modal.onClose].map((told) => told.mock.calls.length)).toEqual([0, 0])
    modal.press('OK')
    expect(modal.confirm).toHaveBeenCalledOnce()
  })

  it('that only tells has one button, and goes by Escape like any other (F26)', async () => {
    const modal = await open({ isTold: true, confirmLabel: 'Compris' })
    expect(modal.buttons()).toEqual(['Compris'])
    modal.escape()
    expect(modal.onClose).toHaveBeenCalledOnce()
    expect(modal.confirm).not.toHaveBeenCalled()
  })
})
