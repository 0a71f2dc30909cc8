import type { Dexie, Table } from 'dexie'
import { decompress } from 'fzstd'
import type { Coverage } from '#sync/replica/reconcile.ts'
import type { KeptHistoryAnswer } from '#sync/calls/item.ts'
import type { PackedItem } from '#sync/wire/item-row.ts'
import type { PackageRow } from '#sync/records.ts'
import type { Config, Scope } from '#sync/wire/pull.ts'
import { openDexie } from '#web/local/device/open-dexie.ts'
import type { StoredTable } from '#web/local/list/list-table.ts'
import type { StoragePorts } from '#web/local/engine/ports.ts'

/** Up to 200 packed rows, each a line of JSON: compressed as the server sent them, or as a text that was made here. */
export interface PageRow {
  /** Installations in order; pages of another one than the head's are left-overs. */
  readonly build: number
  readonly page: number
  /**
   * Empty beside compressed lines: an older version of the program takes the page for a lost one, and fetches the copy
   * again.
   */
  readonly text: string
  readonly packed?: Uint8Array
}

/** The lines of a page; null where there is none, or one of another shape. */
export function linesOfPage(record: PageRow | undefined): readonly string[] | null {
  const text = record?.packed === undefined ? (record?.text ?? null) : unpacked(record.packed)
  // Former versions kept a page as one array of arrays.
  return text === null || text.startsWith('[[') ? null : text.split('\n')
}

function unpacked(packed: Uint8Array): string | null {
  try {
    return new TextDecoder().decode(decompress(packed))
  } catch {
    return null
  }
}

/** A row that differs from its page, or that none has. */
export interface OverlayRow {
  readonly id: string
  /** Generation that brought it. */
  readonly generation: number
  /** Null where the item left the scope. */
  readonly item: PackedItem | null
}

/** What a copy is: written in the transaction of every change. */
export interface CopyHead extends Coverage {
  readonly key: 'head'
  readonly build: number
  /** Counts every change of the copy, so that other tabs' workers follow. */
  readonly generation: number
  readonly scope: Scope
  readonly epoch: string
  readonly cursor: string
  readonly config: Config
  readonly rowCount: number
  /** Summed hash shares of the present rows, modulo 2^32. */
  readonly hash: number
  readonly itemCount: number
  readonly syncedAtMs: number
  /** Whether its packages are kept beside it; a copy of before packages is fetched again. */
  readonly hasPackages?: boolean
}

/** A package of the scope; null where it has left it. */
export interface PackageCopyRow {
  readonly id: string
  /** Generation that brought it. */
  readonly generation: number
  readonly row: PackageRow | null
}

/** What the server knows of an item beside its row, as it was read for a version of the item. */
export interface HistoryRow {
  readonly id: string
  readonly version: number
  /** Of the device's clock. */
  readonly readAtMs: number
  readonly history: KeptHistoryAnswer
}

/** Sorted index of ids and codes over the pages. */
export interface IndexRow {
  readonly build: number
  readonly entries: Float64Array
  /** What counting knows of each row (`row-sums.ts`); absent of a build of before. */
  readonly sums?: Uint32Array
}

/** What lists read of a build's pages, so that a cold start does not read them all. */
export interface ListRow {
  readonly build: number
  /** Shape of the table; a table of another shape is built again. */
  readonly version: number
  /** Warehouses that the next work of each row was found for. */
  readonly warehouseIds: readonly string[]
  readonly table: StoredTable
  /** Row of the table for each row of the pages; -1 for one that no list shows. */
  readonly rowOfPage: Int32Array
}

/** Database B: what the server has confirmed. Losing it costs a refetch and nothing else. */
export type CopyDatabase = Dexie & {
  head: Table<CopyHead, string>
  pages: Table<PageRow, [number, number]>
  overlay: Table<OverlayRow, string>
  indexes: Table<IndexRow, number>
  lists: Table<ListRow, number>
  packages: Table<PackageCopyRow, string>
  histories: Table<HistoryRow, string>
  /** Gives each installation a number of its own, whichever tab makes it. */
  builds: Table<{ readonly id?: number }, number>
}

/** Opens the copy of a scope. */
export function openCopyDatabase(scopeKey: string, ports: StoragePorts): CopyDatabase {
  const database = openDexie(`${ports.databaseNames.copy}${scopeKey}`, ports) as CopyDatabase
  database
    .version(1)
    .stores({ head: 'key', pages: '[build+page]', overlay: 'id, generation', indexes: 'build', builds: '++id' })
  database.version(2).stores({ lists: 'build' })
  database.version(3).stores({ packages: 'id, generation' })
  // The index alone says what is kept, so that no history is read for it.
  database.version(4).stores({ histories: 'id, [id+version+readAtMs]' })
  return database
}

/** Copies whose opening another tab's program bars, by the place where they are. */
const barred = new WeakMap<IDBFactory, Set<string>>()

/**
 * Opens the copy of a scope; refuses where another tab holds it with a former schema and does not give way. The device
 * works without its copy then, and opens it once that tab is gone.
 */
export async function reachCopyDatabase(scopeKey: string, ports: StoragePorts): Promise<CopyDatabase> {
  const names = barred.get(ports.indexedDB) ?? new Set<string>()
  barred.set(ports.indexedDB, names)
  const database = openCopyDatabase(scopeKey, ports)
  const refusal = () => new DOMException('another tab holds the copy', 'BlockedError')
  // A second request would wait behind the first one, without a word.
  if (names.has(database.name)) throw refusal()
  const blocked = new Promise<never>((_resolve, reject) => {
    database.on('blocked', () => {
      names.add(database.name)
      reject(refusal())
    })
  })
  const opening = database.open().finally(() => {
    // The caller has already been refused: the late connection is closed.
    if (names.delete(database.name)) database.close()
  })
  await Promise.race([opening, blocked])
  return database
}
