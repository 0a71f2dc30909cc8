import { createPushLoop } from './push-loop.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import { openPhotoDatabase } from '#web/local/photo/photo-database.ts'
import { photoGrants } from '#web/local/photo/photo-grants.ts'
import { createPhotoStore } from '#web/local/photo/photo-store.ts'
import { createPhotoUpload } from '#web/local/photo/photo-upload.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'
import { withOutbox } from '#web/local/outbox/with-outbox.ts'

/**
 * Sends what waits while no page is open, operations first and then photos: the service worker's part. It opens
 * database A and that of photos only.
 */
export async function pushInBackground(): Promise<void> {
  await withOutbox(async (outbox, ports) => {
    const sent = [await sendOperations(outbox, ports), await sendPhotos(outbox, ports)]
    // The browser tries again later when the promise is broken.
    if (sent.includes(false)) throw new Error('the server could not be reached')
  })
}

async function sendOperations(outbox: Outbox, ports: EnginePorts): Promise<boolean> {
  const ignore = (): void => undefined
  const push = createPushLoop(outbox, ports, { onSent: ignore, onDecided: ignore, onEpoch: ignore, onReach: ignore })
  const end = await push.run(true)
  push.stop()
  return end !== 'waiting'
}

async function sendPhotos(outbox: Outbox, ports: EnginePorts): Promise<boolean> {
  const store = createPhotoStore(openPhotoDatabase(ports))
  const upload = createPhotoUpload(store, () => photoGrants(store, outbox), ports)
  try {
    await upload.run(true)
    return !upload.rests()
  } finally {
    upload.stop()
    store.close()
  }
}
