// @module-tag slow
import { afterAll, beforeAll, expect, it } from 'vitest'
import type pg from 'pg'
import { migrateToLatest } from '#api/db/migrate.ts'
import { migrateToBefore, migrationRoles } from '#tests/support/earlier-database.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { createQueue, createWorld, type SyncWorld } from '#tests/support/sync-world.ts'

let database: TestDatabase
let owner: pg.Client
let world: SyncWorld

beforeAll(async () => {
  database = await createEmptyDatabase()
  await migrateToBefore(database.ownerUrl, '0058-settled-is-decided')
  owner = await connectAsOwner(database.ownerUrl)
  await owner.query(`set app.system = 'on'`)
  world = await createWorld(owner, { hasPlatform: false })
  // The owner's policy of a database that has run once binds the migrations, too.
  await owner.query(`alter table sync_op enable row level security; alter table sync_op force row level security;
    create policy system on sync_op using (current_setting('app.system', true) = 'on')`)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** An operation that the server holds. */
async function hold(type: string, args: object): Promise<string> {
  const { identity, operation } = createQueue(world)
  const { opId } = operation(type, {})
  await owner.query(`insert into sync_device (account_id, device_id, user_id, module) values ($1, $2, $3, $4)`, [
    identity.accountId,
    identity.deviceId,
    identity.userId,
    identity.module,
  ])
  await owner.query(
    `insert into sync_op (account_id, op_id, device_id, user_id, module, seq, type, v, args, lanes, payload_hash, status,
       code, captured_at)
     values ($1, $2, $3, $4, $5, 1, $6, 1, $7, array['op:1'], sha256('held'), 'held', 'SYNC_NEEDS_A_PERSON', now())`,
    [identity.accountId, opId, identity.deviceId, identity.userId, identity.module, type, args],
  )
  return opId
}

const settle = (opId: string) =>
  owner.query(`update sync_op set resolved_at = now(), resolution = 'discarded' where op_id = $1`, [opId])

const stateOf = async (opId: string) =>
  (
    await owner.query<object>(
      `select status, code, decided_at = resolved_at as "isDecided", args from sync_op where op_id = $1`,
      [opId],
    )
  ).rows[0]

it('what was settled while the server held it is refused, without what was confided, and what is held stays', async () => {
  const [settled, kept, sale] = [
    await hold('checkInItem', { code: '4006381333931' }),
    await hold('checkInItem', { code: '4006381333931' }),
    await hold('sellInStore', { sealed: { body: 'secret' }, cartId: 'c' }),
  ]
  await settle(settled)
  await settle(sale)
  await migrateToLatest({ ownerUrl: database.ownerUrl, ...migrationRoles })
  const code = 'SYNC_NEEDS_A_PERSON'
  expect(await stateOf(settled)).toMatchObject({ status: 'rejected', code, isDecided: true })
  expect(await stateOf(sale)).toMatchObject({ status: 'rejected', code, args: { cartId: 'c' } })
  expect(await stateOf(kept)).toMatchObject({ status: 'held', isDecided: null })
  // A server of before that still runs settles as it did.
  await settle(kept)
  expect(await stateOf(kept)).toMatchObject({ status: 'rejected', code, isDecided: true })
})
