import type { Dexie, Table } from 'dexie'
import { openDexie } from './open-dexie.ts'
import { packRows, unpackRows } from './row-bytes.ts'
import { openKnown } from './empty-database.ts'
import type { Encryption } from './pin-key.ts'
import type { CopyHead } from '#web/local/copy/copy-database.ts'
import type { StoragePorts } from '#web/local/engine/ports.ts'
import type { EncryptedWords } from '#web/local/outbox/outbox-database.ts'

/** Where encrypted copies lie; a sign-out leaves it as it is. */
export const pinDatabaseName = 'reprise-pin'

/** So many users' copies stay on a device; a further one takes the place of the oldest. */
const mostCopies = 3
/** Rows that are encrypted together. */
const rowsAtOnce = 200

/** Some rows of a store of a database, encrypted for a user. */
interface PartRow {
  readonly userId: string
  readonly no: number
  readonly atMs: number
  readonly database: string
  readonly store: string
  readonly words: EncryptedWords
  /** The version of the database; missing in parts of before this was kept. */
  readonly version?: number
}

/** Encrypted rows of a store, before they are kept for a user. */
type EncryptedPart = Pick<PartRow, 'database' | 'store' | 'words' | 'version'>

type PinDatabase = Dexie & { parts: Table<PartRow, [string, number]> }

type Ports = StoragePorts

async function withParts<T>(ports: Ports, task: (parts: PinDatabase['parts']) => Promise<T>): Promise<T> {
  const database = openDexie(pinDatabaseName, ports) as PinDatabase
  database.version(1).stores({ parts: '[userId+no], userId' })
  try {
    return await task(database.parts)
  } finally {
    database.close()
  }
}

/** Encrypts whole databases for a user, in place of what was kept before; answers how many parts there are. */
export async function keepCopies(
  ports: Ports,
  {
    userId,
    atMs,
    databases,
  }: { readonly userId: string; readonly atMs: number; readonly databases: readonly string[] },
  encryption: Encryption,
): Promise<number> {
  const found: EncryptedPart[] = []
  for (const database of databases)
    for (const { store, rows, version } of await readRows(ports, database))
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        const words = await encryption.encrypt(packRows(rows.slice(at, at + rowsAtOnce)))
        found.push({ database, store, words, version })
      }
  await withParts(ports, (parts) =>
    parts.db.transaction('rw', parts, async () => {
      await parts.where('userId').equals(userId).delete()
      const others = (await parts.toCollection().primaryKeys()).map(([of]) => of)
      const ages = await Promise.all([...new Set(others)].map(async (of) => (await parts.get([of, 0]))!))
      const oldest = ages.toSorted((one, other) => other.atMs - one.atMs).slice(mostCopies - 1)
      for (const { userId: of } of oldest) await parts.where('userId').equals(of).delete()
      await parts.bulkPut(found.map((part, no) => ({ ...part, userId, no, atMs })))
    }),
  )
  return found.length
}

/** Whether one of these databases holds a row. */
export async function holdsRows({ indexedDB }: Ports, databases: readonly string[]): Promise<boolean> {
  for (const name of databases) {
    const database = await openKnown(indexedDB, name)
    try {
      const stores = [...database.objectStoreNames]
      if (stores.length === 0) continue
      const reading = database.transaction(stores, 'readonly')
      const counts = await Promise.all(stores.map((store) => answered(reading.objectStore(store).count())))
      if (counts.some((count) => count > 0)) return true
    } finally {
      database.close()
    }
  }
  return false
}

/**
 * Puts the rows back into their databases, where these are still empty, and forgets what was encrypted. Answers up to which
 * decision of this device the copies cover its operations; null where none says so.
 */
export async function openCopies(
  ports: Ports,
  userId: string,
  decrypt: (words: EncryptedWords) => Promise<ArrayBuffer>,
): Promise<number | null> {
  let mark: number | null = null
  const kept = await withParts(ports, (parts) => parts.where('userId').equals(userId).toArray())
  for (const [database, parts] of Map.groupBy(kept, (part) => part.database)) {
    const stores = new Map<string, unknown[]>()
    for (const { store, words } of parts.toSorted((one, other) => one.no - other.no)) {
      const rows = stores.get(store) ?? []
      rows.push(...unpackRows(await decrypt(words)))
      stores.set(store, rows)
    }
    await writeRows(ports, { name: database, version: parts[0]!.version }, stores)
    for (const head of (stores.get('head') ?? []) as readonly CopyHead[]) mark = Math.min(mark ?? head.mark, head.mark)
  }
  await forgetCopies(ports, userId)
  return mark
}

/** Forgets what is kept for a user. */
export async function forgetCopies(ports: Ports, userId: string): Promise<void> {
  await withParts(ports, async (parts) => void (await parts.where('userId').equals(userId).delete()))
}

/** Every row of a database as of one moment; nothing of one that is not there. */
async function readRows(
  { indexedDB }: Ports,
  name: string,
): Promise<readonly { readonly store: string; readonly rows: readonly unknown[]; readonly version: number }[]> {
  const database = await openKnown(indexedDB, name)
  try {
    const stores = [...database.objectStoreNames]
    if (stores.length === 0) return []
    const reading = database.transaction(stores, 'readonly')
    // All are asked for at once: a transaction without a request ends.
    const read = stores.map((store) => answered(reading.objectStore(store).getAll() as IDBRequest<unknown[]>))
    const rows = await Promise.all(read)
    return stores.map((store, at) => ({ store, rows: rows[at]!, version: database.version }))
  } finally {
    database.close()
  }
}

async function writeRows(
  { indexedDB }: Ports,
  { name, version }: { readonly name: string; readonly version: number | undefined },
  rows: ReadonlyMap<string, readonly unknown[]>,
): Promise<void> {
  const database = await openKnown(indexedDB, name)
  try {
    const stores = [...database.objectStoreNames]
    if ([...rows.keys()].some((store) => !stores.includes(store))) return
    // A newer program has given its databases another form since, and changes no rows that come behind that.
    if (version !== undefined && version !== database.version) return
    const writing = database.transaction(stores, 'readwrite', { durability: 'strict' })
    const counts = await Promise.all(stores.map((store) => answered(writing.objectStore(store).count())))
    // What has come since is newer.
    if (counts.some((count) => count > 0)) return
    for (const [store, each] of rows) for (const row of each) writing.objectStore(store).put(row)
    await new Promise<void>((resolve, reject) => {
      writing.addEventListener('complete', () => resolve())
      for (const end of ['abort', 'error'])
        writing.addEventListener(end, () => reject(writing.error ?? new Error('the database refuses')))
    })
  } finally {
    database.close()
  }
}

async function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database refuses')))
  })
}
