import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAdminType, userTypes, type UserType } from '#domain/organization/user-type.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner } from '#tests/support/factories.ts'

let api: TestApi
let admin: TestSession
let owner: pg.Client

beforeAll(async () => {
  api = await createTestApi()
  admin = await api.signIn('admin')
  const { northStoreId, rootId } = api.accounts.retailer
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  await owner.query(
    `update organization set corporate_name = 'Société du Nord', external_id = 'MAG_59', siret = '80314159700010',
       zip_code = '59000', city = 'Lille', country = 'FR', place_email = 'nord@shop.example', status = 'inactive'
     where id = $1`,
    [northStoreId],
  )
  await owner.query(`update organization set external_id = 'HQ' where id = $1`, [rootId])
  await owner.query(
    `update user_account set first_name = 'Zoé', last_name = 'Lefèvre', last_login_at = '2026-11-20T08:00:00Z'
     where email = 'both@retailer.example'`,
  )
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

interface Collection {
  readonly 'hydra:member': readonly Record<string, unknown>[]
  readonly 'hydra:totalItems': number
}

async function list(session: TestSession, path: string, query = ''): Promise<Collection> {
  const response = await session.request(`/api/${path}?${query}`)
  expect(response.status, query).toBe(200)
  return (await response.json()) as Collection
}
const entities = async (query: string, session = admin) =>
  (await list(session, 'organizations', query))['hydra:member'].map((one) => one['commonName'])
const users = async (query: string, session = admin) =>
  (await list(session, 'users', query))['hydra:member'].map((one) => one['email'])

describe('the list of entities', () => {
  it('tells each by its parent and its warehouse', async () => {
    const found = await list(admin, 'organizations', 'q=lille')
    expect(found).toMatchObject({
      'hydra:totalItems': 1,
      'hydra:member': [
        { commonName: 'North store', parentName: 'North', defaultWarehouseName: 'Workshop', externalId: 'MAG_59' },
      ],
    })
    const [top] = (await list(admin, 'organizations', 'type=root_management_unit'))['hydra:member']
    expect(top).toMatchObject({ parentName: null, defaultWarehouseName: null })
  })

  it.each([
    ['NORTH STORE', ['North store']],
    ['store north', ['North store']],
    ['societe', ['North store']],
    ['mag_59', ['North store']],
    ['803141597', ['North store']],
    ['59000 Lille', ['North store']],
    ['nord@shop', ['North store']],
    ['north', ['North', 'North store']],
    ['g_5', ['North store']],
    ['g%5', []],
    ['％', []],
    [`lille ${'north '.repeat(30)}`, ['North store']],
    ['north nothing', []],
  ])('is searched by words: %s', async (words, found) => {
    expect(await entities(`q=${encodeURIComponent(words)}`)).toEqual(found)
  })

  it('is narrowed by parent and by status', async () => {
    const { rootId, northId, southId } = api.accounts.retailer
    expect(await entities(`parentOrganizationId=${northId}`)).toEqual(['North store'])
    expect(await entities(`parentOrganizationId[]=${northId}&parentOrganizationId[]=${southId}`)).toEqual([
      'North store',
      'South store',
    ])
    expect(await entities(`parentOrganizationId=${rootId}&type=warehouse`)).toEqual(['Second workshop', 'Workshop'])
    expect(await entities('status=inactive')).toEqual(['North store'])
    expect(await entities('status=active&type=store')).toEqual(['South store'])
  })

  it('sorts by each of its columns, with what has no value at the end', async () => {
    const top = 'order[parentName]=asc&order[commonName]=asc&pagination=false'
    const inOrder = ['North', 'Second workshop', 'South', 'Workshop', 'North store', 'South store', 'Maison Essai']
    expect(await entities(top)).toEqual(inOrder)
    expect((await entities(top.replace('asc', 'desc'))).at(-1)).toBe('Maison Essai')
    for (const direction of ['asc', 'desc'])
      expect(new Set((await entities(`order[externalId]=${direction}`)).slice(0, 2))).toEqual(
        new Set(['Maison Essai', 'North store']),
      )
    expect((await entities('order[city]=desc'))[0]).toBe('North store')
  })
})

describe('the list of users', () => {
  it('names the entity of each module', async () => {
    const [user] = (await list(admin, 'users', 'q=zoe'))['hydra:member']
    const held = {
      type: 'store_manager',
      organizationId: api.accounts.retailer.northStoreId,
      organizationName: 'North store',
    }
    expect(user).toMatchObject({ email: 'both@retailer.example', modules: { root: held, tim: held } })
  })

  it.each([
    ['zoe lefevre', ['both@retailer.example']],
    ['LEFÈVRE Zoé', ['both@retailer.example']],
    ['both@retailer', ['both@retailer.example']],
    ['lefevre both@', ['both@retailer.example']],
    ['south@', ['south@retailer.example']],
    ['zoe nobody', []],
    ['%', []],
  ])('is searched by name or e-mail in one field: %s', async (words, found) => {
    expect(await users(`q=${encodeURIComponent(words)}`)).toEqual(found)
  })

  it('sorts by the last sign-in, with who never came at the end', async () => {
    await owner.query(`update user_account set last_login_at = null where email <> 'both@retailer.example'`)
    for (const direction of ['asc', 'desc'])
      expect((await users(`order[lastLoginAt]=${direction}`))[0]).toBe('both@retailer.example')
  })

  it('tells namesakes in the order of their first names, however the family names are sorted', async () => {
    await owner.query(`update user_account set last_name = 'Zyx', first_name = case email
        when 'south@retailer.example' then 'Anna' when 'forced@retailer.example' then 'Bert' else 'Carl' end
      where email in ('south@retailer.example', 'forced@retailer.example', 'both@retailer.example')`)
    const inOrder = ['south@retailer.example', 'forced@retailer.example', 'both@retailer.example']
    for (const direction of ['asc', 'desc']) expect(await users(`q=zyx&order[lastname]=${direction}`)).toEqual(inOrder)
    await owner.query(
      `update user_account set first_name = 'Zoé', last_name = 'Lefèvre' where email = 'both@retailer.example'`,
    )
  })

  it('marks who signs in through the company alone', async () => {
    const found = await list(admin, 'users', 'q=forced@retailer.example')
    expect(found['hydra:member']).toMatchObject([{ forceConnectionBySso: true }])
  })
})

/** What a user of each type sees of the account's 7 entities; null for who may see neither list. */
const reach: Readonly<Record<Exclude<UserType, 'pseudo_anonymous'>, readonly string[] | 'all' | null>> = {
  admin: 'all',
  super_admin: 'all',
  root_management_unit_manager: 'all',
  root_management_unit_analyst: 'all',
  management_unit_manager: ['North', 'North store'],
  management_unit_analyst: ['North', 'North store'],
  store_manager: ['North store'],
  store_seller: null,
  warehouse_manager: ['Workshop'],
  warehouse_operator: null,
  buyer_manager: null,
}

describe.each(userTypes.filter((type) => type !== 'pseudo_anonymous'))('a %s', (type) => {
  const seen = reach[type]

  it('sees the own branch in both lists, and no other, if any', async () => {
    const session = await api.signIn(type)
    if (seen === null) {
      for (const path of ['organizations', 'users']) expect((await session.request(`/api/${path}`)).status).toBe(403)
      return
    }
    const branch = await entities('pagination=false&order[commonName]=asc', session)
    const known = ['Maison Essai', 'North', 'North store', 'Second workshop', 'South', 'South store', 'Workshop']
    expect(branch).toEqual(seen === 'all' ? known : seen)
    const people = (await list(session, 'users', 'pagination=false'))['hydra:member']
    const places = people.flatMap((one) =>
      Object.values(one['modules'] as Record<string, { organizationName: string }>).map(
        (held) => held.organizationName,
      ),
    )
    // Administrators live at the platform.
    expect(people.some((one) => one['email'] === `${type}@retailer.example`)).toBe(!isAdminType(type))
    expect(branch).toEqual(expect.arrayContaining([...new Set(places)]))
    // Filters and words do not lead out of the branch.
    const { southId, southStoreId } = api.accounts.retailer
    const isEverywhere = seen === 'all'
    expect(await entities(`parentOrganizationId=${southId}`, session)).toEqual(isEverywhere ? ['South store'] : [])
    expect(await entities('q=south', session)).toEqual(isEverywhere ? ['South', 'South store'] : [])
    expect(await users(`organizationId=${southStoreId}`, session)).toEqual(
      isEverywhere ? ['south@retailer.example'] : [],
    )
    expect(await users('q=south@', session)).toEqual(isEverywhere ? ['south@retailer.example'] : [])
  })
})

it('what a user holds in another branch is neither shown nor found', async () => {
  const { warehouseId, southStoreId } = api.accounts.retailer
  const email = 'warehouse_operator@retailer.example'
  await owner.query(
    `insert into user_module (account_id, user_id, module, user_type, organization_id)
     select account_id, id, 'tim', 'store_manager', $1 from user_account where email = $2`,
    [southStoreId, email],
  )
  const manager = await api.signIn('warehouse_manager')
  const [seen] = (await list(manager, 'users', `q=${email}`))['hydra:member']
  expect(seen).toMatchObject({ types: ['warehouse_operator'], timOrganizationId: null, rpsOrganizationId: warehouseId })
  expect(Object.keys(seen!['modules'] as object)).toEqual(['rps'])
  expect(await (await manager.request(`/api/users/${String(seen!['id'])}`)).json()).toMatchObject(seen!)
  for (const filter of ['type=store_manager', `organizationId=${southStoreId}`])
    expect(await users(filter, manager)).toEqual([])
  const [whole] = (await list(admin, 'users', `q=${email}`))['hydra:member']
  expect(whole).toMatchObject({ timOrganizationId: southStoreId, rpsOrganizationId: warehouseId })
  await owner.query(`delete from user_module where module = 'tim' and user_id = $1`, [seen!['id']])
})

it('another account is out of reach of words and filters', async () => {
  const { other } = api.accounts
  expect(await entities('q=autre maison')).toEqual([])
  expect(await entities(`parentOrganizationId=${other.northId}`)).toEqual([])
  expect(await users('q=manager@other.example')).toEqual([])
  expect(await users(`organizationId=${other.rootId}`)).toEqual([])
  expect((await admin.request(`/api/organizations/${other.northStoreId}`)).status).toBe(404)
  expect((await admin.request(`/api/users/${api.accounts.userIds['manager@other.example']}`)).status).toBe(404)
})

it.each([
  [422, 'organizations?parentOrganizationId=north'],
  [422, 'organizations?type=shop'],
  [422, 'organizations?status=gone'],
  [422, 'organizations?order[city]=up'],
  [422, `organizations?q=${'n'.repeat(201)}`],
  [400, 'organizations?order[siret]=asc'],
  [400, 'organizations?exists[city]=true'],
  [400, 'organizations?word=north'],
  [422, 'users?organizationId=north'],
  [422, 'users?type=manager'],
  [422, 'users?status=gone'],
  [422, `users?q=${'n'.repeat(201)}`],
  [422, 'users?itemsPerPage=201'],
  [400, 'users?order[modules]=asc'],
])('bad input is refused with %i: %s', async (status, address) => {
  expect((await admin.request(`/api/${address}`)).status).toBe(status)
})
