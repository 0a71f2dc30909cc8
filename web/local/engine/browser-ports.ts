import { createDeviceClock } from './device-clock.ts'
import { databaseNames, type Channel, type EnginePorts, type RunLocked } from './ports.ts'

/** Name of the channel between the tabs and workers of one device. */
export const channelName = 'reprise-engine'

/** The engine's ports in a page or a worker of a browser. */
export function createBrowserPorts(onStorageProblem: EnginePorts['onStorageProblem'] = () => undefined): EnginePorts {
  const nowMs = (): number => Date.now()
  const clock = createDeviceClock((...request) => fetch(...request), nowMs)
  return {
    indexedDB,
    IDBKeyRange,
    databaseNames,
    fetch: clock.fetch,
    nowMs,
    clockAheadMs: clock.aheadMs,
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
    runLocked: webLocks() ?? createTabLocks(),
    channel: createBroadcast(),
    setTimer(run, waitMs) {
      const timer = setTimeout(run, waitMs)
      return () => clearTimeout(timer)
    },
    isOnline: () => navigator.onLine,
    persist: async () => (await navigator.storage?.persist?.()) ?? false,
    onStorageProblem,
  }
}

/** Web Locks; none outside secure contexts. */
function webLocks(): RunLocked | null {
  const locks = (navigator as { readonly locks?: LockManager }).locks
  if (locks === undefined) return null
  return async (name, task) => await locks.request(name, task)
}

/** Turns within one tab, where the browser has no locks; the server's ledger keeps two tabs from harm. */
function createTabLocks(): RunLocked {
  const turns = new Map<string, Promise<unknown>>()
  return (name, task) => {
    const next = (turns.get(name) ?? Promise.resolve()).then(task, task)
    turns.set(
      name,
      next.catch(() => undefined),
    )
    return next
  }
}

function createBroadcast(): Channel {
  const channel = new BroadcastChannel(channelName)
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const hear = (event: MessageEvent): void => listener(event.data)
      channel.addEventListener('message', hear)
      return () => channel.removeEventListener('message', hear)
    },
  }
}
