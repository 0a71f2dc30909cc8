import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { nativeStocks } from '#domain/item/item-status.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { textOf } from '#tests/support/edge-rows.ts'
import { entityCalls, saidOf } from '#tests/support/entity-calls.ts'
import { connectAsOwner } from '#tests/support/factories.ts'

let api: TestApi
let admin: TestSession
let owner: pg.Client
let office: ReturnType<typeof entityCalls>

beforeAll(async () => {
  api = await createTestApi()
  admin = await api.signIn('admin')
  office = entityCalls(admin)
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

const place = { street: '1 rue Neuve', zipCode: '59000', city: 'Lille', country: 'FR' }
const store = (change: object = {}) => ({
  type: 'store',
  commonName: 'Lille Centre',
  parentOrganizationId: api.accounts.retailer.northId,
  ...place,
  ...change,
})
/** Everything that the database has of entities. */
const rows = async () => (await owner.query('select * from organization order by id')).rows as unknown[]

describe('a new entity (ORG-14, ORG-28)', () => {
  it('has what was said of it, and the module of its type (ORG-15, ORG-16, ORG-18, ORG-19)', async () => {
    const said = store({
      corporateName: 'Lille Centre SAS',
      siret: '803 141 597 00010',
      capital: '10 000 €',
      externalId: 'LIL-01',
      streetMore: 'Bâtiment B',
      placeEmail: 'lille@shop.example',
      latitude: 50.6292,
      longitude: 3.0573,
      geocodedByUser: true,
      defaultWarehouseId: api.accounts.retailer.warehouseId,
      phone: '+33 3 20 00 00 00',
      directionsUrl: 'https://maps.example/lille',
      openingHours: { days: [{ day: 1, opens: '09:00', closes: '12:30' }], closedOn: ['2026-12-25'] },
      timeZone: 'Europe/Paris',
    })
    const { status, body } = await office.create(said)
    expect([status, body]).toMatchObject([
      200,
      {
        ...said,
        siret: '80314159700010',
        status: 'active',
        version: 1,
        accountId: api.accounts.retailer.id,
        moduleType: 'tim',
        parentName: 'North',
        defaultWarehouseName: 'Workshop',
        stock: null,
        buyer: null,
      },
    ])
    const answer = await admin.request(`/api/organizations/${body.id}`)
    expect([answer.headers.get('etag'), await answer.json()]).toEqual(['"1"', body])
    const { rows: kept } = await owner.query('select path from organization where id = $1', [body.id])
    const { rootId, northId } = api.accounts.retailer
    expect(kept).toEqual([{ path: [rootId, northId, body.id] }])
  })

  it('of each other type says what belongs to it (ORG-17)', async () => {
    const { buyer, retailer } = api.accounts
    const warehouse = await office.create({ type: 'warehouse', commonName: 'Atelier de Lille', ...place })
    expect(warehouse.body).toMatchObject({ moduleType: 'rps', parentOrganizationId: null })
    const { rows: stocks } = await owner.query<{ native: string; id: string }>(
      'select native, id from stock where warehouse_id = $1',
      [warehouse.body.id],
    )
    expect(new Set(stocks.map(({ native }) => native))).toEqual(new Set(nativeStocks))
    expect(warehouse.body.stock?.id).toBe(stocks.find(({ native }) => native === 'awaiting_control')?.id)
    const unit = { type: 'management_unit', commonName: 'Flandres', parentOrganizationId: retailer.northId }
    expect((await office.create(unit)).body).toMatchObject({ moduleType: 'root', street: null })
    const bought = await office.create({ type: 'buyer', commonName: 'Repreneur', buyerAccountId: buyer.id })
    expect(bought.body).toMatchObject({ moduleType: 'lcm', buyer: { id: buyer.id, name: 'Reprise Pro' } })
  })

  it('takes each text at its longest, and its module where it is named', async () => {
    const longest = { commonName: textOf(255), externalId: textOf(45), street: textOf(125), city: textOf(45) }
    expect((await office.create(store({ ...longest, moduleType: 'tim' }))).status).toBe(200)
  })

  it.each<[string, object, string]>([
    ['no name', { commonName: ' ' }, 'commonName'],
    ['a name of one letter', { commonName: 'L' }, 'commonName'],
    ['too long a name', { commonName: textOf(256) }, 'commonName'],
    ['too long an external id (ORG-20)', { externalId: textOf(46) }, 'externalId'],
    ['no street', { street: null }, 'street'],
    ['too long a street', { street: textOf(126) }, 'street'],
    ['no city', { city: undefined }, 'city'],
    ['too long a city', { city: textOf(46) }, 'city'],
    ['a zip code of another country', { zipCode: '1000' }, 'zipCode'],
    ['a country that there is not', { country: 'ZZ' }, 'country'],
    ['half an e-mail', { placeEmail: 'lille@' }, 'placeEmail'],
    ['a SIRET of 13 digits', { siret: '8031415920001' }, 'siret'],
    ['a SIRET with a wrong digit', { siret: '80314159700011' }, 'siret'],
    ['too far north (ORG-21)', { latitude: 90.1, longitude: 0 }, 'latitude'],
    ['too far south (ORG-21)', { latitude: -90.1, longitude: 0 }, 'latitude'],
    ['too far east (ORG-21)', { latitude: 0, longitude: 180.1 }, 'longitude'],
    ['too far west (ORG-21)', { latitude: 0, longitude: -180.1 }, 'longitude'],
    ['half a place', { latitude: 50 }, 'longitude'],
    ['a phone of letters', { phone: 'ask inside' }, 'phone'],
    ['a map that is no page', { directionsUrl: 'javascript:alert(1)' }, 'directionsUrl'],
    ['a time zone that there is not', { timeZone: 'Mars/Phobos' }, 'timeZone'],
    [
      'hours that overlap',
      {
        openingHours: {
          days: [
            { day: 1, opens: '09:00', closes: '12:30' },
            { day: 1, opens: '12:00', closes: '19:00' },
          ],
          closedOn: [],
        },
      },
      'openingHours',
    ],
    ['a type that there is not (ORG-17)', { type: 'shop' }, 'type'],
    ['a status that there is not (ORG-18)', { status: 'closed' }, 'status'],
    ['the module of another type (ORG-19)', { moduleType: 'rps' }, 'moduleType'],
  ])('is refused with %s, and nothing is written', async (_title, change, field) => {
    const before = await rows()
    expect(saidOf(await office.create(store(change)))).toEqual([422, 'REQUEST_INVALID', field])
    expect(await rows()).toEqual(before)
  })

  it('has an external id of its own in its account (ORG-20)', async () => {
    expect((await office.create(store({ externalId: 'ONE' }))).status).toBe(200)
    const before = await rows()
    expect(saidOf(await office.create(store({ externalId: ' one ' })))).toEqual([
      422,
      'ENTITY_EXTERNAL_ID_TAKEN',
      'externalId',
    ])
    expect(await rows()).toEqual(before)
    const elsewhere = entityCalls(await api.signIn('admin@other.example'))
    const parentOrganizationId = api.accounts.other.northId
    expect((await elsewhere.create(store({ externalId: 'ONE', parentOrganizationId }))).status).toBe(200)
  })

  it('that two people send at once with one external id is added once (ORG-20)', async () => {
    const both = await Promise.all([1, 2].map(() => office.create(store({ externalId: 'TWICE' }))))
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]))
  })

  it('is made once, however often it is sent under its id', async () => {
    const beside = { parentOrganizationId: null, latitude: 50.6, longitude: 3 }
    const warehouse = { ...store(beside), type: 'warehouse', id: newId() }
    const stocks = async () => (await owner.query('select * from stock')).rowCount!
    const stocksBefore = await stocks()
    const [first, second] = await Promise.all([1, 2].map(() => office.create(warehouse)))
    expect([first!.status, second!.status, first!.body.id]).toEqual([200, 200, warehouse.id])
    expect(second!.body).toEqual(first!.body)
    const before = await rows()
    const third = await office.create({ ...warehouse, id: warehouse.id.toUpperCase() })
    expect([third.status, third.body]).toEqual([200, first!.body])
    // What was typed since is neither lost without a word nor added as a second one.
    const other = await office.create({ ...warehouse, commonName: 'Lille Sud' })
    expect(saidOf(other)).toEqual([409, 'ENTITY_SENT_OTHERWISE', undefined])
    expect(await rows()).toEqual(before)
    expect(await stocks()).toBe(stocksBefore + nativeStocks.length)
  })

  it('under an id that is outside of the branch tells nothing of it', async () => {
    const { retailer, other } = api.accounts
    const manager = entityCalls(await api.signIn('management_unit_manager'))
    const before = await rows()
    expect(saidOf(await manager.create(store({ id: retailer.rootId })))).toEqual([
      409,
      'ENTITY_SENT_OTHERWISE',
      undefined,
    ])
    expect(await rows()).toEqual(before)
    // Ids of another account are nobody's here.
    const elsewhere = entityCalls(await api.signIn('admin@other.example'))
    const theirs = await elsewhere.create(store({ parentOrganizationId: other.northId }))
    const { status, body } = await office.create(store({ id: theirs.body.id, commonName: 'Ours' }))
    expect([status, body.commonName]).toEqual([200, 'Ours'])
  })

  it('stands where its type may stand (ORG-22)', async () => {
    const { retailer, other } = api.accounts
    const refused = async (change: object) => {
      const before = await rows()
      const said = saidOf(await office.create(store(change)))
      expect(await rows()).toEqual(before)
      expect(said[2]).toBe('parentOrganizationId')
      return said[1]
    }
    for (const parentOrganizationId of [retailer.rootId, retailer.northStoreId, retailer.warehouseId])
      expect(await refused({ parentOrganizationId })).toBe('ENTITY_PARENT_UNFIT')
    const unit = { type: 'management_unit' }
    expect(await refused({ ...unit, parentOrganizationId: retailer.northStoreId })).toBe('ENTITY_PARENT_UNFIT')
    expect(await refused({ parentOrganizationId: null })).toBe('ENTITY_PARENT_REQUIRED')
    expect(await refused({ ...unit, parentOrganizationId: null })).toBe('ENTITY_PARENT_REQUIRED')
    expect(await refused({ parentOrganizationId: newId() })).toBe('ENTITY_PARENT_UNKNOWN')
    expect(await refused({ parentOrganizationId: other.northId })).toBe('ENTITY_PARENT_UNKNOWN')
    const resting = await office.create({ ...unit, commonName: 'Repos', parentOrganizationId: retailer.rootId })
    await office.patch(resting.body.id, { status: 'inactive' })
    expect(await refused({ parentOrganizationId: resting.body.id })).toBe('ENTITY_PARENT_INACTIVE')
  })

  it('is no second head office', async () => {
    expect(saidOf(await office.create({ type: 'root_management_unit', commonName: 'Siège bis' }))).toEqual([
      409,
      'ENTITY_TOP_EXISTS',
      'type',
    ])
  })

  it('names only an active warehouse and a linked buyer of its account', async () => {
    const { retailer, other, buyer } = api.accounts
    for (const defaultWarehouseId of [retailer.northStoreId, other.warehouseId, newId()])
      expect(saidOf(await office.create(store({ defaultWarehouseId })))).toEqual([
        422,
        'ENTITY_WAREHOUSE_UNKNOWN',
        'defaultWarehouseId',
      ])
    const unknown = [422, 'ENTITY_BUYER_UNKNOWN', 'buyerAccountId']
    expect(saidOf(await office.create(store({ buyerAccountId: buyer.id })))).toEqual(unknown)
    expect(saidOf(await office.create({ type: 'buyer', commonName: 'Inconnu', buyerAccountId: other.id }))).toEqual(
      unknown,
    )
  })
})

