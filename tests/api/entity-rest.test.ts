// @module-tag slow
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#api/db/demo/insert-rows.ts'
import { newId } from '#api/db/new-id.ts'
import { createTestApi, type TestApi } from '#tests/support/api.ts'
import { entityCalls, saidOf } from '#tests/support/entity-calls.ts'
import {
  connectAsOwner,
  createItems,
  furnishRetailer,
  type TestAccount,
  publishTerms,
} from '#tests/support/factories.ts'

let api: TestApi
let owner: pg.Client
let account: TestAccount
let office: ReturnType<typeof entityCalls>

beforeAll(async () => {
  api = await createTestApi()
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  account = await furnishRetailer(owner, api.accounts.retailer)
  office = entityCalls(await api.signIn('root_management_unit_manager'))
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

const place = { street: '1 rue Neuve', zipCode: '59000', city: 'Lille', country: 'FR' }
async function add(type: string, change: object = {}): Promise<string> {
  const parentOrganizationId = type === 'store' ? account.managementUnitId : account.rootId
  const { body } = await office.create({ type, commonName: `Un ${type}`, parentOrganizationId, ...place, ...change })
  return body.id
}
const rest = async (id: string) => saidOf(await office.patch(id, { status: 'inactive' }))
const run = (text: string, ...values: readonly unknown[]) => owner.query(text, [account.id, ...values])
const rested = [200, undefined, undefined]
const held = (code: string) => [409, code, 'status']

/** The entity stays while something holds it, and rests once it is gone. */
async function holds(id: string, code: string, release: () => Promise<unknown>): Promise<void> {
  const before = (await office.read(id)).body
  expect(await rest(id)).toEqual(held(code))
  expect((await office.read(id)).body).toEqual(before)
  await release()
  expect(await rest(id)).toEqual(rested)
}

describe('an entity is made inactive (ORG-18)', () => {
  it('and active again, with nothing else changed', async () => {
    const id = await add('store')
    const { body: before } = await office.read(id)
    expect((await office.patch(id, { status: 'inactive' }, 1)).body).toEqual({
      ...before,
      status: 'inactive',
      version: 2,
    })
    expect((await office.patch(id, { status: 'active' }, 2)).body).toEqual({ ...before, version: 3 })
  })

  it('but never the head office', async () => {
    expect(await rest(account.rootId)).toEqual(held('ENTITY_TOP_STAYS'))
  })

  it('once no active entity stands below it', async () => {
    const unit = await add('management_unit')
    const middle = await add('management_unit', { parentOrganizationId: unit })
    const store = await add('store', { parentOrganizationId: middle })
    await run(`update organization set status = 'inactive' where account_id = $1 and id = $2`, middle)
    await holds(unit, 'ENTITY_HAS_ENTITIES', () => rest(store))
    expect(saidOf(await office.patch(middle, { status: 'active' }))).toEqual([
      409,
      'ENTITY_PARENT_INACTIVE',
      'parentOrganizationId',
    ])
  })

  it('once no active user has it as a place', async () => {
    const id = await add('store')
    const user = newId()
    await run(
      `insert into user_account (account_id, id, email, first_name, last_name)
       values ($1, $2, 'vendeur@retailer.example', 'Ana', 'Vend')`,
      user,
    )
    await run(
      `insert into user_module (account_id, user_id, module, user_type, organization_id)
       values ($1, $2, 'tim', 'store_seller', $3)`,
      user,
      id,
    )
    await holds(id, 'ENTITY_HAS_USERS', () =>
      run(`update user_account set status = 'inactive' where account_id = $1 and id = $2`, user),
    )
  })

  describe('once no item', () => {
    const gone = (items: readonly { readonly id: string }[]) => () =>
      run(
        `update item set status = 'item_cancelled', warehouse_id = null, stock_id = null
         where account_id = $1 and id = any ($2)`,
        items.map(({ id }) => id),
      )
    const keptBy = async (id: string, item: Row) =>
      holds(id, 'ENTITY_HAS_ITEMS', gone(await createItems(owner, account, 1, item)))

    it('is inside', async () => {
      const id = await add('warehouse')
      const { rows: stocks } = await run(
        `select id from stock where account_id = $1 and warehouse_id = $2 and native = 'to_refurbish'`,
        id,
      )
      await keptBy(id, { status: 'item_completed', tested: true, warehouse_id: id, stock_id: stocks[0].id })
    })

    it('is on its way to it', async () => {
      const id = await add('warehouse')
      await keptBy(id, { destination_warehouse_id: id })
    })

    it('is to be forwarded to it from another warehouse', async () => {
      const id = await add('warehouse')
      const elsewhere = { status: 'item_registered_in_warehouse', warehouse_id: account.warehouseId }
      await keptBy(id, { ...elsewhere, destination_warehouse_id: id })
    })

    it('is still to leave the store', async () => {
      const id = await add('store')
      await keptBy(id, { status: 'item_awaiting_inventory', store_id: id })
    })
  })

  it('once no package from it or to it is open', async () => {
    const id = await add('warehouse')
    const parcel = newId()
    await run(
      `insert into package (account_id, id, origin_store_id, destination_warehouse_id, opened_by, opened_at)
       values ($1, $2, $3, $4, $5, now())`,
      parcel,
      account.storeId,
      id,
      api.accounts.userIds['store_seller@retailer.example'],
    )
    await holds(id, 'ENTITY_HAS_OPEN_PACKAGES', () =>
      run('delete from package where account_id = $1 and id = $2', parcel),
    )
  })

  it('once no active entity sends to it by default', async () => {
    const id = await add('warehouse')
    const store = await add('store', { defaultWarehouseId: id })
    await holds(id, 'ENTITY_IS_DEFAULT_WAREHOUSE', () => office.patch(store, { defaultWarehouseId: null }))
    // An existing reference to it may stay; a new one is refused.
    expect(saidOf(await office.patch(store, { defaultWarehouseId: id }))).toEqual([
      422,
      'ENTITY_WAREHOUSE_UNKNOWN',
      'defaultWarehouseId',
    ])
  })

  it('once no dispatch rule names it', async () => {
    const id = await add('warehouse')
    const rule = newId()
    await run(
      `insert into warehouse_dispatch_rule (account_id, id, title, position, conditions)
       values ($1, $2, 'Règle', 1, '[{"attribute":"category","operator":"is","values":["x"]}]')`,
      rule,
    )
    await run(
      `insert into warehouse_dispatch_rule_warehouse (account_id, rule_id, warehouse_id, position)
       values ($1, $2, $3, 1)`,
      rule,
      id,
    )
    await holds(id, 'ENTITY_IN_DISPATCH', () =>
      run('delete from warehouse_dispatch_rule where account_id = $1 and id = $2', rule),
    )
    const usual = await add('warehouse')
    await run(
      'insert into warehouse_dispatch (account_id, id, default_warehouse_id) values ($1, $2, $3)',
      newId(),
      usual,
    )
    await holds(usual, 'ENTITY_IN_DISPATCH', () =>
      run('update warehouse_dispatch set default_warehouse_id = null where account_id = $1'),
    )
  })

  it('once no active category names it as its buyer', async () => {
    const id = await add('buyer')
    const category = newId()
    await run(
      `insert into category (account_id, id, name, identifier, buyer_organization_id)
       values ($1, $2, 'Montres', 'montres', $3)`,
      category,
      id,
    )
    await holds(id, 'ENTITY_HAS_CATEGORIES', () =>
      run(`update category set status = 'archived' where account_id = $1 and id = $2`, category),
    )
  })

  it('and says how many of each hold it', async () => {
    const { body } = await office.patch(account.warehouseId, { status: 'inactive' })
    expect(body).toMatchObject({
      code: 'ENTITY_HAS_USERS',
      details: { entities: 0, users: 3, items: 0, openPackages: 0, defaultOf: 1, dispatchRules: 0, categories: 0 },
    })
  })
})

describe('a changed entity is seen at once', () => {
  it('by the public site and by devices', async () => {
    await publishTerms(owner)
    const body = new URLSearchParams({ url: 'https://retailer.example/' })
    const given = await api.request('/api/webtoken-with-account-and-ord', { method: 'POST', body })
    const { token } = (await given.json()) as { token: string }
    const stores = async () => {
      const answer = await api.request('/api/public/stores', { headers: { authorization: `Bearer ${token}` } })
      return await answer.text()
    }
    const lines = async () =>
      (
        await run(
          `select bucket from sync_change where account_id = $1 and bucket in ('config:' || $1, 'public:' || $1)`,
        )
      ).rowCount ?? 0
    expect(await stores()).not.toContain('Boutique visible')
    let before = await lines()
    const id = await add('store', { commonName: 'Boutique visible' })
    expect(await stores()).toContain('Boutique visible')
    expect(await lines()).toBe(before + 2)
    before = await lines()
    await office.patch(id, { street: '99 rue Déplacée' })
    expect(await stores()).toContain('99 rue Déplacée')
    expect(await lines()).toBe(before + 2)
    expect(await rest(id)).toEqual(rested)
    expect(await stores()).not.toContain('Boutique visible')
  })
})
