import { packageSerial, type NumberBlock } from '#domain/expedition/package-number.ts'
import type { ItemStatus, NativeStock } from '#domain/item/item-status.ts'
import type { HistoryRow, LedgerRow, PackageStateRow, ServerState } from './server-state.ts'
import type { SimAccount, SimOperator } from './sim-account.ts'
import { broken } from './violation.ts'

/** Judges who works where, in which stocks things stand, and what the account's own settings ask. */
export function checkPlaces(state: ServerState, account: SimAccount): void {
  const operators = new Map(account.operators.map((one) => [one.userId, one]))
  for (const op of state.ledger.values()) {
    const operator = operators.get(op.userId)
    if (op.status === 'applied' && operator !== undefined) checkRight(op, operator, operators, state.ledger)
  }
  for (const row of state.history) {
    const operator = operators.get(row.actorId ?? '')
    if (row.opId === null || row.action === 'settle_refusal' || operator === undefined) continue
    checkPlace(row, operator, state)
    checkStock(row, state)
    checkSettings(row, account)
    checkClosedBuyback(row, account)
  }
  for (const row of state.packages) checkPackage(row, state, account)
  for (const item of state.items) checkArrival(item, state)
  checkSending(state, account)
}

const ofStores = ['openPackage', 'putInPackage', 'takeOutOfPackage', 'undoPackageItem', 'closePackage', 'handOverItem']

/** The matrix of permissions once more, for what these people capture; and where they begin packages and end rounds. */
function checkRight(
  op: LedgerRow,
  operator: SimOperator,
  operators: ReadonlyMap<string, SimOperator>,
  ledger: ServerState['ledger'],
): void {
  const { userType, warehouseId } = operator
  if (userType === 'store_seller' && ![...ofStores, 'settleRefusal'].includes(op.type))
    throw broken(`${op.type} ${op.opId} is a seller's`)
  if (userType === 'warehouse_operator' && op.type === 'releaseFromQuarantine')
    throw broken(`${op.opId} releases from quarantine without the right`)
  if (op.type === 'openPackage') {
    const origin = op.args['origin'] as { readonly storeId?: string; readonly warehouseId?: string }
    if ((origin.storeId ?? origin.warehouseId) !== warehouseId) throw broken(`${op.opId} opens a package elsewhere`)
  }
  const isElsewhere = op.type === 'endCheckInRound' && op.args['warehouseId'] !== warehouseId
  if (isElsewhere) throw broken(`${op.opId} ends a round elsewhere`)
  if (op.type === 'settleRefusal') checkSettlement(op, operator, operators, ledger)
}

/** A refusal is settled by its author, or by a manager of the author's warehouse. */
function checkSettlement(
  { opId, args }: LedgerRow,
  { userId, userType, warehouseId }: SimOperator,
  operators: ReadonlyMap<string, SimOperator>,
  ledger: ServerState['ledger'],
): void {
  const target = ledger.get(String(args['targetOpId']))
  if (target === undefined || target.status === 'applied') throw broken(`${opId} settles what is not refused`)
  const manages = userType === 'warehouse_manager' && operators.get(target.userId)?.warehouseId === warehouseId
  if (target.userId !== userId && !manages) throw broken(`${opId} settles the refusal of another user`)
}

/** A user acts on items and packages in their own place only. */
function checkPlace(row: HistoryRow, { warehouseId, place }: SimOperator, state: ServerState): void {
  const what = `${row.action} of item ${row.itemId} by ${row.opId}`
  // What is put back where it belongs may belong elsewhere: the count is what happens here.
  const isCount = row.action === 'stock_count'
  const stockIds = isCount ? [row.details?.['stockId']] : [row.fromStock, row.toStock]
  const stocks = stockIds.flatMap((id) => state.stocks.find((stock) => stock.id === id) ?? [])
  // What came in an open package of another warehouse is theirs again once its check-in is undone.
  const saysOther = isCount || row.action === 'undo_check_in'
  const places = [...stocks.map((stock) => stock.warehouseId), ...(saysOther ? [] : [row.warehouseId ?? warehouseId])]
  if (places.some((each) => each !== warehouseId)) throw broken(`${what} happened in another warehouse`)
  const into = packageOf(row, state)
  if (into !== undefined && into.originId !== warehouseId && row.action.includes('package'))
    throw broken(`${what} concerns a package of another place`)
  if (row.action === 'hand_over' && place.type !== 'store') throw broken(`${what} happened outside its store`)
}

/** The package that a line is about. */
export function packageOf({ details }: HistoryRow, { packages }: ServerState): PackageStateRow | undefined {
  return packages.find(({ id }) => id === details?.['packageId'])
}

const returns: readonly ItemStatus[] = ['item_in_quarantine', 'item_to_return']
const returnStocks: readonly (NativeStock | null | undefined)[] = ['in_quarantine', 'customer_return']

