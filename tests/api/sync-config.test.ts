import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createPull } from '#api/sync/pull.ts'
import type { PullIdentity } from '#api/sync/scope.ts'
import { createSnapshot } from '#api/sync/snapshot.ts'
import { chooseWarehouse, type DispatchCondition, type DispatchSubject } from '#domain/dispatch/dispatch-rule.ts'
import { dispatchSetupOf, dispatchSubjectOf } from '#sync/replica/dispatch-subject.ts'
import { unpackItem, type ItemRow, type PackedItem } from '#sync/wire/item-row.ts'
import { configSchema, snapshotHeadSchema, type Config } from '#sync/wire/pull.ts'
import { createItems, createSyncDatabase, createWorld } from '#tests/support/sync-world.ts'
import type { SyncTestDatabase, SyncWorld, WorldItem } from '#tests/support/sync-world.ts'

let db: SyncTestDatabase
let world: SyncWorld
let operator: PullIdentity
let seller: PullIdentity

beforeAll(async () => {
  db = await createSyncDatabase()
})
beforeEach(async () => {
  world = await createWorld(db.owner)
  const { accountId, warehouseA, storeId } = world
  const inWarehouse = { module: 'rps', userType: 'warehouse_operator', organizationId: warehouseA } as const
  operator = { accountId, userId: world.operatorA, ...inWarehouse }
  seller = { accountId, userId: world.seller, module: 'tim', userType: 'store_seller', organizationId: storeId }
})
afterAll(() => db.close())

interface Base {
  readonly config: Config
  readonly cursor: string
  readonly items: readonly ItemRow[]
}

async function fetchBase(identity: PullIdentity): Promise<Base> {
  const answer = await createSnapshot(db.deps)(identity, { protocol: 1, deviceId: randomUUID(), uncovered: [] })
  if (!answer.ok) throw new Error(answer.error.code)
  const lines = (await new Response(answer.value).text()).trimEnd().split('\n')
  const { config, cursor } = snapshotHeadSchema.parse(JSON.parse(lines[0]!))
  return { config, cursor, items: lines.slice(1, -1).map((line) => unpackItem(JSON.parse(line) as PackedItem)) }
}

/** The configuration that a device gets after a change; null where it gets none. */
async function configAfter(identity: PullIdentity, sql: string, values: readonly unknown[]): Promise<Config | null> {
  const { cursor } = await fetchBase(identity)
  await db.owner.query(sql, [...values])
  const page = await createPull(db.deps)(identity, { protocol: 1, deviceId: randomUUID(), cursor, uncovered: [] })
  if (!page.ok) throw new Error(page.error.code)
  return page.value.config
}

const namesIn = (config: Config | null, id: string) => config?.people?.filter((one) => one.id === id)

describe('the people that a device knows', () => {
  test('are those of its own warehouse, by name alone', async () => {
    const { config } = await fetchBase(operator)
    const { rows } = await db.owner.query<{ name: string }>(
      `select first_name || ' ' || last_name as name from user_account where id = $1`,
      [world.operatorA2],
    )
    expect(new Set(config.people?.map(({ id }) => id))).toEqual(
      new Set([world.operatorA, world.operatorA2, world.managerA]),
    )
    expect(config.people).toContainEqual({ id: world.operatorA2, name: rows[0]!.name })
  })

  test('are nobody in a store', async () => {
    expect((await fetchBase(seller)).config.people).toEqual([])
  })

  test('get another name, come and go with their work', async () => {
    const renamed = `update user_account set last_name = 'Žižka' where id = $1`
    const config = await configAfter(operator, renamed, [world.operatorA2])
    expect(namesIn(config, world.operatorA2)?.[0]?.name).toMatch(/ Žižka$/)
    const moved = `update user_module set organization_id = $2 where user_id = $1`
    const away = await configAfter(operator, moved, [world.operatorA2, world.warehouseB])
    expect(namesIn(away, world.operatorA2)).toEqual([])
    const left = await configAfter(operator, `delete from user_module where user_id = $1`, [world.managerA])
    expect(left?.people?.map(({ id }) => id)).toEqual([world.operatorA])
  })

  test('send no configuration again by signing in', async () => {
    const signedIn = `update user_account set last_login_at = now() where id = $1`
    expect(await configAfter(operator, signedIn, [world.operatorA2])).toBeNull()
  })
})

test('a device learns where its store is, how it is called, and that its place is not known any more', async () => {
  const put = `update organization set latitude = $2, longitude = $3, common_name = $4 where id = $1`
  const name = 'Moved'
  const moved = await configAfter(seller, put, [world.storeId, 50.6292, 3.0573, name])
  const coordinates = { latitude: 50.6292, longitude: 3.0573 }
  expect(moved?.stores).toEqual([{ id: world.storeId, name, coordinates }])
  const lost = await configAfter(seller, put, [world.storeId, null, null, name])
  expect(lost?.stores).toEqual([{ id: world.storeId, name, coordinates: null }])
})

