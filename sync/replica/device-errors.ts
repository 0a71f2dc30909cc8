/** Refusals that the device gives by itself, whatever the operation: no server and no rule of the field knows them. */
export const deviceErrors = [
  /** The storage keeps nothing: neither the action nor its line is there. */
  'DEVICE_STORAGE_REFUSED',
  /** It rests on nothing but what somebody else, who is signed out, has not sent from this device. */
  'ITEM_IN_SEALED_WORK',
] as const
/** One such refusal. */
export type DeviceError = (typeof deviceErrors)[number]
