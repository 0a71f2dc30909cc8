import { codesOf } from '#sync/replica/lanes.ts'
import type { Actor } from '#sync/operations/define-operation.ts'
import { newestArgs } from '#sync/operations/registry.ts'
import { replay, type ReplayedOp } from '#sync/replica/replay.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { CopyStore } from './copy-store.ts'
import type { CopyInfo } from './copy-rows.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import { seenProductsKey, type Author, type OpRow } from '#web/local/outbox/outbox-database.ts'
import { readAround } from './replay-input.ts'
import { allNumbers } from '#web/local/outbox/number-blocks.ts'
import { productRows } from '#web/local/device/seen-products.ts'

/** An item as the operator sees it, with what is still on its way. */
export interface ItemView {
  readonly item: ItemRow
  /** Operations whose effect the view adds to the confirmed row. */
  readonly pending: number
}

/** What an author may do, as operations ask for it. */
export function actorOf({ userId, userType, warehouseIds, storeIds }: Author): Actor {
  return { userId, userType, warehouseIds, ...(storeIds === undefined ? {} : { storeIds }) }
}

/** An operation as the replay takes it, over a copy that may cover it already. */
export function asReplayed(row: OpRow, info: CopyInfo): ReplayedOp {
  return {
    op: row.op,
    order: row.order,
    actor: actorOf(row.author),
    outcome: row.outcome,
    settled: row.settledBy !== null || row.state === 'discarded' || row.op.refusedAs !== undefined,
    // What an encrypted one did is unknown here until its author has signed in again.
    covered: row.locked !== undefined || row.decidedNo <= info.mark || info.covered.includes(row.opId),
    made: row.made,
  }
}

/** Products that tests among the operations found instead of the declared ones. */
export function productsOf(rows: readonly OpRow[]): readonly string[] {
  return rows.flatMap(({ op }) => {
    const productId = newestArgs(op)['productId']
    return typeof productId === 'string' ? [productId] : []
  })
}

/** Views of the items found by id or code: the confirmed rows with the device's own operations on top. */
export async function viewItems(
  copy: Pick<CopyStore, 'read'>,
  outbox: Outbox,
  ids: readonly string[],
  codes: readonly string[],
): Promise<ItemView[]> {
  const around = await readAround(copy.read, outbox.byKeys, { ids, codes })
  if (around === null) return []
  const { info, items, packages, rows } = around
  const ops = rows.map((row) => asReplayed(row, info))
  const productIds = productsOf(rows)
  const seen = productIds.length === 0 ? undefined : await outbox.readMeta(seenProductsKey)
  const records = replay(
    { config: info.config, items, packages, packageBlocks: allNumbers, products: productRows(seen, productIds) },
    ops,
  )
  const [wantedIds, wantedCodes] = [new Set(ids), new Set(codes)]
  const inBase = new Set(items.map(({ id }) => id))
  const made = rows.flatMap((row) => row.made ?? []).filter(({ id }) => !inBase.has(id))
  const shown = new Map(made.flatMap(({ id }) => [[id, records.item(id)] as const]))
  const known = [...items, ...[...shown.values()].filter((item) => item !== undefined)]
  const wanted = known.filter((item) => wantedIds.has(item.id) || codesOf(item).some((code) => wantedCodes.has(code)))
  return wanted.map(({ id }) => ({ item: records.item(id)!, pending: countPending(ops, id) }))
}

function countPending(ops: readonly ReplayedOp[], itemId: string): number {
  return ops.filter(({ op, covered, settled, outcome }) => {
    const concerns = op.lanes.includes(`item:${itemId}`) || outcome?.result?.['itemId'] === itemId
    return concerns && !covered && !settled && outcome?.status !== 'rejected' && outcome?.status !== 'blocked_by'
  }).length
}
