import { isSettled } from '#domain/buyback/buyback-status.ts'
import { refurbCosts } from '#domain/refurb/refurb-step.ts'
import { stockTotals } from '#domain/stock/stock-count.ts'
import { isInTable } from '#tests/support/lifecycle-table.ts'
import type { HistoryRow, ItemStateRow, LedgerRow, ServerState } from './server-state.ts'
import type { SimAccount } from './sim-account.ts'
import { checkFacts } from './fact-invariants.ts'
import { checkPlaces, packageOf } from './place-invariants.ts'
import { checkRefusedRepeats, checkRepeats, withoutRepeats } from './repeat-invariants.ts'
import { broken } from './violation.ts'
import { checkWork } from './work-invariants.ts'

/** What the state at the end does not say. */
interface Past {
  readonly restores: number
  /** Operations captured on devices that knew of the last restore. */
  readonly sinceRestore: ReadonlySet<string>
  /** Operations captured by an app that refuses nothing. */
  readonly missteps: ReadonlySet<string>
}

/** Judges what the floor's rules promise of any account, regardless of what happened to its devices. */
export function checkFloor(state: ServerState, account: SimAccount, past: Past): void {
  const plain = withoutRepeats(state)
  // What a closing took along is judged before its lines are, which name what nobody has closed before.
  checkPackages(plain)
  checkRepeats(state)
  // After a restore a repeat may be refused until its device has pulled.
  if (past.restores === 0) checkRefusedRepeats(state, past.missteps)
  const byItem = Map.groupBy(plain.history, ({ itemId }) => itemId)
  checkOutcomes(state, past)
  checkTotals(state, account)
  for (const row of plain.history) checkLine(row, state, account)
  for (const item of state.items) {
    const lines = byItem.get(item.id) ?? []
    const wasSettled = account.items.find(({ id }) => id === item.id)?.wasSettled ?? false
    checkMoney(item, lines, wasSettled)
    checkSteps(item, lines, state.ledger)
  }
  checkReturns(plain, account)
  checkUndos(state)
  const repeats = new Set(state.history.flatMap(({ opId, details }) => (details?.['isRepeat'] === true ? [opId] : [])))
  for (const op of state.ledger.values())
    if (op.status === 'applied' && !repeats.has(op.opId)) checkCloser(op, state.ledger)
  checkPlaces(plain, account)
  checkWork(plain, account)
  checkFacts(plain, account)
}

/** The server never stumbles over an operation, and no number is given twice. */
function checkOutcomes({ ledger }: ServerState, { restores, sinceRestore, missteps }: Past): void {
  const odd = new Set([...missteps].map((opId) => ledger.get(opId)?.args['number']))
  const closings = Map.groupBy(ledger.values(), ({ args }) => `${String(args['packageId'])} ${String(args['number'])}`)
  for (const { opId, type, code, args } of ledger.values()) {
    if (code === 'SYNC_NEEDS_A_PERSON') throw broken(`${type} ${opId} made the server stumble`)
    // A misstep takes any number, and so does its retry.
    if (code?.startsWith('PACKAGE_NUMBER_') !== true || odd.has(args['number'])) continue
    // A restore forgets which numbers were drawn: a device that knows of it has given up those that it had.
    if (restores > 0 && !sinceRestore.has(opId)) continue
    const same = closings.get(`${String(args['packageId'])} ${String(args['number'])}`) ?? []
    const again = same.some((one) => one.opId !== opId && one.code === code && sinceRestore.has(one.opId))
    const isLost = code === 'PACKAGE_NUMBER_NOT_RESERVED' && same.length === 1
    if (restores === 0 || again || isLost) throw broken(`${opId} is refused with ${code}`)
  }
}

