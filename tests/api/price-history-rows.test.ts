import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateToLatest } from '#api/db/migrate.ts'
import { migrations } from '#api/db/migrations/list.ts'
import { fillBaseline, migrationRoles as roles } from '../support/baseline-database.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts'
import { withClient } from '../../scripts/prepare-database.mjs'

const accountId = '01a22d59-214a-7000-ab53-1a9598f32f2a'
let database: TestDatabase

beforeAll(async () => {
  database = await createEmptyDatabase()
  await fillBaseline(database)
  const former = migrations.filter(({ name }) => name < '0006')
  await migrateToLatest({ ownerUrl: database.ownerUrl, ...roles, migrations: former })
}, 240_000)
afterAll(() => database.drop())

const changes = [
  `insert into product (account_id, id, label, main_category_id, created_at)
   select account_id, md5('first')::uuid, 'First', id, now() from category order by id limit 1`,
  `insert into product (account_id, id, label, main_category_id, created_at)
   select account_id, md5('second')::uuid, 'Second', id, now() from category order by id limit 1`,
  `insert into product_price (account_id, product_id, grade, price_cents)
   select p.account_id, p.id, g.grade, 100 * g.at from product p
   cross join unnest(array['functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e'])
     with ordinality g (grade, at) where p.id in (md5('first')::uuid, md5('second')::uuid)`,
  // Twice in one transaction: both have the same moment.
  `begin; select set_config('app.price_author', 'form 01a22d59-2170-7001-8c96-f3b9af6117c0', true);
   update product_price set price_cents = price_cents + 1 where grade in ('grade_a', 'grade_b');
   update product_price set price_cents = price_cents + 1 where grade = 'grade_a'; commit`,
  `delete from product_price where grade = 'grade_e'`,
  `update product_price set price_cents = price_cents where grade = 'grade_d'`,
]

/** Each step of each price, in the order of the history. */
const steps = (client: pg.Client) =>
  client
    .query<{ id: string; product_id: string; grade: string }>(
      `select h.account_id, h.id, h.product_id, s.*, h.changed_at, h.changed_by, h.origin from product_price_change h
       cross join unnest(h.grades, h.before_cents, h.after_cents) s (grade, before_cents, after_cents)
       order by h.id, s.grade`,
    )
    .then(({ rows }) => rows)

describe('the history of prices', { tags: ['slow'], timeout: 240_000 }, () => {
  it('stays as it was noted when a database goes on', async () => {
    await withClient(database.superuserUrl, async (client) => {
      for (const change of changes) await client.query(change)
      const { rows: before } = await client.query<object>(
        `select account_id, id, product_id, grade, before_cents, after_cents, changed_at, changed_by, origin
         from product_price_change order by id`,
      )
      // One of the baseline, whose product has a price that changes twice; then six of each of two.
      expect(before).toHaveLength(1 + 2 + 2 * (6 + 3 + 1))
      await migrateToLatest({ ownerUrl: database.ownerUrl, ...roles })
      expect(await steps(client)).toEqual(before)
    })
  })

  it('notes the same steps from then on, those of a product and a statement in one row', async () => {
    await withClient(database.superuserUrl, async (client) => {
      const told = async () =>
        (await steps(client)).map(
          ({ account_id: _account, id: _id, changed_at: _at, ...step }: Record<string, unknown>) => step,
        )
      const former = (await told()).filter(({ product_id: id }) => id !== '01a22d59-2170-7001-8c96-f3b9af6117c0')
      await client.query(`delete from product where id in (md5('first')::uuid, md5('second')::uuid)`)
      const { rows: last } = await client.query<{ id: string }>('select max(id) as id from product_price_change')
      for (const change of changes) await client.query(change)
      const present = (await told()).filter(({ product_id: id }) => id !== '01a22d59-2170-7001-8c96-f3b9af6117c0')
      const ordered = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted()
      expect(ordered(present)).toEqual(ordered(former))
      const { rows } = await client.query<{ grades: number }>(
        `select cardinality(grades) as grades from product_price_change where id > $1 and product_id = md5('first')::uuid
         and account_id = $2 order by id`,
        [last[0]!.id, accountId],
      )
      expect(rows.map(({ grades }) => grades)).toEqual([6, 2, 1, 1])
    })
  })

  it('holds no step without its prices', async () => {
    await withClient(database.superuserUrl, async (client) => {
      const broken = client.query('update product_price_change set after_cents = array[1, 2, 3, 4, 5, 6, 7]')
      await expect(broken).rejects.toThrow('check constraint')
      const unknown = client.query(
        `update product_price_change set grades = array_fill('grade_f'::text, array[cardinality(grades)])`,
      )
      await expect(unknown).rejects.toThrow('check constraint')
    })
  })
})
