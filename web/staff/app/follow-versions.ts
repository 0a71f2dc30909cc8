import type { Workbox } from 'workbox-window'
import type { createUpdate } from './take-update.ts'

/** What following the versions of the app needs of the page. */
export interface VersionParts {
  readonly workbox: Pick<Workbox, 'register'>
  readonly container: Pick<ServiceWorkerContainer, 'addEventListener' | 'controller'>
  readonly update: Pick<ReturnType<typeof createUpdate>, 'waits' | 'controls'>
  /** Whether no other tab shows the app. */
  readonly isOnlyPage: () => Promise<boolean>
  readonly nowMs: () => number
}

/** A version that is found waiting this soon after a page's start has waited since an earlier visit. */
const startMs = 5000
/** A version that has been installed is active within this time where nothing holds it back. */
const settleMs = 200

/** Registers the service worker and tells the update of each version that replaces another; null where it cannot be. */
export async function followVersions(parts: VersionParts): Promise<ServiceWorkerRegistration | null> {
  const { workbox, container, update, isOnlyPage, nowMs } = parts
  const atStart = nowMs()
  let serving = container.controller

  async function waits(registration: ServiceWorkerRegistration, isSinceEarlier: boolean): Promise<void> {
    // The first version of a device waits too, on a slow one for seconds, until the browser makes it the active one by
    // itself: it replaces nothing, and the operator goes on with the page as it is.
    if (registration.active === null || registration.waiting === null) return
    const isStart = isSinceEarlier && nowMs() - atStart < startMs && (await isOnlyPage())
    await update.waits(isStart)
  }

  // Workbox hears of no version after the first that a page finds later than a minute after its start, whether that one
  // was installed or not; a page stands open for days.
  function follow(registration: ServiceWorkerRegistration): void {
    let followed: ServiceWorker | null = null
    const followInstalling = (): void => {
      const worker = registration.installing
      if (worker === null || worker === followed) return
      followed = worker
      worker.addEventListener('statechange', () => {
        if (worker.state !== 'installed') return
        setTimeout(() => {
          if (registration.waiting === worker) void waits(registration, false)
        }, settleMs)
      })
    }
    registration.addEventListener('updatefound', followInstalling)
    followInstalling()
    void waits(registration, true)
  }

  // Workbox tells an update by the worker that served the page at its load; a page that none served then is claimed by
  // one, and what comes after that one is an update too.
  container.addEventListener('controllerchange', () => {
    const before = serving
    serving = container.controller
    update.controls(before !== null && serving !== before)
  })
  const registration = (await workbox.register().catch(() => undefined)) ?? null
  if (registration !== null) follow(registration)
  return registration
}
