import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createDrawBlock } from '#api/sync/number-blocks.ts'
import type { PullIdentity } from '#api/sync/scope.ts'
import { createAudit, createSnapshot } from '#api/sync/snapshot.ts'
import type { Module } from '#domain/organization/module.ts'
import { packageNumber } from '#domain/expedition/package-number.ts'
import { snapshotHeadSchema } from '#sync/wire/pull.ts'
import { preparePull } from '#tests/support/pull-world.ts'
import { createItems, createQueue, createUser, createWorld } from '#tests/support/sync-world.ts'

const sync = preparePull()
let unitId: string
let otherStoreId: string
let manager: PullIdentity
let rootManager: PullIdentity

beforeEach(async () => {
  const { owner } = sync.db
  const { accountId, storeId } = sync.world
  const { rows } = await owner.query<{ unit: string; root: string }>(
    `select u.id as unit, u.parent_organization_id as root from organization s
       join organization u on u.account_id = s.account_id and u.id = s.parent_organization_id where s.id = $1`,
    [storeId],
  )
  const { root } = rows[0]!
  unitId = rows[0]!.unit
  const otherUnit = newId()
  otherStoreId = newId()
  for (const [id, parent, type] of [
    [otherUnit, root, 'management_unit'],
    [otherStoreId, otherUnit, 'store'],
  ]) {
    await owner.query(
      `insert into organization (account_id, id, parent_organization_id, type, common_name) values ($1, $2, $3, $4, 'Other')`,
      [accountId, id, parent, type],
    )
  }
  const of = async (userType: 'management_unit_manager' | 'root_management_unit_manager', organizationId: string) => {
    const userId = newId()
    await createUser(owner, sync.world, userId, 'tim', userType, organizationId)
    return { accountId, userId, module: 'tim' as const, userType, organizationId }
  }
  manager = await of('management_unit_manager', unitId)
  rootManager = await of('root_management_unit_manager', root)
})

const bare = () => ({ protocol: 1, deviceId: randomUUID(), uncovered: [] })

async function headOf(identity: PullIdentity, choice: { storeId?: string; warehouseId?: string }) {
  const answer = await createSnapshot(sync.db.deps)(identity, { ...bare(), ...choice })
  if (!answer.ok) return answer.error
  const lines = (await new Response(answer.value).text()).trimEnd().split('\n')
  return { ...snapshotHeadSchema.parse(JSON.parse(lines[0]!)), itemCount: lines.length - 2 }
}

describe('a manager who chooses a store', () => {
  test.each(['tim', 'root'] as const)('keeps what the store itself keeps, in the module %s', async (module: Module) => {
    await createItems(sync.db.owner, sync.world, 2)
    const { storeId } = sync.world
    const own = await sync.fetchBase(sync.seller)
    const head = await headOf({ ...manager, module }, { storeId })
    expect(head).toMatchObject({ scope: own.head.scope, itemCount: 2 })
    expect(head).toMatchObject({ config: { stores: [{ id: storeId, name: `store ${storeId.slice(-4)}` }] } })
    const audited = await createAudit(sync.db.deps)({ ...manager, module }, { protocol: 1, storeId })
    expect(audited).toMatchObject({ ok: true, value: { count: 2 } })
  })

  test('follows its changes', async () => {
    const [item] = await createItems(sync.db.owner, sync.world, 1)
    const { cursor } = (await headOf(manager, { storeId: sync.world.storeId })) as { cursor: string }
    await sync.update(`update item set status = 'item_lost_transport' where id = $1`, [item!.id])
    const page = await sync.pull(manager, { ...bare(), cursor, storeId: sync.world.storeId })
    expect(page.ok && page.value.items.map(([id]) => id)).toEqual([item!.id])
    const foreign = await sync.pull(manager, { ...bare(), cursor, storeId: otherStoreId })
    expect(foreign).toMatchObject({ ok: false, error: { code: 'REQUEST_NOT_FOUND', field: 'storeId' } })
  })

  test('gets the same answer for a store of another branch, of another account, and for none at all (BASE-4)', async () => {
    const unknown = { code: 'REQUEST_NOT_FOUND', field: 'storeId' }
    const other = await createWorld(sync.db.owner)
    for (const storeId of [otherStoreId, other.storeId, newId(), 'no id', unitId, sync.world.warehouseA]) {
      expect(await headOf(manager, { storeId }), storeId).toEqual(unknown)
      const audited = await createAudit(sync.db.deps)(manager, { protocol: 1, storeId })
      expect(audited, storeId).toEqual({ ok: false, error: unknown })
    }
    for (const storeId of [sync.world.storeId, otherStoreId])
      expect(await headOf(rootManager, { storeId })).toMatchObject({ scope: { storeIds: [storeId] } })
    expect(await headOf(rootManager, { storeId: other.storeId })).toEqual(unknown)
  })

  test('keeps the configuration alone before the choice, and no warehouse by any', async () => {
    const none = { scope: { storeIds: [], warehouseIds: [] }, itemCount: 0 }
    await createItems(sync.db.owner, sync.world, 1)
    expect(await headOf(manager, {})).toMatchObject(none)
    expect(await headOf(manager, { warehouseId: sync.world.warehouseA })).toMatchObject(none)
  })
})

test('a user who has a place of their own, or sends nothing, gains no store by naming one', async () => {
  const { storeId } = sync.world
  expect(await headOf(sync.seller, { storeId: otherStoreId })).toMatchObject({ scope: { storeIds: [storeId] } })
  for (const userType of ['management_unit_analyst', 'root_management_unit_analyst'] as const)
    expect(await headOf({ ...manager, userType }, { storeId })).toMatchObject({ scope: { storeIds: [] } })
  expect(await headOf(sync.operator, { storeId })).toMatchObject({ scope: { storeIds: [] } })
})

test.each(['manager', 'rootManager'] as const)('what a %s packs in a store is taken, with its undoing', async (who) => {
  const { userId, module } = who === 'manager' ? manager : rootManager
  const { accountId, storeId, warehouseA } = sync.world
  const items = await createItems(sync.db.owner, sync.world, 2, { status: 'item_awaiting_inventory' })
  await sync.update(`update circuit set type = 'store_drop' where account_id = $1`, [accountId])
  const queue = createQueue(sync.world, { userId, module })
  const packageId = newId()
  const lanes = [`package:${packageId}`]
  const { firstSerial } = await createDrawBlock(sync.db.deps)({ accountId, userId, deviceId: randomUUID() })
  const openAt = (id: string, at: string) =>
    queue.operation(
      'openPackage',
      { packageId: id, origin: { type: 'store', storeId: at }, destinationWarehouseId: warehouseA },
      { lanes: [`package:${id}`] },
    )
  const item = (type: string, itemId: string) => queue.operation(type, { itemId, packageId }, { lanes })
  const closing = { packageId, number: packageNumber(firstSerial), itemIds: [items[0]!.id] }
  const ops = [
    openAt(packageId, storeId),
    ...items.map(({ id }) => item('putInPackage', id)),
    item('takeOutOfPackage', items[1]!.id),
    queue.operation('closePackage', closing, { lanes }),
    openAt(newId(), otherStoreId),
  ]
  const answer = await sync.push(queue.identity, queue.body(ops))
  const results = answer.ok && answer.value.outcomes.map(({ status, code }) => code ?? status)
  const elsewhere = who === 'manager' ? 'rejected' : 'applied'
  expect(results).toHaveLength(6)
  expect(results && results.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'applied'))
  expect(answer.ok && answer.value.outcomes[5]?.status).toBe(elsewhere)
})
