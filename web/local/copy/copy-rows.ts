import { findRows } from '#sync/replica/code-index.ts'
import { codesOf } from '#sync/replica/lanes.ts'
import type { Coverage } from '#sync/replica/reconcile.ts'
import { hashShare, unpackItem, type ItemRow } from '#sync/wire/item-row.ts'
import type { Config, Scope } from '#sync/wire/pull.ts'
import { rowsPerPage } from '#sync/wire/snapshot-pages.ts'
import type { PackageRow } from '#sync/records.ts'
import { createCopyList, type CopyList } from '#web/local/list/list-index.ts'
import { linesOfPage, type CopyDatabase, type CopyHead, type OverlayRow, type PackageCopyRow } from './copy-database.ts'
import { shareAmong } from './row-sums.ts'
import { parseRow, rowHead } from './row-text.ts'

/** Pages kept in memory. */
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
  /** What counting knows of each row of the pages; null of a build of before. */
  sums: Uint32Array | null
  readonly overlay: Map<string, ItemRow | null>
  readonly overlayByCode: Map<string, Set<string>>
  readonly pages: Map<number, readonly string[]>
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
    sums: null,
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
  const { head, index, sums, overlay, packages } = await copy.database.transaction(
    'r',
    [copy.database.head, copy.database.indexes, copy.database.overlay, copy.database.packages],
    async () => {
      const found = await copy.database.head.get('head')
      const entries = found === undefined ? undefined : await copy.database.indexes.get(found.build)
      return {
        head: found ?? null,
        index: entries?.entries,
        sums: entries?.sums ?? null,
        overlay: await copy.database.overlay.toArray(),
        packages: await copy.database.packages.toArray(),
      }
    },
  )
  copy.head = index === undefined ? null : head
  copy.index = index ?? new Float64Array(0)
  copy.sums = sums
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
  setOverlayItem(copy, row.id, row.item === null ? null : unpackItem(row.item))
}

/** Takes a changed item over in memory; null where it left the scope. */
export function setOverlayItem(copy: Opened, id: string, item: ItemRow | null): void {
  copy.overlay.set(id, item)
  copy.list.touch()
  for (const code of item === null ? [] : codesOf(item)) {
    const ids = copy.overlayByCode.get(code) ?? new Set<string>()
    copy.overlayByCode.set(code, ids.add(id))
  }
}

/** Hash shares of the items among the given ones that the copy holds, by id. */
export async function readShares(copy: Opened, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const shares = new Map<string, number>()
  const unknown: string[] = []
  for (const id of ids) {
    const changed = copy.overlay.get(id)
    if (changed) shares.set(id, hashShare(id, changed.version, changed.level))
    if (changed !== undefined) continue
    const share = copy.sums === null ? undefined : shareAmong(copy.sums, findRows(copy.index, id), id)
    if (share !== undefined) shares.set(id, share)
    else if (copy.sums === null) unknown.push(id)
  }
  for (const item of await readItems(copy, unknown, []))
    shares.set(item.id, hashShare(item.id, item.version, item.level))
  return shares
}

/** A row of the pages that may be the one asked for. */
interface Candidate {
  readonly key: string
  readonly by: 'id' | 'code'
  readonly row: number
}

/** Confirmed items by id and by code; the overlay goes before the pages. */
export async function readItems(copy: Opened, ids: readonly string[], codes: readonly string[]): Promise<ItemRow[]> {
  const found = new Map<string, ItemRow>()
  const candidates: Candidate[] = []
  const look = (key: string, by: Candidate['by']): void => {
    for (const row of findRows(copy.index, key)) candidates.push({ key, by, row })
  }
  for (const id of ids) {
    const changed = copy.overlay.get(id)
    if (changed === undefined) look(id, 'id')
    else if (changed !== null) found.set(id, changed)
  }
  for (const code of codes) {
    for (const id of copy.overlayByCode.get(code) ?? []) {
      const item = copy.overlay.get(id)
      if (item && codesOf(item).includes(code)) found.set(id, item)
    }
    look(code, 'code')
  }
  for (const item of await inPages(copy, candidates)) if (!copy.overlay.has(item.id)) found.set(item.id, item)
  return [...found.values()]
}

/** The candidates that are what was asked for; each page is read once, however many of them lie in it. */
async function inPages(copy: Opened, candidates: readonly Candidate[]): Promise<ItemRow[]> {
  const found: ItemRow[] = []
  const byPage = Map.groupBy(candidates, ({ row }) => Math.floor(row / rowsPerPage))
  for (const [page, asked] of byPage) {
    const lines = await readPage(copy, page)
    for (const { key, by, row } of asked) {
      const line = lines[row % rowsPerPage] ?? ''
      const head = rowHead(line)
      if (head === null) throw brokenPage(page)
      const [id, , , code, buybackCode, imei] = head
      const matches = by === 'id' ? id === key : code === key || buybackCode === key || imei === key
      if (!matches) continue
      const packed = parseRow(line)
      if (packed === null) throw brokenPage(page)
      found.push(unpackItem(packed))
    }
  }
  return found
}

async function readPage(copy: Opened, page: number): Promise<readonly string[]> {
  const cached = copy.pages.get(page)
  if (cached !== undefined) return cached
  const lines = linesOfPage(await copy.database.pages.get([copy.head!.build, page]))
  if (lines === null) throw brokenPage(page)
  copy.pages.set(page, lines)
  const oldest = copy.pages.keys().next().value
  if (copy.pages.size > cachedPages && oldest !== undefined) copy.pages.delete(oldest)
  return lines
}

function brokenPage(page: number): Error {
  return new Error(`page ${page} of the copy is missing or broken`, { cause: missingPage })
}
