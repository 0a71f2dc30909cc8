import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { createHttp } from '#web/lib/http.ts'
import { startTexts } from '#web/lib/i18n.ts'
import { PlatformContext } from '#web/lib/platform.tsx'
import { openSession } from '#web/lib/session.ts'
import { RefurbQuestionFormPage } from './question-form-page.tsx'
import { refurbKey } from './refurb-calls.ts'

let root: Root | undefined
afterEach(() => root?.unmount())

it('keeps what was typed when the steps to choose from cannot be asked for again', async () => {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  const noSteps = { 'hydra:member': [], 'hydra:totalItems': 0 }
  const network = vi.fn<typeof fetch>().mockResolvedValueOnce(Response.json(noSteps)).mockRejectedValue(new TypeError())
  const http = createHttp({ fetch: network, module: () => null, onSessionEnded: () => undefined })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const texts = await startTexts('fr-FR', ['common', 'errors', 'refurb'])
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <RefurbQuestionFormPage id={null} /> }),
    history: createMemoryHistory(),
  })
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <PlatformContext value={{ storage, session: openSession(storage), http, queries, texts }}>
      <I18nextProvider i18n={texts}>
        <QueryClientProvider client={queries}>
          <MantineProvider>
            <RouterProvider router={router} />
          </MantineProvider>
        </QueryClientProvider>
      </I18nextProvider>
    </PlatformContext>,
  )
  const label = await vi.waitUntil(() => place.querySelector('input'))
  expect(label).toBe(document.activeElement)
  document.execCommand('insertText', false, 'Marquage')
  await queries.invalidateQueries({ queryKey: refurbKey })
  expect(network).toHaveBeenCalledTimes(2)
  // The page hears of the failure, and has had time to draw.
  await new Promise((drawn) => setTimeout(drawn, 100))
  expect(document.activeElement).toBe(label)
  expect(label).toHaveProperty('value', 'Marquage')
})
