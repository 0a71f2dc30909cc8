import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { Provider as AtomProvider } from 'jotai'
import { Suspense, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import type { Language } from '#domain/kernel/languages.ts'
import { createHttp } from '#web/lib/http-client.ts'
import type { Http } from '#web/lib/http.ts'
import { startTexts } from '#web/lib/every-text.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { PlatformContext } from '#web/lib/platform.tsx'
import { openSession, userAtom } from '#web/lib/session.ts'
import { EngineProvider } from '#web/local/engine/engine-context.tsx'
import { EngineSourceContext } from '#web/local/engine/engine-source.ts'
import type { TabEngine } from '#web/local/engine/tab-engine.ts'

/** What a component of the back office stands in; what is left out is empty, and every call goes to the network. */
export interface ScreenParts {
  readonly language?: Language
  /** Contexts of texts, beside the common ones. */
  readonly texts?: readonly string[]
  readonly stored?: Readonly<Record<string, string>>
  readonly user?: StoredUser
  readonly http?: Http
  readonly queries?: QueryClient
  /** What is asked of the device's engine; without it there is none. */
  readonly engine?: object
  /** What the device has kept of items' histories, beside its engine. */
  readonly histories?: object
}

const drawn = new Set<Root>()

/** Takes away everything that a test has drawn, as `clear-screens.ts` does after each of them. */
export function clearScreens(): void {
  for (const root of drawn) root.unmount()
  drawn.clear()
  document.body.innerHTML = ''
}

/** Draws a component with the platform, the texts and the queries of the back office; answers what it works with. */
export async function drawScreen(children: ReactNode, parts: ScreenParts = {}) {
  const values = new Map(Object.entries(parts.stored ?? {}))
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  const session = openSession(storage)
  if (parts.user !== undefined) session.store.set(userAtom, parts.user)
  const texts = await startTexts(parts.language ?? 'fr-FR', ['common', 'errors', ...(parts.texts ?? [])])
  const queries = parts.queries ?? new QueryClient()
  const http = parts.http ?? createHttp({ fetch, module: () => null, onSessionEnded: () => undefined })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  drawn.add(root)
  root.render(
    <PlatformContext value={{ storage, session, http, queries, texts }}>
      <AtomProvider store={session.store}>
        <I18nextProvider i18n={texts}>
          <QueryClientProvider client={queries}>
            <MantineProvider>{withEngine(children, parts)}</MantineProvider>
          </QueryClientProvider>
        </I18nextProvider>
      </AtomProvider>
    </PlatformContext>,
  )
  return { place, session, storage, texts, queries }
}

function withEngine(children: ReactNode, { engine, histories }: ScreenParts): ReactNode {
  if (engine === undefined) return children
  const device = { attach: () => () => undefined, engine, histories } as unknown as TabEngine
  return (
    <EngineSourceContext value={settled(device)}>
      <Suspense>
        <EngineProvider>{children}</EngineProvider>
      </Suspense>
    </EngineSourceContext>
  )
}

/**
 * A promise that React knows to be kept: what suspends shows its fallback, and React shows what follows a fallback 300 ms
 * after it at the earliest.
 */
export function settled<T>(value: T): Promise<T> {
  return Object.assign(new Promise<T>((resolve) => resolve(value)), { status: 'fulfilled', value })
}

/** A component over pages that have nothing of their own, of which `at` is open at first; `path` tells which one is, `walk` goes on. */
export function overPages(
  component: () => ReactNode,
  pages: readonly [string, ...string[]] = ['/'],
  at: string = pages[0],
) {
  const top = createRootRoute({ component })
  const routes = pages.map((path) => createRoute({ path, getParentRoute: () => top }))
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = createRouter({ routeTree: top.addChildren(routes), history })
  // A page that is loaded as it is drawn suspends first.
  void router.load()
  return {
    screen: <RouterProvider router={router} />,
    path: () => history.location.pathname,
    walk: (to: string) => router.navigate({ to }),
  }
}
