import { randomUUID } from 'node:crypto'
import { beforeAll } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createDrawBlock } from '#api/sync/number-blocks.ts'
import { packageNumber } from '#domain/expedition/package-number.ts'
import type { PushAnswer } from '#sync/wire/push.ts'
import { preparePushWorld } from './push-world.ts'
import { createItems, createQueue, createUser, type Queue, type WorldItem } from './sync-world.ts'

/** Two stores that send packages to warehouses, and the operations by which they do. */
export function preparePackageWorld() {
  const { db, world, send } = preparePushWorld()
  const otherSeller = newId()
  const labelCircuit = newId()

  beforeAll(async () => {
    await db().owner.query(`update circuit set type = 'store_drop' where account_id = $1`, [world().accountId])
    await db().owner.query(
      `insert into circuit (account_id, id, type, name) values ($1, $2, 'store_drop_label', 'Label')`,
      [world().accountId, labelCircuit],
    )
    const otherStore = newId()
    await db().owner.query(
      `insert into organization (account_id, id, parent_organization_id, type, common_name)
       select account_id, $2, parent_organization_id, 'store', 'Other store' from organization where id = $1`,
      [world().storeId, otherStore],
    )
    await createUser(db().owner, world(), otherSeller, 'tim', 'store_seller', otherStore)
  })

  const storeItems = (count: number) => createItems(db().owner, world(), count, { status: 'item_awaiting_inventory' })
  const seller = () => createQueue(world(), { userId: world().seller, module: 'tim' })

  async function drawnNumber(userId = world().seller): Promise<string> {
    const { firstSerial } = await createDrawBlock(db().deps)({
      accountId: world().accountId,
      userId,
      deviceId: randomUUID(),
    })
    return packageNumber(firstSerial)
  }

  const fromStore = () => ({ type: 'store', storeId: world().storeId })

  function open(queue: Queue, packageId: string, destination = world().warehouseA, origin: object = fromStore()) {
    const args = { packageId, origin, destinationWarehouseId: destination }
    return queue.operation('openPackage', args, { lanes: [`package:${packageId}`] })
  }
  function put(queue: Queue, packageId: string, item: WorldItem, type = 'putInPackage') {
    return queue.operation(type, { itemId: item.id, packageId }, { lanes: [`item:${item.id}`, `package:${packageId}`] })
  }
  function close(queue: Queue, packageId: string, number: string, items: readonly WorldItem[]) {
    const itemIds = items.map(({ id }) => id)
    return queue.operation('closePackage', { packageId, number, itemIds }, { lanes: [`package:${packageId}`] })
  }

  return { db, world, send, otherSeller, labelCircuit, storeItems, seller, drawnNumber, open, put, close }
}

/** Outcomes of a push: the code of each, or its status where it has none. */
export const codes = ({ outcomes }: PushAnswer): string[] => outcomes.map(({ status, code }) => code ?? status)
