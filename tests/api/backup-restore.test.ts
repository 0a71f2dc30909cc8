// @module-tag slow
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, testServer } from '#tests/support/postgres.ts'
import type { TestDatabase } from '#tests/support/postgres.ts'
import { withClient } from '../../scripts/prepare-database.mjs'

const run = promisify(execFile)
const docker = path.resolve(import.meta.dirname, '../../docker')
const server = testServer()
const major = await withClient(server.superuserUrl, async (client) => {
  const answer = await client.query<{ server_version_num: string }>('show server_version_num')
  return Math.floor(Number(answer.rows[0]?.server_version_num) / 10_000)
})
const programs = programsFor(major)

// pg_dump refuses a server that is newer than itself; the embedded server brings no such program along.
// TEST_POSTGRES_PROGRAMS names a folder that has them.
describe.runIf(programs)(`backup and restore on PostgreSQL ${major}`, { timeout: 60_000 }, () => {
  let database: TestDatabase
  let folder: string
  const restored = `${server.template}_restored`
  beforeAll(async () => {
    database = await createDatabase()
    folder = mkdtempSync(path.join(tmpdir(), 'reprise-backup-'))
    await withClient(database.superuserUrl, (client) =>
      client.query(`create table kept (id int primary key, code text); alter table kept owner to reprise_owner;
        insert into kept select n, 'code ' || n from generate_series(1, 5000) n;
        alter table kept enable row level security; alter table kept force row level security;`),
    )
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await database.drop()
  })

  it('keeps every row, the rights and the owner, and raises the sync epoch', async () => {
    const file = path.join(folder, 'one.dump')
    await run(path.join(docker, 'backup.sh'), [file], { env: environment(database.name) })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const epoch = await epochOf(database.superuserUrl)

    await run(path.join(docker, 'restore.sh'), [file], { env: environment(restored) })

    const url = database.superuserUrl.replace(database.name, restored)
    const asApplication = database.appUrl.replace(database.name, restored)
    const rows = await withClient(url, (client) => client.query('select count(*)::int as n from kept'))
    expect(rows.rows).toEqual([{ n: 5000 }])
    expect(await rightsOf(url)).toEqual(await rightsOf(database.superuserUrl))
    expect(await epochOf(url)).not.toBe(epoch)
    await withClient(asApplication, (client) => client.query('select * from account'))
  })

  it('refuses a database that holds tables already', async () => {
    const again = run(path.join(docker, 'restore.sh'), [path.join(folder, 'one.dump')], { env: environment(restored) })
    await expect(again).rejects.toThrow(/is not empty/)
  })

  it('refuses a file that is no backup, and leaves nothing behind', async () => {
    const file = path.join(folder, 'broken.dump')
    writeFileSync(file, 'PGDMP but not really')
    const other = `${restored}_2`
    await expect(run(path.join(docker, 'restore.sh'), [file], { env: environment(other) })).rejects.toThrow(/no backup/)
    const known = await withClient(server.superuserUrl, (client) =>
      client.query('select 1 from pg_database where datname = $1', [other]),
    )
    expect(known.rowCount).toBe(0)
  })

  it('leaves no file when the backup fails', async () => {
    const file = path.join(folder, 'failed.dump')
    await expect(
      run(path.join(docker, 'backup.sh'), [file], { env: environment('no_such_database') }),
    ).rejects.toThrow()
    expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])
  })

  it('refuses a login that row-level security would hide rows from', async () => {
    const owner = new URL(database.ownerUrl)
    const env = { ...environment(database.name), PGUSER: owner.username, PGPASSWORD: owner.password }
    const attempt = run(path.join(docker, 'backup.sh'), [path.join(folder, 'owner.dump')], { env })
    await expect(attempt).rejects.toThrow(/row-level security/)
  })
})

describe('the scripts of the images', () => {
  it.each(readdirSync(docker).filter((name) => name.endsWith('.sh')))('%s is well formed', (name) => {
    expect(execFileSync('bash', ['-n', path.join(docker, name)]).toString()).toBe('')
  })
})

function environment(name: string): NodeJS.ProcessEnv {
  const url = new URL(server.superuserUrl)
  return {
    PATH: process.env.PATH,
    PGHOST: url.hostname,
    PGPORT: url.port,
    PGUSER: url.username,
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: name,
    PG_BIN: programs,
  }
}

function programsFor(serverMajor: number): string | undefined {
  if (process.env.TEST_POSTGRES_PROGRAMS) return process.env.TEST_POSTGRES_PROGRAMS
  const home = '/usr/lib/postgresql'
  const majors = existsSync(home) ? readdirSync(home).map(Number) : []
  const fit = majors.filter((one) => one >= serverMajor && existsSync(path.join(home, String(one), 'bin', 'pg_dump')))
  return fit.length > 0 ? path.join(home, String(Math.min(...fit)), 'bin') : undefined
}

function epochOf(url: string): Promise<unknown> {
  return withClient(url, async (client) => (await client.query('select value from sync_epoch')).rows[0])
}

async function rightsOf(url: string): Promise<unknown> {
  return withClient(url, async (client) => {
    const tables = await client.query(
      `select relname, relowner::regrole::text, relrowsecurity, relforcerowsecurity,
              coalesce(relacl, acldefault('r', relowner))::text as rights
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
    )
    const policies = await client.query(
      'select tablename, policyname, roles, cmd, qual from pg_policies order by tablename, policyname',
    )
    return { tables: tables.rows, policies: policies.rows }
  })
}
