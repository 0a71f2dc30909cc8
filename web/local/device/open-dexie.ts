import { Dexie } from 'dexie'
import type { StoragePorts } from '#web/local/engine/ports.ts'

// They serve live queries and hooks, which the engine has no use for, and cost a part of every request.
const unused = ['Cache', 'Observability', 'HooksMiddleware']

/** A database whose commits are on the disk when they resolve; its versions are the caller's business. */
export function openDexie(
  name: string,
  { indexedDB, IDBKeyRange }: Pick<StoragePorts, 'indexedDB' | 'IDBKeyRange'>,
): Dexie {
  const database = new Dexie(name, { indexedDB, IDBKeyRange, chromeTransactionDurability: 'strict', cache: 'disabled' })
  for (const middleware of unused) database.unuse({ stack: 'dbcore', name: middleware })
  return database
}
