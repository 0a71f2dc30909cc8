import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { createHttp } from './http-client.ts'
import { useFileExport } from './use-file-export.ts'

it('an export asks to reconnect where the session has ended (SHELL-51)', async () => {
  const ended = vi.fn()
  const refused = () => Response.json({ code: 'ACCESS_SESSION_REQUIRED' }, { status: 401 })
  const http = createHttp({ fetch: () => Promise.resolve(refused()), module: () => null, onSessionEnded: ended })
  const Export = () => {
    const { run, hasFailed } = useFileExport('text/csv')
    return <button onClick={() => void run('/api/things.csv', 'things.csv')}>{hasFailed ? 'failed' : 'export'}</button>
  }
  const { place } = await drawScreen(<Export />, { http })
  const button = await vi.waitUntil(() => place.querySelector('button'))
  button.click()
  await vi.waitFor(() => expect(button.textContent).toBe('failed'))
  expect(ended).toHaveBeenCalledOnce()
})
