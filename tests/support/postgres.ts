import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { startPostgres } from '../../scripts/embedded-postgres.mjs'
import type { RunningPostgres } from '../../scripts/embedded-postgres.mjs'
import { extensions, prepareDatabase, prepareRoles, roles, withClient } from '../../scripts/prepare-database.mjs'
import { isSameProcess, startTimeOf } from '../../scripts/process.mjs'
import { memoryFolder, roomyMemory } from './memory-folder.ts'

/** What a test needs to reach its server: the superuser's URL and the three roles' passwords. */
export interface TestServer {
  readonly superuserUrl: string
  readonly passwords: { readonly owner: string; readonly app: string; readonly admin: string }
  /** The migrated database that every test database is cloned from. */
  readonly template: string
}

/** One database of a test's own: a clone of the migrated template. */
export interface TestDatabase {
  readonly name: string
  readonly appUrl: string
  readonly ownerUrl: string
  readonly adminUrl: string
  readonly superuserUrl: string
  drop(): Promise<void>
}

const variable = 'REPRISE_TEST_SERVER'
const folderPrefix = 'reprise-test-postgres-'

/**
 * Starts one throwaway PostgreSQL for a test run, or uses the server of TEST_DATABASE_SUPERUSER_URL, migrates the
 * template, and makes both known to every process started afterwards. Answers how to end it. Tests ask for data in
 * memory, where there is room: a run makes and drops hundreds of databases of 400 files each. A bench keeps its on disk.
 */
export async function startTestPostgres({ inMemory = false } = {}): Promise<() => Promise<void>> {
  if (process.env[variable]) return async () => undefined
  const external = process.env.TEST_DATABASE_SUPERUSER_URL
  const own = external ? undefined : await startThrowaway(inMemory ? roomyMemory() : null)
  const suffix = randomBytes(4).toString('hex')
  const passwords = { owner: randomUUID(), app: randomUUID(), admin: randomUUID() }
  const superuserUrl = external ?? own!.postgres.superuserUrl('postgres')
  const server: TestServer = { superuserUrl, passwords, template: `reprise_template_${suffix}` }
  try {
    await withClient(superuserUrl, (client) => prepareRoles(client, (role) => passwordOf(server, role)))
    await prepareDatabase((database) => urlTo(superuserUrl, database), server.template)
    await migrate(server)
  } catch (error) {
    await own?.end()
    throw error
  }
  process.env[variable] = JSON.stringify(server)
  return async () => {
    delete process.env[variable]
    await (own ? own.end() : dropAll(server))
  }
}

/** The server that startTestPostgres made known to this process. */
export function testServer(): TestServer {
  const value = process.env[variable]
  if (!value)
    throw new Error('No test database server: the run needs tests/support/postgres-setup.ts as its global setup')
  return JSON.parse(value) as TestServer
}

/** Clones the migrated template (or another database) into a database of the caller's own. */
export async function createDatabase({ template }: { readonly template?: string } = {}): Promise<TestDatabase> {
  const server = testServer()
  const name = `${server.template}_${randomBytes(6).toString('hex')}`
  await asSuperuser(server, async (client) => {
    // Copied as files: page by page through the write-ahead log costs twice as much.
    const from = `template ${template ?? server.template} strategy file_copy`
    await client.query(`create database ${name} ${from} owner ${roles.owner}`)
    await client.query(`revoke all on database ${name} from public`)
    await client.query(`grant connect on database ${name} to ${roles.app}, ${roles.admin}`)
  })
  const url = (role: string): string => urlTo(server.superuserUrl, name, role, passwordOf(server, role))
  return {
    name,
    appUrl: url(roles.app),
    ownerUrl: url(roles.owner),
    adminUrl: url(roles.admin),
    superuserUrl: urlTo(server.superuserUrl, name),
    drop: () =>
      asSuperuser(server, (client) => client.query(`drop database if exists ${name} with (force)`)).then(
        () => undefined,
      ),
  }
}

