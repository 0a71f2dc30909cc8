import type { StorageProblem } from '#web/local/device/storage-problem.ts'

/** Runs one task at a time under a name, over every tab and worker of the origin (Web Locks). */
export type RunLocked = <T>(name: string, task: () => Promise<T>) => Promise<T>

/** Messages between the tabs and workers of one device (BroadcastChannel). */
export interface Channel {
  post(message: unknown): void
  listen(listener: (message: unknown) => void): () => void
}

/** What a database needs from its place: a page, a worker, or Node under a simulation. */
export interface StoragePorts {
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof IDBKeyRange
  readonly databaseNames: DatabaseNames
}

/** Names of the device's databases; `copy` is followed by the key of a scope. */
export interface DatabaseNames {
  readonly outbox: string
  readonly copy: string
}

/** The names that the product uses. */
export const databaseNames: DatabaseNames = { outbox: 'reprise-outbox', copy: 'reprise-copy-' }

/** Everything that the engine takes from outside, so that it runs unchanged in a page, a worker and a simulation. */
export interface EnginePorts extends StoragePorts {
  readonly fetch: typeof fetch
  /** Unix milliseconds of the device's clock, which may be days off; data, never an order. */
  readonly nowMs: () => number
  /** By how much that clock is ahead of the server's; null while nothing is known of it. */
  readonly clockAheadMs?: () => number | null
  readonly random: (byteCount: number) => Uint8Array
  readonly runLocked: RunLocked
  readonly channel: Channel
  /** Calls back once; the returned function calls it off. */
  readonly setTimer: (run: () => void, waitMs: number) => () => void
  readonly isOnline: () => boolean
  /** Asks the browser to keep this origin's data (`navigator.storage.persist`). */
  readonly persist: () => Promise<boolean>
  readonly onStorageProblem: (problem: StorageProblem) => void
}
