import type { SyncCounter } from '#api/db/sync-counter.ts'
import type { FindOperation } from '#sync/operations/registry.ts'
import type { CounterRecords } from '#sync/records.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Decision } from './decide-batch.ts'
import type { PushIdentity } from './push-envelope.ts'

/** A decided batch, ready to be written at once. */
export interface BatchToWrite {
  readonly accountId: string
  /** The queue to move on; none where only waiting operations are released. */
  readonly queue: (PushIdentity & { readonly ackedSeq: number }) | null
  readonly decisions: readonly Decision[]
  /** Hash of each new operation by id. */
  readonly hashes: ReadonlyMap<string, string>
  /** The item that an operation names, where there is one; a resolution's history line goes there. */
  readonly itemOf: ReadonlyMap<string, ItemRow>
  /** The server's time in Unix milliseconds. */
  readonly atMs: number
  readonly newId: () => string
  /** Writes what counters have sold. */
  readonly counter?: SyncCounter | undefined
  /** What the batch's sales were judged by. */
  readonly sold?: CounterRecords | undefined
  /** Finds the operations that the server knows; those of this program unless told. */
  readonly find?: FindOperation | undefined
}