/** The items of each stock are those that stood in it at first, with every move in and out since. */
function checkTotals({ items, history, stocks }: ServerState, account: SimAccount): void {
  const counted = new Map<string, number>()
  const add = (stockId: string | null | undefined, change: number) => {
    if (stockId != null) counted.set(stockId, (counted.get(stockId) ?? 0) + change)
  }
  for (const { destination, stoodIn } of account.items)
    if (stoodIn !== null) add(stocks.find((one) => one.warehouseId === destination && one.native === stoodIn)?.id, 1)
  for (const { fromStock, toStock } of history) {
    add(fromStock, -1)
    add(toStock, 1)
  }
  const totals = stockTotals(items)
  for (const { id, native } of stocks)
    if ((counted.get(id) ?? 0) !== (totals.get(id) ?? 0))
      throw broken(
        `stock ${native ?? 'shelf'} ${id} holds ${totals.get(id) ?? 0} items, its moves say ${counted.get(id)}`,
      )
}

/** The table's rows for packages of stores. */
const ofStore: Readonly<Record<string, string>> = {
  put_in_package: 'put_in_package_of_store',
  close_package: 'close_package_of_store',
}

/** Each action leads from where the lifecycle table allows it to where it leads. */
function checkLine(row: HistoryRow, state: ServerState, { storeId }: SimAccount): void {
  const { action, from, to, itemId, opId } = row
  if (opId === null || action === 'settle_refusal' || from === null || to === null) return
  const isOfStore = storeId !== null && packageOf(row, state)?.originId === storeId && action in ofStore
  if (!isInTable(isOfStore ? ofStore[action]! : action, from, to))
    throw broken(`item ${itemId}: ${action} led from ${from} to ${to}`)
}

const settling: readonly unknown[] = ['conforming', 'by_price', 'with_absorption']

/** A price is final once, is the buyback's, and never negative. */
function checkMoney(
  { id, facts, buyback, validatedCents }: ItemStateRow,
  lines: readonly HistoryRow[],
  was: boolean,
): void {
  const settled = lines.filter(
    ({ action, details }) => action === 'compliance_test' && settling.includes(details?.['outcome']),
  )
  if (settled.length > (was ? 0 : 1)) throw broken(`item ${id} was settled ${settled.length} times by tests`)
  const validated = facts?.validated ?? null
  if (isSettled(buyback) && validated === null) throw broken(`item ${id} is ${buyback} without a price`)
  if (validated === null) return
  if (validated.priceCents < 0 || validated.paymentCents < 0) throw broken(`item ${id} has a negative price`)
  if (!was && validatedCents !== validated.priceCents)
    throw broken(`item ${id} is paid ${validated.priceCents}, its buyback says ${validatedCents}`)
}

/** Steps: no time or cost below zero, and each completed as often as its history says, once at most. */
function checkSteps({ id, facts }: ItemStateRow, lines: readonly HistoryRow[], ledger: ServerState['ledger']): void {
  const steps = facts?.steps ?? []
  const { plannedCents, completedCents } = refurbCosts(steps)
  if (completedCents < 0 || completedCents > plannedCents)
    throw broken(`item ${id} costs ${completedCents} of ${plannedCents}`)
  for (const { stepId, workedMs, status } of steps) {
    if (workedMs < 0) throw broken(`item ${id} was worked on for ${workedMs} ms`)
    const done = lines.filter(
      ({ action, details }) => action === 'refurb_step_complete' && details?.['stepId'] === stepId,
    )
    const undone = lines.filter(({ action, details }) => {
      const target = ledger.get(String(details?.['targetOpId']))
      return action === 'undo_refurb_step' && target?.args['stepId'] === stepId && target.args['action'] === 'complete'
    })
    if (done.length - undone.length !== (status === 'completed' ? 1 : 0))
      throw broken(`step ${stepId} of item ${id} is ${status}, completed ${done.length} times, undone ${undone.length}`)
  }
}

/** Nothing is sent back, or set apart for it, without its label; which serves once, and nobody makes another here. */
function checkReturns({ history }: ServerState, account: SimAccount): void {
  for (const { id, hasReturnLabel } of account.items) {
    const returned = history.filter(({ itemId, action }) => itemId === id && action === 'quarantine_returned')
    const shipped = history.filter(({ itemId, action }) => itemId === id && action === 'ship_return')
    if (!hasReturnLabel && returned.length + shipped.length > 0) throw broken(`item ${id} goes back without a label`)
    if (shipped.length > 1) throw broken(`item ${id} was handed to the carrier ${shipped.length} times with one label`)
  }
}

