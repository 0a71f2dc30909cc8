import { codesOf, earlierKeys, lanesOfItem } from '#sync/replica/lanes.ts'
import { isRefused } from '#sync/replica/outbox-state.ts'
import type { PackageRow } from '#sync/records.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { CopyInfo } from './copy-rows.ts'
import type { CopyRead, CopyStore } from './copy-store.ts'
import type { OpRow } from '#web/local/outbox/outbox-database.ts'

/** What a replay is asked about. */
export interface ReplayRequest {
  readonly ids: readonly string[]
  readonly codes: readonly string[]
  readonly packageIds?: readonly string[]
}

/** Confirmed rows with the device's operations on them, and on what those touch: items and packages of each other. */
export interface ReplayInput {
  readonly info: CopyInfo
  readonly items: readonly ItemRow[]
  readonly packages: readonly PackageRow[]
  /** In order of capture. */
  readonly rows: readonly OpRow[]
  /** Keys under which the operations were found. */
  readonly keys: readonly string[]
}

const packageLane = 'package:'
const itemLane = 'item:'

/** Whether an operation's effect is still to be added to what the copy holds. */
export function isMissingFromCopy({ opId, decidedNo }: OpRow, { mark, covered }: CopyInfo): boolean {
  return decidedNo > mark && !covered.includes(opId)
}

/** Packages and items that operations touch whose effect a replay adds; both empty where no package is touched. */
export function touchedWithPackages(
  rows: readonly OpRow[],
  info: CopyInfo,
): { readonly packageIds: readonly string[]; readonly itemIds: readonly string[] } {
  const touching = rows.filter(
    (row) =>
      row.lanes.some((lane) => lane.startsWith(packageLane)) &&
      isMissingFromCopy(row, info) &&
      row.settledBy === null &&
      !isRefused(row.outcome),
  )
  return { packageIds: idsOf(touching, packageLane), itemIds: idsOf(touching, itemLane) }
}

/** What the copy does not know may have been sold on this device. */
function keysOfUnknown(items: readonly ItemRow[], ids: ReadonlySet<string>, codes: readonly string[]): string[] {
  const known = new Set(items.flatMap((item) => [item.id, ...codesOf(item)]))
  const unknownIds = [...ids].filter((id) => !known.has(id)).map((id) => `${itemLane}${id}`)
  return [...unknownIds, ...codes.filter((code) => !known.has(code)).map((code) => `of:${code}`)]
}

/** Items that operations touch. */
export function itemsOf(rows: readonly OpRow[]): readonly string[] {
  return idsOf(rows, itemLane)
}

function idsOf(rows: readonly OpRow[], prefix: string): readonly string[] {
  const lanes = rows.flatMap((row) => row.lanes.filter((lane) => lane.startsWith(prefix)))
  return [...new Set(lanes.map((lane) => lane.slice(prefix.length)))]
}

/**
 * Reads everything that a replay over some items and packages needs. A package lies in the lanes of many items, so that
 * what an operation on it touches is read too, until nothing new turns up. Without any package it is one read of the
 * copy and one of the outbox.
 */
export async function readAround(
  read: CopyStore['read'],
  byKeys: (keys: readonly string[]) => Promise<readonly OpRow[]>,
  question: ReplayRequest,
): Promise<ReplayInput | null> {
  const ids = new Set(question.ids)
  const packageIds = new Set(question.packageIds)
  for (;;) {
    const found: CopyRead | null = await read([...ids], question.codes, [...packageIds])
    if (found === null) return null
    const { info, items, packages = [] } = found
    const lanes = items.flatMap(lanesOfItem)
    const keys = [
      ...earlierKeys(lanes, items),
      ...[...packageIds].map((id) => `${packageLane}${id}`),
      ...keysOfUnknown(items, ids, question.codes),
    ]
    const rows = keys.length === 0 ? [] : (await byKeys(keys)).filter((row) => row.accountId === info.scope.accountId)
    const touched = touchedWithPackages(rows, info)
    const before = ids.size + packageIds.size
    for (const id of touched.itemIds) ids.add(id)
    for (const id of touched.packageIds) packageIds.add(id)
    if (ids.size + packageIds.size === before) return { info, items, packages, rows, keys }
  }
}
