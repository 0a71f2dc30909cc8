import type { HistoryRow, LedgerRow, PackageStateRow, ServerState } from './server-state.ts'
import { broken } from './violation.ts'

/** A history without what repeats a colleague's action, and without what takes such a repeat back. */
export function withoutRepeats(state: ServerState): ServerState {
  return { ...state, history: state.history.filter((row) => !isRepeatOrItsUndo(row, state.history)) }
}

/**
 * Checks what was taken as a repeat (OP-7): a colleague had done the same before, its author could not know of that, and
 * as the item's latest action it bars the colleague's undo.
 */
export function checkRepeats({ history, items, ledger }: ServerState): void {
  const byItem = linesByItem(history)
  for (const [itemId, lines] of byItem) {
    const version = items.find(({ id }) => id === itemId)?.version ?? 0
    for (const [at, line] of lines.entries()) {
      if (!isRepeatOrItsUndo(line, lines)) continue
      if (line.from !== line.to || line.fromStock !== line.toStock)
        throw broken(`item ${itemId} was changed by ${line.opId}, which repeats a colleague's action`)
      const op = ledger.get(line.opId ?? '')
      if (line.details?.['isRepeat'] !== true || op === undefined) continue
      // Each line raised the version by one; what leaves no line only makes it higher.
      const least = version - (lines.length - at)
      checkRepeat(op, line, { before: lines.slice(0, at), least })
    }
    checkBarredUndos(itemId, lines, ledger)
  }
}

/** The lines of each item that raised its version: settling a refusal leaves one that does not. */
function linesByItem(history: readonly HistoryRow[]): ReadonlyMap<string, readonly HistoryRow[]> {
  const raising = history.filter(({ action }) => action !== 'settle_refusal')
  return Map.groupBy(raising, ({ itemId }) => itemId)
}

function checkRepeat(
  op: LedgerRow,
  line: HistoryRow,
  { before, least }: { readonly before: readonly HistoryRow[]; readonly least: number },
): void {
  const what = `${line.action} ${op.opId} of item ${line.itemId}`
  if (!leadsThere(op, line)) throw broken(`${what} was taken as a repeat of what it did not ask for`)
  const first = before.find((earlier) => hasDone(earlier, line))
  if (first === undefined) throw broken(`${what} was taken as a repeat, and nobody had done it before`)
  // A closing names the version of its first item alone.
  const isBase = op.args['itemIds'] === undefined || (op.args['itemIds'] as string[])[0] === line.itemId
  if (isBase && op.basedOn > 0 && op.basedOn >= least)
    throw broken(`${what} was taken as a repeat of what its author knew`)
}

/** Refusals that say of a thing that it is as it was to be. */
const isAsWished: Readonly<Record<string, readonly string[]>> = {
  checkInItem: ['ITEM_ALREADY_CHECKED_IN'],
  moveItem: ['STOCK_MOVE_SAME_STOCK'],
  putInPackage: ['BB_ALREADY_FILLED'],
  closePackage: ['PACKAGE_CLOSED'],
  workOnRefurbStep: ['REFURB_STEP_CHANGED', 'REFURB_STEP_STATUS'],
}

/**
 * Checks that the same fact told twice is no refused action: whose device had not seen the item's present version could
 * not know that a colleague had been first. An item begins at version 1.
 */
export function checkRefusedRepeats({ history, ledger, packages }: ServerState, missteps: ReadonlySet<string>): void {
  const byItem = linesByItem(history)
  for (const op of ledger.values()) {
    const isRefused = op.status === 'rejected' && isAsWished[op.type]?.includes(op.code ?? '') === true
    if (!isRefused || op.basedOn === 0 || missteps.has(op.opId)) continue
    const itemId = String((op.args['itemIds'] as readonly string[] | undefined)?.[0] ?? op.args['itemId'])
    const before = (byItem.get(itemId) ?? []).filter(({ opId }) => wasDecidedBefore(ledger.get(opId ?? ''), op))
    const isUnaware = op.basedOn < 1 + before.length
    if (isUnaware && asksForWhatIs(op, before, { packages, ledger }))
      throw broken(`${op.type} ${op.opId} of item ${itemId} was refused, and a colleague had done the same before`)
  }
}

