import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { CallError } from '#web/lib/http.ts'
import { SaveError } from './save-error.tsx'

it('a change over a newer version says to reload, and its button is called so', async () => {
  const conflict = new CallError('refused', { code: 'REQUEST_VERSION_CONFLICT', status: 412 })
  const onReload = vi.fn()
  const { place } = await drawScreen(<SaveError error={conflict} onReload={onReload} />, {
    language: 'en-GB',
    texts: ['errors'],
  })
  const button = await vi.waitUntil(() => place.querySelector('button'))
  expect(place.querySelector('[role=alert]')?.textContent).toContain('Reload, then try again.')
  expect(button.textContent).toBe('Reload')
  expect(onReload).not.toHaveBeenCalled()
  button.click()
  expect(onReload).toHaveBeenCalledOnce()
})
