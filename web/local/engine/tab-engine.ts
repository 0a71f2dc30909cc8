import { askForBackgroundSync, listenForPushCall } from '#web/local/sync/background-sync.ts'
import { createBrowserPorts } from './browser-ports.ts'
import { createWorkerCopy } from '#web/local/copy/copy-worker-client.ts'
import { createEngine, type Engine } from './engine.ts'
import { createItemHistories, type ItemHistories } from '#web/local/copy/item-histories.ts'
import type { SyncStatus } from './sync-status.ts'
import { withIdleTime, type Activity } from '#web/lib/activity.ts'
import { withoutSession } from '#web/lib/http-client.ts'
import { whenIdle } from './when-idle.ts'

/** The engine of one tab, and how to tie it to the tab's events. */
export interface TabEngine {
  readonly engine: Engine
  /** What the server knows of items beside their rows. */
  readonly histories: ItemHistories
  /** Listens to the page; the returned function stops listening. */
  attach(): () => void
  /** Resolves when the engine has started, which is when it knows who captured last. */
  readonly whenStarted: Promise<SyncStatus>
}

/**
 * Creates and starts the engine of this tab, with its copy in a worker; `drawnFor` names the page's account. What the engine
 * asks for by itself says how long nobody has been there, so that it keeps no session alive, and leaves the browser's session
 * behind while `isByPin`.
 */
export function createTabEngine(
  drawnFor?: Promise<string | undefined>,
  activity?: Activity,
  isByPin: () => boolean = () => false,
): TabEngine {
  const browser = createBrowserPorts()
  const told = activity === undefined ? browser.fetch : withIdleTime(browser.fetch, activity)
  const ports = { ...browser, fetch: withoutSession(told, isByPin) }
  const copy = createWorkerCopy(
    () => new Worker(new URL('../copy/copy-worker.ts', import.meta.url), { type: 'module', name: 'reprise-copy' }),
    ports,
    isByPin,
  )
  const engine = createEngine(ports, copy)
  const isVisible = (): boolean => document.visibilityState === 'visible'
  const histories = createItemHistories(engine, copy, { ...ports, isVisible, whenIdle })
  const whenStarted = engine.start(drawnFor)

  function attach(): () => void {
    const events = new AbortController()
    const { signal } = events
    addEventListener('online', () => engine.wake('online'), { signal })
    addEventListener('offline', () => void engine.refreshStatus(), { signal })
    addEventListener('pageshow', () => engine.wake('pageshow'), { signal })
    document.addEventListener(
      'visibilitychange',
      () => engine.wake(document.visibilityState === 'visible' ? 'visible' : 'hidden'),
      { signal },
    )
    listenForPushCall(() => engine.wake('sync'), signal)
    const detach = histories.attach()
    const unsubscribe = askForBackgroundSync({
      waits: () => engine.status().waiting > 0,
      subscribe: (listener) => engine.subscribe(({ kind }) => kind === 'status' && listener()),
    })
    return () => {
      events.abort()
      detach()
      unsubscribe()
    }
  }

  return { engine, histories, attach, whenStarted }
}
