import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { connectAsOwner, createAccount, type TestAccount } from '../support/factories.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

let test: TestDatabase
let owner: pg.Client
let other: pg.Client
let account: TestAccount

beforeAll(async () => {
  test = await createDatabase()
  owner = await connectAsOwner(test.ownerUrl)
  other = await connectAsOwner(test.ownerUrl)
  account = await createAccount(owner, 'Catalogue')
})
afterAll(async () => {
  await owner.end()
  await other.end()
  await test.drop()
})

const tables = ['product_price', 'product_price_change', 'searched_product', 'listed_product'] as const

async function addProduct(): Promise<string> {
  const id = newId()
  await owner.query(
    `insert into product (account_id, id, label, main_category_id, status)
     select account_id, $2, 'Leica M6', id, 'published' from category where account_id = $1 limit 1`,
    [account.id, id],
  )
  return id
}
const price = `insert into product_price (account_id, product_id, grade, price_cents) values ($1, $2, 'grade_a', 100)`

/** In which of the tables a product has rows. */
async function tablesOf(id: string): Promise<readonly string[]> {
  const found = []
  for (const table of tables) {
    const { rowCount } = await owner.query(`select from ${table} where product_id = $1`, [id])
    if (rowCount! > 0) found.push(table)
  }
  return found
}

/** The constraint that a statement breaks; none when it passes. */
const broken = (asked: Promise<unknown>): Promise<string | null> =>
  asked.then(
    () => null,
    (error: unknown) => (error as pg.DatabaseError).constraint ?? String(error),
  )

/** Waits until the second connection waits for the first one. */
async function untilOtherWaits(): Promise<void> {
  const pid = (other as unknown as { readonly processID: number }).processID
  for (;;) {
    const { rows } = await owner.query<{ waits: boolean }>(`select cardinality(pg_blocking_pids($1)) > 0 as waits`, [
      pid,
    ])
    if (rows[0]!.waits) return
  }
}

it('a price belongs to a product that is there', async () => {
  expect(await broken(owner.query(price, [account.id, newId()]))).toBe('product_price_belongs_to_product')
  const id = await addProduct()
  expect(await broken(owner.query(price, [account.id, id]))).toBeNull()
  // One that is missing among others that are there is refused too.
  const many = `insert into product_price (account_id, product_id, grade, price_cents)
    select $1, n, 'grade_b', 100 from unnest($2::uuid[]) n`
  expect(await broken(owner.query(many, [account.id, [id, newId()]]))).toBe('product_price_belongs_to_product')
  expect(await broken(owner.query(many, [newId(), [id]]))).toBe('product_price_belongs_to_product')
})

it('what belongs to a product goes with it, and nothing of another', async () => {
  const [id, kept] = [await addProduct(), await addProduct()]
  for (const each of [id, kept]) await owner.query(price, [account.id, each])
  expect(await tablesOf(id)).toEqual(tables)
  await owner.query('delete from product where account_id = $1 and id = $2', [account.id, id])
  expect(await tablesOf(id)).toEqual([])
  expect(await tablesOf(kept)).toEqual(tables)
})

it('a price waits for the deletion of its product, and is refused then', async () => {
  const id = await addProduct()
  await owner.query('begin')
  await owner.query('delete from product where account_id = $1 and id = $2', [account.id, id])
  const added = broken(other.query(price, [account.id, id]))
  await untilOtherWaits()
  await owner.query('commit')
  expect(await added).toBe('product_price_belongs_to_product')
  expect(await tablesOf(id)).toEqual([])
})

it('the deletion of a product waits for a price that comes, and takes it along', async () => {
  const id = await addProduct()
  await owner.query('begin')
  await owner.query(price, [account.id, id])
  const gone = other.query('delete from product where account_id = $1 and id = $2', [account.id, id])
  await untilOtherWaits()
  await owner.query('commit')
  expect((await gone).rowCount).toBe(1)
  expect(await tablesOf(id)).toEqual([])
})

it('a deletion that is undone leaves everything', async () => {
  const id = await addProduct()
  await owner.query(price, [account.id, id])
  await owner.query('begin')
  await owner.query('delete from product where account_id = $1 and id = $2', [account.id, id])
  await owner.query('rollback')
  expect(await tablesOf(id)).toEqual(tables)
})

it('products, prices and imports keep the keys by which they belong together', async () => {
  const id = await addProduct()
  await owner.query(price, [account.id, id])
  const set = (text: string) => broken(owner.query(text, [id, newId()]))
  expect(await set('update product set id = $2 where id = $1')).toBe('product_keeps_key')
  expect(await set('update product_price set product_id = $2 where product_id = $1')).toBe('product_price_keeps_key')
  // A version is raised by writing the same key.
  expect(await broken(owner.query('update product set id = id where id = $1', [id]))).toBeNull()
})

it('what an import has changed belongs to it, and goes with it', async () => {
  const [id, kept] = [newId(), newId()]
  for (const each of [id, kept])
    await owner.query(
      `insert into catalog_import (account_id, id, content, strategy, file_name, status, created_at, queued_at, touched_at,
         lines_found, origin, file) values ($1, $2, 'products', 'generic', 'a.csv', 'tried', now(), now(), now(), 1, 'user', 'x')`,
      [account.id, each],
    )
  const change = `insert into catalog_import_change (account_id, import_id, place, line, thing_id, outcome, name, before,
    after, fields, rises, falls) values ($1, $2, 0, 2, $3, 'inserted', 'Leica', '{}', '{}', '{}', false, false)`
  expect(await broken(owner.query(change, [account.id, newId(), newId()]))).toBe(
    'catalog_import_change_belongs_to_catalog_import',
  )
  for (const each of [id, kept]) await owner.query(change, [account.id, each, newId()])
  expect(
    await broken(owner.query('update catalog_import_change set import_id = $2 where import_id = $1', [id, newId()])),
  ).toBe('catalog_import_change_keeps_key')
  expect(await broken(owner.query('update catalog_import set id = $2 where id = $1', [id, newId()]))).toBe(
    'catalog_import_keeps_key',
  )
  await owner.query('delete from catalog_import where id = $1', [id])
  const { rows } = await owner.query('select import_id as id from catalog_import_change')
  expect(rows).toEqual([{ id: kept }])
})
