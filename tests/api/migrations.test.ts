import { afterEach, describe, expect, it } from 'vitest'
import { migrateToLatest } from '#api/db/migrate.ts'
import { migrations } from '#api/db/migrations/list.ts'
import { buybackStatuses } from '#domain/buyback/buyback-status.ts'
import { deliveryStatuses } from '#domain/delivery/delivery-status.ts'
import { paymentStatuses } from '#domain/buyback/payment-status.ts'
import { currencies, languages } from '#domain/kernel/languages.ts'
import { moduleUserTypes, modules } from '#domain/organization/module.ts'
import { organizationTypes } from '#domain/organization/organization-type.ts'
import { premiumFeatures } from '#domain/organization/premium-feature.ts'
import { checkInRequirements, itemStatuses, nativeStocks } from '#domain/item/item-status.ts'
import { releaseStates, releaseSubjects } from '#domain/payment/payment-release.ts'
import { inStockStatuses, isInsideWarehouse } from '#domain/item/item-transitions.ts'
import { fillBaseline, migrationRoles as roles, query } from '../support/baseline-database.ts'
import { withClient } from '../../scripts/prepare-database.mjs'
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts'

const opened: TestDatabase[] = []

afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop()
})

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase()
  opened.push(database)
  return database
}

const all = migrations.map((migration) => migration.name)

describe('migrateToLatest', () => {
  it(
    'runs every migration on an empty database, and nothing the second time',
    { tags: ['slow'], timeout: 240_000 },
    async () => {
      const { ownerUrl } = await emptyDatabase()
      expect(await migrateToLatest({ ownerUrl, ...roles })).toEqual({ applied: all, rightsChanged: true })
      expect(await migrateToLatest({ ownerUrl, ...roles })).toEqual({ applied: [], rightsChanged: false })
    },
  )

  it('lets two processes start at once and migrates once', { tags: ['slow'], timeout: 240_000 }, async () => {
    const { ownerUrl } = await emptyDatabase()
    const results = await Promise.all([1, 2, 3].map(() => migrateToLatest({ ownerUrl, ...roles })))
    expect(results.flatMap((result) => result.applied)).toEqual(all)
    expect(results.filter((result) => result.rightsChanged)).toHaveLength(1)
  })

  it(
    'leaves nothing of a migration that fails, and goes on from there later',
    { tags: ['slow'], timeout: 240_000 },
    async () => {
      const { ownerUrl } = await emptyDatabase()
      const broken = {
        name: '9999-broken',
        up: (run: (sql: string) => Promise<void>) => run('create table half (); oops'),
      }
      await expect(migrateToLatest({ ownerUrl, ...roles, migrations: [...migrations, broken] })).rejects.toThrow('oops')
      const left = await query(ownerUrl, `select name from schema_migration where name = '9999-broken'`)
      const half = await query(ownerUrl, `select 1 from pg_class where relname = 'half'`)
      expect([left, half]).toEqual([[], []])
      expect((await migrateToLatest({ ownerUrl, ...roles })).applied).toEqual([])
    },
  )

  it('brings rights back when the logins change', { tags: ['slow'], timeout: 240_000 }, async () => {
    const { ownerUrl } = await emptyDatabase()
    await migrateToLatest({ ownerUrl, appRole: 'reprise_app' })
    const rights = (): Promise<{ may: boolean }[]> =>
      query(ownerUrl, `select has_table_privilege('reprise_admin', 'account', 'select') as may`)
    expect(await rights()).toEqual([{ may: false }])
    expect(await migrateToLatest({ ownerUrl, ...roles })).toEqual({ applied: [], rightsChanged: true })
    expect(await rights()).toEqual([{ may: true }])
  })

  it('refuses a login that would pass row-level security', async () => {
    const { ownerUrl } = await emptyDatabase()
    await expect(migrateToLatest({ ownerUrl, appRole: 'reprise_owner' })).rejects.toThrow('passes row-level security')
    await expect(migrateToLatest({ ownerUrl, appRole: 'postgres' })).rejects.toThrow('passes row-level security')
    await expect(migrateToLatest({ ownerUrl, appRole: 'nobody_at_all' })).rejects.toThrow('does not exist')
  })
})

