import { expect, it, vi } from 'vitest'
import { createHttp } from '#web/lib/http-client.ts'
import { isDownloadable } from './document-address.ts'

const pdf = { headers: { 'content-type': 'application/pdf' } }

it('asks the server for a paper before a tab opens for it, and to reconnect where the session has ended', async () => {
  const ended = vi.fn()
  const isThere = (answer: () => Response | Promise<never>) =>
    isDownloadable(
      createHttp({ fetch: async () => answer(), module: () => 'rps', onSessionEnded: ended }),
      '/api/documents/contract/1.pdf',
    )
  expect(await isThere(() => new Response('%PDF', pdf))).toBe(true)
  expect(await isThere(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }))).toBe(false)
  expect(await isThere(() => Response.json({ code: 'DOCUMENT_NOT_FOUND' }, { status: 404 }))).toBe(false)
  expect(await isThere(() => Promise.reject(new TypeError('Failed to fetch')))).toBe(false)
  expect(ended).not.toHaveBeenCalled()
  expect(await isThere(() => Response.json({ code: 'ACCESS_SESSION_REQUIRED' }, { status: 401 }))).toBe(false)
  expect(ended).toHaveBeenCalledOnce()
})
