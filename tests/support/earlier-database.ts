import pg from 'pg'
import { migrations } from '#api/db/migrations/list.ts'

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

/** Leaves a database as the release before a migration left it. */
export async function migrateToBefore(ownerUrl: string, name: string): Promise<void> {
  const before = migrations.slice(
    0,
    migrations.findIndex((migration) => migration.name === name),
  )
  // Not by migrateToLatest: rights are granted on the tables of today, most of which that release has not yet.
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  for (const migration of before)
    await migration.up(
      async (sql) => void (await client.query(sql)),
      async (sql, values) => (await client.query<Record<string, unknown>>(sql, [...(values ?? [])])).rows,
    )
  await client.end()
  await query(
    ownerUrl,
    `create table schema_migration (name text primary key, applied_at timestamptz not null default now());
     insert into schema_migration (name) values ${before.map((migration) => `('${migration.name}')`).join(', ')}`,
  )
}

/**
 * Puts row security in force on the tables of that release, as a database has it whose rights were granted once: its owner
 * sees rows as the system alone.
 */
export async function forceRowSecurity(ownerUrl: string): Promise<void> {
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