/** What is quarantined or to return stands apart, and nothing else does, wherever it is put. */
function checkStock({ action, itemId, fromStock, toStock, to }: HistoryRow, { stocks }: ServerState): void {
  if (to === null || toStock === null || fromStock === toStock || action.startsWith('undo_')) return
  const native = stocks.find(({ id }) => id === toStock)?.native
  if (returnStocks.includes(native) !== returns.includes(to))
    throw broken(`item ${itemId}, ${to}, was put in ${native ?? 'a shelf'} by ${action}`)
}

function checkSettings({ action, itemId, from, comment, details }: HistoryRow, { settings }: SimAccount): void {
  if (action === 'check_in' && settings.checkIn === 'disabled')
    throw broken(`item ${itemId} was checked in where nobody is to`)
  if (action !== 'compliance_test') return
  if (settings.checkIn === 'mandatory' && from !== 'item_awaiting_compliancy_tests')
    throw broken(`item ${itemId} was tested before its check-in`)
  const isSilent = (comment ?? '').trim() === '' && details?.['outcome'] !== 'conforming'
  if (settings.commentsTests && isSilent) throw broken(`item ${itemId} was tested without a comment`)
}

/** A buyback that is settled, or never will be, lets its product out of quarantine by one way alone; the other is not tested. */
function checkClosedBuyback({ action, itemId }: HistoryRow, { items }: SimAccount): void {
  const beganAs = items.find(({ id }) => id === itemId)?.beganAs
  const shut: Partial<Record<string, readonly string[]>> = {
    bb_completed: ['quarantine_test_again', 'quarantine_returned'],
    bb_not_completed: ['quarantine_test_again', 'quarantine_kept', 'compliance_test'],
  }
  if (shut[beganAs ?? '']?.includes(action)) throw broken(`item ${itemId} of a ${beganAs} buyback: ${action}`)
}

/** A package goes from one place to another warehouse, is opened once, and bears a number that was drawn. */
function checkPackage(
  { id, originId, destinationId, number }: PackageStateRow,
  state: ServerState,
  account: SimAccount,
) {
  if (originId === destinationId || !account.warehouses.includes(destinationId))
    throw broken(`package ${id} goes from ${originId} to ${destinationId}`)
  const opened = [...state.ledger.values()].filter(
    ({ type, status, args }) => type === 'openPackage' && status === 'applied' && args['packageId'] === id,
  )
  if (opened.length !== 1) throw broken(`package ${id} was opened ${opened.length} times`)
  const serial = number === null ? null : packageSerial(number)
  const isDrawn = state.blocks.some(({ firstSerial, lastSerial }) => serial! >= firstSerial && serial! <= lastSerial)
  if (serial !== null && !isDrawn) throw broken(`package ${id} has number ${number}, which nobody has drawn`)
}

/** No number of a package is given out twice, even after a restore that has lost the earlier one. */
export function checkDrawn(drawn: readonly NumberBlock[]): void {
  const blocks = drawn.toSorted((a, b) => a.firstSerial - b.firstSerial)
  for (const [at, { firstSerial }] of blocks.entries())
    if (at > 0 && firstSerial <= blocks[at - 1]!.lastSerial)
      throw broken(`package numbers from ${firstSerial} on were given out twice`)
}

/** What has just arrived lies in no open package, and is tested only where it is bound for. */
function checkArrival(
  { id, lastOpId, status, tested, destinationId }: ServerState['items'][number],
  state: ServerState,
) {
  const last = state.ledger.get(lastOpId ?? '')
  if (last?.type !== 'checkInItem' && last?.type !== 'testItem') return
  const holder = state.packages.find((row) => row.status === 'open' && row.itemIds.includes(id))
  if (holder !== undefined) throw broken(`item ${id} has arrived and lies in the open package ${holder.id}`)
  const isToTest = status === 'item_awaiting_compliancy_tests' && !tested
  if ((isToTest || last.type === 'testItem') && destinationId !== last.args['warehouseId'])
    throw broken(`item ${id} is bound for ${destinationId}, ${last.type} happened elsewhere`)
}

/** What is packed or handed over stands where it is sent from, and goes that way by its circuit. */
function checkSending(state: ServerState, account: SimAccount): void {
  for (const row of state.history) {
    const known = account.items.find(({ id }) => id === row.itemId)?.inStore
    if (row.action === 'hand_over' && (known?.circuit !== 'store_drop_label' || known.label !== 'ready'))
      throw broken(`item ${row.itemId} was handed over as ${known?.circuit} with its label ${known?.label}`)
    const into = row.action === 'put_in_package' ? packageOf(row, state) : undefined
    if (into === undefined) continue
    const item = state.items.find(({ id }) => id === row.itemId)!
    const isOfStore = into.originId === account.storeId
    if ((isOfStore ? item.storeId : row.warehouseId) !== into.originId)
      throw broken(`item ${row.itemId} was put in package ${into.id} of another place`)
    if (isOfStore && known?.circuit !== 'store_drop' && known?.circuit !== 'web_drop')
      throw broken(`item ${row.itemId} of ${known?.circuit} was put in package ${into.id}`)
    if (!item.tested && item.lastOpId === row.opId && item.destinationId !== into.destinationId)
      throw broken(`item ${row.itemId} is to be tested elsewhere than package ${into.id} goes`)
  }
}