function wasDecidedBefore(earlier: LedgerRow | undefined, later: LedgerRow): boolean {
  if (earlier?.decidedAt == null || later.decidedAt === null) return false
  return earlier.decidedAt < later.decidedAt && BigInt(earlier.xid) < BigInt(later.xid)
}

/** Whether a refused operation asks for what has come about: some refusals say so, of others the lines before it do. */
function asksForWhatIs(
  { type, args }: LedgerRow,
  before: readonly HistoryRow[],
  { packages, ledger }: { readonly packages: readonly PackageStateRow[]; readonly ledger: ServerState['ledger'] },
): boolean {
  if (type === 'closePackage') {
    const content = packages.find(({ id }) => id === args['packageId'])?.itemIds ?? []
    return content.toSorted().join() === (args['itemIds'] as readonly string[]).toSorted().join()
  }
  if (type === 'checkInItem') return args['stockId'] === undefined
  if (type !== 'workOnRefurbStep') return true
  if (args['action'] === 'start' || args['action'] === 'resume') return false
  const since = before.slice(before.findLastIndex(({ action }) => action === 'refurb_diagnosis_end') + 1)
  const last = since.findLast(({ action, opId, details }) => {
    const target = action === 'undo_refurb_step' ? String(details?.['targetOpId']) : opId
    return action.includes('refurb_step') && ledger.get(target ?? '')?.args['stepId'] === args['stepId']
  })
  if (args['action'] === 'cancel' && ((args['comment'] ?? '') as string).trim() === '') return false
  const isThere = args['action'] !== 'complete' || before.at(-1)?.toStock === args['stockId']
  return isThere && last?.action === `refurb_step_${String(args['action'])}`
}

/** Whether the arguments of an operation ask for the place, package or step in which the item is found. */
function leadsThere({ args }: LedgerRow, { action, warehouseId, toStock, details }: HistoryRow): boolean {
  if (action === 'check_in') return args['warehouseId'] === warehouseId
  if (action === 'move') return args['stockId'] === toStock
  if (action === 'put_in_package' || action === 'close_package') return args['packageId'] === details?.['packageId']
  return args['stepId'] === details?.['stepId'] && action === `refurb_step_${String(args['action'])}`
}

/** Whether an earlier line shows that the item was where a later one finds it, or was brought there. */
function hasDone(earlier: HistoryRow, repeat: HistoryRow): boolean {
  const { action, details } = repeat
  if (earlier.details?.['isRepeat'] === true) return false
  // What an account begins with has no line of its own.
  if (action === 'check_in') return earlier.warehouseId === repeat.warehouseId
  if (action === 'move') return [earlier.fromStock, earlier.toStock].includes(repeat.toStock)
  if (earlier.action !== action) return false
  return (['packageId', 'stepId'] as const).every((name) => earlier.details?.[name] === details?.[name])
}

/** An item's latest action, which alone may be undone. */
interface Latest {
  readonly opId: string | null
  readonly type: string
  readonly userId: string | null
  readonly stepId: unknown
}

/** An undo takes back the item's latest action, which a colleague's repeat becomes. */
function checkBarredUndos(itemId: string, lines: readonly HistoryRow[], ledger: ServerState['ledger']): void {
  let latest: Latest | null = null
  for (const line of lines) {
    const op = ledger.get(line.opId ?? '')
    const target = line.details?.['targetOpId']
    if (target !== undefined && line.action.startsWith('undo_') && latest !== null && latest.opId !== target)
      throw broken(`${line.action} ${line.opId} of item ${itemId} undid what a colleague had repeated`)
    const next: Latest = {
      opId: line.opId,
      type: op?.type ?? line.action,
      userId: line.actorId,
      stepId: op?.args['stepId'],
    }
    const isRepeat = line.details?.['isRepeat'] === true
    const isOfColleague: boolean =
      latest !== null && latest.type === next.type && latest.userId !== next.userId && latest.stepId === next.stepId
    if (!isRepeat || isOfColleague) latest = next
  }
}

function isRepeatOrItsUndo({ details }: HistoryRow, history: readonly HistoryRow[]): boolean {
  const targetOpId = details?.['targetOpId']
  const target = targetOpId === undefined ? undefined : history.find(({ opId }) => opId === targetOpId)
  return details?.['isRepeat'] === true || target?.details?.['isRepeat'] === true
}
