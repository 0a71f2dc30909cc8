import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { moduleOfType } from '#domain/organization/entity.ts'
import { moduleUserTypes, type Module } from '#domain/organization/module.ts'
import type { OrganizationType } from '#domain/organization/organization-type.ts'
import { workplaceOf } from '#domain/organization/user-rules.ts'
import { isAdminType } from '#domain/organization/user-type.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { connectAsOwner, createAccount, createItems, drawCode, type TestAccount } from '../support/factories.ts'

let test: TestDatabase
let owner: pg.Client
let account: TestAccount

beforeAll(async () => {
  test = await createDatabase()
  owner = await connectAsOwner(test.ownerUrl)
})

beforeEach(async () => {
  account = await createAccount(owner, 'Retailer')
})

afterAll(async () => {
  await owner.end()
  await test.drop()
})

/** The constraint that a statement breaks; none when it passes. */
async function broken(sql: string, ...values: readonly unknown[]): Promise<string | undefined> {
  try {
    await owner.query(sql, [...values])
    return undefined
  } catch (error) {
    return (error as pg.DatabaseError).constraint
  }
}

async function one<R extends pg.QueryResultRow>(sql: string, ...values: readonly unknown[]): Promise<R> {
  return (await owner.query<R>(sql, [...values])).rows[0]!
}

describe('native stocks', () => {
  it('come with every warehouse, five of them', async () => {
    const found = await owner.query(
      'select warehouse_id, count(distinct native)::int as natives from stock where account_id = $1 group by 1',
      [account.id],
    )
    expect(found.rows.map((row) => row.natives)).toEqual([5, 5])
  })

  it('refuse another name, another kind and deletion, and take a location', async () => {
    const id = account.stocks.awaiting_control
    const where = 'where account_id = $1 and id = $2'
    expect(await broken(`update stock set name = 'Mine' ${where}`, account.id, id)).toBe('stock_native_fixed')
    expect(await broken(`update stock set native = null ${where}`, account.id, id)).toBe('stock_native_fixed')
    expect(await broken(`delete from stock ${where}`, account.id, id)).toBe('stock_native_fixed')
    expect(await broken(`update stock set location = 'A-12' ${where}`, account.id, id)).toBeUndefined()
  })

  it('are one of a kind in a warehouse, and an own stock never becomes one', async () => {
    const add = 'insert into stock (account_id, id, warehouse_id, name, native) values ($1, $2, $3, $4, $5)'
    const insert = (name: string, native: string | null): Promise<string | undefined> =>
      broken(add, account.id, newId(), account.warehouseId, name, native)
    expect(await insert('Second', 'in_quarantine')).toBe('stock_account_id_warehouse_id_native_key')
    expect(await insert('Shelf', null)).toBeUndefined()
    expect(await insert('SHELF', null)).toBe('stock_name')
    expect(
      await broken(`update stock set native = 'to_refurbish' where account_id = $1 and name = 'Shelf'`, account.id),
    ).toBe('stock_native_fixed')
  })
})

describe('the tree of entities', () => {
  const insert = (type: string, parent: string | null): Promise<string | undefined> =>
    broken(
      `insert into organization (account_id, id, type, parent_organization_id, common_name)
       values ($1, $2, $3, $4, 'Place')`,
      account.id,
      newId(),
      type,
      parent,
    )

  it('lets a store stand only under a management unit, and a management unit under one or a root', async () => {
    expect(await insert('store', account.rootId)).toBe('organization_parent_type')
    expect(await insert('store', null)).toBe('organization_parent_type')
    expect(await insert('store', account.managementUnitId)).toBeUndefined()
    expect(await insert('management_unit', account.storeId)).toBe('organization_parent_type')
    expect(await insert('management_unit', account.managementUnitId)).toBeUndefined()
    expect(await insert('management_unit', account.rootId)).toBeUndefined()
  })

  it('never changes a type', async () => {
    const change = `update organization set type = 'warehouse' where account_id = $1 and id = $2`
    expect(await broken(change, account.id, account.storeId)).toBe('organization_type_fixed')
  })

  it('keeps the path of a whole branch when it moves, and closes no circle', async () => {
    const upper = newId()
    await owner.query(
      `insert into organization (account_id, id, type, parent_organization_id, common_name)
       values ($1, $2, 'management_unit', $3, 'Upper')`,
      [account.id, upper, account.rootId],
    )
    const move = 'update organization set parent_organization_id = $3 where account_id = $1 and id = $2'
    expect(await broken(move, account.id, account.managementUnitId, upper)).toBeUndefined()
    const store = await one<{ path: string[] }>(
      'select path from organization where account_id = $1 and id = $2',
      account.id,
      account.storeId,
    )
    expect(store.path).toEqual([account.rootId, upper, account.managementUnitId, account.storeId])
    expect(await broken(move, account.id, upper, account.managementUnitId)).toBe('organization_no_circle')
  })

  it('does not let a forged path stand', async () => {
    await owner.query(`update organization set path = '{}' where account_id = $1 and id = $2`, [
      account.id,
      account.storeId,
    ])
    const store = await one<{ depth: number }>(
      'select cardinality(path) as depth from organization where account_id = $1 and id = $2',
      account.id,
      account.storeId,
    )
    expect(store.depth).toBe(3)
  })
})

