// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { migrateToLatest } from '#api/db/migrate.ts'
import { migrateToBefore, migrationRoles, query } from '../support/earlier-database.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createEmptyDatabase()
  await migrateToBefore(database.ownerUrl, '0072-platform-account')
})
afterAll(() => database.drop())

describe('an installation from before the platform had an account', () => {
  it('gets one where a client has administrators, who stay as they are', async () => {
    const [account, top, user] = [newId(), newId(), newId()]
    await query(
      database.ownerUrl,
      `set app.system = 'on';
      insert into account (id, name, is_retailer) values ('${account}', 'Maison', true);
      insert into organization (account_id, id, type, common_name)
        values ('${account}', '${top}', 'root_management_unit', 'Maison');
      insert into user_account (account_id, id, email, first_name, last_name)
        values ('${account}', '${user}', 'admin@maison.example', 'Ada', 'Moreau');
      insert into user_module (account_id, user_id, module, user_type, organization_id)
        values ('${account}', '${user}', 'root', 'admin', '${top}')`,
    )
    await migrateToLatest({ ownerUrl: database.ownerUrl, ...migrationRoles })
    const accounts = await query(database.superuserUrl, 'select name, is_platform from account order by is_platform')
    expect(accounts).toEqual([
      { name: 'Maison', is_platform: false },
      { name: 'Reprise', is_platform: true },
    ])
    const places = `select type from organization o join account a on a.id = o.account_id where a.is_platform`
    expect(await query(database.superuserUrl, places)).toEqual([{ type: 'root_management_unit' }])
    const users = await query(database.superuserUrl, 'select account_id, status from user_account')
    expect(users).toEqual([{ account_id: account, status: 'active' }])
  })
})
