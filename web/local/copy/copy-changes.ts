import { hashShare, packItem, unpackItem, type PackedItem } from '#sync/wire/item-row.ts'
import type { Coverage } from '#sync/replica/reconcile.ts'
import type { PackageRow } from '#sync/records.ts'
import type { Config } from '#sync/wire/pull.ts'
import {
  linesOfPage,
  type CopyDatabase,
  type CopyHead,
  type OverlayRow,
  type PackageCopyRow,
  type PageRow,
} from './copy-database.ts'
import { readShares, setOverlayItem, setPackage, type Opened } from './copy-rows.ts'
import { rowsPerPage } from '#sync/wire/snapshot-pages.ts'
import { createPageWriter, type Build } from './page-writer.ts'
import { rowHead } from './row-text.ts'

/** A complete pull as it is installed. */
export interface PulledChanges {
  readonly fromCursor: string
  readonly cursor: string
  readonly items: readonly PackedItem[]
  readonly gone: readonly string[]
  readonly config: Config | null
  /** Packages that changed, and those that left the scope. */
  readonly packages?: readonly PackageRow[] | undefined
  readonly packagesGone?: readonly string[] | undefined
  readonly coverage: Coverage
  readonly syncedAtMs: number
}

/**
 * Makes a build the copy: head, index and an empty overlay, in one transaction. Answers false where its pages are not
 * all there, or, for a compaction, where the copy has changed since.
 */
export async function installBuild(
  copy: Opened,
  { build, pageCount, index, sums }: Build,
  head: Omit<CopyHead, 'key' | 'build' | 'generation'>,
  ifGeneration?: number,
  packages: readonly PackageRow[] = [],
): Promise<boolean> {
  const { database } = copy
  const stores = [database.head, database.pages, database.overlay, database.packages, database.histories]
  const isCompaction = ifGeneration !== undefined
  const installed = await database.transaction('rw', stores, async () => {
    const before = await database.head.get('head')
    if (ifGeneration !== undefined && before?.generation !== ifGeneration) return null
    if ((await pagesOf(database, build).count()) !== pageCount) return null
    const next: CopyHead = { ...head, key: 'head', build, generation: (before?.generation ?? 0) + 1 }
    await database.overlay.clear()
    if (!isCompaction) {
      await database.packages.clear()
      // After a restore, a version that is counted again may stand for something else.
      if (before?.epoch !== head.epoch) await database.histories.clear()
      await database.packages.bulkPut(packages.map((row) => ({ id: row.id, generation: next.generation, row })))
    }
    await database.head.put(next)
    return next
  })
  if (installed === null) return false
  // A compaction holds what the pages and the overlay held; a snapshot may hold anything.
  if (isCompaction) copy.list.keep(copy.overlay)
  else {
    copy.list.forget()
    copy.packages.clear()
    for (const row of packages) copy.packages.set(row.id, row)
  }
  copy.head = installed
  copy.index = index
  copy.sums = sums
  copy.overlay.clear()
  copy.overlayByCode.clear()
  copy.pages.clear()
  return true
}

/** Deletes the pages of former builds and of broken-off ones. */
export async function sweepBuilds(database: CopyDatabase, build: number): Promise<void> {
  await database.pages.where('[build+page]').below([build, 0]).delete()
  await database.indexes.where('build').below(build).delete()
  await database.lists.where('build').below(build).delete()
}

function pagesOf(database: CopyDatabase, build: number) {
  return database.pages.where('[build+page]').between([build, 0], [build, Number.MAX_SAFE_INTEGER])
}

