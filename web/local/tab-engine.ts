import { askForBackgroundSync, hearDrainCall } from './background-sync.ts'
import { createBrowserPorts } from './browser-ports.ts'
import { createWorkerCopy } from './copy-worker-client.ts'
import { createEngine, type Engine } from './engine.ts'
import type { SyncStatus } from './sync-status.ts'

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
    hearDrainCall(() => engine.wake('sync'), signal)
    const unsubscribe = askForBackgroundSync({
      waits: () => engine.status().waiting > 0,
      subscribe: (listener) => engine.subscribe(({ kind }) => kind === 'status' && listener()),
    })
    return () => {
      events.abort()
      unsubscribe()
    }
  }

  return { engine, attach, whenStarted }
}
