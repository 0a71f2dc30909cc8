import { readFileSync } from 'node:fs'
import pg from 'pg'
import { baseline } from '#api/db/migrations/0001-baseline.ts'
import { withClient } from '../../scripts/prepare-database.mjs'
import type { TestDatabase } from './postgres.ts'

/** The logins that a migration of the tests gives rights to. */
export const migrationRoles = { appRole: 'reprise_app', adminRole: 'reprise_admin' }

/** Rows of one statement over a connection of its own. */
export async function query<R extends pg.QueryResultRow>(url: string, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(sql)).rows
  } finally {
    await client.end()
  }
}

/**
 * Makes an empty database one of the baseline with rows in every table, whose row security is in force. The rows are
 * frozen (`baseline-rows.sql`): fixtures of today write columns that a later migration has added.
 */
export async function fillBaseline(database: TestDatabase): Promise<void> {
  // Not by migrateToLatest: rights are granted on the tables of today, some of which the baseline does not have.
  await withClient(database.ownerUrl, async (client) => {
    await client.query('begin')
    await baseline.up(
      async (sql) => void (await client.query(sql)),
      async (sql, values) => (await client.query<Record<string, unknown>>(sql, [...(values ?? [])])).rows,
    )
    await client.query(
      `create table schema_migration (name text primary key, applied_at timestamptz not null default now());
       insert into schema_migration (name) values ('${baseline.name}'); commit`,
    )
  })
  await withClient(database.superuserUrl, async (client) => {
    // The rows are whole: no trigger adds to them, and they stand in any order.
    await client.query(`set session_replication_role = replica`)
    await client.query(readFileSync(new URL('baseline-rows.sql', import.meta.url), 'utf8'))
  })
  await forceRowSecurity(database.ownerUrl)
}

/** Puts row security in force, as a database has it whose rights were granted once: its owner sees rows as the system alone. */
async function forceRowSecurity(ownerUrl: string): Promise<void> {
  const tables = await query<{ name: string }>(
    ownerUrl,
    `select relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      and a.attname in ('account_id', 'id') and a.attnum = 1 where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const isSystem = `current_setting('app.system', true) = 'on'
    or current_setting('search_path') = 'pg_catalog, public, pg_temp'`
  const statements = tables.map(
    ({ name }) => `alter table ${name} enable row level security, force row level security;
      create policy system on ${name} using (${isSystem})`,
  )
  await query(ownerUrl, statements.join(';\n'))
}
