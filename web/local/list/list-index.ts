import { findRows } from '#sync/replica/code-index.ts'
import { packItem, unpackItem, type ItemRow, type PackedItem } from '#sync/wire/item-row.ts'
import { rowsPerPage } from '#sync/wire/snapshot-pages.ts'
import { linesOfPage, type CopyDatabase, type ListRow } from '#web/local/copy/copy-database.ts'
import type { Opened } from '#web/local/copy/copy-rows.ts'
import { isListed, summaryOf } from './list-row.ts'
import {
  askList,
  idsOfList,
  windowOfList,
  type ItemFilter,
  type ItemListPage,
  type ItemListQuery,
  type ListPart,
  type ListResult,
} from './list-query.ts'
import { newestItems, type KnownItem } from './newest-items.ts'
import { parseRow } from '#web/local/copy/row-text.ts'
import { createTableBuilder, storedTable, tableFrom, type ListTable } from './list-table.ts'

/** Shape of a stored table; raised with every change of its columns, or of what they say of a row. */
const listVersion = 3
/** Pages read at once while a table is made: between two of them other questions are answered. */
const pagesPerRead = 4

/** Rows that stand for those of the copy, because the device's own operations have changed them. */
export interface ListCorrections {
  /** The rows below are all that there are. */
  readonly isWhole: boolean
  readonly rows: readonly PackedItem[]
  /** Items that the copy tells rightly again. */
  readonly cleared: readonly string[]
}

/** The pages of one build by column. */
interface Base {
  readonly build: number
  readonly table: ListTable
  readonly rowOfPage: Int32Array
  /** Code index of the build, which finds a row by its id. */
  readonly index: Float64Array
}

/** Items at work and those that moved last. */
export interface NewestItems {
  readonly items: readonly KnownItem[]
  /** Whether an item is in the list at all. */
  readonly lists: (id: string) => boolean
}

/** What a copy keeps for its lists. */
export interface CopyList {
  /** The overlay has changed. */
  touch(): void
  /** The pages are others. */
  forget(): void
  /** The pages are others, but with this overlay they say what they said. */
  keep(overlay: ReadonlyMap<string, ItemRow | null>): void
  correct(corrections: ListCorrections): void
  ask(copy: Opened, query: ItemListQuery): Promise<ItemListPage | null>
  /** The ids of the items that a filter finds, in the order of the codes. */
  ids(copy: Opened, filter: ItemFilter): Promise<readonly string[] | null>
  /** The items most worth having at hand, as the server has confirmed them; null where the copy has no list. */
  newest(copy: Opened, limit: number): Promise<NewestItems | null>
}

