import { stepActions, type StepAction } from '#domain/refurb/refurb-step.ts'
import type { PackageOrigin } from '#domain/expedition/packing.ts'
import { isInStock } from '#tests/support/lifecycle-table.ts'
import type { OperationDefinition } from '#sync/operations/define-operation.ts'
import { confirmRefurbSteps } from '#sync/operations/refurb/confirm-refurb-steps.ts'
import { finalizeRefurbDiagnosis } from '#sync/operations/refurb/finalize-refurb-diagnosis.ts'
import { startRefurbDiagnosis, undoRefurbDiagnosisStart } from '#sync/operations/refurb/start-refurb-diagnosis.ts'
import { undoRefurbStep, workOnRefurbStep } from '#sync/operations/refurb/work-on-refurb-step.ts'
import { closePackage } from '#sync/operations/expedition/close-package.ts'
import { endStockCount } from '#sync/operations/stock/end-stock-count.ts'
import { handOverItem } from '#sync/operations/expedition/hand-over-item.ts'
import { moveItem } from '#sync/operations/stock/move-item.ts'
import { openPackage } from '#sync/operations/expedition/open-package.ts'
import { putInPackage, takeOutOfPackage, undoPackageItem } from '#sync/operations/expedition/put-in-package.ts'
import { releaseFromQuarantine } from '#sync/operations/quarantine/release-from-quarantine.ts'
import { resolveCountLine } from '#sync/operations/stock/resolve-count-line.ts'
import { testItem } from '#sync/operations/compliance/test-item.ts'
import { undoMove } from '#sync/operations/stock/undo-move.ts'
import type { DispatchOptions } from '#web/local/outbox/captures.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import { uuidv7 } from '#domain/kernel/uuid.ts'
import type { Work, World } from './schedule-world.ts'
import { orDeath, type SimDevice } from './sim-device.ts'

/** What floor steps need of a schedule. */
export type FloorWorld = Pick<World, 'account' | 'monitor' | 'begun'>

/** Captures an action of the signed-in user, and tells the monitor of it; answers its id, or null. */
export async function capture<Args>(
  { monitor, begun }: FloorWorld,
  device: SimDevice,
  tab: Engine,
  definition: OperationDefinition<Args>,
  args: Args,
  options: DispatchOptions = {},
): Promise<string | null> {
  const operator = device.signedIn()
  if (operator === null) return null
  const captured = await orDeath(device.process(), tab.dispatch(definition, args, options))
  if (captured?.captured !== true) return null
  monitor.captured(device, captured.opId, operator.userId)
  const { userId, warehouseId: placeId } = operator
  begun.works.push({ device: device.name, userId, placeId, type: definition.type, args: args as Work['args'] })
  return captured.opId
}

/** Items as a screen of the device shows them. */
export async function viewOf(device: SimDevice, tab: Engine, ids: readonly string[]): Promise<readonly ItemRow[]> {
  const views = await orDeath(device.process(), tab.view(ids))
  return (views ?? []).map(({ item }) => item)
}

/** What is done to one item: mostly what its status asks for, and now and then anything. */
export async function floorWork(world: FloorWorld, device: SimDevice, tab: Engine): Promise<void> {
  const { random } = device
  const operator = device.signedIn()
  if (operator === null) return
  const drawn = [0, 1, 2].map(() => random.pick(world.account.items).id)
  const items = await viewOf(device, tab, [...new Set(drawn)])
  const item = items.find(({ warehouseId }) => warehouseId === operator.warehouseId) ?? items[0]
  if (item === undefined) return
  const fitting = works.filter(({ from }) => from(item))
  const chosen = fitting.length === 0 || random.chance(0.12) ? works : fitting
  await random.pick(chosen).run(world, device, tab, item)
}

interface FittingWork {
  readonly from: (item: ItemRow) => boolean
  readonly run: (world: FloorWorld, device: SimDevice, tab: Engine, item: ItemRow) => Promise<unknown>
}

const inStatus =
  (...statuses: readonly ItemRow['status'][]) =>
  ({ status }: ItemRow) =>
    statuses.includes(status)
