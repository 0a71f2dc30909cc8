/** Tag of the background sync that sends what waits when no page is open any more. */
export const pushTag = 'reprise-drain'
/** What the service worker tells open pages when the browser says that the network is back. */
export const pushMessage = 'DRAIN'

/** Something of a page that waits to be sent. */
export interface Waiting {
  readonly waits: () => boolean
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Asks for a background sync whenever something begins to wait; browsers without it lose nothing but speed. The
 * returned function ends it.
 */
export function askForBackgroundSync({ waits, subscribe }: Waiting): () => void {
  let asked = false
  return subscribe(() => {
    const workers = serviceWorkers()
    if (workers?.controller == null) return
    const now = waits()
    if (now && !asked) void register(workers)
    asked = now
  })
}

/** Hears the service worker's call to send, and answers that it does, until the signal ends it. */
export function listenForPushCall(listener: () => void, signal: AbortSignal): void {
  serviceWorkers()?.addEventListener(
    'message',
    ({ data, ports }: MessageEvent<{ readonly type?: string } | null>) => {
      if (data?.type !== pushMessage) return
      ports[0]?.postMessage('heard')
      listener()
    },
    { signal },
  )
}

// None outside secure contexts.
function serviceWorkers(): ServiceWorkerContainer | undefined {
  return (navigator as { readonly serviceWorker?: ServiceWorkerContainer }).serviceWorker
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  const ready = (await workers.ready) as ServiceWorkerRegistration & {
    readonly sync?: { register(tag: string): Promise<void> }
  }
  await ready.sync?.register(pushTag).catch(() => undefined)
}
