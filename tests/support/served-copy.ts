import { IDBFactory, IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { packItem, type ItemRow } from '#sync/wire/item-row.ts'
import { sumShares } from '#sync/wire/sum-shares.ts'
import { createCopyStore, type CopyStore } from '#web/local/copy/copy-store.ts'
import { databaseNames } from '#web/local/engine/ports.ts'
import { scope } from './device-fixture.ts'
import { config } from './rows.ts'

/** A copy of items over a disk in memory, with bases and changes as a server sends them. */
export function createServedCopy(
  indexedDB = new IDBFactory(),
  /** Answers every request but that of a base. */
  others: (url: string, init: RequestInit) => Response | undefined = () => undefined,
) {
  let text = ''
  const ports = {
    indexedDB,
    IDBKeyRange: FakeKeyRange as unknown as typeof IDBKeyRange,
    databaseNames,
    // What it serves comes at once.
    setTimer: () => () => undefined,
  }
  const send = (url: string, init: RequestInit) =>
    Promise.resolve(others(url, init) ?? new Response(text, { headers: { 'content-type': 'application/x-ndjson' } }))
  const make = (): CopyStore => createCopyStore({ ...ports, fetch: send as unknown as typeof fetch })
  const store = make()
  const source = { url: '/snapshot', init: { method: 'POST', headers: {}, body: '{}' } }
  return {
    store,
    ports,
    /** Another store over the same disk. */
    make,
    async install(items: readonly ItemRow[], { epoch = 'e', cursor = 'c0', into = store } = {}) {
      const head = { epoch, cursor, scope, config, outcomes: [], acked: [] }
      const lines = [head, ...items.map(packItem), sumShares(items)]
      text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      await into.stageSnapshot(source, () => undefined)
      await into.commitSnapshot({ mark: 0, covered: [] }, 1)
    },
    change: (from: number, changed: readonly ItemRow[], gone: readonly string[] = []) =>
      changeCopy(store, from, changed, gone),
  }
}

/** Applies changes that follow the cursor `c{from}`. */
export function changeCopy(
  store: CopyStore,
  from: number,
  changed: readonly ItemRow[],
  gone: readonly string[] = [],
): Promise<boolean> {
  return store.applyPull({
    fromCursor: `c${from}`,
    cursor: `c${from + 1}`,
    items: changed.map(packItem),
    gone,
    config: null,
    coverage: { mark: 0, covered: [] },
    syncedAtMs: 2,
  })
}