const isInStore = ({ status, storeId }: ItemRow) => status === 'item_awaiting_inventory' && storeId !== null
const isCompleted = ({ status }: ItemRow) => status.startsWith('item_completed')

/** Tests a product with any answer, now and then with a photo. */
export async function test(world: FloorWorld, device: SimDevice, tab: Engine, item: ItemRow): Promise<unknown> {
  const { random } = device
  const { questionId, answerIds } = world.account.catalog
  const warehouseId = device.signedIn()!.warehouseId
  return capture(world, device, tab, testItem, {
    itemId: item.id,
    warehouseId,
    answers: [{ questionId, answerId: random.pick(answerIds) }],
    photos: random.chance(0.2) ? [{ photoId: uuidv7(0, random.bytes(10)), questionId }] : [],
    ...(random.chance(0.1) ? { setAside: 'locked' as const } : {}),
  })
}

const release: FittingWork['run'] = (world, device, tab, { id }) =>
  capture(world, device, tab, releaseFromQuarantine, {
    itemId: id,
    release: device.random.pick(['test_again', 'kept', 'returned'] as const),
  })

/** A stock of the operator's warehouse; seldom of another one. */
function drawStock(device: SimDevice, tab: Engine): string | null {
  const { random } = device
  const stocks = tab.config()?.stocks ?? []
  const own = stocks.filter(({ warehouseId }) => warehouseId === device.signedIn()?.warehouseId)
  const from = own.length === 0 || random.chance(0.08) ? stocks : own
  return from.length === 0 ? null : random.pick(from).id
}

async function move(world: FloorWorld, device: SimDevice, tab: Engine, { id }: ItemRow): Promise<unknown> {
  const stockId = drawStock(device, tab)
  return stockId === null ? null : capture(world, device, tab, moveItem, { itemId: id, stockId })
}

/** An item that stands where the operator works goes to another stock. */
export async function moveOn(world: FloorWorld, device: SimDevice, tab: Engine): Promise<void> {
  const operator = device.signedIn()
  const items =
    operator === null
      ? []
      : await viewOf(
          device,
          tab,
          world.account.items.map(({ id }) => id),
        )
  const here = items.filter((item) => item.warehouseId === operator?.warehouseId && isInStock(item))
  if (here.length > 0) await move(world, device, tab, device.random.pick(here))
}

const startDiagnosis: FittingWork['run'] = (world, device, tab, { id }) =>
  capture(world, device, tab, startRefurbDiagnosis, { itemId: id })

async function finalize(world: FloorWorld, device: SimDevice, tab: Engine, { id }: ItemRow): Promise<unknown> {
  const { random } = device
  const { uniqueId, uniqueAnswerIds, multipleId, multipleAnswerIds } = world.account.catalog
  const stockId = drawStock(device, tab)
  if (stockId === null) return null
  return capture(world, device, tab, finalizeRefurbDiagnosis, {
    itemId: id,
    answers: [
      { questionId: uniqueId, answerIds: [random.pick(uniqueAnswerIds)] },
      { questionId: multipleId, answerIds: random.chance(0.6) ? [...multipleAnswerIds] : [] },
    ],
    stockId,
  })
}

const actionsOf: Readonly<Record<string, readonly StepAction[]>> = {
  to_do: ['start', 'start', 'start', 'cancel'],
  in_progress: ['pause', 'complete', 'complete', 'cancel'],
  paused: ['resume', 'complete'],
}

async function workOnStep(world: FloorWorld, device: SimDevice, tab: Engine, item: ItemRow): Promise<unknown> {
  const { random } = device
  const { steps } = itemFacts(item)
  if (steps.length === 0) return null
  const step = random.pick(steps)
  const fitting = actionsOf[step.status]
  const action = fitting === undefined || random.chance(0.1) ? random.pick(stepActions) : random.pick(fitting)
  return capture(world, device, tab, workOnRefurbStep, {
    itemId: item.id,
    stepId: step.stepId,
    action,
    seenRevision: random.chance(0.1) ? 0 : step.revision,
    ...(action === 'start' ? { stockId: step.stockId } : {}),
    ...(action === 'complete' && item.stockId !== null ? { stockId: item.stockId } : {}),
    ...(action === 'cancel' ? { comment: 'no part' } : {}),
  })
}

