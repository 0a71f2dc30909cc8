import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createDrawBlock } from '#api/sync/number-blocks.ts'
import { createPull } from '#api/sync/pull.ts'
import type { PullIdentity } from '#api/sync/scope.ts'
import { createAudit, createSnapshot } from '#api/sync/snapshot.ts'
import { packageNumber } from '#domain/expedition/package-number.ts'
import { unpackItem, type PackedItem } from '#sync/wire/item-row.ts'
import { pullAnswerSchema, snapshotHeadSchema } from '#sync/wire/pull.ts'
import { sumOpenPackages } from '#sync/wire/sum-shares.ts'
import { createItems, createQueue, type WorldItem } from '#tests/support/sync-world.ts'
import { codes, preparePackageWorld } from '#tests/support/package-world.ts'

const { db, world, send, otherSeller, labelCircuit, storeItems, seller, drawnNumber, open, put, close } =
  preparePackageWorld()

async function storedPackage(id: string) {
  const { rows } = await db().owner.query(
    `select status, number, item_ids, label_state, closed_by, origin_store_id, version from package where id = $1`,
    [id],
  )
  return rows[0] as Record<string, unknown> | undefined
}
async function storedItem({ id }: WorldItem) {
  const { rows } = await db().owner.query(
    `select i.status, i.left_status, i.facts ->> 'packageId' as package, b.status as buyback,
       i.destination_warehouse_id as destination
     from item i join buyback b on b.id = i.buyback_id where i.id = $1`,
    [id],
  )
  return rows[0] as Record<string, unknown>
}

const storeIdentity = (): PullIdentity => ({
  accountId: world().accountId,
  userId: world().seller,
  module: 'tim',
  userType: 'store_seller',
  organizationId: world().storeId,
})
const warehouseIdentity = (organizationId: string): PullIdentity => ({
  accountId: world().accountId,
  userId: world().operatorA,
  module: 'rps',
  userType: 'warehouse_operator',
  organizationId,
})

async function base(identity: PullIdentity) {
  const answer = await createSnapshot(db().deps)(identity, { protocol: 1, deviceId: randomUUID(), uncovered: [] })
  if (!answer.ok) throw new Error(answer.error.code)
  const lines = (await new Response(answer.value).text()).trimEnd().split('\n')
  const head = snapshotHeadSchema.parse(JSON.parse(lines[0]!))
  return { head, items: lines.slice(1, -1).map((line) => unpackItem(JSON.parse(line) as PackedItem)) }
}

async function auditedPackages(identity: PullIdentity) {
  const answer = await createAudit(db().deps)(identity, { protocol: 1 })
  return answer.ok ? answer.value.packages : answer.error
}

async function pulled(identity: PullIdentity, cursor: string) {
  const answer = await createPull(db().deps)(identity, { protocol: 1, deviceId: randomUUID(), cursor, uncovered: [] })
  if (!answer.ok) throw new Error(answer.error.code)
  return pullAnswerSchema.parse(answer.value)
}

