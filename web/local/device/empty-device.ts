import { clearDeviceData } from './leave-device.ts'
import { withOutbox } from '#web/local/outbox/with-outbox.ts'

/** Caches of the app's own files, which hold nothing of anybody's. */
const appCaches = 'workbox-precache'

/** Leaves nothing readable of a user who has signed out, without an engine. */
export async function emptyDevice(): Promise<void> {
  await Promise.all([withOutbox((outbox, ports) => clearDeviceData(outbox, ports, null)), emptyCaches()])
}

async function emptyCaches(): Promise<void> {
  // Away from HTTPS a browser has none.
  const { caches } = globalThis as { readonly caches?: CacheStorage }
  if (caches === undefined) return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !name.startsWith(appCaches)).map((name) => caches.delete(name)))
}
