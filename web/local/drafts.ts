import type { Dexie, Table } from 'dexie'
import { openDexie } from './open-dexie.ts'
import type { StoragePorts } from './ports.ts'

interface DraftRow {
  readonly key: string
  readonly value: unknown
  readonly atMs: number
}
type DraftDatabase = Dexie & { drafts: Table<DraftRow, string> }

/** How long a draft is kept that nobody has come back to, in milliseconds. */
const keptMs = 30 * 86_400_000

/** Work that is not an action yet, kept through the end of the browser; it never leaves the device. */
export interface Drafts {
  /** The value as it was stored, which its reader checks; null where there is none. */
  read(key: string): Promise<unknown>
  write(key: string, value: unknown): Promise<void>
  drop(key: string): Promise<void>
}

/** Opens the device's drafts. A browser that refuses storage has none, and work goes on without. */
export function openDrafts(ports: Pick<StoragePorts, 'indexedDB' | 'IDBKeyRange'>, nowMs = () => Date.now()): Drafts {
  const database = openDexie('reprise-drafts', ports) as DraftDatabase
  database.version(1).stores({ drafts: 'key, atMs' })
  let swept = false

  async function quietly<T>(task: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await task()
    } catch {
      return otherwise
    }
  }

  return {
    read: (key) => quietly(async () => (await database.drafts.get(key))?.value ?? null, null),
    write: (key, value) =>
      quietly(async () => {
        await database.drafts.put({ key, value, atMs: nowMs() })
        if (swept) return
        swept = true
        await database.drafts
          .where('atMs')
          .below(nowMs() - keptMs)
          .delete()
      }, undefined),
    drop: (key) => quietly(() => database.drafts.delete(key), undefined),
  }
}