/**
 * An item lies in one open package at most, which it names; a closed one holds what its closing named, and its number,
 * and its items are bound for where it goes.
 */
function checkPackages({ packages, items, ledger, history }: ServerState): void {
  const open = new Map<string, string>()
  for (const { id, status, itemIds } of packages) {
    if (status !== 'open') continue
    for (const itemId of itemIds) {
      if (open.has(itemId)) throw broken(`item ${itemId} lies in two open packages`)
      open.set(itemId, id)
      const named = items.find((item) => item.id === itemId)?.facts?.packageId
      if (named !== id) throw broken(`item ${itemId} lies in package ${id} and names ${named}`)
    }
  }
  const closings = [...ledger.values()].filter(({ type, status }) => type === 'closePackage' && status === 'applied')
  for (const { id, status, itemIds, number, destinationId } of packages) {
    const all = closings.filter(({ args }) => args['packageId'] === id)
    for (const { args } of all)
      if ((args['itemIds'] as string[]).toSorted().join() !== itemIds.toSorted().join())
        throw broken(`package ${id} closed with other items than its operator saw`)
    // A colleague's closing of the same content repeats it, and leaves no plain line.
    const own = all.filter(({ opId }) => history.some((row) => row.opId === opId && row.action === 'close_package'))
    if (own.length !== (status === 'closed' ? 1 : 0))
      throw broken(`package ${id} is ${status}, closed ${own.length} times`)
    for (const { opId, args } of own) {
      const seen = itemIds.toSorted()
      if (args['number'] !== number) throw broken(`package ${id} has number ${number}, not ${String(args['number'])}`)
      const sent = history
        .filter((row) => row.opId === opId && row.action === 'close_package')
        .map(({ itemId }) => itemId)
      if (sent.toSorted().join() !== seen.join()) throw broken(`package ${id} sent other items than it holds`)
      for (const item of items)
        if (item.lastOpId === opId && item.destinationId !== destinationId)
          throw broken(`item ${item.id} travels in package ${id} and is bound for elsewhere`)
    }
  }
}

/** What is undone was its undoer's own, and is undone once. */
function checkUndos({ history, ledger }: ServerState): void {
  const undone = new Set<string>()
  for (const { action, details, actorId, opId } of history) {
    if (!action.startsWith('undo_')) continue
    const targetOpId = String(details?.['targetOpId'])
    if (undone.has(targetOpId)) throw broken(`${targetOpId} was undone twice`)
    undone.add(targetOpId)
    const target = ledger.get(targetOpId)
    if (target === undefined || target.status !== 'applied') throw broken(`${opId} undid what was not applied`)
    if (target.userId !== actorId) throw broken(`${opId} undid an action of another user`)
  }
}

/** Operations that end something, with the argument that names it. */
const closers: Readonly<Record<string, string>> = {
  endCheckInRound: 'roundId',
  endStockCount: 'countId',
  confirmRefurbSteps: 'itemId',
  closePackage: 'packageId',
}

/** What ends something came after no refusal in it, or of an item that a package holds, that nobody had settled. */
function checkCloser(end: LedgerRow, ledger: ServerState['ledger']): void {
  const name = closers[end.type]
  if (name === undefined || end.decidedAt === null) return
  const content = end.type === 'closePackage' ? (end.args['itemIds'] as readonly string[]) : []
  for (const other of ledger.values()) {
    const { opId, roundId, status, decidedAt, resolvedAt, deviceId, userId, seq } = other
    const isInIt = roundId === end.args[name] || content.includes(String(other.args['itemId']))
    if (!isInIt || (status !== 'rejected' && status !== 'blocked_by') || decidedAt === null) continue
    const isSameQueue = deviceId === end.deviceId && userId === end.userId
    const wasBefore = isSameQueue ? seq < end.seq && decidedAt <= end.decidedAt : decidedAt < end.decidedAt
    const wasOpen = resolvedAt === null || resolvedAt > end.decidedAt
    if (wasBefore && wasOpen) throw broken(`${end.type} ${end.opId} passed over the refused ${opId}`)
  }
}
