/**
 * State of a parcel's label: it is the program's own, is being ordered with a carrier, is ready, could not be ordered,
 * is being cancelled, or is cancelled.
 */
export const parcelStates = ['program', 'ordering', 'ready', 'failed', 'cancelling', 'cancelled'] as const
export type ParcelState = (typeof parcelStates)[number]

/** What travels in a parcel: one product with its own label, a package of several, or a product on its way back. */
export const parcelKinds = ['own', 'package', 'return'] as const
export type ParcelKind = (typeof parcelKinds)[number]

/** Source of an event: a user at a screen, a file, or the carrier itself. */
export const eventSources = ['office', 'csv', 'carrier'] as const
export type EventSource = (typeof eventSources)[number]

/** The name of an order, which is all that a carrier knows it by: another one only after a definite failure. */
export function orderKey(parcelId: string, attempt: number): string {
  return `${parcelId.replaceAll('-', '')}-${attempt.toString(36)}`
}

/** The parcel that a key names; null for what is none of ours. */
export function parcelOfKey(key: string): string | null {
  const hex = /^([0-9a-f]{32})-[0-9a-z]{1,7}$/.exec(key)?.[1]
  return hex === undefined ? null : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
