import { uuidv7 } from '#domain/kernel/uuid.ts'
import { succeed } from '#domain/kernel/result.ts'
import { stepActions } from '#domain/refurb/refurb-step.ts'
import { packageNumber } from '#domain/expedition/package-number.ts'
import { releases } from '#domain/quarantine/quarantine.ts'
import { countResolutions } from '#domain/stock/stock-count.ts'
import type { OperationDefinition } from '#sync/operations/define-operation.ts'
import { settleRefusal } from '#sync/operations/attention/settle-refusal.ts'
import { confirmRefurbSteps } from '#sync/operations/refurb/confirm-refurb-steps.ts'
import { finalizeRefurbDiagnosis } from '#sync/operations/refurb/finalize-refurb-diagnosis.ts'
import { startRefurbDiagnosis, undoRefurbDiagnosisStart } from '#sync/operations/refurb/start-refurb-diagnosis.ts'
import { undoRefurbStep, workOnRefurbStep } from '#sync/operations/refurb/work-on-refurb-step.ts'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import { closePackage } from '#sync/operations/expedition/close-package.ts'
import { endCheckInRound } from '#sync/operations/check-in/end-check-in-round.ts'
import { endStockCount } from '#sync/operations/stock/end-stock-count.ts'
import { handOverItem } from '#sync/operations/expedition/hand-over-item.ts'
import { moveItem } from '#sync/operations/stock/move-item.ts'
import { openPackage } from '#sync/operations/expedition/open-package.ts'
import { putInPackage, takeOutOfPackage, undoPackageItem } from '#sync/operations/expedition/put-in-package.ts'
import { releaseFromQuarantine } from '#sync/operations/quarantine/release-from-quarantine.ts'
import { resolveCountLine } from '#sync/operations/stock/resolve-count-line.ts'
import { testItem } from '#sync/operations/compliance/test-item.ts'
import { undoCheckIn } from '#sync/operations/check-in/undo-check-in.ts'
import { undoMove } from '#sync/operations/stock/undo-move.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { capture, viewOf } from './floor-steps.ts'
import type { Random } from './random.ts'
import type { World } from './schedule-world.ts'
import { orDeath, type SimDevice } from './sim-device.ts'

/** One action of a user against the rules, on an item as the device shows it. */
interface Misstep {
  readonly world: World
  readonly device: SimDevice
  readonly tab: Engine
  readonly random: Random
  readonly item: ItemRow
  readonly id: () => string
  readonly go: <Args>(definition: OperationDefinition<Args>, args: Args) => Promise<unknown>
}

/**
 * What an app sends that asks nobody and refuses nothing: any action on any thing, at any place, with arguments of the
 * right shape. The server decides alone.
 */
export async function misstep(world: World, device: SimDevice, tab: Engine): Promise<void> {
  const { random } = device
  const operator = device.signedIn()
  const drawn = random.pick(world.account.items).id
  const [item] = await viewOf(device, tab, [drawn])
  if (operator === null || item === undefined) return
  const names = world.missteps ?? Object.keys(missteps)
  const id = () => uuidv7(Date.now(), random.bytes(10))
  const go: Misstep['go'] = async (definition, args) => {
    const opId = await capture(world, device, tab, unrefused(definition), args)
    if (opId !== null) world.monitor.misstepped(opId)
  }
  await missteps[random.pick(names)]!({ world, device, tab, random, item, id, go })
}

/** An operation as a device captures it that has no rules. */
function unrefused<Args>(definition: OperationDefinition<Args>): OperationDefinition<Args> {
  return {
    ...definition,
    permission: 'dashboard.read',
    apply(records, op, args, context) {
      const applied = definition.apply(records, op, args, context)
      return applied.ok ? applied : succeed({})
    },
  }
}