function allStepsClosed(item: ItemRow): boolean {
  const isClosed = ({ status }: { readonly status: string }) => status === 'completed' || status === 'cancelled'
  return item.status === 'item_refurb_in_progress' && itemFacts(item).steps.every(isClosed)
}

const confirm: FittingWork['run'] = (world, device, tab, { id }) =>
  capture(world, device, tab, confirmRefurbSteps, { itemId: id })

const handOver: FittingWork['run'] = (world, device, tab, { id }) =>
  capture(world, device, tab, handOverItem, { itemId: id })

const works: readonly FittingWork[] = [
  { from: inStatus('item_awaiting_compliancy_tests'), run: test },
  { from: inStatus('item_in_quarantine'), run: release },
  { from: isInStock, run: move },
  { from: isCompleted, run: startDiagnosis },
  { from: isCompleted, run: startDiagnosis },
  { from: inStatus('item_refurb_diagnostic_in_progress'), run: finalize },
  { from: inStatus('item_refurb_in_progress'), run: workOnStep },
  { from: inStatus('item_refurb_in_progress'), run: workOnStep },
  { from: inStatus('item_refurb_in_progress'), run: workOnStep },
  { from: allStepsClosed, run: confirm },
  { from: allStepsClosed, run: confirm },
  { from: (item) => inStatus('item_to_return')(item) || isInStore(item), run: handOver },
]

const undos: Readonly<Record<string, typeof undoMove>> = {
  moveItem: undoMove,
  startRefurbDiagnosis: undoRefurbDiagnosisStart,
  workOnRefurbStep: undoRefurbStep,
}

/** Takes back an action of this device's operator, mostly the latest one; a scan into a package like any other. */
export async function undoWork(world: FloorWorld, device: SimDevice, tab: Engine): Promise<void> {
  const operator = device.signedIn()
  if (operator === null) return
  const rows = await orDeath(device.process(), Promise.all([tab.operations('pending'), tab.operations('applied')]))
  const mine = (rows ?? []).flat().filter(({ op }) => op.actor === operator.userId || device.random.chance(0.1))
  const able = mine.filter(({ op }) => op.type in undos || isPacking(op.type)).toSorted((a, b) => a.order - b.order)
  const target = device.random.chance(0.7) ? able.at(-1) : able.length === 0 ? undefined : device.random.pick(able)
  if (target === undefined) return
  const { args, type } = target.op
  const itemId = String(args['itemId'])
  const options = { dependsOn: [target.opId] }
  const undone = { targetOpId: target.opId, itemId }
  const definition = undos[type]
  if (definition !== undefined) await capture(world, device, tab, definition, undone, options)
  else await capture(world, device, tab, undoPackageItem, { ...undone, packageId: String(args['packageId']) }, options)
}

/** Id of the warehouse or store that a package is filled in. */
export function placeIdOf(origin: PackageOrigin): string {
  return origin.type === 'store' ? origin.storeId : origin.warehouseId
}

function isPacking(type: string): boolean {
  return type === putInPackage.type || type === takeOutOfPackage.type
}

/** Opens packages, scans into them, takes out, and closes them as the screen shows them. */
export async function pack(world: FloorWorld, device: SimDevice, tab: Engine): Promise<void> {
  const { random } = device
  const own = device.process()
  const operator = device.signedIn()
  const all = await orDeath(own, tab.packages())
  if (operator === null || all === undefined || all === null) return
  const here = all.filter(({ row }) => placeIdOf(row.origin) === operator.warehouseId)
  const open = here.filter(({ row }) => row.status === 'open')
  if (open.length === 0 || random.chance(0.06)) return openOne(world, device, tab)
  // Colleagues mostly fill the same package, the oldest one.
  const [oldest] = open.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1))
  const chosen = random.chance(0.75) ? oldest! : random.pick(random.chance(0.2) ? here : open)
  await packInto(world, device, tab, chosen.row.id)
}