describe('a package of a store', () => {
  test('closes with a reserved number, sends its items away, and travels to origin and destination', async () => {
    const items = await storeItems(2)
    const before = await base(storeIdentity())
    expect(before.items.find(({ id }) => id === items[0]!.id)?.facts).toMatchObject({ circuit: 'store_drop' })
    const [queue, packageId, number] = [seller(), newId(), await drawnNumber()]
    const ops = [open(queue, packageId), ...items.map((item) => put(queue, packageId, item))]
    expect(codes(await send(queue, ops))).toEqual(['applied', 'applied', 'applied'])
    expect(await storedItem(items[0]!)).toMatchObject({ status: 'item_awaiting_inventory', package: packageId })
    expect(codes(await send(queue, [close(queue, packageId, number, items)]))).toEqual(['applied'])
    expect(await storedPackage(packageId)).toMatchObject({
      status: 'closed',
      number,
      item_ids: items.map(({ id }) => id),
      label_state: 'ready',
      closed_by: world().seller,
      origin_store_id: world().storeId,
      version: 4,
    })
    for (const item of items) {
      expect(await storedItem(item)).toMatchObject({
        status: 'item_in_transit',
        left_status: 'item_awaiting_inventory',
        buyback: 'bb_in_transit',
      })
    }
    const { rows: transports } = await db().owner.query(
      `select item_id, buyback_id from transport where package_id = $1 order by item_id`,
      [packageId],
    )
    const expected = items.map(({ id, buybackId }) => ({ item_id: id, buyback_id: buybackId }))
    expect(transports).toEqual(expected.toSorted((a, b) => (a.item_id < b.item_id ? -1 : 1)))
    const row = { id: packageId, number, status: 'closed', itemIds: items.map(({ id }) => id), labelState: 'ready' }
    expect((await pulled(storeIdentity(), before.head.cursor)).packages).toMatchObject([row])
    const known = async (identity: PullIdentity) =>
      (await base(identity)).head.packages?.find(({ id }) => id === packageId)
    expect(await known(warehouseIdentity(world().warehouseA))).toMatchObject(row)
    expect(await known(storeIdentity())).toMatchObject(row)
    expect(await known(warehouseIdentity(world().warehouseB))).toBeUndefined()
  })

  test('stays as it is once it is closed, in the database too', async () => {
    const [item, late] = (await storeItems(2)) as [WorldItem, WorldItem]
    const [queue, packageId] = [seller(), newId()]
    await send(queue, [open(queue, packageId), put(queue, packageId, item)])
    await send(queue, [close(queue, packageId, await drawnNumber(), [item])])
    const ops = [put(queue, packageId, late), put(queue, packageId, item, 'takeOutOfPackage')]
    expect(codes(await send(queue, ops))).toEqual(['PACKAGE_CLOSED', 'PACKAGE_CLOSED'])
    await expect(
      db().owner.query(`update package set item_ids = '{}' where id = $1`, [packageId]),
    ).rejects.toMatchObject({
      constraint: 'package_closed',
    })
    await db().owner.query(`update package set label_state = 'failed' where id = $1`, [packageId])
    expect((await base(storeIdentity())).head.packages?.find(({ id }) => id === packageId)).toMatchObject({
      labelState: 'failed',
    })
  })

  test('refuses numbers that nobody reserved or that another package has', async () => {
    const [first, second] = (await storeItems(2)) as [WorldItem, WorldItem]
    const [queue, one, two, number] = [seller(), newId(), newId(), await drawnNumber()]
    await send(queue, [open(queue, one), put(queue, one, first), open(queue, two), put(queue, two, second)])
    expect(
      codes(
        await send(queue, [
          close(queue, one, packageNumber(9_000_000_000), [first]),
          close(queue, one, number, [first]),
          close(queue, two, number, [second]),
        ]),
      ),
    ).toEqual(['PACKAGE_NUMBER_NOT_RESERVED', 'applied', 'PACKAGE_NUMBER_TAKEN'])
    expect(await storedPackage(two)).toMatchObject({ status: 'open', number: null })
  })

  test('is opened once, by whichever of two devices comes first with its id', async () => {
    for (let round = 0; round < 20; round++) {
      const packageId = newId()
      const queues = [seller(), seller()]
      const answers = await Promise.all(queues.map((queue) => send(queue, [open(queue, packageId)])))
      expect(answers.flatMap(codes).toSorted()).toEqual(['BB_ALREADY_PROCESSED', 'applied'])
    }
  })

  test('closes for one of two devices, and refuses the content that the other one saw', async () => {
    const [item, late] = (await storeItems(2)) as [WorldItem, WorldItem]
    const [one, two, packageId] = [seller(), seller(), newId()]
    await send(one, [open(one, packageId), put(one, packageId, item)])
    expect(codes(await send(two, [put(two, packageId, late)]))).toEqual(['applied'])
    const number = await drawnNumber()
    expect(codes(await send(one, [close(one, packageId, number, [item])]))).toEqual(['PACKAGE_CONTENT_CHANGED'])
    expect(codes(await send(two, [close(two, packageId, number, [item, late])]))).toEqual(['applied'])
  })

  test('is out of reach of another store, and an item is in one open package only', async () => {
    const [item] = (await storeItems(1)) as [WorldItem]
    const [queue, one, two] = [seller(), newId(), newId()]
    await send(queue, [open(queue, one), open(queue, two), put(queue, one, item)])
    expect(codes(await send(queue, [put(queue, one, item), put(queue, two, item)]))).toEqual([
      'BB_ALREADY_FILLED',
      'BB_ALREADY_PROCESSED',
    ])
    const stranger = createQueue(world(), { userId: otherSeller, module: 'tim' })
    const tries = [put(stranger, one, item, 'takeOutOfPackage'), open(stranger, newId())]
    expect(codes(await send(stranger, tries))).toEqual(['SYNC_OUT_OF_SCOPE', 'SYNC_OUT_OF_SCOPE'])
    const undo = queue.operation(
      'undoPackageItem',
      { targetOpId: newId(), itemId: item.id, packageId: one },
      { lanes: [`item:${item.id}`] },
    )
    expect(codes(await send(queue, [undo, put(queue, one, item, 'takeOutOfPackage'), put(queue, two, item)]))).toEqual([
      'UNDO_NOT_LATEST',
      'applied',
      'applied',
    ])
    expect(await storedPackage(one)).toMatchObject({ item_ids: [], status: 'open' })
    expect(await storedPackage(two)).toMatchObject({ item_ids: [item.id] })
  })

  test('loses what a warehouse has taken in before anybody closed it, and closes with the rest', async () => {
    const [item, rest] = (await storeItems(2)) as [WorldItem, WorldItem]
    const [queue, arriving, packageId] = [seller(), createQueue(world()), newId()]
    await send(queue, [open(queue, packageId), put(queue, packageId, item), put(queue, packageId, rest)])
    const { cursor } = (await base(storeIdentity())).head
    const checkIn = arriving.checkIn(item)
    expect(codes(await send(arriving, [checkIn]))).toEqual(['applied'])
    expect(await storedItem(item)).toMatchObject({ status: 'item_awaiting_compliancy_tests', package: null })
    expect((await pulled(storeIdentity(), cursor)).packages).toMatchObject([{ id: packageId, itemIds: [rest.id] }])
    const args = { targetOpId: checkIn.opId, itemId: item.id, code: item.code }
    const undo = arriving.operation('undoCheckIn', args, { lanes: [`item:${item.id}`] })
    expect(codes(await send(arriving, [undo]))).toEqual(['applied'])
    expect(await storedPackage(packageId)).toMatchObject({ item_ids: [rest.id, item.id] })
    expect(codes(await send(arriving, [arriving.checkIn(item)]))).toEqual(['applied'])
    expect(codes(await send(queue, [close(queue, packageId, await drawnNumber(), [rest])]))).toEqual(['applied'])
  })

  test('names its place by the tables, and refuses what no warehouse is', async () => {
    const queue = seller()
    const ops = [
      open(queue, newId(), newId()),
      open(queue, newId(), world().warehouseA, { type: 'warehouse', warehouseId: world().warehouseB }),
    ]
    expect(codes(await send(queue, ops))).toEqual(['PACKAGE_DESTINATION_UNKNOWN', 'SYNC_OUT_OF_SCOPE'])
  })

  test('takes nothing more once its warehouse is inactive', async () => {
    const [first, second] = (await storeItems(2)) as [WorldItem, WorldItem]
    const [queue, packageId] = [seller(), newId()]
    expect(codes(await send(queue, [open(queue, packageId), put(queue, packageId, first)]))).toEqual([
      'applied',
      'applied',
    ])
    const set = (status: string) =>
      db().owner.query(`update organization set status = $2 where id = $1`, [world().warehouseA, status])
    await set('inactive')
    const ops = [put(queue, packageId, second), open(queue, newId())]
    const refused = codes(await send(queue, ops))
    await set('active')
    expect(refused).toEqual(['PACKAGE_DESTINATION_INACTIVE', 'PACKAGE_DESTINATION_INACTIVE'])
  })
})

