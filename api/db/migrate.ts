import { createHash } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { withFiles } from '#api/config.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { migrations } from './migrations/list.ts'
import type { Migration } from './migrations/migration.ts'
import { rightsSql, type RoleNames } from './rights.ts'

/** Where to migrate, and which logins receive rights; a URL may stand for the login it names. */
export interface MigrateOptions {
  readonly ownerUrl: string
  readonly appRole?: string
  readonly appUrl?: string
  readonly adminRole?: string
  readonly adminUrl?: string | undefined
  /** All of them, unless a test adds its own. */
  readonly migrations?: readonly Migration[]
}

/** What a run changed. */
export interface MigrateResult {
  /** Names of the migrations that ran now. */
  readonly applied: readonly string[]
  /** Whether rights and policies were brought up to date. */
  readonly rightsChanged: boolean
}

// Any constant; two processes of this application ask for the same one.
const lockKey = 7_205_759_403_792

/**
 * Brings the database to the newest form: runs missing migrations in order, then grants rights where they or the
 * logins changed. Safe to run at every start and from several processes at once; the second waits, then finds nothing.
 */
export async function migrateToLatest(options: MigrateOptions): Promise<MigrateResult> {
  const client = new pg.Client({ connectionString: options.ownerUrl, application_name: 'reprise migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const roles = await rolesOf(client, options)
    await demandBaseline(client)
    await client.query(`create table if not exists schema_migration (
      name text primary key, applied_at timestamptz not null default now())`)
    await client.query(`create table if not exists schema_rights (
      only_row boolean primary key default true check (only_row), fingerprint text not null)`)
    await loadTrigrams(client)
    const applied = await runMissing(client, options.migrations ?? migrations)
    const rightsChanged = await grantRights(client, roles)
    return { applied, rightsChanged }
  } finally {
    await client.end()
  }
}

// The migrations of the versions before are gone: what they left may lack anything that those here go on from.
async function demandBaseline(client: pg.Client): Promise<void> {
  const kept = await client.query(`select from pg_class where oid = to_regclass('public.schema_migration')`)
  if (kept.rowCount === 0) return
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  if (rows.length > 0 && !rows.some(({ name }) => name === baseline.name))
    throw new Error(
      'This database was made by a version before 0.2.0, from which there is no upgrade: it is left as it is. ' +
        'Give this version an empty database, or another folder by DATA_DIR, or start the version that made it.',
    )
}

// A function with a setting of an extension may be made by its owner only in a session that has loaded the extension,
// as a session that runs all migrations has.
async function loadTrigrams(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'pg_trgm'`)
  if (rowCount === 1) await client.query(`select similarity('', '')`)
}

async function runMissing(client: pg.Client, list: readonly Migration[]): Promise<readonly string[]> {
  const known = await client.query<{ name: string }>('select name from schema_migration')
  const done = new Set(known.rows.map((row) => row.name))
  const missing = list.filter((migration) => !done.has(migration.name))
  for (const migration of missing) {
    await inTransaction(client, async () => {
      // Tables that were there before bind their owner to the rows of nobody until a session says that it is the system.
      await client.query(`select set_config('app.system', 'on', true)`)
      await migration.up(
        async (sql) => void (await client.query(sql)),
        async (sql, values) => (await client.query<Record<string, unknown>>(sql, [...(values ?? [])])).rows,
      )
      await client.query('insert into schema_migration (name) values ($1)', [migration.name])
    })
  }
  return missing.map((migration) => migration.name)
}

async function grantRights(client: pg.Client, roles: RoleNames): Promise<boolean> {
  const sql = rightsSql(roles)
  // Functions that a migration has added may be called by everybody until rights are granted again.
  const { rows } = await client.query<{ name: string }>('select name from schema_migration order by name')
  const names = rows.map(({ name }) => name)
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([sql, names]))
    .digest('hex')
  const known = await client.query<{ fingerprint: string }>('select fingerprint from schema_rights')
  if (known.rows[0]?.fingerprint === fingerprint) return false
  await inTransaction(client, async () => {
    await client.query(sql)
    await client.query(
      `insert into schema_rights (fingerprint) values ($1)
       on conflict (only_row) do update set fingerprint = excluded.fingerprint`,
      [fingerprint],
    )
  })
  return true
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

// An API login that owns the tables, is superuser or bypasses row-level security would see every account.
async function rolesOf(client: pg.Client, options: MigrateOptions): Promise<RoleNames> {
  const app = options.appRole ?? userOf(options.appUrl)
  if (app === undefined) throw new Error('The name of the API’s login is missing: set DATABASE_URL.')
  const admin = options.adminRole ?? userOf(options.adminUrl) ?? null
  const owner = (await client.query<{ name: string }>('select current_user::text as name')).rows[0]!.name
  for (const role of [app, ...(admin === null ? [] : [admin])]) {
    const found = await client.query<{ open: boolean; member: boolean }>(
      `select rolsuper or rolbypassrls as open, pg_has_role(rolname, $2, 'member') as member
       from pg_roles where rolname = $1`,
      [role, owner],
    )
    const row = found.rows[0]
    if (row === undefined) throw new Error(`The login ${role} does not exist on this server; create it first.`)
    if (row.open || row.member)
      throw new Error(
        `The login ${role} passes row-level security (it is superuser, bypasses it, or is a member of the owner ` +
          `${owner}). Give the API a login of its own: create role reprise_app login password '…'.`,
      )
  }
  return { owner, app, admin }
}

function userOf(url: string | undefined): string | undefined {
  if (url === undefined || url === '') return undefined
  const name = decodeURIComponent(new URL(url).username)
  return name === '' ? undefined : name
}

async function main(): Promise<void> {
  const { DATABASE_OWNER_URL, DATABASE_URL, DATABASE_ADMIN_URL } = withFiles(process.env)
  if (!DATABASE_OWNER_URL || !DATABASE_URL) throw new Error('DATABASE_OWNER_URL and DATABASE_URL must be set.')
  const result = await migrateToLatest({
    ownerUrl: DATABASE_OWNER_URL,
    appUrl: DATABASE_URL,
    adminUrl: DATABASE_ADMIN_URL,
  })
  for (const name of result.applied) console.log(`migrated ${name}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
