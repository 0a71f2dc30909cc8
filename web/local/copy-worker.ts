import { createCopyStore } from './copy-store.ts'
import { databaseNames } from './ports.ts'
import { serveCopy } from './serve-copy.ts'

// A worker of one page: it holds the packed rows, so that their weight never stops the screen.
const worker = globalThis as unknown as DedicatedWorkerGlobalScope
const store = createCopyStore({
  indexedDB,
  IDBKeyRange,
  databaseNames,
  fetch: (input, init) => fetch(input, init),
})
serveCopy(worker, store)