test('an audit counts and hashes the open packages of origin and destination, and of no other place (BASE-6)', async () => {
  const [item] = (await storeItems(1)) as [WorldItem]
  const [queue, packageId, elsewhere] = [seller(), newId(), newId()]
  await send(queue, [open(queue, packageId), open(queue, elsewhere, world().warehouseB)])
  const places = [storeIdentity(), warehouseIdentity(world().warehouseA), warehouseIdentity(world().warehouseB)]
  const agree = async (ids: readonly (readonly string[])[]): Promise<void> => {
    for (const [at, place] of places.entries()) {
      const packages = (await base(place)).head.packages ?? []
      const told = packages.filter(({ id, status }) => status === 'open' && [packageId, elsewhere].includes(id))
      expect(told.map(({ id }) => id).toSorted()).toEqual([...ids[at]!].toSorted())
      expect(await auditedPackages(place)).toEqual(sumOpenPackages(packages))
    }
  }
  await agree([[packageId, elsewhere], [packageId], [elsewhere]])
  const before = await auditedPackages(places[1]!)
  await send(queue, [put(queue, packageId, item)])
  expect(await auditedPackages(places[1]!)).not.toEqual(before)
  await agree([[packageId, elsewhere], [packageId], [elsewhere]])
  await send(queue, [close(queue, packageId, await drawnNumber(), [item])])
  await agree([[elsewhere], [], [elsewhere]])
  const nowhere = { ...storeIdentity(), module: 'root', userType: 'buyer_manager' } as const
  expect(await auditedPackages(nowhere)).toEqual({ count: 0, hash: 0 })
})

