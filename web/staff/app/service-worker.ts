import { atom } from 'jotai'
import { Workbox } from 'workbox-window'
import type { Store } from '#web/lib/error-state.ts'
import { userAtom } from '#web/lib/session.ts'
import { watchTypedInput } from './typed-input.ts'

/** Takes over the waiting version; null while none waits. */
export const takeUpdateAtom = atom<(() => Promise<void>) | null>(null)

/** Name of the Web Lock that a running drain of the outbox holds. */
export const drainLock = 'reprise-drain'

const checkEveryMs = 30 * 60_000

/**
 * Registers the service worker once somebody has signed in on this device: a visitor who only opens the sign-in page
 * stays without one. A new version waits for the user's consent or the next start, and takes over only when no drain
 * of the outbox is running.
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
  let accepted = false
  const atStart = performance.now()
  const take = async (): Promise<void> => {
    accepted = true
    await navigator.locks.request(drainLock, () => workbox.messageSkipWaiting())
  }
  workbox.addEventListener('waiting', ({ wasWaitingBeforeRegister }) => {
    // It has waited since an earlier visit: this is the next start, and nothing has been typed yet.
    if (wasWaitingBeforeRegister && performance.now() - atStart < 5000) void take()
    else store.set(takeUpdateAtom, () => take)
  })
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    if (isUpdate !== true && !accepted) return
    // Another tab may have taken the update: what is half typed here is not thrown away.
    if (accepted) window.location.reload()
    else typed.whenNone(() => window.location.reload())
  })
  const registration = await workbox.register().catch(() => undefined)
  if (registration === undefined) return
  setInterval(() => void workbox.update().catch(() => undefined), checkEveryMs)
}