describe('an entity that is there', () => {
  const add = async (change: object = {}) => (await office.create(store(change))).body

  it('changes by a merge patch in the version that was read (ORG-28)', async () => {
    const made = await add()
    const changed = await office.patch(made.id, { city: 'Roubaix', zipCode: '59100', placeEmail: null }, 1)
    expect(changed).toEqual({ status: 200, body: { ...made, city: 'Roubaix', zipCode: '59100', version: 2 } })
    expect(saidOf(await office.patch(made.id, { city: 'Lille' }, 1))[1]).toBe('REQUEST_VERSION_CONFLICT')
    expect((await office.read(made.id)).body).toEqual(changed.body)
  })

  it('keeps its type, and with it its module (ORG-23)', async () => {
    const made = await add()
    expect(saidOf(await office.patch(made.id, { type: 'warehouse' }))).toEqual([422, 'ENTITY_TYPE_FIXED', 'type'])
    expect(saidOf(await office.patch(made.id, { moduleType: 'rps' }))).toEqual([422, 'ENTITY_TYPE_FIXED', 'moduleType'])
    expect((await office.read(made.id)).body).toEqual(made)
    expect((await office.patch(made.id, { type: 'store', moduleType: 'tim', city: 'Lens' })).body.city).toBe('Lens')
  })

  it.each<[string, object, string, string]>([
    ['an external id of another (ORG-20)', { externalId: 'TAKEN' }, 'ENTITY_EXTERNAL_ID_TAKEN', 'externalId'],
    ['a latitude beyond the pole (ORG-21)', { latitude: 91, longitude: 0 }, 'REQUEST_INVALID', 'latitude'],
    ['no street any more', { street: null }, 'REQUEST_INVALID', 'street'],
    ['a country that its zip code is not of', { country: 'BE' }, 'REQUEST_INVALID', 'zipCode'],
    ['a SIRET that is none', { siret: '12' }, 'REQUEST_INVALID', 'siret'],
    ['no parent', { parentOrganizationId: null }, 'ENTITY_PARENT_REQUIRED', 'parentOrganizationId'],
    ['a buyer', { buyerAccountId: newId() }, 'ENTITY_BUYER_UNKNOWN', 'buyerAccountId'],
    ['a warehouse of nobody', { defaultWarehouseId: newId() }, 'ENTITY_WAREHOUSE_UNKNOWN', 'defaultWarehouseId'],
  ])('takes not %s, and stays as it was', async (_title, change, code, field) => {
    await office.create(store({ externalId: 'TAKEN' }))
    const made = await add()
    expect(saidOf(await office.patch(made.id, change))).toEqual([422, code, field])
    expect((await office.read(made.id)).body).toEqual(made)
  })

  it('may keep its own external id, and what was wrong of old (ORG-20)', async () => {
    const made = await add({ externalId: 'OWN' })
    await owner.query('update organization set street = null where id = $1', [made.id])
    const { status, body } = await office.patch(made.id, { externalId: 'OWN', commonName: 'Autre nom' })
    expect([status, body.commonName, body.street]).toEqual([200, 'Autre nom', null])
  })

  it('moves with all that stands below it, and never below itself (ORG-22)', async () => {
    const { rootId, northId, southId } = api.accounts.retailer
    const unit = async (commonName: string, parentOrganizationId: string) =>
      (await office.create({ type: 'management_unit', commonName, parentOrganizationId })).body.id
    const upper = await unit('Haut', northId)
    const lower = await unit('Bas', upper)
    const shop = await add({ parentOrganizationId: lower })
    for (const parentOrganizationId of [upper, lower])
      expect(saidOf(await office.patch(upper, { parentOrganizationId }))).toEqual([
        422,
        'ENTITY_PARENT_BELOW',
        'parentOrganizationId',
      ])
    expect((await office.patch(upper, { parentOrganizationId: southId })).body.parentName).toBe('South')
    const { rows: moved } = await owner.query('select path from organization where id = $1', [shop.id])
    expect(moved).toEqual([{ path: [rootId, southId, upper, lower, shop.id] }])
  })

  it('of a buyer keeps the account that categories know', async () => {
    const { buyer, retailer } = api.accounts
    const made = (await office.create({ type: 'buyer', commonName: 'Repreneur fixe' })).body
    expect((await office.patch(made.id, { buyerAccountId: buyer.id })).body.buyer?.name).toBe('Reprise Pro')
    await owner.query(
      `insert into category (account_id, id, name, identifier, buyer_organization_id, buyer_account_id, status)
       values ($1, $2, 'Téléphones', 'telephones', $3, $4, 'archived')`,
      [retailer.id, newId(), made.id, buyer.id],
    )
    expect(saidOf(await office.patch(made.id, { buyerAccountId: null }))).toEqual([
      409,
      'ENTITY_BUYER_FIXED',
      'buyerAccountId',
    ])
    expect((await office.patch(made.id, { commonName: 'Autre nom' })).status).toBe(200)
  })

  it('is found by nobody else', async () => {
    for (const id of [api.accounts.other.northStoreId, newId()])
      expect(saidOf(await office.patch(id, { city: 'Lens' }))).toEqual([404, 'REQUEST_NOT_FOUND', undefined])
    expect(saidOf(await office.patch((await add()).id, { accountId: newId() }))[1]).toBe('REQUEST_UNKNOWN_FIELD')
  })
})