test('a product with its own label is handed over, and leaves a transport without a package', async () => {
  const [item] = (await storeItems(1)) as [WorldItem]
  await db().owner.query(`update buyback set circuit_id = $2 where id = $1`, [item.buybackId, labelCircuit])
  const [queue, packageId] = [seller(), newId()]
  const handOver = () => queue.operation('handOverItem', { itemId: item.id }, { lanes: [`item:${item.id}`] })
  expect(codes(await send(queue, [open(queue, packageId), put(queue, packageId, item), handOver()]))).toEqual([
    'applied',
    'ITEM_DROP_LABEL_NOT_SHIPPABLE',
    'TRANSPORT_LABEL_CANT_BE_DOWNLOADED',
  ])
  await db().owner.query(`update item set facts = '{"hasTransportLabel": true}' where id = $1`, [item.id])
  expect(codes(await send(queue, [handOver()]))).toEqual(['applied'])
  expect(await storedItem(item)).toMatchObject({ status: 'item_in_transit', buyback: 'bb_in_transit' })
  const { rows } = await db().owner.query(`select package_id from transport where item_id = $1`, [item.id])
  expect(rows).toEqual([{ package_id: null }])
})

test('a product that its customer sends needs no expedition, which its circuit says before its place', async () => {
  const postCircuit = newId()
  await db().owner.query(`insert into circuit (account_id, id, type, name) values ($1, $2, 'web_post', 'Post')`, [
    world().accountId,
    postCircuit,
  ])
  const [item] = (await createItems(db().owner, world(), 1, { status: 'item_created' })) as [WorldItem]
  await db().owner.query(`update buyback set circuit_id = $2, store_id = null where id = $1`, [
    item.buybackId,
    postCircuit,
  ])
  await db().owner.query(`update item set store_id = null, facts = '{"hasTransportLabel": true}' where id = $1`, [
    item.id,
  ])
  const [queue, packageId] = [seller(), newId()]
  const handOver = queue.operation('handOverItem', { itemId: item.id }, { lanes: [`item:${item.id}`] })
  expect(codes(await send(queue, [handOver, open(queue, packageId), put(queue, packageId, item)]))).toEqual([
    'BB_EXPEDITION_NOT_NEEDED',
    'applied',
    'BB_EXPEDITION_NOT_NEEDED',
  ])
})

