import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { Provider as AtomProvider } from 'jotai'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorStateAtom, noError, raiseError, shownErrorAtom, type ErrorState } from '#web/lib/error-state.ts'
import { createHttp } from '#web/lib/http.ts'
import { startTexts } from '#web/lib/i18n.ts'
import { PlatformContext } from '#web/lib/platform.tsx'
import { openSession } from '#web/lib/session.ts'
import { ErrorModals } from './error-modals.tsx'

let root: Root | undefined
let opened: Awaited<ReturnType<typeof openScreen>>

beforeEach(async () => {
  opened = await openScreen()
})
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

async function openScreen() {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  const session = openSession(storage)
  const queries = new QueryClient()
  const http = createHttp({ fetch, module: () => null, onSessionEnded: () => undefined })
  const i18n = await startTexts('fr-FR', ['common', 'shell', 'errors'])
  const reload = vi.fn()
  const top = createRootRoute({ component: () => <ErrorModals reload={reload} /> })
  const paths = ['/here', '/home', '/stocks'].map((path) => createRoute({ path, getParentRoute: () => top }))
  const history = createMemoryHistory({ initialEntries: ['/here'] })
  const router = createRouter({ routeTree: top.addChildren(paths), history })
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <PlatformContext value={{ storage, session, http, queries, texts: i18n }}>
      <AtomProvider store={session.store}>
        <I18nextProvider i18n={i18n}>
          <QueryClientProvider client={queries}>
            <MantineProvider>
              <RouterProvider router={router} />
            </MantineProvider>
          </QueryClientProvider>
        </I18nextProvider>
      </AtomProvider>
    </PlatformContext>,
  )
  const texts = {
    generic: i18n.t(($) => $.serverError.generic, { ns: 'shell' }),
    undefined: i18n.t(($) => $.serverError.undefined, { ns: 'shell' }),
    home: i18n.t(($) => $.serverError.home, { ns: 'shell' }),
    ok: i18n.t(($) => $.serverError.ok, { ns: 'shell' }),
    message: i18n.t(($) => $.SERVER_ERROR, { ns: 'errors' }),
  }
  return { session, reload, texts, path: () => history.location.pathname }
}

async function raise(error: Partial<ErrorState> & { readonly code: string }): Promise<HTMLElement> {
  // The screen stands before an error comes.
  await new Promise((done) => setTimeout(done, 50))
  raiseError(opened.session.store, { shouldDisplayModal: true, ...error })
  return vi.waitFor(() => {
    const modal = document.querySelector<HTMLElement>('[role="dialog"]')
    if (modal === null || modal.querySelector('button') === null) throw new Error('no modal yet')
    return modal
  })
}

function press(modal: HTMLElement): string {
  const buttons = [...modal.querySelectorAll('button')]
  expect(buttons).toHaveLength(1)
  buttons[0]!.click()
  return buttons[0]!.textContent
}

describe('the server-error modal', () => {
  it('says its general sentence and the message, and OK resets the error and leads nowhere', async () => {
    const modal = await raise({ code: 'SERVER_ERROR' })
    expect(modal.textContent).toContain(opened.texts.generic)
    expect(modal.textContent).toContain(opened.texts.message)
    expect(press(modal)).toBe(opened.texts.ok)
    expect(opened.path()).toBe('/here')
    expect(opened.reload).not.toHaveBeenCalled()
    expect(opened.session.store.get(errorStateAtom)).toEqual(noError)
    expect(opened.session.store.get(shownErrorAtom)).toBeNull()
  })

  it('leaves the general sentence out where the error asks for it', async () => {
    const modal = await raise({ code: 'X', message: 'Le stock est plein.', hideGenericMessage: true })
    expect(modal.textContent).toContain('Le stock est plein.')
    expect(modal.textContent).not.toContain(opened.texts.generic)
  })

  it('asks to contact the administrator where nothing is known of the error', async () => {
    const modal = await raise({ code: 'UNDEFINED' })
    expect(modal.textContent).toContain(opened.texts.undefined)
  })

  it('leads home, and its button says so', async () => {
    const modal = await raise({ code: 'SERVER_ERROR', goHome: true, reloadPage: true, redirectToRoute: '/stocks' })
    expect(press(modal)).toBe(opened.texts.home)
    await vi.waitFor(() => expect(opened.path()).toBe('/home'))
    expect(opened.reload).not.toHaveBeenCalled()
  })

  it('reloads the page', async () => {
    const modal = await raise({ code: 'SERVER_ERROR', reloadPage: true, redirectToRoute: '/stocks' })
    expect(press(modal)).toBe(opened.texts.ok)
    expect(opened.reload).toHaveBeenCalledOnce()
    expect(opened.path()).toBe('/here')
  })

  it('leads to the route that the error names', async () => {
    const modal = await raise({ code: 'SERVER_ERROR', redirectToRoute: '/stocks' })
    expect(press(modal)).toBe(opened.texts.ok)
    await vi.waitFor(() => expect(opened.path()).toBe('/stocks'))
  })
})