describe('who may create and change entities (ORG-08)', () => {
  it('is each user who holds the permission', async () => {
    const { northStoreId } = api.accounts.retailer
    for (const type of ['super_admin', 'root_management_unit_manager', 'management_unit_manager']) {
      const calls = entityCalls(await api.signIn(type))
      expect((await calls.create(store({ commonName: `De ${type}` }))).status, type).toBe(200)
      expect((await calls.patch(northStoreId, { capital: type })).status, type).toBe(200)
    }
    const readers = ['root_management_unit_analyst', 'management_unit_analyst', 'store_manager', 'warehouse_manager']
    for (const type of [...readers, 'store_seller', 'warehouse_operator', 'buyer_manager']) {
      const calls = entityCalls(await api.signIn(type))
      const before = await rows()
      expect(saidOf(await calls.create(store()))[0], type).toBe(403)
      expect(saidOf(await calls.patch(northStoreId, { capital: type }))[0], type).toBe(403)
      expect(await rows()).toEqual(before)
    }
  })

  it('stays in the own branch', async () => {
    const { rootId, northId, southId, southStoreId, warehouseId, northStoreId } = api.accounts.retailer
    const north = entityCalls(await api.signIn('management_unit_manager'))
    const before = await rows()
    const outside = [422, 'ENTITY_PARENT_UNKNOWN', 'parentOrganizationId']
    expect(saidOf(await north.create(store({ parentOrganizationId: southId })))).toEqual(outside)
    expect(
      saidOf(await north.create({ type: 'management_unit', commonName: 'Flandres', parentOrganizationId: rootId })),
    ).toEqual(outside)
    expect(saidOf(await north.create({ type: 'warehouse', commonName: 'À côté', ...place }))[1]).toBe(
      'ENTITY_PARENT_REQUIRED',
    )
    for (const id of [rootId, southStoreId, warehouseId])
      expect(saidOf(await north.patch(id, { capital: '1 €' }))).toEqual([404, 'REQUEST_NOT_FOUND', undefined])
    expect(saidOf(await north.patch(northStoreId, { parentOrganizationId: southId }))).toEqual(outside)
    expect(saidOf(await north.patch(northId, { parentOrganizationId: southId }))).toEqual(outside)
    expect(await rows()).toEqual(before)
    expect((await north.patch(northId, { capital: '1 €' })).status).toBe(200)
    expect(
      (await north.create(store({ commonName: 'Avec atelier', defaultWarehouseId: warehouseId }))).body
        .defaultWarehouseName,
    ).toBe('Workshop')
  })
})
