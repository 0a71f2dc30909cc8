// @module-tag slow
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrateToLatest } from '#api/db/migrate.ts'
import { fillBaseline, migrationRoles as roles } from '../support/baseline-database.ts'
import { countLockWaiters } from '../support/lock-waiters.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts'

/** Of the products of the tests, which no other has. */
const brand = 'Fresh'
const accountId = '01a22d59-214a-7000-ab53-1a9598f32f2a'
let database: TestDatabase
let clients: pg.Client[]

beforeAll(async () => {
  database = await createEmptyDatabase()
  await fillBaseline(database)
  await migrateToLatest({ ownerUrl: database.ownerUrl, ...roles })
  clients = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new pg.Client({ connectionString: database.superuserUrl })
      await client.connect()
      return client
    }),
  )
  const categories = [
    ['Phones'],
    ['Smartphones', 'Phones'],
    ['Cameras'],
    ['Lenses', 'Cameras'],
    ['Consoles'],
    ['Controllers', 'Consoles'],
  ]
  for (const [name, parent] of categories)
    await client(0).query(
      `insert into category (account_id, id, name, identifier, parent_category_id)
       values ($1, md5($2)::uuid, $2, 'of-' || lower($2), md5($3)::uuid)`,
      [accountId, name, parent ?? null],
    )
}, 240_000)
beforeEach(async () => {
  await client(0).query('delete from product where brand = $1', [brand])
  await client(0).query('delete from searched_facet where brand = $1', [brand])
})
afterAll(async () => {
  await Promise.all(clients.map((one) => one.end()))
  await database.drop()
})

const client = (at: number) => clients[at]!

async function add(by: pg.Client, name: string, category: string, status = 'published'): Promise<void> {
  await by.query(
    `insert into product (account_id, id, label, brand, status, main_category_id, created_at)
     values ($1, md5($2)::uuid, $2, $5, $3, md5($4)::uuid, now())`,
    [accountId, name, status, category, brand],
  )
}

/** Waits until a statement has ended or waits for a lock beside others. */
async function started(statement: Promise<unknown>, waiters = 1): Promise<void> {
  let hasEnded = false
  void statement.finally(() => (hasEnded = true)).catch(() => undefined)
  await expect.poll(async () => hasEnded || (await countLockWaiters(client(3))) >= waiters).toBe(true)
}

/** What search and list read of the products, but numbers that are drawn. */
async function readRows(): Promise<Readonly<Record<string, readonly object[]>>> {
  const read = async (text: string) => (await client(3).query<object>(text, [brand])).rows
  return {
    searched: await read(`select p.label as name, s.best_price_cents, s.label, f.category_id, f.category_ids, f.brand,
      f.terms::text as places, s.terms::text from searched_product s
      join product p on p.account_id = s.account_id and p.id = s.product_id
      left join searched_facet f on f.account_id = s.account_id and f.id = s.facet_id
      where p.brand = $1 order by s.product_id`),
    listed: await read('select * from listed_product where brand = lower($1) order by product_id'),
  }
}

/** Expects all that search and list read to be what a reindexing writes, and these products to be searched. */
async function expectRight(names: readonly string[]): Promise<void> {
  const rows = await readRows()
  expect(rows['searched']!.map((row) => (row as { name: string }).name).toSorted()).toEqual(names)
  await client(3).query(`delete from searched_product where account_id = '${accountId}'`)
  await client(3).query(`delete from listed_product where account_id = '${accountId}'`)
  await client(3).query('select reindex_catalog($1, null, 1000)', [accountId])
  expect(rows).toEqual(await readRows())
}

const price = `insert into product_price (account_id, product_id, grade, price_cents)
  values ($1, md5('Phone')::uuid, $2, $3)`

describe('what search and list read of products is right', { timeout: 60_000 }, () => {
  it('when one transaction publishes a product and another prices it', async () => {
    await add(client(0), 'Phone', 'Smartphones', 'draft')
    await client(0).query('begin')
    await client(0).query(`update product set status = 'published' where id = md5('Phone')::uuid`)
    const priced = client(1).query(price, [accountId, 'grade_a', 100])
    await started(priced)
    await client(0).query('commit')
    await priced
    await expectRight(['Phone'])
    expect((await readRows())['listed']).toMatchObject([{ status: 'published', grade_a_price_cents: 100 }])
  })

  it('when two transactions price a product that is not written yet', async () => {
    await add(client(0), 'Phone', 'Smartphones')
    await client(0).query('delete from searched_product')
    await client(0).query('delete from listed_product')
    await client(0).query('begin')
    await client(0).query(price, [accountId, 'grade_a', 100])
    const priced = client(1).query(price, [accountId, 'grade_b', 200])
    await started(priced)
    await client(0).query('commit')
    await priced
    await expectRight(['Phone'])
    expect((await readRows())['listed']).toMatchObject([{ grade_a_price_cents: 100, grade_b_price_cents: 200 }])
  })

  it('when a category moves while two transactions add products of a new brand to it', async () => {
    await client(0).query('begin')
    await add(client(0), 'First', 'Smartphones')
    const added = add(client(1), 'Second', 'Smartphones')
    await started(added)
    const moved = client(2).query(
      `update category set parent_category_id = md5('Cameras')::uuid where id = md5('Smartphones')::uuid`,
    )
    await started(moved, 2)
    await client(0).query('commit')
    await Promise.all([added, moved])
    await expectRight(['First', 'Second'])
  })

  it('when a product of a new brand comes to a category whose move is not committed', async () => {
    await client(0).query('begin')
    await client(0).query(`update category set parent_category_id = md5('Phones')::uuid where id = md5('Lenses')::uuid`)
    const added = add(client(1), 'Lens', 'Lenses')
    await started(added)
    await client(0).query('commit')
    await added
    await expectRight(['Lens'])
  })

  it.each([
    ['Consoles', 'Gaming'],
    ['Controllers', 'Gamepads'],
  ])('when a category is renamed beside a product of a new brand (%s)', async (category, name) => {
    await client(0).query('begin')
    await add(client(0), 'Controller', 'Controllers')
    const renamed = client(1).query('update category set name = $2 where id = md5($1)::uuid', [category, name])
    await started(renamed)
    await client(0).query('commit')
    await renamed
    await expectRight(['Controller'])
  })

  it.each([
    ['renamed', `name = 'Joysticks'`],
    ['moved', `parent_category_id = md5('Phones')::uuid`],
  ])('when a category is %s beside a further product of a brand', async (_, change) => {
    await add(client(0), 'First', 'Controllers')
    await client(0).query('begin')
    await add(client(0), 'Second', 'Controllers')
    const changed = client(1).query(`update category set ${change} where id = md5('Controllers')::uuid`)
    await started(changed)
    await client(0).query('commit')
    await changed
    await expectRight(['First', 'Second'])
  })

  it('or a product is refused, where a facet of it cannot be written', async () => {
    await client(0).query('begin')
    await client(0).query(`create function skipped() returns trigger language plpgsql as 'begin return null; end'`)
    await client(0).query(
      'create trigger skipped before insert on searched_facet for each row execute function skipped()',
    )
    const added = add(client(0), 'Phone', 'Smartphones')
    await expect(added).rejects.toThrow('a facet of theirs is missing')
    await client(0).query('rollback')
  })
})
