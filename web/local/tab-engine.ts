import { createBrowserPorts } from './browser-ports.ts'
import { createWorkerCopy } from './copy-worker-client.ts'
import { createEngine, type Engine } from './engine.ts'
import type { SyncStatus } from './sync-status.ts'

/** Tag of the background sync that sends what waits when no page is open any more. */
const drainTag = 'reprise-drain'

/** The engine of one tab, and how to tie it to the tab's events. */
export interface TabEngine {
  readonly engine: Engine
  /** Listens to the page; the returned function stops listening. */
  attach(): () => void
  /** Resolves when the engine has started, which is when it knows who captured last. */
  readonly whenStarted: Promise<SyncStatus>
}

/** Creates and starts the engine of this tab, with its copy in a worker. */
export function createTabEngine(): TabEngine {
  const worker = new Worker(new URL('./copy-worker.ts', import.meta.url), { type: 'module', name: 'reprise-copy' })
  const engine = createEngine(createBrowserPorts(), createWorkerCopy(worker))
  const whenStarted = engine.start()

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
    const workers = (navigator as { readonly serviceWorker?: ServiceWorkerContainer }).serviceWorker
    workers?.addEventListener(
      'message',
      ({ data }: MessageEvent<{ readonly type?: string } | null>) => data?.type === 'DRAIN' && engine.wake('sync'),
      { signal },
    )
    const unsubscribe = askForBackgroundSync(engine, workers)
    return () => {
      events.abort()
      unsubscribe()
    }
  }

  return { engine, attach, whenStarted }
}

/** Asks for a background sync whenever something begins to wait; browsers without it lose nothing but speed. */
function askForBackgroundSync(engine: Engine, workers: ServiceWorkerContainer | undefined): () => void {
  let asked = false
  return engine.subscribe(({ kind }) => {
    if (kind !== 'status' || workers?.controller == null) return
    const waits = engine.status().waiting > 0
    if (waits && !asked) void register(workers)
    asked = waits
  })
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  const ready = (await workers.ready) as ServiceWorkerRegistration & {
    readonly sync?: { register(tag: string): Promise<void> }
  }
  await ready.sync?.register(drainTag).catch(() => undefined)
}
