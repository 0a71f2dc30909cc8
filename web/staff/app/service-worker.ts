import { atom } from 'jotai'
import { Workbox } from 'workbox-window'
import type { Store } from '#web/lib/error-state.ts'
import { userAtom } from '#web/lib/session.ts'
import { writesFlushed } from '#web/lib/pending-writes.ts'
import { followVersions } from './follow-versions.ts'
import { createUpdate } from './take-update.ts'
import { watchTypedInput } from './typed-input.ts'

/** Takes over the waiting version; null while none waits. */
export const takeUpdateAtom = atom<(() => Promise<void>) | null>(null)

/** Name of the Web Lock that a running push of the outbox holds; the engine's name for it, without its weight. */
const pushLock = 'reprise-drain'
/** Name of the Web Lock that every open page of the app shares. */
const pageLock = 'reprise-page'

const checkEveryMs = 30 * 60_000

/**
 * Registers the service worker once a user has signed in on this device: a visitor who only opens the sign-in page
 * stays without one. A new version waits for the user's consent or the next start, and takes over only when no push of
 * the outbox is running.
 */
export function keepServiceWorker(store: Store): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  let started = false
  const start = (): void => {
    if (started || store.get(userAtom) === null) return
    started = true
    void register(store)
  }
  start()
  store.sub(userAtom, start)
}

async function register(store: Store): Promise<void> {
  const workbox = new Workbox('/sw.js', { scope: '/' })
  const typed = watchTypedInput(document)
  const update = createUpdate({
    // Known to the browser, so that it counts what came before this part of the app was there.
    isUsed: () => (navigator as { userActivation?: UserActivation }).userActivation?.hasBeenActive ?? typed.any(),
    whenNoneTyped: typed.whenNone,
    writesFlushed,
    betweenPushes: (task) => navigator.locks.request(pushLock, task),
    skipWaiting: async () => workbox.messageSkipWaiting(),
    reload: () => window.location.reload(),
    offer: (take) => store.set(takeUpdateAtom, () => take),
  })
  void navigator.locks.request(pageLock, { mode: 'shared' }, () => new Promise(() => undefined))
  const { serviceWorker } = navigator
  const nowMs = (): number => performance.now()
  const registration = await followVersions({ workbox, container: serviceWorker, update, isOnlyPage, nowMs })
  if (registration === null) return
  void beControlled()
  setInterval(() => void workbox.update().catch(() => undefined), checkEveryMs)
}

/**
 * A page that was on its way while the worker became active is not among those that it took over then, and would stay
 * without its caches; it asks for itself.
 */
async function beControlled(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  if (navigator.serviceWorker.controller === null) active?.postMessage({ type: 'CLAIM' })
}

/** Whether no other tab shows the app: another one has work in it, and a further tab is no start. */
async function isOnlyPage(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.filter(({ name }) => name === pageLock).length <= 1
}
