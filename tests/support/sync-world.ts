import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createDatabase as openDatabase, type Database } from '#api/db/database.ts'
import { newId } from '#api/db/new-id.ts'
import type { SyncDeps } from '#api/sync/sync-deps.ts'
import type { PushIdentity } from '#api/sync/push-envelope.ts'
import type { Module } from '#domain/organization/module.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import type { Operation } from '#sync/wire/operation.ts'
import { createDatabase, type TestDatabase } from './postgres.ts'

/** A database of a test's own with everything that the server half of the engine needs. */
export interface SyncTestDatabase {
  readonly test: TestDatabase
  readonly database: Database
  readonly owner: pg.Client
  readonly deps: SyncDeps
  /** What the engine logged as errors. */
  readonly errors: { readonly facts: object; readonly message: string }[]
  close(): Promise<void>
}

/** An account with two warehouses, a store, a manager, two operators, an admin. */
export interface SyncWorld {
  readonly accountId: string
  readonly warehouseA: string
  readonly warehouseB: string
  readonly storeId: string
  readonly productId: string
  readonly circuitId: string
  readonly categoryId: string
  readonly operatorA: string
  readonly operatorA2: string
  readonly operatorB: string
  readonly managerA: string
  readonly admin: string
  readonly seller: string
}

/** An item of a world. */
export interface WorldItem {
  readonly id: string
  readonly code: string
  readonly buybackId: string
}

/** Opens a database as the application and as the owner: a clone, or the one given. */
export async function createSyncDatabase(maxConnections = 30, given?: TestDatabase): Promise<SyncTestDatabase> {
  const test = given ?? (await createDatabase())
  const database = openDatabase({ appUrl: test.appUrl, maxConnections })
  const owner = new pg.Client({ connectionString: test.ownerUrl })
  await owner.connect()
  await owner.query(`set app.system = 'on'`)
  const errors: { facts: object; message: string }[] = []
  const deps: SyncDeps = {
    pool: database.pool,
    nowMs: () => Date.now(),
    newId,
    jitterMs: () => Math.random() * 10,
    log: { warn: () => undefined, error: (facts, message) => errors.push({ facts, message }) },
  }
  return {
    test,
    database,
    owner,
    deps,
    errors,
    async close() {
      await owner.end()
      await database.close()
      await test.drop()
    },
  }
}

/**
 * Creates an account by the owner's hand; in a database of before the platform had an account, without the administrator.
 */
export async function createWorld(
  owner: pg.Client,
  { hasPlatform = true }: { readonly hasPlatform?: boolean } = {},
): Promise<SyncWorld> {
  const world: SyncWorld = {
    accountId: newId(),
    warehouseA: newId(),
    warehouseB: newId(),
    storeId: newId(),
    productId: newId(),
    circuitId: newId(),
    categoryId: newId(),
    operatorA: newId(),
    operatorA2: newId(),
    operatorB: newId(),
    managerA: newId(),
    admin: newId(),
    seller: newId(),
  }
  const root = newId()
  const unit = newId()
  const account = world.accountId
  await owner.query(`insert into account (id, name, is_retailer) values ($1, 'Test', true)`, [account])
  await owner.query(`insert into organization_root_detail (account_id, id) values ($1, $2)`, [account, newId()])
  const places: readonly (readonly [string, string | null, string])[] = [
    [root, null, 'root_management_unit'],
    [unit, root, 'management_unit'],
    [world.warehouseA, root, 'warehouse'],
    [world.warehouseB, root, 'warehouse'],
    [world.storeId, unit, 'store'],
  ]
  for (const [id, parent, type] of places) {
    await owner.query(
      `insert into organization (account_id, id, parent_organization_id, type, common_name) values ($1, $2, $3, $4, $5)`,
      [account, id, parent, type, `${type} ${id.slice(-4)}`],
    )
  }
  await owner.query(
    `insert into category (account_id, id, name, identifier, path) values ($1, $2, 'Phones', 'phones', array[$2::uuid])`,
    [account, world.categoryId],
  )
  await owner.query(
    `insert into product (account_id, id, label, brand, main_category_id, status)
     values ($1, $2, 'Phone 12', 'Brand', $3, 'published')`,
    [account, world.productId, world.categoryId],
  )
  await owner.query(`insert into circuit (account_id, id, type, name) values ($1, $2, 'store_collect', 'Collect')`, [
    account,
    world.circuitId,
  ])
  await createUser(owner, world, world.operatorA, 'rps', 'warehouse_operator', world.warehouseA)
  await createUser(owner, world, world.operatorA2, 'rps', 'warehouse_operator', world.warehouseA)
  await createUser(owner, world, world.operatorB, 'rps', 'warehouse_operator', world.warehouseB)
  await createUser(owner, world, world.managerA, 'rps', 'warehouse_manager', world.warehouseA)
  if (hasPlatform) await createAdministrator(owner, world)
  await createUser(owner, world, world.seller, 'tim', 'store_seller', world.storeId)
  return world
}