/** Creates the list of a copy; nothing is read before the first question. */
export function createCopyList(): CopyList {
  let base: Base | null = null
  /** Overlay that was merged into pages since the base was made. */
  let merged = new Map<string, ItemRow | null>()
  let making: Promise<Base | null> | null = null
  const corrections = new Map<string, ItemRow>()
  let parts: readonly ListPart[] | null = null
  let last: { readonly key: string; readonly result: ListResult } | null = null

  function touch(): void {
    parts = null
    last = null
  }
  function forget(): void {
    base = null
    merged = new Map()
    touch()
  }

  async function make(copy: Opened): Promise<Base | null> {
    making ??= makeBase(copy).finally(() => (making = null))
    const made = await making
    if (made === null || copy.head === null) return null
    if (made.build !== copy.head.build) return make(copy)
    if (base?.build !== made.build) {
      base = made
      merged = new Map()
      touch()
    }
    return made
  }

  /** The present table, or the former one while another is made. */
  async function reach(copy: Opened): Promise<Base | null> {
    const isCurrent = base?.build === copy.head?.build
    if (base !== null && !isCurrent) void make(copy).catch(() => undefined)
    return base ?? make(copy)
  }

  function partsNow(copy: Opened, from: Base, corrected: ReadonlyMap<string, ItemRow>): readonly ListPart[] {
    const changed = new Map<string, ItemRow | null>([...merged, ...copy.overlay])
    const pending = new Set<string>()
    for (const [id, row] of corrected) {
      changed.set(id, row)
      pending.add(id)
    }
    if (changed.size === 0) return [{ table: from.table, hidden: null, isPending: () => false }]
    const warehouseIds = copy.head?.scope.warehouseIds ?? []
    const hidden = new Uint8Array(from.table.rowCount)
    const builder = createTableBuilder()
    const ids: string[] = []
    for (const [id, row] of changed) {
      const inBase = rowInBase(from, id)
      if (inBase >= 0) hidden[inBase] = 1
      const packed = row === null ? null : packItem(row)
      if (!isListed(packed)) continue
      builder.add(summaryOf(packed, warehouseIds))
      ids.push(id)
    }
    const isPending = (row: number): boolean => pending.has(ids[row]!)
    return [
      { table: from.table, hidden, isPending: () => false },
      { table: builder.finish(), hidden: null, isPending },
    ]
  }

  async function resultOf(copy: Opened, query: Omit<ItemListQuery, 'offset' | 'limit'>): Promise<ListResult | null> {
    const from = await reach(copy)
    if (from === null || copy.head === null) return null
    const key = JSON.stringify(query)
    if (parts === null) last = null
    parts ??= partsNow(copy, from, corrections)
    if (last?.key !== key) last = { key, result: askList(parts, query) }
    return last.result
  }

  return {
    touch,
    forget,
    keep(overlay) {
      for (const [id, row] of overlay) merged.set(id, row)
      touch()
    },
    correct({ isWhole, rows, cleared }) {
      if (!isWhole && rows.length === 0 && cleared.length === 0) return
      if (isWhole && rows.length === 0 && corrections.size === 0) return
      if (isWhole) corrections.clear()
      for (const id of cleared) corrections.delete(id)
      for (const packed of rows) corrections.set(packed[0] as string, unpackItem(packed))
      touch()
    },
    async ask(copy, { offset, limit, ...query }) {
      const result = await resultOf(copy, query)
      return result === null ? null : windowOfList(result, offset, limit)
    },
    async ids(copy, filter) {
      const result = await resultOf(copy, { filter, search: '', sort: 'code', order: 'asc' })
      return result === null ? null : idsOfList(result)
    },
    async newest(copy, limit) {
      const from = await reach(copy)
      if (from === null || copy.head === null) return null
      const lists = (id: string): boolean => {
        const changed = copy.overlay.has(id) ? copy.overlay.get(id) : merged.get(id)
        return changed === undefined ? rowInBase(from, id) >= 0 : changed?.level === 'full'
      }
      return { items: newestItems(partsNow(copy, from, new Map()), limit), lists }
    },
  }
}

function rowInBase({ index, rowOfPage, table }: Base, id: string): number {
  for (const row of findRows(index, id)) {
    const listed = rowOfPage[row] ?? -1
    if (listed >= 0 && table.texts.ids[listed] === id) return listed
  }
  return -1
}

/** The table of the copy's pages, as it was kept or made from them; null where the copy has none. */
async function makeBase(copy: Opened): Promise<Base | null> {
  const { head, index, database } = copy
  if (head === null) return null
  const { build } = head
  const { warehouseIds } = head.scope
  const kept = await database.lists.get(build).catch(() => undefined)
  if (kept?.version === listVersion && String(kept.warehouseIds) === String(warehouseIds))
    return { build, table: tableFrom(kept.table), rowOfPage: kept.rowOfPage, index }
  const made = await readPages(copy, warehouseIds)
  if (made === null) return null
  void keepList(database, { build, version: listVersion, warehouseIds, ...made }).catch(() => undefined)
  return { build, index, ...made }
}

function keepList(database: CopyDatabase, { table, ...row }: Omit<ListRow, 'table'> & { readonly table: ListTable }) {
  return database.lists.put({ ...row, table: storedTable(table) })
}

/** Null where a page is missing: another tab has made another build, or the copy is lost. */
async function readPages(
  { head, database }: Opened,
  warehouseIds: readonly string[],
): Promise<{ readonly table: ListTable; readonly rowOfPage: Int32Array } | null> {
  const { build, rowCount } = head!
  const builder = createTableBuilder()
  const rowOfPage = new Int32Array(rowCount).fill(-1)
  let [pageRow, listed] = [0, 0]
  for (let first = 0; first * rowsPerPage < rowCount; first += pagesPerRead) {
    const range = database.pages
      .where('[build+page]')
      .between([build, first], [build, first + pagesPerRead], true, false)
    const pages = await range.toArray()
    for (const page of pages) {
      for (const line of linesOfPage(page) ?? []) {
        const packed = parseRow(line)
        if (isListed(packed)) {
          builder.add(summaryOf(packed, warehouseIds))
          rowOfPage[pageRow] = listed++
        }
        pageRow++
      }
    }
    if (pages.length === 0) return null
  }
  return pageRow === rowCount ? { table: builder.finish(), rowOfPage } : null
}
