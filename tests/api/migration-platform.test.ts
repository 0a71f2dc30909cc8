// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { migrateToLatest } from '#api/db/migrate.ts'
import { migrateToBefore, migrationRoles, query } from '../support/earlier-database.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createEmptyDatabase()
  await migrateToBefore(database.ownerUrl, '0088-administrators-at-the-platform')
})
afterAll(() => database.drop())

const [account, resting, top, user, sleeper, device] = [newId(), newId(), newId(), newId(), newId(), newId()]
const rows = (sql: string) => query(database.superuserUrl, sql)
let refused = ''

describe('an installation whose clients have administrators', () => {
  beforeAll(async () => {
    const held = (id: string, type: string) => `insert into user_account
        (account_id, id, email, first_name, last_name, password_hash, language)
        values ('${id === user ? account : resting}', '${id}', '${id}@maison.example', 'Ada', 'Moreau', 'a hash',
          ${id === user ? 'null' : `'de-DE'`});
      insert into user_module (account_id, user_id, module, user_type, organization_id)
        select account_id, '${id}', 'root', '${type}', id from organization
        where type = 'root_management_unit' and account_id = '${id === user ? account : resting}'`
    const times = `now(), now(), now() + interval '1 day'`
    await query(
      database.ownerUrl,
      `set app.system = 'on';
      insert into account (id, name, is_retailer, status, language)
        values ('${account}', 'Maison', true, 'active', 'nl-BE'), ('${resting}', 'Repos', true, 'inactive', 'fr-FR');
      insert into organization (account_id, id, type, common_name)
        values ('${account}', '${top}', 'root_management_unit', 'Maison'),
          ('${resting}', '${newId()}', 'root_management_unit', 'Repos');
      ${held(user, 'super_admin')};
      ${held(sleeper, 'admin')};
      insert into user_module (account_id, user_id, module, user_type, organization_id)
        values ('${account}', '${user}', 'tim', 'root_management_unit_manager', '${top}');
      insert into session (account_id, id, token_hash, user_id, module, viewed_account_id, created_at, last_seen_at,
          expires_at)
        values ('${account}', '${newId()}', sha256('session'), '${user}', 'root', '${account}', ${times});
      insert into device_grant (account_id, id, token_hash, device_id, user_id, module, expires_at)
        values ('${account}', '${newId()}', sha256('grant'), '${device}', '${user}', 'root', now() + interval '1 day');
      insert into password_token (account_id, id, user_id, token_hash, purpose, expires_at)
        values ('${account}', '${newId()}', '${user}', sha256('link'), 'renew', now() + interval '1 hour');
      insert into sync_device (account_id, device_id, user_id, module) values ('${account}', '${device}', '${user}', 'root');
      insert into sync_op (account_id, op_id, device_id, user_id, module, seq, type, v, args, lanes, payload_hash, status,
          code, captured_at)
        values ('${account}', '${newId()}', '${device}', '${user}', 'root', 1, 'checkInItem', 1, '{}', '{}',
          sha256('payload'), 'held', 'SYNC_NEEDS_A_PERSON', now())`,
    )
    const grantOf = (module: string) => `set app.system = 'on';
      insert into device_grant (account_id, id, token_hash, device_id, user_id, module, expires_at)
        values ('${account}', '${newId()}', sha256('${module}'), '${device}', '${user}', '${module}', now() + interval '1 day')`
    await query(database.ownerUrl, grantOf('tim'))
    refused = await migrateToLatest({ ownerUrl: database.ownerUrl, ...migrationRoles }).then(() => '', String)
    await query(
      database.ownerUrl,
      `set app.system = 'on'; update device_grant set revoked_at = now() where module = 'tim'`,
    )
    await migrateToLatest({ ownerUrl: database.ownerUrl, ...migrationRoles })
  })

  it('moves none while a device may keep work of a module that one of them loses', () => {
    expect(refused).toContain('1 devices of administrators may keep work of a module that they lose')
  })

  it('gets an account of the platform, with a head office', async () => {
    expect(await rows('select name, is_platform from account order by name')).toEqual([
      { name: 'Maison', is_platform: false },
      { name: 'Repos', is_platform: false },
      { name: 'Reprise', is_platform: true },
    ])
    const places = `select type from organization o join account a on a.id = o.account_id where a.is_platform`
    expect(await rows(places)).toEqual([{ type: 'root_management_unit' }])
  })

  it('finds them there, with password, role and language, and nobody whom the move lets in', async () => {
    expect(
      await rows(`select u.id, u.email, u.status, u.password_hash, u.language, m.module, m.user_type, o.type
        from user_account u join account a on a.id = u.account_id and a.is_platform
        join user_module m on m.account_id = u.account_id and m.user_id = u.id
        join organization o on o.account_id = m.account_id and o.id = m.organization_id order by u.id = '${user}'`),
    ).toEqual(
      [
        { id: sleeper, status: 'inactive', language: 'de-DE', user_type: 'admin' },
        { id: user, status: 'active', language: 'nl-BE', user_type: 'super_admin' },
      ].map((one) => ({
        ...one,
        email: `${one.id}@maison.example`,
        password_hash: 'a hash',
        module: 'root',
        type: 'root_management_unit',
      })),
    )
    expect(await rows(`select account_id = platform_account() as moved from password_token`)).toEqual([{ moved: true }])
  })

  it('keeps what they wrote under a row that stands in for them, and ends what was open', async () => {
    expect(
      await rows(`select id, email, status, password_hash, stands_in from user_account
        where account_id = '${account}'`),
    ).toEqual([
      {
        id: user,
        email: `platform:${account}:${user}`,
        status: 'inactive',
        password_hash: null,
        stands_in: true,
      },
    ])
    expect(await rows('select user_id, status from sync_op')).toEqual([{ user_id: user, status: 'held' }])
    expect(
      await rows(`select r.user_type, r.organization_id
        from (select set_config('app.account_id', '${account}', false) as set) here
        cross join lateral platform_role_here(case when here.set = '' then null else '${user}'::uuid end, 'root') r`),
    ).toEqual([{ user_type: 'super_admin', organization_id: top }])
    expect(await rows('select revoked_at is not null as ended from session')).toEqual([{ ended: true }])
    expect(await rows('select from device_grant')).toEqual([])
    expect(await rows(`select from user_module where account_id = '${account}'`)).toEqual([])
  })
})
