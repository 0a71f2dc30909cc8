// @module-tag slow
import { afterEach, describe, expect, it } from 'vitest'
import type pg from 'pg'
import { migrateToLatest } from '#api/db/migrate.ts'
import { newId } from '#api/db/new-id.ts'
import { forceRowSecurity, migrateToBefore, migrationRoles } from '#tests/support/earlier-database.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/support/postgres.ts'

let database: TestDatabase
let owner: pg.Client

afterEach(async () => {
  await owner.end()
  await database.drop()
})

/** A database of the release before a migration, with the rows of `text`, and row security in force. */
async function openBefore(migration: string, text: string): Promise<void> {
  database = await createEmptyDatabase()
  await migrateToBefore(database.ownerUrl, migration)
  owner = await connectAsOwner(database.ownerUrl)
  await owner.query(text)
  await forceRowSecurity(database.ownerUrl)
  await migrateToLatest({ ownerUrl: database.ownerUrl, ...migrationRoles })
}

const rows = async (text: string) => (await owner.query<Record<string, unknown>>(text)).rows

const [account, top, user] = [newId(), newId(), newId()]
const maison = `
  insert into account (id, name, is_retailer) values ('${account}', 'Maison', true);
  insert into organization (account_id, id, type, common_name)
    values ('${account}', '${top}', 'root_management_unit', 'Maison')`

describe('a migration finds the rows of a database whose row security is in force', () => {
  it('and binds modules to entities, and absorbed values to whole cents', async () => {
    await openBefore(
      '0061-places-of-people',
      `${maison};
      insert into organization (account_id, id, type, module_type, common_name)
        values ('${account}', '${newId()}', 'warehouse', 'root', 'Lyon');
      insert into category (account_id, id, name, identifier, absorption_type, absorption_value)
        values ('${account}', '${newId()}', 'Phones', 'phones', 'value', 12.6)`,
    )
    expect(
      await rows(
        'select type, module_type as module from organization where not exists (select from account a where a.is_platform and a.id = account_id) order by type',
      ),
    ).toEqual([
      { type: 'root_management_unit', module: 'root' },
      { type: 'warehouse', module: 'rps' },
    ])
    expect(await rows('select absorption_value::float8 as value from category')).toEqual([{ value: 13 }])
  })

  it('and ends what was open of accounts that rest, and takes absorptions of nothing away', async () => {
    const session = (id: string, viewed: string) => `insert into session (account_id, id, user_id, viewed_account_id,
      token_hash, module, created_at, last_seen_at, expires_at) values ('${account}', '${id}', '${user}', '${viewed}',
      sha256('${id}'), 'root', now(), now(), now() + interval '1 day')`
    const resting = newId()
    const [kept, ended] = [newId(), newId()]
    await openBefore(
      '0080-missed-updates',
      `${maison};
      insert into account (id, name, is_retailer, status) values ('${resting}', 'Resting', true, 'inactive');
      insert into user_account (account_id, id, email, first_name, last_name)
        values ('${account}', '${user}', 'ada@maison.example', 'Ada', 'Moreau');
      insert into user_module (account_id, user_id, module, user_type, organization_id)
        values ('${account}', '${user}', 'root', 'root_management_unit_manager', '${top}');
      ${session(kept, account)};
      ${session(ended, resting)};
      insert into category (account_id, id, name, identifier, absorption_type, absorption_value)
        values ('${account}', '${newId()}', 'Phones', 'phones', 'percentage_declared', 0)`,
    )
    expect(await rows('select id, revoked_at is not null as ended from session order by created_at, id')).toEqual(
      [
        { id: kept, ended: false },
        { id: ended, ended: true },
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
    expect(await rows('select absorption_type as type, absorption_value as value from category')).toEqual([
      { type: 'none', value: null },
    ])
  })
})
