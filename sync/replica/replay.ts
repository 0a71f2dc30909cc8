import type { Actor } from '../operations/define-operation.ts'
import { readyOperation } from '../operations/registry.ts'
import { createMemoryRecords, type LoadedRows, type MemoryRecords } from '../memory-records.ts'
import type { ItemRow } from '../wire/item-row.ts'
import type { Operation, Outcome } from '../wire/operation.ts'
import { lanesOfItem, resolvedKeys } from './lanes.ts'
import { isRefused } from './outbox-state.ts'

/** A captured operation as the replay sees it. */
export interface ReplayedOp {
  readonly op: Operation
  /** Order of capture on the device, over all its authors. */
  readonly order: number
  /** Who captured it, and what that person could do then. */
  readonly actor: Actor
  readonly outcome: Outcome | null
  /** Settled by a person: it takes no effect any more. */
  readonly settled: boolean
  /** Its effect is part of the base. */
  readonly covered: boolean
  /** What it made when it was captured, where what it was judged by is not at hand any more. */
  readonly made?: readonly ItemRow[] | undefined
}

/**
 * Replays captured operations over confirmed rows, in order of capture: view = replay(base, operations of its lanes).
 * Refused, settled and covered ones are left out, and so are those that rest on a refused one. An operation that
 * fails leaves the rows as they are.
 */
export function replay(base: LoadedRows, ops: readonly ReplayedOp[]): MemoryRecords {
  const items = [...base.items]
  const known = ops.flatMap(({ outcome }) => (outcome === null ? [] : [outcome]))
  const records = createMemoryRecords({ ...base, items, outcomes: [...(base.outcomes ?? []), ...known] })
  const refused = new Set(ops.filter(({ outcome, settled }) => isRefused(outcome) || settled).map(({ op }) => op.opId))
  const inBase = coveredUpTo(items, ops)
  for (const entry of [...ops].sort((a, b) => a.order - b.order)) {
    if (refused.has(entry.op.opId) && entry.outcome?.status !== 'applied') continue
    if (entry.op.dependsOn.some((opId) => refused.has(opId))) refused.add(entry.op.opId)
    else if (!entry.covered && !inBase(entry)) run(records, entry)
  }
  records.takeWrites()
  return records
}

function run(records: MemoryRecords, { op, actor, made }: ReplayedOp): void {
  if (made !== undefined) {
    records.addItems(made)
    return
  }
  const ready = readyOperation(op)
  if (!ready.ok) return
  ready.value.definition.apply(records, op, ready.value.args, { actor, atMs: Date.parse(op.capturedAt) })
}

/** Operations at or before the last one that an item's confirmed row names are part of that row. */
function coveredUpTo(items: readonly ItemRow[], ops: readonly ReplayedOp[]): (entry: ReplayedOp) => boolean {
  const orders = new Map(ops.map(({ op, order }) => [op.opId, order]))
  const upTo = new Map<string, number>()
  for (const item of items) {
    const order = item.last === null ? undefined : orders.get(item.last.opId)
    if (order === undefined) continue
    for (const lane of lanesOfItem(item)) upTo.set(lane, Math.max(order, upTo.get(lane) ?? 0))
  }
  if (upTo.size === 0) return () => false
  return ({ op, order, outcome }) => {
    const itemId = outcome?.result?.['itemId']
    const lanes = typeof itemId === 'string' ? resolvedKeys(op.lanes, itemId) : op.lanes
    return lanes.some((lane) => order <= (upTo.get(lane) ?? -1))
  }
}