/** Installs a pull in one transaction; false where the copy is not at the pull's starting cursor any more. */
export async function applyPull(copy: Opened, changes: PulledChanges): Promise<boolean> {
  if (copy.head === null || copy.head.cursor !== changes.fromCursor) return false
  const items = changes.items.map(unpackItem)
  const before = await readShares(copy, [...items.map(({ id }) => id), ...changes.gone])
  const gone = changes.gone.filter((id) => before.has(id))
  const sums = { hash: copy.head.hash, itemCount: copy.head.itemCount }
  for (const { id, version, level } of items) count(sums, before.get(id), hashShare(id, version, level))
  for (const id of gone) count(sums, before.get(id), undefined)
  const generation = copy.head.generation + 1
  const rows: OverlayRow[] = [
    ...changes.items.map((item) => ({ id: item[0] as string, generation, item })),
    ...gone.map((id) => ({ id, generation, item: null })),
  ]
  const packages: PackageCopyRow[] = [
    ...(changes.packages ?? []).map((row) => ({ id: row.id, generation, row })),
    ...(changes.packagesGone ?? []).map((id) => ({ id, generation, row: null })),
  ]
  const { database } = copy
  const stores = [database.head, database.overlay, database.packages]
  const next = await database.transaction('rw', stores, async () => {
    const present = await database.head.get('head')
    if (present?.generation !== copy.head!.generation) return null
    const { mark, covered } = changes.coverage
    const { cursor, syncedAtMs } = changes
    // The same object while it is the same configuration, so that nobody copies it again.
    const config = changes.config ?? copy.head!.config
    const written: CopyHead = { ...present, ...sums, generation, cursor, syncedAtMs, mark, covered, config }
    await database.overlay.bulkPut(rows)
    if (packages.length > 0) await database.packages.bulkPut(packages)
    await database.head.put(written)
    return written
  })
  if (next === null) return false
  for (const item of items) setOverlayItem(copy, item.id, item)
  for (const id of gone) setOverlayItem(copy, id, null)
  for (const row of packages) setPackage(copy, row)
  copy.head = next
  return true
}

/** Counts the share of a replaced row out and that of its successor in. */
function count(sums: { hash: number; itemCount: number }, before?: number, after?: number): void {
  sums.hash = (sums.hash + (after ?? 0) + 4_294_967_296 - (before ?? 0)) % 4_294_967_296
  sums.itemCount += (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1)
}

/**
 * Merges the overlay into pages of a new build. Reading and writing them happens beside other work; only the switch at
 * the end must not meet a change, or the build is given up.
 */
export async function compact(
  copy: Opened,
  serially: (task: () => Promise<boolean>) => Promise<boolean>,
): Promise<boolean> {
  const { database, head } = copy
  if (head === null) return false
  const rest = new Map(copy.overlay)
  const writer = await createPageWriter(database)
  const add = (text: string): boolean => {
    const row = rowHead(text)
    if (row !== null) writer.add(text, row)
    return row !== null
  }
  // What no change has touched, before it nor in it, goes on as it is.
  const keep = (record: PageRow | undefined, lines: readonly string[]): boolean => {
    if (record?.packed === undefined || lines.length < rowsPerPage) return false
    const heads = lines.map(rowHead).filter((head) => head !== null)
    return heads.length === lines.length && !heads.some(([id]) => rest.has(id)) && writer.addPage(record.packed, heads)
  }
  for (let page = 0, rows = 0; rows < head.rowCount; page++) {
    const record = await database.pages.get([head.build, page])
    const lines = linesOfPage(record)
    if (lines === null) return false
    rows += lines.length
    for (const line of keep(record, lines) ? [] : lines) {
      const id = rowHead(line)?.[0] ?? ''
      const changed = rest.get(id)
      rest.delete(id)
      if (changed === null) continue
      if (!add(changed === undefined ? line : JSON.stringify(packItem(changed)))) return false
    }
    await writer.settle()
  }
  for (const item of rest.values()) if (item !== null) add(JSON.stringify(packItem(item)))
  const build = await writer.finish()
  const { key: _key, build: _build, generation, ...kept } = head
  const done = await serially(() => installBuild(copy, build, { ...kept, rowCount: build.rowCount }, generation))
  if (done) await sweepBuilds(database, build.build)
  return done
}