describe('an item', () => {
  const set = (columns: string, ...values: readonly unknown[]): Promise<string | undefined> =>
    broken(`update item set ${columns} where account_id = $1`, account.id, ...values)

  it('stands in a stock of its warehouse exactly while its status is one inside a warehouse', async () => {
    await createItems(owner, account, 1)
    const { awaiting_control: stock } = account.stocks
    const inside = `status = 'item_awaiting_compliancy_tests'`
    expect(await set(inside)).toBe('item_place')
    expect(await set(`${inside}, warehouse_id = $2`, account.warehouseId)).toBe('item_place')
    expect(await set('warehouse_id = $2', account.warehouseId)).toBe('item_place')
    expect(await set(`${inside}, warehouse_id = $2, stock_id = $3`, account.otherWarehouseId, stock)).toBe(
      'item_account_id_warehouse_id_stock_id_fkey',
    )
    expect(await set(`${inside}, warehouse_id = $2, stock_id = $3`, account.warehouseId, stock)).toBeUndefined()
    expect(await set(`status = 'item_registered_in_warehouse', stock_id = null`)).toBeUndefined()
    expect(await set(`status = 'item_registered_in_warehouse', stock_id = $2`, stock)).toBe('item_place')
  })

  it('is bound for a warehouse and comes from a store, not for an entity of another type', async () => {
    await createItems(owner, account, 1)
    expect(await set('destination_warehouse_id = $2', account.storeId)).toBe(
      'item_account_id_destination_warehouse_id_fkey',
    )
    expect(await set('store_id = $2', account.warehouseId)).toBe('item_account_id_store_id_fkey')
  })

  it('shares no code within its account, and may share one with another account', async () => {
    const code = drawCode(8)
    const other = await createAccount(owner, 'Other')
    await createItems(owner, account, 1, { identification_number: code })
    await expect(createItems(owner, account, 1, { identification_number: code })).rejects.toThrow('duplicate key')
    await expect(createItems(owner, other, 1, { identification_number: code })).resolves.toHaveLength(1)
  })

  it('has a history that can be neither changed, deleted nor emptied', async () => {
    const [item] = await createItems(owner, account, 1)
    await owner.query(`insert into item_history (account_id, id, item_id, action) values ($1, $2, $3, 'create')`, [
      account.id,
      newId(),
      item!.id,
    ])
    expect(await broken(`update item_history set comment = 'x' where account_id = $1`, account.id)).toBe(
      'item_history_append_only',
    )
    // It may lose its words, and nothing with them.
    expect(await broken(`update item_history set comment = null, action = 'x' where account_id = $1`, account.id)).toBe(
      'item_history_append_only',
    )
    expect(await broken('delete from item_history where account_id = $1', account.id)).toBe('item_history_append_only')
    expect(await broken('truncate item_history')).toBe('item_history_append_only')
  })
})

describe('a check-in round', () => {
  it('ends with equal counts or a comment', async () => {
    await owner.query(
      `insert into check_in_round (account_id, id, warehouse_id, device_id, user_id, started_at)
       values ($1, $2, $3, $4, $5, now())`,
      [account.id, newId(), account.warehouseId, newId(), account.userId],
    )
    const end = (rest: string): Promise<string | undefined> =>
      broken(`update check_in_round set ended_at = now(), typed_count = 3, ${rest} where account_id = $1`, account.id)
    expect(await end('distinct_count = 2')).toBe('check_in_round_end')
    expect(await end(`distinct_count = 2, comment = ' '`)).toBe('check_in_round_end')
    expect(await end('distinct_count = 2, known_count = 4')).toBe('check_in_round_end')
    expect(await end('distinct_count = 2, known_count = 3')).toBeUndefined()
    expect(await end('distinct_count = 2, known_count = null')).toBe('check_in_round_end')
    expect(await end(`distinct_count = 2, comment = 'one box was empty'`)).toBeUndefined()
  })
})

