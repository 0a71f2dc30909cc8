import { createDrain } from './drain.ts'
import { withOutbox } from './with-outbox.ts'

/** Sends what waits while no page is open: the service worker's part. Opens database A only. */
export async function drainInBackground(): Promise<void> {
  await withOutbox(async (outbox, ports) => {
    const ignore = (): void => undefined
    const drain = createDrain(outbox, ports, { onSent: ignore, onDecided: ignore, onEpoch: ignore, onReach: ignore })
    const end = await drain.run(true)
    drain.stop()
    // The browser tries again later when the promise is broken.
    if (end === 'waiting') throw new Error('the server could not be reached')
  })
}