test('a warehouse forwards what it registered for another one, and what is tested anywhere', async () => {
  const [foreign, tested] = (await createItems(db().owner, world(), 2, { destination: world().warehouseB })) as [
    WorldItem,
    WorldItem,
  ]
  const stock = await db().owner.query<{ id: string }>(
    `select id from stock where warehouse_id = $1 and native = 'refurbishment_completed'`,
    [world().warehouseA],
  )
  await db().owner.query(
    `update item set status = 'item_completed', tested = true, warehouse_id = $2, stock_id = $3,
       destination_warehouse_id = $2 where id = $1`,
    [tested.id, world().warehouseA, stock.rows[0]?.id],
  )
  const [queue, packageId] = [createQueue(world()), newId()]
  const origin = { type: 'warehouse', warehouseId: world().warehouseA }
  const items = [foreign, tested]
  const ops = [
    queue.checkIn(foreign),
    open(queue, packageId, world().warehouseB, origin),
    ...items.map((item) => put(queue, packageId, item)),
    close(queue, packageId, await drawnNumber(world().operatorA), items),
  ]
  expect(codes(await send(queue, ops))).toEqual(['applied', 'applied', 'applied', 'applied', 'applied'])
  expect(await storedItem(foreign)).toMatchObject({ left_status: 'item_registered_in_warehouse' })
  expect(await storedItem(tested)).toMatchObject({
    status: 'item_in_transit',
    left_status: 'item_completed',
    destination: world().warehouseB,
  })
  const arriving = createQueue(world(), { userId: world().operatorB })
  const checkIn = arriving.checkIn(tested, {}, { warehouseId: world().warehouseB })
  expect(codes(await send(arriving, [checkIn]))).toEqual(['applied'])
  expect(await storedItem(tested)).toMatchObject({ status: 'item_completed' })
})

test('blocks of package numbers never overlap, also when several devices draw them at once (RESTORE-4)', async () => {
  const draw = createDrawBlock(db().deps)
  const blocks = await Promise.all(
    Array.from({ length: 12 }, () =>
      draw({ accountId: world().accountId, userId: world().seller, deviceId: randomUUID() }),
    ),
  )
  const sorted = blocks.toSorted((a, b) => a.firstSerial - b.firstSerial)
  for (const [at, block] of sorted.entries()) {
    expect(block.lastSerial - block.firstSerial).toBe(49)
    if (at > 0) expect(block.firstSerial).toBeGreaterThan(sorted[at - 1]!.lastSerial)
  }
})

test('devices get the dispatch rules in order, and hear of every change', async () => {
  const ids = [newId(), newId()]
  for (const [at, id] of ids.entries()) {
    await db().owner.query(
      `insert into warehouse_dispatch_rule (account_id, id, title, position, conditions) values ($1, $2, $3, $4, $5)`,
      [world().accountId, id, `Rule ${at}`, 2 - at, '[{"attribute":"brand","operator":"is","values":["Brand"]}]'],
    )
    await db().owner.query(
      `insert into warehouse_dispatch_rule_warehouse (account_id, rule_id, warehouse_id, position)
       values ($1, $2, $3, 1)`,
      [world().accountId, id, world().warehouseB],
    )
  }
  const { head } = await base(storeIdentity())
  expect(head.config.dispatch).toMatchObject({ defaultWarehouseId: null, isGeographic: false })
  expect(head.config.dispatch?.rules.map(({ title }) => title)).toEqual(['Rule 1', 'Rule 0'])
  await db().owner.query(
    `insert into warehouse_dispatch (account_id, id, default_warehouse_id, is_geographic) values ($1, $2, $3, true)`,
    [world().accountId, newId(), world().warehouseA],
  )
  await db().owner.query(`update organization set latitude = 45.7, longitude = 4.8 where id = $1`, [world().warehouseA])
  const { config } = await pulled(storeIdentity(), head.cursor)
  expect(config?.dispatch).toMatchObject({ defaultWarehouseId: world().warehouseA, isGeographic: true })
  expect(config?.warehouses.find(({ id }) => id === world().warehouseA)?.coordinates).toEqual({
    latitude: 45.7,
    longitude: 4.8,
  })
})
