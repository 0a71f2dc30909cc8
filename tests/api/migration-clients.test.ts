// @module-tag slow
import { afterAll, beforeAll, expect, it } from 'vitest'
import type pg from 'pg'
import { migrateToLatest } from '#api/db/migrate.ts'
import { newId } from '#api/db/new-id.ts'
import { forceRowSecurity, migrateToBefore, migrationRoles } from '#tests/support/earlier-database.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/support/postgres.ts'

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await createEmptyDatabase()
  await migrateToBefore(database.ownerUrl, '0062-clients-created-whole')
  owner = await connectAsOwner(database.ownerUrl)
  await owner.query(`set app.system = 'on'`)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const rows = async (text: string, ...values: unknown[]) =>
  (await owner.query<Record<string, unknown>>(text, values)).rows

it('clients of before get what new ones begin with, and keep what they have', async () => {
  const [bare, trading] = [newId(), newId()]
  await rows(
    `insert into account (id, name, is_retailer, language) values ($1, 'Bare', true, 'en-GB'), ($2, 'Trading', true, 'fr-FR')`,
    bare,
    trading,
  )
  for (const [id, copies, type] of [
    [newId(), 0, 'web_post'],
    [newId(), 3, 'store_drop'],
  ])
    await rows(
      `insert into circuit (account_id, id, type, name, transfer_order_number_of_copy) values ($1, $2, $3, $3, $4)`,
      trading,
      id,
      type,
      copies,
    )
  for (const externalId of ['RHONE', 'rhone', 'Rhone'])
    await rows(
      `insert into organization (account_id, id, type, module_type, common_name, external_id)
       values ($1, $2, 'buyer', 'lcm', $3, $3)`,
      trading,
      newId(),
      externalId,
    )
  await forceRowSecurity(database.ownerUrl)
  await migrateToLatest({ ownerUrl: database.ownerUrl, ...migrationRoles })

  expect(
    await rows(
      `select count(*)::int as circuits, bool_and(status = 'disabled') as rest from circuit where account_id = $1`,
      bare,
    ),
  ).toEqual([{ circuits: 7, rest: true }])
  expect(await rows('select label, status from payment_mode where account_id = $1 order by position', bare)).toEqual([
    { label: 'Bank transfer', status: 'active' },
    { label: 'Voucher', status: 'active' },
    { label: 'Gift card', status: 'inactive' },
    { label: 'Transfer without IBAN', status: 'inactive' },
  ])
  expect(
    await rows(
      `select c.type, s.type as method, (select count(*)::int from circuit_payment_mode p where p.circuit_id = c.id) as modes
       from circuit c join circuit_shipping_method x on x.circuit_id = c.id
       join shipping_method s on s.id = x.shipping_method_id where c.account_id = $1 and c.type = 'web_drop'`,
      bare,
    ),
  ).toEqual([{ type: 'web_drop', method: 'web_drop', modes: 4 }])

  // What was enabled without a carrier says so, and is printed once at least.
  expect(
    await rows(
      `select type, own_label, transfer_order_number_of_copy as copies from circuit where account_id = $1 order by type`,
      trading,
    ),
  ).toEqual([
    { type: 'store_drop', own_label: false, copies: 3 },
    { type: 'web_post', own_label: true, copies: 1 },
  ])
  const ids = (
    await rows('select external_id from organization where account_id = $1 order by created_at, id', trading)
  ).map((row) => String(row['external_id']))
  expect(ids[0]).toBe('RHONE')
  expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(3)
})