describe('what a device knows for dispatch suggestions', () => {
  async function addCategoryAbove(): Promise<string> {
    const id = newId()
    await db.owner.query(
      `insert into category (account_id, id, name, identifier) values ($1, $2, 'Electronics', 'electronics')`,
      [world.accountId, id],
    )
    await db.owner.query(`update category set parent_category_id = $2 where id = $1`, [world.categoryId, id])
    return id
  }

  async function addRule(condition: DispatchCondition, warehouseIds: readonly string[]): Promise<void> {
    const id = newId()
    await db.owner.query(
      `insert into warehouse_dispatch_rule (account_id, id, title, position, conditions) values ($1, $2, 'Rule', 1, $3)`,
      [world.accountId, id, JSON.stringify([condition])],
    )
    for (const [at, warehouseId] of warehouseIds.entries())
      await db.owner.query(
        `insert into warehouse_dispatch_rule_warehouse (account_id, rule_id, warehouse_id, position)
         values ($1, $2, $3, $4)`,
        [world.accountId, id, warehouseId, at + 1],
      )
  }

  async function place(id: string, latitude: number): Promise<void> {
    await db.owner.query(`update organization set latitude = $2, longitude = 3 where id = $1`, [id, latitude])
  }

  /** What the server's own tables say of an item. */
  async function subjectOnServer(item: WorldItem): Promise<DispatchSubject> {
    const { rows } = await db.owner.query<Omit<DispatchSubject, 'origin'> & { latitude: number; longitude: number }>(
      `select p.brand, k.path as "categoryPath", b.circuit_id as "circuitId", b.declared_grade as "declaredState",
         o.latitude, o.longitude
       from item i join buyback b on b.id = i.buyback_id join product p on p.id = i.product_id
       join category k on k.id = b.category_id join organization o on o.id = i.store_id where i.id = $1`,
      [item.id],
    )
    const { latitude, longitude, ...subject } = rows[0]!
    return { ...subject, origin: { latitude, longitude } }
  }

  test('gives an item the same subject, and the same warehouse, offline as on the server', async () => {
    const above = await addCategoryAbove()
    await place(world.storeId, 50.6)
    await place(world.warehouseA, 43.3)
    await place(world.warehouseB, 50.4)
    const [item] = await createItems(db.owner, world, 1, { status: 'item_awaiting_inventory' })
    await db.owner.query(`update buyback set declared_grade = 'grade_b' where id = $1`, [item!.buybackId])
    await db.owner.query(
      `insert into warehouse_dispatch (account_id, id, default_warehouse_id, is_geographic) values ($1, $2, $3, true)`,
      [world.accountId, newId(), world.warehouseA],
    )
    for (const condition of [
      { attribute: 'category', operator: 'is', values: [above] },
      { attribute: 'circuit', operator: 'in', values: [world.circuitId] },
      { attribute: 'brand', operator: 'is_not', values: ['Brand'] },
      { attribute: 'declared_state', operator: 'is', values: ['grade_b'] },
    ] as const) {
      await db.owner.query(`delete from warehouse_dispatch_rule_warehouse where account_id = $1`, [world.accountId])
      await db.owner.query(`delete from warehouse_dispatch_rule where account_id = $1`, [world.accountId])
      await addRule(condition, [world.warehouseA, world.warehouseB])
      const { config, items } = await fetchBase(seller)
      const offline = dispatchSubjectOf(
        items.find(({ id }) => id === item!.id)!,
        config,
      )
      const online = await subjectOnServer(item!)
      expect({ ...offline, categoryPath: offline.categoryPath.toReversed() }).toEqual(online)
      const setup = dispatchSetupOf(config)!
      const chosen = chooseWarehouse(offline, setup)
      expect(chosen).toEqual(chooseWarehouse(online, setup))
      // The nearest one by the rule, the default one without.
      const isMatch = condition.operator !== 'is_not'
      expect(chosen).toEqual({ ok: true, value: isMatch ? world.warehouseB : world.warehouseA })
    }
  })

  test('names no warehouse that is inactive, and follows one that becomes so', async () => {
    await db.owner.query(`insert into warehouse_dispatch (account_id, id, default_warehouse_id) values ($1, $2, $3)`, [
      world.accountId,
      newId(),
      world.warehouseA,
    ])
    await addRule({ attribute: 'circuit', operator: 'in', values: [world.circuitId] }, [
      world.warehouseA,
      world.warehouseB,
    ])
    const { config } = await fetchBase(seller)
    expect(config.dispatch).toMatchObject({
      defaultWarehouseId: world.warehouseA,
      rules: [{ warehouseIds: [world.warehouseA, world.warehouseB] }],
    })
    const closed = `update organization set status = 'inactive' where id = $1`
    expect((await configAfter(seller, closed, [world.warehouseA]))?.dispatch).toMatchObject({
      defaultWarehouseId: null,
      rules: [{ warehouseIds: [world.warehouseB] }],
    })
  })

  test('says of each warehouse whether it is active, and follows what becomes of it', async () => {
    const activity = ({ warehouses }: Config) => new Map(warehouses.map(({ id, isActive }) => [id, isActive]))
    const { warehouseA, warehouseB } = world
    expect(activity((await fetchBase(seller)).config)).toEqual(
      new Map([warehouseA, warehouseB].map((id) => [id, true])),
    )
    const closed = await configAfter(seller, `update organization set status = 'inactive' where id = $1`, [warehouseA])
    expect(activity(configSchema.parse(closed)).get(warehouseA)).toBe(false)
  })

  test('follows a category that comes to lie under another one, and a store that gets a place', async () => {
    const above = await addCategoryAbove()
    const config = await configAfter(seller, `update category set parent_category_id = null where id = $1`, [
      world.categoryId,
    ])
    expect(config?.categories).toEqual([])
    const again = `update category set parent_category_id = $2 where id = $1`
    expect((await configAfter(seller, again, [world.categoryId, above]))?.categories).toEqual([
      { id: world.categoryId, parentId: above },
    ])
    const placed = `update organization set latitude = 1, longitude = 2 where id = $1`
    expect((await configAfter(seller, placed, [world.storeId]))?.stores).toEqual([
      { id: world.storeId, name: `store ${world.storeId.slice(-4)}`, coordinates: { latitude: 1, longitude: 2 } },
    ])
  })
})