/**
 * The name of a database that `fill` has filled once for all processes of this run, to be cloned from; a process that
 * asks while another one fills it waits.
 */
export async function filledTemplate(key: string, fill: (database: TestDatabase) => Promise<void>): Promise<string> {
  const server = testServer()
  const name = `${server.template}_${key}`
  await asSuperuser(server, async (client) => {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount !== 0) return
    const draft = await createDatabase()
    await fill(draft)
    await withClient(draft.superuserUrl, (owner) => owner.query('analyze'))
    await client.query(`alter database ${draft.name} rename to ${name}`)
  })
  return name
}

/** An empty database with roles and extensions and no migration, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = await createDatabase({ template: 'template0' })
  await withClient(database.superuserUrl, async (client) => {
    await client.query(`alter schema public owner to ${roles.owner}`)
    for (const extension of extensions) await client.query(`create extension if not exists ${extension}`)
  })
  return database
}

async function migrate(server: TestServer): Promise<void> {
  const { migrateToLatest } = await import('#api/db/migrate.ts')
  const url = (role: string): string => urlTo(server.superuserUrl, server.template, role, passwordOf(server, role))
  await migrateToLatest({ ownerUrl: url(roles.owner), appUrl: url(roles.app), adminUrl: url(roles.admin) })
}

interface Throwaway {
  readonly postgres: RunningPostgres
  end(): Promise<void>
}

async function startThrowaway(memory: string | null): Promise<Throwaway> {
  for (const place of [tmpdir(), memoryFolder]) sweep(place)
  const folder = makeFolder(memory ?? tmpdir())
  const bin = process.env.TEST_POSTGRES_BIN
  const postgres = await startPostgres({
    folder,
    durable: false,
    settings: { max_connections: 200, shared_buffers: '256MB', max_wal_size: memory === null ? '4GB' : '1GB' },
    ...(bin ? { binaries: { bin } } : {}),
  })
  return {
    postgres,
    end: async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A folder that names its process from the first moment that `sweep` sees it: a run that starts beside removes any other. */
function makeFolder(place: string): string {
  const draft = mkdtempSync(path.join(place, `new-${folderPrefix}`))
  // PostgreSQL never runs as root: its account has to pass this folder.
  chmodSync(draft, 0o755)
  writeFileSync(
    path.join(draft, 'owner.json'),
    JSON.stringify({ pid: process.pid, startTime: startTimeOf(process.pid) }),
  )
  const folder = path.join(place, `${folderPrefix}${path.basename(draft).slice(`new-${folderPrefix}`.length)}`)
  renameSync(draft, folder)
  return folder
}

// A killed test run leaves its server behind; the next one ends it.
function sweep(place: string): void {
  if (!existsSync(place)) return
  for (const name of readdirSync(place).filter((entry) => entry.startsWith(folderPrefix))) {
    const folder = path.join(place, name)
    try {
      const owner = JSON.parse(readFileSync(path.join(folder, 'owner.json'), 'utf8')) as {
        pid: number
        startTime: string
      }
      if (isSameProcess(owner)) continue
      const pid = Number(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(pid, 'SIGQUIT')
    } catch {
      // Nothing of it runs any more, or it is not ours to end.
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function dropAll(server: TestServer): Promise<void> {
  await asSuperuser(server, async (client) => {
    const names = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1) order by length(datname) desc',
      [server.template],
    )
    for (const { datname } of names.rows) await client.query(`drop database if exists ${datname} with (force)`)
  })
}

function asSuperuser<T>(server: TestServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(server.superuserUrl, work)
}

function passwordOf(server: TestServer, role: string): string {
  if (role === roles.owner) return server.passwords.owner
  return role === roles.app ? server.passwords.app : server.passwords.admin
}

function urlTo(superuserUrl: string, database: string, role?: string, password?: string): string {
  const url = new URL(superuserUrl)
  url.pathname = `/${database}`
  if (role !== undefined) url.username = role
  if (password !== undefined) url.password = password
  return url.href
}
