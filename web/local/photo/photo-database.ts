import type { Dexie, EntityTable } from 'dexie'
import type { PhotoType } from '#domain/item/evidence-photo.ts'
import type { DraftTable } from '#web/local/outbox/drafts.ts'
import { openDexie } from '#web/local/device/open-dexie.ts'
import type { StoragePorts } from '#web/local/engine/ports.ts'

/** Name of the database of photos, apart from operations and copy. */
export const photoDatabaseName = 'reprise-photos'

/**
 * Where a photo stands. `draft`: its test goes on; `waiting`: it is to be sent; `refused`: the server does not take it.
 * One that has arrived is gone from the device.
 */
export const photoStates = ['draft', 'waiting', 'refused'] as const
export type PhotoState = (typeof photoStates)[number]

/** A photo without its bytes, which lie beside it so that counting reads none. */
export interface PhotoRow {
  readonly id: string
  readonly state: PhotoState
  readonly userId: string
  /** In which account it was taken; an app of before kept none. */
  readonly accountId?: string
  readonly itemId: string
  readonly questionId: string | null
  readonly sha256: string
  readonly sizeBytes: number
  readonly type: PhotoType
  readonly takenAtMs: number
  /** Why the server does not take it. */
  readonly code: string | null
}

/** The bytes of a photo. */
export interface PhotoBytesRow {
  readonly id: string
  readonly bytes: ArrayBuffer
}

/** The database of photos and of work under way, which photos may belong to. */
export type PhotoDatabase = Dexie & {
  photos: EntityTable<PhotoRow, 'id'>
  bytes: EntityTable<PhotoBytesRow, 'id'>
  drafts: DraftTable
}

/** Opens it. Like that of operations it only ever grows. */
export function openPhotoDatabase(ports: Pick<StoragePorts, 'indexedDB' | 'IDBKeyRange'>): PhotoDatabase {
  const database = openDexie(photoDatabaseName, ports) as PhotoDatabase
  database.version(1).stores({
    photos: 'id, [state+userId+takenAtMs], [itemId+takenAtMs], state',
    bytes: 'id',
    drafts: 'key, [userId+changedAtMs]',
  })
  return database
}