describe('the change log', () => {
  const changesAfter = async (n: number): Promise<readonly string[]> => {
    const found = await owner.query<{ line: string }>(
      `select bucket || ' ' || entity || case when deleted then ' gone' else '' end as line
       from sync_change where account_id = $1 and n > $2 order by 1`,
      [account.id, n],
    )
    return found.rows.map((row) => row.line)
  }
  const lastChange = async (): Promise<number> =>
    Number((await one<{ n: string }>('select coalesce(max(n), 0) as n from sync_change')).n)
  const update = (columns: string, ...values: readonly unknown[]): Promise<unknown> =>
    owner.query(`update item set ${columns} where account_id = $1`, [account.id, ...values])
  const versions = async (): Promise<readonly number[]> =>
    (await owner.query('select version from item where account_id = $1', [account.id])).rows.map((row) => row.version)

  it('names every bucket that an item is in or leaves, once (PULL-8)', async () => {
    await createItems(owner, account, 1)
    const before = await lastChange()
    await update('destination_warehouse_id = $2', account.otherWarehouseId)
    expect(await changesAfter(before)).toEqual(
      [
        `codes:${account.id} item`,
        `store:${account.storeId} item`,
        `warehouse:${account.otherWarehouseId} item`,
        `warehouse:${account.warehouseId} item gone`,
      ].toSorted(),
    )
  })

  it('raises the version by one at least, whatever the writer says', async () => {
    await createItems(owner, account, 1)
    await update('version = 0')
    expect(await versions()).toEqual([2])
    await update('version = version + 3')
    expect(await versions()).toEqual([5])
  })

  it('touches the item when its buyback changes for the floor, and only then', async () => {
    await createItems(owner, account, 1)
    const change = (columns: string): Promise<unknown> =>
      owner.query(`update buyback set ${columns} where account_id = $1`, [account.id])
    await change('bonus_cents = 100')
    expect(await versions()).toEqual([1])
    await change(`payment_status = 'payment_initiated'`)
    const item = await one('select version, keeps_money from item where account_id = $1', account.id)
    expect(item).toEqual({ version: 2, keeps_money: true })
  })

  it('keeps the product while a provider that refused to cancel may still pay', async () => {
    await createItems(owner, account, 1)
    const kept = []
    for (const status of ['payment_initiated', 'payment_cancel_failed', 'payment_failed']) {
      await owner.query('update buyback set payment_status = $2 where account_id = $1', [account.id, status])
      kept.push((await one('select keeps_money from item where account_id = $1', account.id)).keeps_money)
    }
    expect(kept).toEqual([true, true, false])
  })

  it('counts one version where one transaction changes item and buyback', async () => {
    await createItems(owner, account, 1)
    await owner.query(
      `with moved as (update item set comment = 'x' where account_id = $1 returning buyback_id)
       update buyback set status = 'bb_in_processing' where account_id = $1 and id in (select buyback_id from moved)`,
      [account.id],
    )
    expect(await versions()).toEqual([2])
  })

  it('touches the items of a product whose name changes', async () => {
    await createItems(owner, account, 2)
    await owner.query(`update product set comment = 'x' where account_id = $1`, [account.id])
    expect(await versions()).toEqual([1, 1])
    await owner.query(`update product set label = 'Phone two' where account_id = $1`, [account.id])
    expect(await versions()).toEqual([2, 2])
  })

  it('tells the settings bucket of stocks, settings, warehouses, stores and the account, and the public site of places', async () => {
    const before = await lastChange()
    await owner.query(`update stock set location = 'B' where account_id = $1 and id = $2`, [
      account.id,
      account.stocks.in_quarantine,
    ])
    await owner.query('update organization_root_detail set cart_min_value = 5 where account_id = $1', [account.id])
    await owner.query(`update organization set city = 'Lyon' where account_id = $1 and id = $2`, [
      account.id,
      account.warehouseId,
    ])
    await owner.query(`update organization set city = 'Lyon' where account_id = $1 and id = $2`, [
      account.id,
      account.storeId,
    ])
    await owner.query(`update account set currency = 'CHF' where id = $1`, [account.id])
    const bucket = `config:${account.id}`
    expect(await changesAfter(before)).toEqual([
      `catalog:${account.id} catalog`,
      `${bucket} settings`,
      `${bucket} settings`,
      `${bucket} stock`,
      `${bucket} store`,
      `${bucket} warehouse`,
      `public:${account.id} public`,
      `public:${account.id} public`,
    ])
  })

  it('writes 500 changed items with one insert', async () => {
    await createItems(owner, account, 500)
    const before = await lastChange()
    await update(`comment = 'x'`)
    expect(await changesAfter(before)).toHaveLength(1500)
    expect(new Set(await versions())).toEqual(new Set([2]))
  })
})

