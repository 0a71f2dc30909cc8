import { findRows } from '#sync/replica/code-index.ts'
import { codesOf } from '#sync/replica/lanes.ts'
import type { Coverage } from '#sync/replica/reconcile.ts'
import { unpackItem, type ItemRow, type PackedItem } from '#sync/wire/item-row.ts'
import type { Config, Scope } from '#sync/wire/pull.ts'
import type { PackageRow } from '#sync/records.ts'
import { createCopyList, type CopyList } from './list-index.ts'
import { rowsPerPage, type CopyDatabase, type CopyHead, type OverlayRow, type PackageCopyRow } from './copy-database.ts'

/** Parsed pages kept in memory. */
const cachedPages = 50

/** Cause of a read that fails because the copy itself is not whole. */
export const missingPage = 'missing page'

/** What the engine sees of a copy without its rows. */
export interface CopyInfo extends Coverage {
  readonly generation: number
  readonly scope: Scope
  readonly epoch: string
  readonly cursor: string
  readonly config: Config
  readonly itemCount: number
  readonly hash: number
  readonly syncedAtMs: number
  /** Whether the copy knows the packages of its scope. */
  readonly hasPackages: boolean
}

/** An open copy: what is in memory of it. */
export interface Opened {
  readonly key: string
  readonly database: CopyDatabase
  head: CopyHead | null
  index: Float64Array
  readonly overlay: Map<string, ItemRow | null>
  readonly overlayByCode: Map<string, Set<string>>
  readonly pages: Map<number, (PackedItem | null)[]>
  readonly packages: Map<string, PackageRow>
  /** What lists are asked of. */
  readonly list: CopyList
}

/** A copy that nothing has been loaded of yet. */
export function emptyCopy(key: string, database: CopyDatabase): Opened {
  const overlay = new Map<string, ItemRow | null>()
  const index = new Float64Array(0)
  const list = createCopyList()
  return {
    key,
    database,
    head: null,
    index,
    overlay,
    overlayByCode: new Map(),
    pages: new Map(),
    packages: new Map(),
    list,
  }
}

/** What the engine sees of a copy; null where it holds nothing. */
export function infoOf({ head }: Opened): CopyInfo | null {
  if (head === null) return null
  const { generation, scope, epoch, cursor, config, itemCount, hash, syncedAtMs, mark, covered } = head
  const hasPackages = head.hasPackages === true
  return { generation, scope, epoch, cursor, config, itemCount, hash, syncedAtMs, mark, covered, hasPackages }
}

/** Loads head, index and overlay. */
export async function load(copy: Opened): Promise<void> {
  const { head, index, overlay, packages } = await copy.database.transaction(
    'r',
    [copy.database.head, copy.database.indexes, copy.database.overlay, copy.database.packages],
    async () => {
      const found = await copy.database.head.get('head')
      const entries = found === undefined ? undefined : await copy.database.indexes.get(found.build)
      return {
        head: found ?? null,
        index: entries?.entries,
        overlay: await copy.database.overlay.toArray(),
        packages: await copy.database.packages.toArray(),
      }
    },
  )
  copy.head = index === undefined ? null : head
  copy.index = index ?? new Float64Array(0)
  copy.overlay.clear()
  copy.overlayByCode.clear()
  copy.pages.clear()
  copy.list.forget()
  copy.packages.clear()
  for (const row of overlay) setOverlay(copy, row)
  for (const row of packages) setPackage(copy, row)
}

/** Catches up with what another tab has installed. */
export async function follow(copy: Opened): Promise<void> {
  const head = await copy.database.head.get('head')
  if (head === undefined) {
    copy.head = null
    return
  }
  if (head.generation === copy.head?.generation) return
  if (head.build !== copy.head?.build) return load(copy)
  const { newer, packages, now } = await copy.database.transaction(
    'r',
    [copy.database.head, copy.database.overlay, copy.database.packages],
    async () => ({
      packages: await copy.database.packages.where('generation').above(copy.head!.generation).toArray(),
      now: await copy.database.head.get('head'),
      newer: await copy.database.overlay.where('generation').above(copy.head!.generation).toArray(),
    }),
  )
  if (now?.build !== head.build) return load(copy)
  for (const row of newer) setOverlay(copy, row)
  for (const row of packages) setPackage(copy, row)
  copy.head = now
}

/** Takes a changed package over in memory. */
export function setPackage(copy: Opened, { id, row }: PackageCopyRow): void {
  if (row === null) copy.packages.delete(id)
  else copy.packages.set(id, row)
}

/** The packages that are named, by id or by an item that lies in one; all of them where `ids` says so. */
export function readPackages(copy: Opened, ids: readonly string[] | 'all', items: readonly ItemRow[]): PackageRow[] {
  if (ids === 'all') return [...copy.packages.values()]
  const named = new Set([...ids, ...items.flatMap(({ facts }) => facts?.packageId ?? [])])
  return [...named].flatMap((id) => copy.packages.get(id) ?? [])
}

/** Takes a changed row over in memory. */
export function setOverlay(copy: Opened, row: OverlayRow): void {
  const item = row.item === null ? null : unpackItem(row.item)
  copy.overlay.set(row.id, item)
  copy.list.touch()
  for (const code of item === null ? [] : codesOf(item)) {
    const ids = copy.overlayByCode.get(code) ?? new Set<string>()
    copy.overlayByCode.set(code, ids.add(row.id))
  }
}

/** Confirmed items by id and by code; the overlay goes before the pages. */
export async function readItems(copy: Opened, ids: readonly string[], codes: readonly string[]): Promise<ItemRow[]> {
  const found = new Map<string, ItemRow>()
  for (const id of ids) {
    const changed = copy.overlay.get(id)
    const item = changed === undefined ? await inPages(copy, id, 'id') : changed === null ? [] : [changed]
    for (const each of item) found.set(each.id, each)
  }
  for (const code of codes) {
    for (const id of copy.overlayByCode.get(code) ?? []) {
      const item = copy.overlay.get(id)
      if (item && codesOf(item).includes(code)) found.set(id, item)
    }
    for (const item of await inPages(copy, code, 'code')) {
      if (!copy.overlay.has(item.id)) found.set(item.id, item)
    }
  }
  return [...found.values()]
}

async function inPages(copy: Opened, key: string, by: 'id' | 'code'): Promise<ItemRow[]> {
  const found: ItemRow[] = []
  for (const row of findRows(copy.index, key)) {
    const packed = (await readPage(copy, Math.floor(row / rowsPerPage)))[row % rowsPerPage]
    if (!packed) continue
    const matches = by === 'id' ? packed[0] === key : packed[3] === key || packed[4] === key || packed[5] === key
    if (matches) found.push(unpackItem(packed))
  }
  return found
}

async function readPage(copy: Opened, page: number): Promise<(PackedItem | null)[]> {
  const cached = copy.pages.get(page)
  if (cached !== undefined) return cached
  const record = await copy.database.pages.get([copy.head!.build, page])
  const rows = record === undefined ? null : parsePage(record.text)
  if (rows === null) throw new Error(`page ${page} of the copy is missing or broken`, { cause: missingPage })
  copy.pages.set(page, rows)
  const oldest = copy.pages.keys().next().value
  if (copy.pages.size > cachedPages && oldest !== undefined) copy.pages.delete(oldest)
  return rows
}

function parsePage(text: string): (PackedItem | null)[] | null {
  try {
    return JSON.parse(text) as (PackedItem | null)[]
  } catch {
    return null
  }
}
