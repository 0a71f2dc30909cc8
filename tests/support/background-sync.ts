import { pushTag } from '#web/local/sync/background-sync.ts'
import type { Handheld } from './handheld.ts'

/**
 * Prepares to tell a device's service worker, as the browser does, that what waits may be sent; the returned function
 * tells it. To be called while the device's page is still the app's.
 */
export async function prepareBackgroundSync(device: Handheld, origin: string): Promise<() => Promise<void>> {
  const cdp = await device.context().newCDPSession(device.page())
  const registration = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (found !== undefined) resolve(found.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const sync = { origin, registrationId: await registration, tag: pushTag, lastChance: false }
  return async () => void (await cdp.send('ServiceWorker.dispatchSyncEvent', sync))
}