describe('people and places', () => {
  const places = () =>
    ({
      root_management_unit: account.rootId,
      management_unit: account.managementUnitId,
      store: account.storeId,
      warehouse: account.warehouseId,
    }) as const

  it('have the module that follows from the type of the entity, and no other', async () => {
    for (const [type, id] of Object.entries(places())) {
      const { module } = await one<{ module: Module }>(
        'select module_type as module from organization where id = $1',
        id,
      )
      expect(module, type).toBe(moduleOfType(type as OrganizationType))
    }
    const change = `update organization set module_type = 'lcm' where account_id = $1 and id = $2`
    expect(await broken(change, account.id, account.storeId)).toBe('organization_module_of_type')
  })

  it('go together as the types of users say', async () => {
    const place = `insert into user_module (account_id, user_id, module, user_type, organization_id) values ($1, $2, $3, $4, $5)`
    const move = 'update user_module set organization_id = $3 where account_id = $1 and user_id = $2'
    for (const [module, types] of Object.entries(moduleUserTypes))
      for (const type of types)
        for (const [kind, id] of Object.entries(places())) {
          await owner.query('begin; savepoint before')
          await owner.query('delete from user_module where account_id = $1', [account.id])
          const isFit = kind === workplaceOf[type as keyof typeof workplaceOf]
          const fault = await broken(place, account.id, account.userId, module, type, id)
          await owner.query('rollback')
          const ofClient = isFit ? undefined : 'user_module_workplace'
          expect(fault, `${type} in a ${kind}`).toBe(isAdminType(type) ? 'user_module_of_platform' : ofClient)
        }
    expect(await broken(move, account.id, account.userId, account.storeId)).toBe('user_module_workplace')
    expect(await broken(move, account.id, account.userId, account.otherWarehouseId)).toBeUndefined()
  })

  it('keep the platform’s roles in its own account, and all others out of it', async () => {
    const { id: platform } = await one<{ id: string }>(`select make_platform_account('fr-FR') as id`)
    const { id: top } = await one<{ id: string }>('select id from organization where account_id = $1', platform)
    const user = newId()
    await owner.query(
      `insert into user_account (account_id, id, email, first_name, last_name) values ($1, $2, $3, 'Ada', 'Moreau')`,
      [platform, user, `${user}@platform.example`],
    )
    const place = `insert into user_module (account_id, user_id, module, user_type, organization_id) values ($1, $2, $3, $4, $5)`
    for (const type of moduleUserTypes.root) {
      await owner.query('begin; savepoint before')
      const fault = await broken(place, platform, user, 'root', type, top)
      await owner.query('rollback')
      expect(fault, type).toBe(isAdminType(type) ? undefined : 'user_module_of_platform')
    }
    await owner.query(place, [platform, user, 'root', 'super_admin', top])
    const change = 'update user_module set user_type = $2 where user_id = $1'
    expect(await broken(change, user, 'root_management_unit_manager')).toBe('user_module_of_platform')
    expect(await broken(change, account.userId, 'admin')).toBe('user_module_of_platform')
    expect(await broken(change, user, 'admin')).toBeUndefined()
  })

  it('absorb whole cents, or a percentage of two decimals', async () => {
    const change = 'update category set absorption_type = $2, absorption_value = $3 where account_id = $1'
    expect(await broken(change, account.id, 'value', '150.50')).toBe('category_absorption_cents')
    expect(await broken(change, account.id, 'value', '150')).toBeUndefined()
    expect(await broken(change, account.id, 'percentage_declared', '7.25')).toBeUndefined()
  })
})

describe('the epoch of the feed', () => {
  it('changes when it is raised, and empties the log (RESTORE-1)', async () => {
    const epoch = async (): Promise<string> =>
      (await one<{ epoch: string }>('select current_sync_epoch() as epoch')).epoch
    const before = await epoch()
    await owner.query('select raise_sync_epoch()')
    expect(await epoch()).not.toBe(before)
    expect((await owner.query('select 1 from sync_change')).rowCount).toBe(0)
  })
})