describe('a database of the baseline', () => {
  /** How many rows each table has, but those that every migration writes to. */
  const counts = (url: string): Promise<{ name: string; rows: number }[]> =>
    query(
      url,
      `select c.relname as name, (xpath('/row/n/text()',
         query_to_xml(format('select count(*) as n from public.%I', c.relname), false, true, '')))[1]::text::integer as rows
       from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
         and c.relname not in ('schema_migration', 'schema_rights', 'sync_change') order by 1`,
    )

  it('goes on to the present with its rows', { tags: ['slow'], timeout: 240_000 }, async () => {
    const database = await emptyDatabase()
    await fillBaseline(database)
    const before = await counts(database.superuserUrl)
    expect(before.filter(({ rows }) => rows === 0)).toEqual([])
    const { applied } = await migrateToLatest({ ownerUrl: database.ownerUrl, ...roles })
    expect(applied).toEqual(all.slice(1))
    expect(await counts(database.superuserUrl)).toEqual(expect.arrayContaining(before))
    const asked = await query(database.appUrl, `select name from schema_migration order by name`)
    expect(asked).toEqual(all.map((name) => ({ name })))
  })

  it(
    'shows a migration the rows of every account, although row security is in force',
    { tags: ['slow'], timeout: 240_000 },
    async () => {
      const database = await emptyDatabase()
      await fillBaseline(database)
      const { ownerUrl, superuserUrl } = database
      const renaming = { name: '9998-renaming', up: (run: (sql: string) => Promise<void>) => run(renamed) }
      const renamed = `update account set name = 'Renamed'`
      await migrateToLatest({ ownerUrl, ...roles, migrations: [...migrations, renaming] })
      expect(await query(superuserUrl, 'select distinct name from account')).toEqual([{ name: 'Renamed' }])
      await query(ownerUrl, `update account set name = 'By nobody'`)
      expect(await query(superuserUrl, 'select distinct name from account')).toEqual([{ name: 'Renamed' }])
    },
  )

  it(
    'takes a function with a setting of an extension in a later session',
    { tags: ['slow'], timeout: 240_000 },
    async () => {
      const { ownerUrl } = await emptyDatabase()
      await migrateToLatest({ ownerUrl, ...roles })
      const similar = `create function is_similar(one text, other text) returns boolean language sql
      set pg_trgm.similarity_threshold = 0.6 return one operator(public.%) other`
      const later = { name: '9998-similar', up: (run: (sql: string) => Promise<void>) => run(similar) }
      const { applied } = await migrateToLatest({ ownerUrl, ...roles, migrations: [...migrations, later] })
      expect(applied).toEqual(['9998-similar'])
    },
  )
})

describe('a database of a version before 0.2.0', () => {
  it('is refused in a sentence and left as it is', { tags: ['slow'], timeout: 240_000 }, async () => {
    const { ownerUrl } = await emptyDatabase()
    await query(
      ownerUrl,
      `create table schema_migration (name text primary key, applied_at timestamptz not null default now());
       insert into schema_migration (name) values ('0001-spine'), ('0002-sync-rounds-and-pruning')`,
    )
    const state = () =>
      query(
        ownerUrl,
        `select (select jsonb_agg(m order by m.name) from schema_migration m) as migrations,
           (select jsonb_agg(relname order by relname) from pg_class where relnamespace = 'public'::regnamespace) as tables`,
      )
    const before = await state()
    await expect(migrateToLatest({ ownerUrl, ...roles })).rejects.toThrow(/version before 0\.2\.0.*left as it is/)
    expect(await state()).toEqual(before)
  })
})

describe('the baseline', () => {
  it(
    'has functions that PostgreSQL takes with their bodies checked',
    { tags: ['slow'], timeout: 240_000 },
    async () => {
      const { ownerUrl } = await emptyDatabase()
      await migrateToLatest({ ownerUrl, ...roles })
      const unsound = await withClient(ownerUrl, async (client) => {
        // Loads the extension whose setting one of them has.
        await client.query(`select similarity('', '')`)
        await client.query(`
       create temp table unsound (name text, reason text);
       do $$ declare f record; begin
         for f in select oid, oid::regprocedure::text as name from pg_proc
           where pronamespace = 'public'::regnamespace and proowner = current_user::regrole and prosqlbody is null loop
           begin
             execute pg_get_functiondef(f.oid);
           exception when others then
             insert into unsound values (f.name, sqlerrm);
           end;
         end loop;
       end $$`)
        return (await client.query<{ name: string; reason: string }>('select * from unsound')).rows
      })
      expect(unsound).toEqual([])
    },
  )
})

describe('the checks of closed lists', () => {
  it('hold exactly the values that the domain knows', { tags: ['slow'], timeout: 240_000 }, async () => {
    const { ownerUrl } = await emptyDatabase()
    await migrateToLatest({ ownerUrl, ...roles })
    const checks = await query<{ name: string; values: string[] }>(
      ownerUrl,
      `select conname as name, array(select m[1] from regexp_matches(pg_get_constraintdef(oid), '''([^'']*)''::text', 'g') m)
         as values from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
    )
    const valuesOf = (name: string): readonly string[] =>
      [...new Set(checks.find((check) => check.name === name)?.values)].toSorted()
    const known: Readonly<Record<string, readonly string[]>> = {
      item_status_check: itemStatuses,
      item_left_status_check: itemStatuses,
      item_history_from_status_check: itemStatuses,
      item_history_to_status_check: itemStatuses,
      item_place: [...inStockStatuses, ...itemStatuses.filter((status) => isInsideWarehouse(status))],
      buyback_status_check: buybackStatuses,
      buyback_payment_status_check: paymentStatuses,
      buyback_delivery_status_check: deliveryStatuses,
      stock_native_check: nativeStocks,
      organization_type_check: organizationTypes,
      organization_root_detail_warehouse_checkin_requirement_check: checkInRequirements,
      organization_root_detail_enabled_premium_features_check: premiumFeatures,
      account_language_check: languages,
      account_currency_check: currencies,
      payment_release_subject_check: releaseSubjects,
      payment_release_state_check: releaseStates,
      user_module_module_check: modules,
      user_module_admits: [...modules, ...Object.values(moduleUserTypes).flat()],
    }
    for (const [name, values] of Object.entries(known))
      expect(valuesOf(name), name).toEqual([...new Set(values)].toSorted())
  })
})
