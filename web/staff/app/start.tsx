import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Provider as AtomProvider } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { whenIdle } from '#web/local/engine/when-idle.ts'
import { EngineSourceContext } from '#web/local/engine/engine-source.ts'
import { watchActivity } from '#web/lib/activity.ts'
import { createAskForProof, personOf } from '#web/lib/asked-proof.ts'
import { createHttp } from '#web/lib/http-client.ts'
import { startTexts } from '#web/lib/every-text.ts'
import { openStorage, readSession, readUser, type StoredUser } from '#web/lib/local-storage.ts'
import { PlatformContext, type Platform } from '#web/lib/platform.tsx'
import { byPinAtom, languageAtom, openSession, userAtom } from '#web/lib/session.ts'
import { hasWrittenWithin } from '#web/lib/pending-writes.ts'
import { raiseCallError, sessionEndedCode, shownErrorAtom, type Store } from '#web/lib/error-state.ts'
import { updateKnownUser, isCartSold, isOverByPin, keepSession, keptSession } from '../features/access/device-door.ts'
import { retryPendingSignOuts } from '../features/access/pending-sign-out.ts'
import { dismissUser, endOverduePin, endSession, restMs } from './end-session.ts'
import { followOtherTabs } from './other-tabs.ts'
import { mayReloadHelp } from './chunk-load-error.ts'
import { createLeadToSecondFactor } from './lead-to-second-factor.ts'
import { createStaffRouter } from './router.ts'
import { keepServiceWorker } from './service-worker.ts'
import { recoverSession } from './recover-session.ts'

// One file holds them in each language; a screen that asked for them one by one would be drawn as often.
const startContexts = ['common', 'shell', 'errors', 'sync', 'scan', 'warehouse'] as const

/** How often it is asked whether the days of a PIN are over. */
const pinCheckMs = 600_000

/** Builds the staff app and draws it; needs no network where a user has signed in before. */
export async function startStaff(place: HTMLElement): Promise<void> {
  const storage = openStorage()
  const activity = watchActivity(document)
  const root = createRoot(place)
  const takenBack = recoverSession(storage, {
    keptSession,
    keepSession,
    isCartSold,
    isConfirmedByServer: (user) =>
      import('./confirmed-session.ts').then((server) => server.isConfirmedByServer(user, document, activity)),
    onWait: () =>
      void import('./storage-wait.tsx').then(({ drawStorageWait }) => drawStorageWait(root, storage, takenBack)),
  })
  const drawnFor = takenBack.then(() => readUser(storage)?.viewedAccountId)
  let opened: Store | null = null
  const isByPin = (): boolean => (opened === null ? readUser(storage)?.byPin === true : opened.get(byPinAtom))
  const tabEngine = import('#web/local/engine/tab-engine.ts').then(({ createTabEngine }) =>
    createTabEngine(drawnFor, activity, isByPin),
  )
  const { later } = await takenBack
  const session = openSession(storage, navigator.languages)
  const { store } = session
  opened = store
  const http = createHttp({
    fetch: (address, request) => fetch(address, request),
    module: () => session.user()?.module ?? null,
    language: () => store.get(languageAtom),
    // With its session: what was asked in the one before says nothing about today's.
    user: () => sessionOf(session.user()),
    person: () => personOf(session.user()),
    account: () => session.user()?.viewedAccountId ?? null,
    onSessionEnded: (error) => endSession(session, router, error, dismiss),
    textLanguage: () => session.user()?.viewedAccount?.language ?? null,
    onOtherAccount: (error) => raiseCallError(store, error),
    onSecondFactorMissing: () => void leadToSecondFactor(),
    idleSeconds: activity.idleSeconds,
    isByPin,
    onProofRequired: createAskForProof(store),
  })
  const queries = createQueries(store)
  const texts = await startTexts(store.get(languageAtom), startContexts)
  const platform: Platform = { storage, session, http, queries, texts }
  const router = createStaffRouter(platform)
  const dismiss = (): void => void dismissUser(platform, router)
  const leadToSecondFactor = createLeadToSecondFactor({
    pathname: () => router.state.location.pathname,
    isReconnecting: () => store.get(shownErrorAtom)?.code === sessionEndedCode,
    refresh: async () => (await import('#web/lib/refresh-session.ts')).refreshSession(platform, dismiss),
    askGuard: () => router.invalidate(),
  })

  followLanguage(platform)
  followOtherTabs(platform, window, () => window.location.reload())
  store.sub(userAtom, () => {
    const user = store.get(userAtom)
    if (user === null) return
    void keepSession(user.id, readSession(storage))
    hear(user)
  })
  reloadWhenPartsAreGone()
  root.render(
    <StrictMode>
      <PlatformContext value={platform}>
        <AtomProvider store={store}>
          <I18nextProvider i18n={texts}>
            <QueryClientProvider client={queries}>
              <EngineSourceContext value={tabEngine}>
                <RouterProvider router={router} />
              </EngineSourceContext>
            </QueryClientProvider>
          </I18nextProvider>
        </AtomProvider>
      </PlatformContext>
    </StrictMode>,
  )
  void later?.then((isOther) => isOther && window.location.reload())
  // The first screen does not wait for what the network has to say.
  whenIdle(() => {
    keepServiceWorker(store)
    const refresh = (): void =>
      void import('#web/lib/refresh-session.ts').then(({ refreshSession }) => refreshSession(platform, dismiss))
    refresh()
    whenSeenAgain(refresh)
    retryPendingSignOuts(session, http)
    const isAtWork = (): boolean => activity.idleSeconds() * 1000 < restMs || hasWrittenWithin(restMs)
    setInterval(() => void endOverduePin(platform, router, { isOver: isOverByPin, isAtWork }), pinCheckMs)
  })
}

/** PINs of this device follow what the server says of its user; one whom a PIN has let in was not named by it. */
function hear({ id: userId, accountId, offline, namedAtMs: heardAtMs, byPin }: StoredUser): void {
  if (byPin !== true && heardAtMs !== undefined) void updateKnownUser({ userId, accountId, offline, heardAtMs })
}

function sessionOf(user: StoredUser | null): string | null {
  return user === null ? null : `${user.id} ${user.sessionExpiresAt} ${user.provenAt}`
}

/** Online-only data: a failed change shows the server-error modal unless the caller says that it shows it itself. */
function createQueries(store: Store): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: 1, staleTime: 30_000, networkMode: 'always' },
      mutations: { retry: 0, networkMode: 'always', onError: (error) => raiseCallError(store, error) },
    },
  })
}

function followLanguage({ session: { store }, texts, queries }: Platform): void {
  const apply = (): void => {
    const language = store.get(languageAtom)
    document.documentElement.lang = language
    if (texts.language === language) return
    void texts.changeLanguage(language)
    // What the server names in the user's language is asked for again.
    void queries.invalidateQueries()
  }
  apply()
  store.sub(languageAtom, apply)
}

/** A page that was out of sight is asked again, a minute apart at the least: the account may look different now. */
function whenSeenAgain(refresh: () => void): void {
  let lastMs = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - lastMs < 60_000) return
    lastMs = performance.now()
    refresh()
  })
}

/** Another tab's update has replaced the parts that this one has not loaded yet: the new version has them. */
function reloadWhenPartsAreGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // Loading a page again that has only just been loaded would not help.
    if (!navigator.onLine || performance.now() < 5000 || !mayReloadHelp(event.payload)) return
    event.preventDefault()
    window.location.reload()
  })
}
