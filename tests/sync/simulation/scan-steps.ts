import { gs1CheckDigit } from '#domain/kernel/check-digit.ts'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { capture } from './floor-steps.ts'
import type { World } from './schedule-world.ts'
import { orDeath, type SimDevice } from './sim-device.ts'

/** Scans a product of the account into the open round, or a code that nobody knows. */
export async function scan(world: World, device: SimDevice, tab: Engine): Promise<void> {
  const operator = device.signedIn()
  if (operator === null) return
  const garbage = `29${String(device.random.below(1e10)).padStart(10, '0')}`
  const item = device.random.pick(world.account.items)
  const known = device.random.pick([item.code, item.buybackCode])
  const code = device.random.chance(0.1) ? garbage + gs1CheckDigit(garbage) : known
  const own = device.process()
  const views = await orDeath(own, tab.view([], [code]))
  if (views === undefined) return
  const itemId = views.length === 1 ? views[0]!.item.id : undefined
  const roundId = await roundOf(world, device, tab)
  if (roundId === null) return
  const args = {
    code,
    warehouseId: operator.warehouseId,
    roundId,
    ...(itemId === undefined ? {} : { itemId }),
  }
  await capture(world, device, tab, checkInItem, args, { line: { listId: roundId, code } })
}

/** The open round of the signed-in user; null where there is none. */
export async function roundOf(world: World, device: SimDevice, tab: Engine): Promise<string | null> {
  const operator = device.signedIn()
  if (operator === null) return null
  const round = await orDeath(device.process(), tab.openRound(operator.warehouseId))
  if (round === undefined || round === null) return null
  world.rounds.set(`${device.name} ${operator.userId}`, round.id)
  return round.id
}
