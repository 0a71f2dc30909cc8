/** Where the device's copy stands while the server is out of reach. `missing`: the device keeps none of this yet. */
export type CopyState = 'loading' | 'missing' | 'failed' | 'ready'

/** What the device has of a page; `retry` tries again what did not come. */
export type DeviceCopy<T> =
  | { readonly face: 'loading' }
  | { readonly face: 'missing' | 'failed'; readonly retry: () => void }
  | { readonly face: 'ready'; readonly value: T; readonly asOfMs: number }

/** What a page shows: the server's answer or, out of its reach, the device's copy. */
export interface Reading<T> {
  /** Undefined while it is on its way, and where there is none. */
  readonly value: T | undefined
  /** Whether `value` answers the question before, until the answer of the present one comes: it can only be looked at. */
  readonly isPassing: boolean
  /** Why the server gives no answer; null while it is out of reach, which is no fault. */
  readonly error: Error | null
  /** The device's copy while the server is out of reach; null while it answers. */
  readonly away: { readonly face: CopyState; readonly asOfMs: number | null } | null
  readonly retry: () => void
}