/** Adds an administrator of the platform who has opened the account. */
async function createAdministrator(owner: pg.Client, { accountId, admin }: SyncWorld): Promise<void> {
  await owner.query(`select make_platform_account('fr-FR')`)
  await owner.query(
    `with home as (
       select o.account_id, o.id from organization o join account a on a.id = o.account_id where a.is_platform),
     made as (
       insert into user_account (account_id, id, email, first_name, last_name)
       select account_id, $1, $2, 'Ana', 'Blum' from home returning account_id),
     held as (
       insert into user_module (account_id, user_id, module, user_type, organization_id)
       select home.account_id, $1, 'root', 'admin', home.id from home, made)
     insert into user_account (account_id, id, email, first_name, last_name, status, stands_in)
     select $3::uuid, $1, 'platform:' || $3 || ':' || $1, 'Ana', 'Blum', 'inactive', true from made`,
    [admin, `${admin}@test.example`, accountId],
  )
}

/** Adds a user of a type to a world. */
export async function createUser(
  owner: pg.Client,
  world: SyncWorld,
  id: string,
  module: Module,
  type: UserType,
  organizationId: string,
): Promise<void> {
  await owner.query(
    `insert into user_account (account_id, id, email, first_name, last_name) values ($1, $2, $3, 'Ana', 'Blum')`,
    [world.accountId, id, `${id}@test.example`],
  )
  await owner.query(
    `insert into user_module (account_id, user_id, module, user_type, organization_id) values ($1, $2, $3, $4, $5)`,
    [world.accountId, id, module, type, organizationId],
  )
}

let codeBlock = 0

/** Adds items in transit to warehouse A (or another), with 13-digit codes that are their buybacks'. */
export async function createItems(
  owner: pg.Client,
  world: SyncWorld,
  count: number,
  { destination = world.warehouseA, status = 'item_in_transit' } = {},
): Promise<readonly WorldItem[]> {
  const block = `2${String((process.pid % 100_000) * 10 + (codeBlock++ % 10)).padStart(6, '0')}`
  const start = Math.floor(Math.random() * 900_000)
  const items = Array.from({ length: count }, (_, at) => ({
    id: newId(),
    buybackId: newId(),
    code: `${block}${String((start + at) % 1_000_000).padStart(6, '0')}`,
  }))
  const json = JSON.stringify(items)
  await owner.query(
    `insert into buyback (account_id, id, identification_number, status, circuit_id, store_id, category_id, product_id)
     select $1, r."buybackId", r.code, 'bb_in_transit', $2, $3, $4, $5
     from jsonb_to_recordset($6::jsonb) r ("buybackId" uuid, code text)`,
    [world.accountId, world.circuitId, world.storeId, world.categoryId, world.productId, json],
  )
  await owner.query(
    `insert into item (account_id, id, buyback_id, identification_number, product_id, status, destination_warehouse_id,
       store_id)
     select $1, r.id, r."buybackId", r.code, $2, $3, $4, $5
     from jsonb_to_recordset($6::jsonb) r (id uuid, "buybackId" uuid, code text)`,
    [world.accountId, world.productId, status, destination, world.storeId, json],
  )
  return items
}

/** A queue of a device, as the device would fill it. */
export interface Queue {
  readonly identity: PushIdentity
  operation(type: string, args: Record<string, unknown>, rest?: Partial<Operation>): Operation
  checkIn(item: WorldItem, rest?: Partial<Operation>, args?: Record<string, unknown>): Operation
  /** The body of a push. */
  body(ops: readonly unknown[]): Record<string, unknown>
  seq: number
}

/** Opens a queue of an operator of warehouse A, or of another user. */
export function createQueue(
  world: SyncWorld,
  { userId = world.operatorA, module = 'rps' as Module, deviceId = randomUUID() as string } = {},
): Queue {
  const identity = { accountId: world.accountId, userId, deviceId, module }
  const queue: Queue = {
    identity,
    seq: 0,
    operation(type, args, rest = {}) {
      queue.seq = rest.seq ?? queue.seq + 1
      return {
        opId: newId(),
        deviceId,
        seq: queue.seq,
        lanes: ['test'],
        type,
        v: 1,
        args,
        actor: userId,
        module,
        basedOn: 0,
        dependsOn: [],
        capturedAt: new Date().toISOString(),
        ...rest,
      }
    },
    checkIn(item, rest = {}, args = {}) {
      const all = { code: item.code, itemId: item.id, warehouseId: world.warehouseA, ...args }
      return queue.operation('checkInItem', all, { lanes: [`item:${item.id}`], ...rest })
    },
    body: (ops) => ({ protocol: 1, deviceId, module, ops }),
  }
  return queue
}