async function openOne(world: FloorWorld, device: SimDevice, tab: Engine): Promise<void> {
  const { place, warehouseId } = device.signedIn()!
  const packageId = uuidv7(Date.now(), device.random.bytes(10))
  const destinationWarehouseId = world.account.warehouses.find((id) => id !== warehouseId)!
  await capture(world, device, tab, openPackage, { packageId, origin: place, destinationWarehouseId })
  world.begun.packageIds.push(packageId)
  await packInto(world, device, tab, packageId)
}

async function packInto(world: FloorWorld, device: SimDevice, tab: Engine, packageId: string): Promise<void> {
  const { random } = device
  const own = device.process()
  const content = (await orDeath(own, tab.package(packageId)))?.row.itemIds ?? []
  if (content.length > 0 && random.chance(0.4)) {
    await close(world, device, tab, packageId)
    return
  }
  if (content.length > 0 && random.chance(0.15)) {
    await capture(world, device, tab, takeOutOfPackage, { itemId: random.pick(content), packageId })
    return
  }
  const items = await viewOf(
    device,
    tab,
    world.account.items.map(({ id }) => id),
  )
  const place = device.signedIn()?.warehouseId
  const fit = items.filter(
    (item) =>
      (item.warehouseId === place &&
        (isCompleted(item) || inStatus('item_refurb_completed', 'item_registered_in_warehouse')(item))) ||
      (item.storeId === place && isInStore(item)),
  )
  for (const { id } of fit.filter(() => random.chance(0.6)).slice(0, 3))
    await capture(world, device, tab, putInPackage, { itemId: id, packageId })
  if (items.length > 0 && random.chance(0.1))
    await capture(world, device, tab, putInPackage, { itemId: random.pick(items).id, packageId })
  if (random.chance(0.4)) await close(world, device, tab, packageId)
}

/** Closes a package with what the screen shows of it. */
export async function close(world: FloorWorld, device: SimDevice, tab: Engine, packageId: string): Promise<void> {
  const own = device.process()
  const itemIds = (await orDeath(own, tab.package(packageId)))?.row.itemIds ?? []
  const number = await orDeath(own, tab.packageNumber(packageId))
  if (itemIds.length === 0 || typeof number !== 'string') return
  await capture(world, device, tab, closePackage, { packageId, number, itemIds: [...itemIds] })
}

/** Counts a stock as the device knows it: some items are missing, some were scanned that belong elsewhere. */
export async function countStock(world: FloorWorld, device: SimDevice, tab: Engine): Promise<void> {
  const { random } = device
  const stockId = drawStock(device, tab)
  if (stockId === null || device.signedIn() === null) return
  const countId = uuidv7(1_795_000_000_000, random.bytes(10))
  world.begun.counts.push({ countId, stockId })
  const items = (
    await viewOf(
      device,
      tab,
      world.account.items.map(({ id }) => id),
    )
  ).filter(isInStock)
  const expected = items.filter((item) => item.stockId === stockId)
  const missing = expected.filter(() => random.chance(0.3))
  const unexpected = items.filter((item) => item.stockId !== stockId && random.chance(0.15)).slice(0, 2)
  for (const { id } of missing) {
    const resolution = random.pick(['found', 'not_found'] as const)
    await capture(world, device, tab, resolveCountLine, { countId, stockId, itemId: id, resolution })
  }
  for (const { id } of unexpected) {
    if (random.chance(0.5)) await capture(world, device, tab, moveItem, { itemId: id, stockId, countId })
    else await capture(world, device, tab, resolveCountLine, { countId, stockId, itemId: id, resolution: 'put_back' })
  }
  await capture(world, device, tab, endStockCount, {
    countId,
    stockId,
    expectedCount: expected.length,
    presentCount: expected.length - missing.length,
    missingCount: missing.length,
    unexpectedCount: unexpected.length,
    resolvedCount: missing.length + unexpected.length,
  })
}
