import { withOutbox } from '#web/local/outbox/with-outbox.ts'

/** The id of this device, made at the first call; rejects where the browser refuses storage. */
export function getDeviceId(): Promise<string> {
  return withOutbox((outbox) => outbox.deviceId())
}
