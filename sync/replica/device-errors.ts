/** Refusals that the device makes by itself, for any operation: no server and no rule of the field knows them. */
export const deviceErrors = [
  /** The storage keeps nothing: neither the action nor its line is there. */
  'DEVICE_STORAGE_REFUSED',
  /** It rests only on work that another user, who is signed out, has not sent from this device. */
  'ITEM_IN_SEALED_WORK',
  /** A restore asks for it again, and the key that it was locked with is none that the server gives any more. */
  'WORK_LOCKED_BY_FORMER_KEY',
] as const
export type DeviceError = (typeof deviceErrors)[number]
