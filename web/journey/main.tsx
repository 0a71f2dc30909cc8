import './kit/base.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { CallError } from '#web/lib/http.ts'
import { guardSinks } from '#web/lib/trusted-html.ts'
import { startTexts } from './kit/site-texts.ts'
import { JourneyApp } from './app/journey-app.tsx'
import { journeyContexts, readState, type JourneyState } from './app/journey-state.ts'
import { createJourneyRouter } from './app/router.ts'
import { browserStorage } from './kit/browser-storage.ts'
import { formatOf } from './kit/site.ts'
import { createBrowserApi } from './kit/public-api.ts'
import { createVisitorToken } from './kit/visitor.ts'

// The server writes the entry's styles into each page: with every screen's among them no page waits for a style sheet.
import.meta.glob('./{app,kit,screens}/**/*.module.css', { eager: true })

/** Lets the browser answer touches and draw before what comes next. */
function pause(): Promise<void> {
  return new Promise((resume) => setTimeout(resume))
}

/** Whether a page shows it in words of its own: a link that the server refuses is no fault of the program. */
const isTold = (error: unknown): boolean =>
  error instanceof CallError && error.failure === 'refused' && error.status < 500

/** React draws a page whose error was caught while it took the page over once more, and reports that, too. */
function onRecoverableError(error: unknown): void {
  if (!(error instanceof Error && isTold(error.cause))) reportError(error)
}

async function start(place: HTMLElement): Promise<void> {
  await pause()
  const rendered = readState(document)
  const state: JourneyState = rendered ?? (await (await import('./app/fetch-state.ts')).fetchState())
  const contexts = new Set([...journeyContexts, ...Object.keys(state.texts[state.language] ?? {})])
  const texts = await startTexts(state.language, [...contexts], state.texts)
  await pause()
  const visitor = createVisitorToken(browserStorage())
  // A phone takes long to make its first writer of money, and the pages have nothing but prices.
  formatOf(state.language, state.site).money(0)
  await pause()
  const router = createJourneyRouter({
    api: createBrowserApi(state.data, visitor, state.language),
    site: state.site,
    texts,
  })
  // What the page needs without a network comes with a touch: until then a visitor has nothing to lose. It starts once.
  const touched = (): void =>
    void import('./app/offline-notice.tsx').then(
      (part) => part.startOffline(router),
      () => undefined,
    )
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, touched)
  const app = <JourneyApp router={router} texts={texts} site={state.site} />
  if (rendered === null) {
    const { paint } = await import('./app/fetch-state.ts')
    paint(state)
    createRoot(place).render(app)
    return
  }
  // The server has loaded this page already; there is no stream of its router to wait for.
  await pause()
  router.ssr = { manifest: undefined }
  await router.load()
  await pause()
  // As a transition it is done in slices, between which the page answers touches.
  startTransition(() => void hydrateRoot(place, app, { onRecoverableError }))
}

guardSinks()
const place = document.querySelector<HTMLElement>('#root')
if (place === null) throw new Error('the document has no place for the site')
void start(place)
