import { clientsClaim } from 'workbox-core'
import { PrecacheController, PrecacheRoute, cleanupOutdatedCaches, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { pushInBackground } from '#web/local/sync/background-push.ts'
import { pushMessage, pushTag } from '#web/local/sync/background-sync.ts'
import { isStaffNavigation } from './staff-navigation.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly (PrecacheEntry | string)[] }

const files = self.__WB_MANIFEST.map((entry) => (typeof entry === 'string' ? { url: entry } : entry))
const precache = new PrecacheController()
precache.addToCacheList(files)
registerRoute(new PrecacheRoute(precache))
cleanupOutdatedCaches()
clientsClaim()

// Files that are asked for at once while the app is put on the device; a browser opens six connections to a server.
const asked = 4

// Workbox asks for one file after the other: some hundred round trips, half a minute of a warehouse's network, until
// the device can do without it.
self.addEventListener('install', (event) => event.waitUntil(keepFiles(event)))
self.addEventListener('activate', (event) => void precache.activate(event))

async function keepFiles(event: ExtendableEvent): Promise<void> {
  const rest = files.values()
  const keepNext = async (): Promise<void> => {
    for (const file of rest) await Promise.all(precache.strategy.handleAll(keptAs(file, event)))
  }
  await Promise.all(Array.from({ length: asked }, keepNext))
}

// A file whose name changes with its content may come from the browser's own cache.
function keptAs({ url, revision }: PrecacheEntry, event: ExtendableEvent) {
  const request = new Request(url, { cache: revision ? 'reload' : 'default', credentials: 'same-origin' })
  return { event, request, params: { cacheKey: precache.getCacheKeyForURL(url) } }
}

// Staff paths come from the cache; public, accept and reject, legal and API paths always use the network.
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isStaffNavigation(url.pathname),
  precache.createHandlerBoundToURL('/staff/index.html'),
)

/** An event of installing where the browser knows static routes, as Chromium does. */
interface RoutedInstallEvent extends ExtendableEvent {
  readonly addRoutes?: (rules: readonly { condition: { urlPattern: string }; source: 'network' }[]) => Promise<void>
}

// API calls bypass the worker: they do not wait for its start, and the worker that a new version replaces becomes idle
// although open pages go on asking. If a call wakes it at that moment, Chromium keeps it for five minutes.
self.addEventListener('install', (event: RoutedInstallEvent) => {
  const rules = [{ condition: { urlPattern: '/api/*' }, source: 'network' }] as const
  if (event.addRoutes !== undefined) event.waitUntil(event.addRoutes(rules))
})

self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (typeof message !== 'object' || message === null || !('type' in message)) return
  if (message.type === 'SKIP_WAITING') void self.skipWaiting()
  if (message.type === 'CLAIM') event.waitUntil(self.clients.claim())
})

/** The network is back: an open page sends what waits, and with none open the worker does it itself. */
self.addEventListener('sync', (event) => {
  const sync = event as ExtendableEvent & { readonly tag: string }
  if (sync.tag === pushTag) sync.waitUntil(push())
})

// An open page answers a call within this time, in milliseconds.
const answerMs = 2_000

async function push(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isHeard = await Promise.any(pages.map(callPage)).catch(() => false)
  if (!isHeard) await pushInBackground()
}

// A page that is just being closed, or that the system has frozen, is listed and hears nothing.
function callPage(page: Client): Promise<boolean> {
  const answer = Promise.withResolvers<boolean>()
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => answer.resolve(true), { once: true })
  port1.start()
  setTimeout(() => answer.reject(new Error('the page does not answer')), answerMs)
  page.postMessage({ type: pushMessage }, [port2])
  return answer.promise
}
