import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Provider as AtomProvider } from 'jotai'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { CallError } from '#web/lib/http.ts'
import { startTexts } from '#web/lib/i18n.ts'
import { PlatformContext, type Platform } from '#web/lib/platform.tsx'
import { openSession } from '#web/lib/session.ts'
import { CustomerBlock } from './customer-block.tsx'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

it.each([404, 500, 503])('an answer %i is the generic fetch error, and asked for again (BB-25)', async (status) => {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  const session = openSession(storage)
  const texts = await startTexts('fr-FR', ['common', 'buybacks'])
  const http = vi.fn(() => Promise.reject(new CallError('refused', { code: 'REQUEST_FAILED', status })))
  const queries = new QueryClient()
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <PlatformContext value={{ storage, session, http, queries, texts } as unknown as Platform}>
      <AtomProvider store={session.store}>
        <I18nextProvider i18n={texts}>
          <QueryClientProvider client={queries}>
            <MantineProvider>
              <CustomerBlock buybackId="b1" />
            </MantineProvider>
          </QueryClientProvider>
        </I18nextProvider>
      </AtomProvider>
    </PlatformContext>,
  )
  await vi.waitFor(() => expect(place.querySelector('[role="status"]')?.textContent).toContain('Error while fetching'))
  place.querySelector('button')?.click()
  await vi.waitFor(() => expect(http).toHaveBeenCalledTimes(2))
})
