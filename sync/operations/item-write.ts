import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { changeOf, type ItemState } from '#domain/item/item-state.ts'
import type { NativeStock } from '#domain/item/item-status.ts'
import type { Records } from '../records.ts'
import type { ItemFacts } from '../wire/item-facts.ts'
import { itemFacts, type ItemRow, type LastAction } from '../wire/item-row.ts'
import type { Operation } from '../wire/operation.ts'
import type { Refusal, RunContext } from './define-operation.ts'

/** A decided change of one item, ready to be saved. */
export interface ItemUpdate {
  readonly item: ItemRow
  readonly op: Operation
  readonly context: RunContext
  /** Name of the action in the item's history. */
  readonly action: string
  readonly next: ItemState
  /** Facts that the action changes. */
  readonly facts?: Partial<ItemFacts>
  /** Other fields of the row that the action changes. */
  readonly fields?: Partial<Pick<ItemRow, 'imei' | 'serialNumber'>>
  readonly isUndoable: boolean
  readonly comment?: string | undefined
  readonly details?: HistoryDetails
  /** The item's latest action stays what it was, so that its actor may still undo it. */
  readonly keepsLast?: boolean
}

type HistoryDetails = Readonly<Record<string, unknown>>

/**
 * Saves an item's next state with its history line, and what an undo needs where the action has one. Who works on an item
 * has seen it: it is missing no more, unless the action says so itself.
 */
export function saveUpdate(records: Records, update: ItemUpdate): void {
  const { item, next, context } = update
  const before = itemFacts(item)
  const facts = { ...(before.missingSinceMs !== null && { missingSinceMs: null }), ...update.facts }
  const moved = next.stockId !== item.stockId || next.warehouseId !== item.warehouseId
  const saved: ItemRow = {
    ...item,
    ...changeOf(next),
    destinationWarehouseId: next.destinationWarehouseId,
    ...update.fields,
    ...(Object.keys(facts).length > 0 && { facts: { ...before, ...facts } }),
    version: item.version + 1,
    latestMoveAtMs: moved ? context.atMs : item.latestMoveAtMs,
    last: update.keepsLast === true ? item.last : lastOf(update, before, facts),
  }
  records.saveItem(saved, {
    action: update.action,
    before: changeOf(item),
    after: changeOf(saved),
    comment: update.comment === undefined || update.comment === '' ? null : update.comment,
    details: update.details ?? null,
  })
}

function lastOf({ op, item, isUndoable }: ItemUpdate, before: ItemFacts, changed: Partial<ItemFacts>): LastAction {
  return {
    opId: op.opId,
    type: op.type,
    actor: op.actor,
    before: isUndoable ? changeOf(item) : null,
    ...(isUndoable ? { beforeFacts: partOf(before, changed) } : {}),
  }
}

/**
 * Whether an operation was captured before its author could know what the item is now: on an earlier version of it, or,
 * where the device did not know the item, beside the same action of another user. An item in short does not say who did
 * what, so that a device cannot tell it from an effect of the operation itself; the server has every item in full.
 */
export function wasCapturedUnaware(op: Operation, item: ItemRow): boolean {
  if (item.level === 'slim') return false
  if (op.basedOn > 0) return op.basedOn < item.version
  return item.last?.type === op.type && item.last.actor !== op.actor
}

/**
 * Saves that another user has already done the same: a history line, and no change. Where that user's action is the
 * item's latest one, this one becomes the latest, so that it cannot be undone; otherwise the latest action stays.
 */
export function saveRepeat(
  records: Records,
  repeat: Pick<ItemUpdate, 'item' | 'op' | 'context' | 'action' | 'facts' | 'comment' | 'details'>,
  isLatest: (last: LastAction) => boolean = () => true,
): void {
  const { item, op, details, facts } = repeat
  const { last } = item
  const isOfColleague = last !== null && last.type === op.type && last.actor !== op.actor && isLatest(last)
  saveUpdate(records, {
    ...repeat,
    next: item,
    // A product that is reported missing stays so: it may have been seen before that.
    facts: { missingSinceMs: itemFacts(item).missingSinceMs, ...facts },
    isUndoable: true,
    keepsLast: !isOfColleague,
    details: { ...details, isRepeat: true },
  })
}

function partOf(facts: ItemFacts, changed: Partial<ItemFacts>): Partial<ItemFacts> {
  const names = Object.keys(changed) as (keyof ItemFacts)[]
  return Object.fromEntries(names.map((name) => [name, facts[name]]))
}

/**
 * Puts back what the item's latest action changed: by its actor alone, and where it is of one of these types and keeps
 * what was before (lifecycle, row «undo»), unless it came out of a stock that is no more. Answers the item's state and
 * facts as they were.
 */
export function stateBefore(
  item: ItemRow | undefined,
  targetOpId: string,
  types: readonly string[],
  records: Records,
  context: RunContext,
): Result<{ readonly item: ItemRow; readonly next: ItemState; readonly facts: Partial<ItemFacts> }, Refusal> {
  if (item === undefined) return fail({ code: 'ITEM_UNKNOWN' })
  const { last } = item
  if (last === null || last.opId !== targetOpId) return fail({ code: 'UNDO_NOT_LATEST' })
  if (last.actor !== context.actor.userId) return fail({ code: 'UNDO_NOT_ACTOR' })
  if (!types.includes(last.type) || last.before === null) return fail({ code: 'UNDO_NOT_POSSIBLE' })
  const { stockId } = last.before
  const isGone = stockId !== null && stockId !== item.stockId && records.stock(stockId) === undefined
  if (isGone) return fail({ code: 'UNDO_NOT_POSSIBLE' })
  return succeed({ item, next: { ...item, ...last.before }, facts: last.beforeFacts ?? {} })
}

/** The native stocks of a warehouse by kind; refused where the actor's rows do not hold them. */
export function nativeStocksOf(
  records: Records,
  warehouseId: string,
): Result<(native: NativeStock) => string, Refusal> {
  if (records.nativeStock(warehouseId, 'awaiting_control') === undefined) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
  return succeed((native) => {
    const stock = records.nativeStock(warehouseId, native)
    if (stock === undefined) throw new Error(`warehouse ${warehouseId} lacks its stock ${native}`)
    return stock.id
  })
}
