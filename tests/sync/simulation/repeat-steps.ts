import { checkInItem, type CheckInItemArgs } from '#sync/operations/check-in/check-in-item.ts'
import { testItem } from '#sync/operations/compliance/test-item.ts'
import { closePackage } from '#sync/operations/expedition/close-package.ts'
import { putInPackage, type PackageItemArgs } from '#sync/operations/expedition/put-in-package.ts'
import { workOnRefurbStep, type WorkOnRefurbStepArgs } from '#sync/operations/refurb/work-on-refurb-step.ts'
import { moveItem, type MoveItemArgs } from '#sync/operations/stock/move-item.ts'
import { itemFacts } from '#sync/wire/item-row.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { capture, close, test, viewOf } from './floor-steps.ts'
import { roundOf } from './scan-steps.ts'
import type { Work, World } from './schedule-world.ts'
import type { SimDevice } from './sim-device.ts'

/** Colleagues repeat what was done last. */
const latest = 4

type Repeat = (world: World, device: SimDevice, tab: Engine, args: Work['args']) => Promise<unknown>

/** How each action is done once more, with what the device itself shows. */
const repeats: Readonly<Record<string, Repeat>> = {
  async [checkInItem.type](world, device, tab, args) {
    const roundId = await roundOf(world, device, tab)
    if (roundId === null) return
    const line = { listId: roundId, code: String(args['code']) }
    await capture(world, device, tab, checkInItem, { ...(args as CheckInItemArgs), roundId }, { line })
  },
  [moveItem.type](world, device, tab, args) {
    const { itemId, stockId } = args as MoveItemArgs
    return capture(world, device, tab, moveItem, { itemId, stockId })
  },
  [putInPackage.type]: (world, device, tab, args) => capture(world, device, tab, putInPackage, args as PackageItemArgs),
  async [workOnRefurbStep.type](world, device, tab, args) {
    const { itemId, stepId, ...work } = args as WorkOnRefurbStepArgs
    const [item] = await viewOf(device, tab, [itemId])
    const step = item === undefined ? undefined : itemFacts(item).steps.find((each) => each.stepId === stepId)
    const seenRevision = step?.revision
    if (seenRevision === undefined) return
    await capture(world, device, tab, workOnRefurbStep, { ...work, itemId, stepId, seenRevision })
  },
  [closePackage.type]: (world, device, tab, args) => close(world, device, tab, String(args['packageId'])),
  // Another test of the same product has photos of its own.
  async [testItem.type](world, device, tab, args) {
    const [item] = await viewOf(device, tab, [String(args['itemId'])])
    if (item !== undefined) await test(world, device, tab, item)
  },
}

/**
 * Does what a colleague of the same place has just done on another device. A device that knows of it refuses most of
 * that; one that does not yet tells the server the same fact once more.
 */
export async function repeatWork(world: World, device: SimDevice, tab: Engine): Promise<void> {
  const operator = device.signedIn()
  const works = world.begun.works.filter(
    (work) =>
      work.device !== device.name &&
      work.userId !== operator?.userId &&
      work.placeId === operator?.warehouseId &&
      work.type in repeats,
  )
  if (works.length === 0) return
  const { type, args } = device.random.pick(works.slice(device.random.chance(0.5) ? -1 : -latest))
  await repeats[type]!(world, device, tab, args)
}
