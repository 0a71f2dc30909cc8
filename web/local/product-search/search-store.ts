import { openDexie } from '../device/open-dexie.ts'
import type { StoragePorts } from '../engine/ports.ts'
import type { Table } from 'dexie'
import type { KeptIndex } from './search-index.ts'

// A change of the kept shape needs another number: what is kept under the former one is then built again.
const shape = 1

interface KeptRow {
  readonly account: string
  readonly version: string
  readonly shape: number
  readonly index: KeptIndex
}

/** Keeps the index of an account's catalog on the device. */
export interface SearchStore {
  /** The index of this version of the catalog; null where another one is kept, or none. */
  read(account: string, version: string): Promise<KeptIndex | null>
  /** Keeps it in place of the account's former one. */
  write(account: string, version: string, index: KeptIndex): Promise<void>
  close(): void
}

export function createSearchStore(ports: Pick<StoragePorts, 'indexedDB' | 'IDBKeyRange'>): SearchStore {
  const database = openDexie('reprise-product-search', ports)
  database.version(1).stores({ indexes: 'account' })
  const indexes: Table<KeptRow, string> = database.table('indexes')
  return {
    async read(account, version) {
      const row = await indexes.get(account)
      return row !== undefined && row.version === version && row.shape === shape ? row.index : null
    },
    async write(account, version, index) {
      await indexes.put({ account, version, shape, index })
    },
    close: () => database.close(),
  }
}
