import { itemOf } from '#sync/operations/round-of.ts'
import { replay } from '#sync/replica/replay.ts'
import type { PackageRow } from '#sync/records.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { asReplayed } from './base-view.ts'
import type { CopyStore } from './copy-store.ts'
import { isMissingFromCopy, readAround, touchedWithPackages } from './replay-input.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import type { OpRow } from '#web/local/outbox/outbox-database.ts'
import { allNumbers } from '#web/local/outbox/number-blocks.ts'

/** A package as the operator sees it, with what is still on its way. */
export interface PackageView {
  readonly row: PackageRow
  /** Operations of this device on it that are not confirmed yet. */
  readonly pending: number
  /** Refused operations on it, or on what lies in it, that nobody has settled; they hold up its closing. */
  readonly refused: number
}

/** A package with its items, in the order of the scans; those that the device does not know are left out. */
export interface PackageContent extends PackageView {
  readonly items: readonly ItemRow[]
  /** Items whose latest scan is not confirmed yet. */
  readonly pendingIds: ReadonlySet<string>
  /** Items of its content with a refused operation that nobody has settled. */
  readonly refusedItemIds: ReadonlySet<string>
}

/** Every package of the copy's places, with the device's own operations on top; null where there is no copy. */
export async function viewPackages(copy: CopyStore, outbox: Outbox): Promise<PackageView[] | null> {
  const all = await copy.read([], [], 'all')
  if (all === null) return null
  const { info, packages = [] } = all
  const beyond = await outbox.beyond(info.scope.accountId, info.mark)
  const touched = touchedWithPackages(beyond, info)
  const own = await contentOf(copy, outbox, touched.packageIds)
  const changed = new Map(own.map((content) => [content.row.id, content]))
  const rest = packages.filter(({ id }) => !changed.has(id))
  const tray = (await outbox.inState('tray')).filter(({ accountId }) => accountId === info.scope.accountId)
  const plain = rest.map((row) => ({ row, pending: 0, refused: refusedOf(tray, row).length }))
  const views = own.map(({ row, pending }) => ({ row, pending, refused: refusedOf(tray, row).length }))
  return [...views, ...plain]
}

/** One package with its items; null where the device does not know it. */
export async function viewPackage(copy: CopyStore, outbox: Outbox, id: string): Promise<PackageContent | null> {
  const [content] = await contentOf(copy, outbox, [id])
  return content ?? null
}

async function contentOf(copy: CopyStore, outbox: Outbox, packageIds: readonly string[]): Promise<PackageContent[]> {
  if (packageIds.length === 0) return []
  const known = await copy.read([], [], packageIds)
  if (known === null) return []
  const ids = (known.packages ?? []).flatMap(({ itemIds }) => itemIds)
  const around = await readAround(copy.read, outbox.byKeys, { ids, codes: [], packageIds })
  if (around === null) return []
  const { info, items, packages, rows } = around
  const records = replay(
    { config: info.config, items, packages, packageBlocks: allNumbers },
    rows.map((row) => asReplayed(row, info)),
  )
  return packageIds.flatMap((id) => {
    const row = records.package(id)
    if (row === undefined) return []
    const content = row.itemIds.flatMap((itemId) => records.item(itemId) ?? [])
    const waiting = rows.filter((each) => isPending(each) && isMissingFromCopy(each, info) && concerns(each, id))
    const pendingIds = new Set(waiting.flatMap(({ op }) => itemOf(op) ?? []))
    const refused = refusedOf(
      rows.filter(({ state }) => state === 'tray'),
      row,
    )
    const refusedItemIds = new Set(
      refused.flatMap(({ op }) => itemOf(op) ?? []).filter((itemId) => row.itemIds.includes(itemId)),
    )
    return [{ row, pending: waiting.length, refused: refused.length, items: content, pendingIds, refusedItemIds }]
  })
}

function isPending({ state }: OpRow): boolean {
  return state === 'pending' || state === 'held'
}

function concerns({ lanes }: OpRow, packageId: string): boolean {
  return lanes.includes(`package:${packageId}`)
}

/** Refused operations that hold up the closing of a package: those on it, and those on the items that lie in it. */
function refusedOf(tray: readonly OpRow[], { id, status, itemIds }: PackageRow): readonly OpRow[] {
  const content = new Set(status === 'open' ? itemIds : [])
  return tray.filter((row) => concerns(row, id) || content.has(itemOf(row.op) ?? ''))
}