const anyWarehouse = ({ world, random }: Misstep) => random.pick(world.account.warehouses)
const anyStock = ({ world, random }: Misstep) => random.pick(world.account.stocks).id
const anyPackage = ({ world, random, id }: Misstep) =>
  world.begun.packageIds.length === 0 ? id() : random.pick(world.begun.packageIds)

/** What an undo may name: mostly the item's latest action. */
async function anyTarget({ device, id, item, random, tab }: Misstep): Promise<string> {
  const rows = await orDeath(device.process(), tab.operations('applied'))
  const ops = (rows ?? []).filter(({ op }) => op.args['itemId'] === item.id)
  const last = item.last?.opId
  return last !== undefined && random.chance(0.6) ? last : random.pick([...ops, { opId: id() }]).opId
}

const missteps: Readonly<Record<string, (step: Misstep) => Promise<unknown>>> = {
  checkIn: (step) =>
    step.go(checkInItem, {
      code: step.item.code,
      itemId: step.item.id,
      warehouseId: anyWarehouse(step),
      ...(step.random.chance(0.5) ? { stockId: anyStock(step) } : {}),
    }),
  test(step) {
    const { random, world, item } = step
    const { questionId, answerIds, multipleAnswerIds } = world.account.catalog
    const answerId = random.pick([...answerIds, ...answerIds, ...multipleAnswerIds])
    const answers = random.chance(0.75) ? [{ questionId, answerId }] : []
    return step.go(testItem, {
      itemId: item.id,
      warehouseId: anyWarehouse(step),
      answers,
      photos: [],
      ...(random.chance(0.5) ? { stockId: anyStock(step) } : {}),
      ...(random.chance(0.2) ? { productId: step.id() } : {}),
    })
  },
  release: ({ go, item, random }) => go(releaseFromQuarantine, { itemId: item.id, release: random.pick(releases) }),
  move: (step) => step.go(moveItem, { itemId: step.item.id, stockId: anyStock(step) }),
  countLine(step) {
    const { go, item, random, world } = step
    const known = world.begun.counts.at(-1)
    const count = known !== undefined && random.chance(0.8) ? known : { countId: step.id(), stockId: anyStock(step) }
    world.begun.counts.push(count)
    const stockId = random.chance(0.5) ? count.stockId : anyStock(step)
    const { countId } = count
    if (random.chance(0.3)) return go(moveItem, { itemId: item.id, stockId, countId })
    return go(resolveCountLine, { countId, stockId, itemId: item.id, resolution: random.pick(countResolutions) })
  },
  endCount(step) {
    const { go, random, world } = step
    const { countId, stockId } = world.begun.counts.at(-1) ?? { countId: step.id(), stockId: anyStock(step) }
    world.begun.counts.push({ countId, stockId })
    const number = () => random.below(2)
    const [expectedCount, missingCount, unexpectedCount] = [number() + 1, number(), number()]
    return go(endStockCount, {
      countId,
      stockId: random.chance(0.7) ? stockId : anyStock(step),
      expectedCount,
      presentCount: random.chance(0.8) ? expectedCount - missingCount : expectedCount + 1,
      missingCount,
      unexpectedCount,
      resolvedCount: random.chance(0.8) ? missingCount + unexpectedCount : 7,
    })
  },
  async endRound({ go, random, world, id, device }) {
    const roundId = world.rounds.size === 0 ? id() : random.pick([...world.rounds.values()])
    const warehouseId = random.chance(0.7) ? device.signedIn()!.warehouseId : random.pick(world.account.warehouses)
    const counts = { typedCount: random.chance(0.6) ? 2 : 90, distinctCount: 2, comment: '' }
    return go(endCheckInRound, { roundId, warehouseId, ...counts })
  },
  startDiagnosis: ({ go, item }) => go(startRefurbDiagnosis, { itemId: item.id }),
  endDiagnosis(step) {
    const { go, item, random, world } = step
    const { uniqueId, uniqueAnswerIds, multipleId, multipleAnswerIds } = world.account.catalog
    const battery = random.pick([[], [uniqueAnswerIds[0]], [uniqueAnswerIds[1]], [...uniqueAnswerIds]])
    const look = random.pick([[], [...multipleAnswerIds], [uniqueAnswerIds[0]]])
    const answers = [
      { questionId: uniqueId, answerIds: battery },
      { questionId: multipleId, answerIds: look },
    ]
    const given = random.chance(0.7) ? answers : answers.slice(random.below(2), 1)
    return go(finalizeRefurbDiagnosis, { itemId: item.id, answers: given, stockId: anyStock(step) })
  },
  workOnStep(step) {
    const { go, item, random, id } = step
    const { steps } = itemFacts(item)
    const chosen = steps.length === 0 || random.chance(0.05) ? null : random.pick(steps)
    return go(workOnRefurbStep, {
      itemId: item.id,
      stepId: chosen?.stepId ?? id(),
      action: random.pick(stepActions),
      seenRevision: random.chance(0.5) ? 0 : (chosen?.revision ?? 0),
      ...(random.chance(0.3) ? {} : { stockId: anyStock(step) }),
      ...(random.chance(0.3) ? { comment: ' ' } : {}),
    })
  },
  confirmSteps: ({ go, item }) => go(confirmRefurbSteps, { itemId: item.id }),
  openPackage(step) {
    const { go, random, world } = step
    const { warehouses, storeId } = world.account
    const stores = storeId === null ? [] : [{ type: 'store' as const, storeId }]
    const origin = random.pick([
      ...stores,
      ...warehouses.map((warehouseId) => ({ type: 'warehouse' as const, warehouseId })),
    ])
    const packageId = random.chance(0.3) ? anyPackage(step) : step.id()
    world.begun.packageIds.push(packageId)
    const destinationWarehouseId = random.chance(0.1) ? step.id() : random.pick(warehouses)
    return go(openPackage, { packageId, origin, destinationWarehouseId })
  },
  putInPackage: (step) => step.go(putInPackage, { itemId: step.item.id, packageId: anyPackage(step) }),
  takeOutOfPackage: (step) => step.go(takeOutOfPackage, { itemId: step.item.id, packageId: anyPackage(step) }),
  async closePackage(step) {
    const { device, go, item, random, tab } = step
    const packageId = anyPackage(step)
    const own = device.process()
    const content = (await orDeath(own, tab.package(packageId)))?.row.itemIds ?? []
    const drawn = await orDeath(own, tab.packageNumber(packageId))
    const isReserved = typeof drawn === 'string' && random.chance(0.6)
    const number = isReserved ? drawn : packageNumber(9_000_000_000 + random.below(1_000_000))
    const itemIds = content.length === 0 || random.chance(0.1) ? [item.id] : [...content]
    return go(closePackage, { packageId, number, itemIds })
  },
  handOver: ({ go, item }) => go(handOverItem, { itemId: item.id }),
  async undo(step) {
    const target = { targetOpId: await anyTarget(step), itemId: step.item.id }
    const plain = [undoMove, undoRefurbDiagnosisStart, undoRefurbStep]
    const definition = plain[step.random.below(plain.length + 1)]
    if (definition === undefined) return step.go(undoCheckIn, { ...target, code: step.item.code })
    return step.go(definition, target)
  },
  async undoPackage(step) {
    const targetOpId = await anyTarget(step)
    return step.go(undoPackageItem, { targetOpId, itemId: step.item.id, packageId: anyPackage(step) })
  },
  async settle(step) {
    const { device, go, random, tab, id } = step
    const states = await orDeath(device.process(), Promise.all([tab.operations('tray'), tab.operations('applied')]))
    const targets = (states ?? []).flat()
    const targetOpId = targets.length === 0 ? id() : random.pick(targets).opId
    return go(settleRefusal, { targetOpId, resolution: 'discarded', reason: 'gone' })
  },
}
