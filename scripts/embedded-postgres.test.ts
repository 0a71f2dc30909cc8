import { chmodSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startPostgres } from './embedded-postgres.mjs'
import { prepareDatabase, prepareRoles, roles, withClient } from './prepare-database.mjs'
import { isAlive } from './process.mjs'

const isRoot = process.getuid?.() === 0

describe('the embedded PostgreSQL', { timeout: 60_000 }, () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'reprise-embedded-'))
    chmodSync(folder, 0o755)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('keeps its data, its port and its passwords over a restart', { tags: ['slow'] }, async () => {
    const first = await startPostgres({ folder })
    await withClient(first.superuserUrl('postgres'), (client) => client.query('create table kept as select 7 as n'))
    await first.stop()
    await vi.waitFor(() => expect(isAlive(first.pid)).toBe(false), 5_000)
    const second = await startPostgres({ folder })
    const rows = await withClient(second.superuserUrl('postgres'), (client) => client.query('select n from kept'))
    expect([rows.rows, second.port]).toEqual([[{ n: 7 }], first.port])
    await second.stop()
  })

  it('takes over the server that an earlier start left running', { tags: ['slow'] }, async () => {
    const first = await startPostgres({ folder })
    const second = await startPostgres({ folder })
    expect([second.pid, second.port]).toEqual([first.pid, first.port])
    await second.stop()
    await vi.waitFor(() => expect(isAlive(first.pid)).toBe(false), 5_000)
  })

  it('writes to disk for sure, listens on this machine only, and asks for a password', async () => {
    const postgres = await startPostgres({ folder })
    const settings = await withClient(postgres.superuserUrl('postgres'), (client) =>
      client.query(
        `select name, setting from pg_settings where name in ('fsync', 'listen_addresses', 'unix_socket_directories')`,
      ),
    )
    expect(settings.rows).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'unix_socket_directories', setting: '' },
    ])
    const wrong = postgres.superuserUrl('postgres').replace(/:[^:@]+@/, ':wrong@')
    await expect(withClient(wrong, (client) => client.query('select 1'))).rejects.toMatchObject({ code: '28P01' })
    await postgres.stop()
  })

  it('keeps the passwords in files that only their owner reads', () => {
    const secrets = path.join(folder, 'secrets')
    expect(statSync(secrets).mode & 0o777).toBe(0o700)
    expect(readdirSync(secrets).map((name) => statSync(path.join(secrets, name)).mode & 0o777)).toEqual([0o600])
  })

  it('gives the application a login that owns nothing and cannot pass row-level security', async () => {
    const postgres = await startPostgres({ folder })
    await withClient(postgres.superuserUrl('postgres'), (client) => prepareRoles(client, postgres.password))
    await prepareDatabase(postgres.superuserUrl, 'reprise')
    const found = await withClient(postgres.superuserUrl('reprise'), (client) =>
      client.query(
        `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
                exists (select 1 from pg_database d where d.datdba = r.oid) as owns
         from pg_roles r where rolname like 'reprise%' order by rolname`,
      ),
    )
    const plain = { rolsuper: false, rolbypassrls: false, rolcreaterole: false }
    expect(found.rows).toEqual([
      { rolname: 'reprise_admin', ...plain, rolcreatedb: false, owns: false },
      { rolname: 'reprise_app', ...plain, rolcreatedb: false, owns: false },
      { rolname: 'reprise_owner', ...plain, rolcreatedb: true, owns: true },
    ])
    const create = withClient(postgres.roleUrl(roles.app, 'reprise'), (client) =>
      client.query('create table mine (n int)'),
    )
    await expect(create).rejects.toMatchObject({ code: '42501' })
    await postgres.stop()
  })

  it('moves to another port when its own is taken', async () => {
    const first = await startPostgres({ folder })
    await first.stop()
    const other = createServer().listen(first.port, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const second = await startPostgres({ folder })
    expect(second.port).not.toBe(first.port)
    await second.stop()
    other.close()
  })

  it('does not trust a pid file that names a process which is no PostgreSQL', async () => {
    const pidFile = path.join(folder, 'postgres', 'postmaster.pid')
    writeFileSync(pidFile, `${process.pid}\n${path.join(folder, 'postgres')}\n0\n1\n\n127.0.0.1\n\nready\n`)
    const postgres = await startPostgres({ folder })
    expect(postgres.pid).not.toBe(process.pid)
    await postgres.stop()
  })

  it('knows a server whose process has the number that a stale pid file names', async () => {
    const own = path.join(folder, 'same-number')
    const data = path.join(own, 'postgres')
    const bin = path.join(own, 'bin')
    for (const place of [data, bin]) mkdirSync(place, { recursive: true })
    for (const place of [own, bin]) chmodSync(place, 0o755)
    const pidFile = path.join(data, 'postmaster.pid')
    // No process has this number, which is beyond what systems give.
    const lines = (startedAt: number) => `2147483647\\n${data}\\n${startedAt}\\n1\\n\\n127.0.0.1\\n\\nready\\n`
    writeFileSync(path.join(data, 'PG_VERSION'), '18\n')
    writeFileSync(pidFile, lines(1).replaceAll('\\n', '\n'))
    const program = [
      '#!/bin/sh',
      'if [ "$1" = --version ]; then echo "postgres (PostgreSQL) 18.0"; exit; fi',
      `printf '${lines(2)}' > '${pidFile}'`,
      `while [ -f '${pidFile}' ]; do sleep 0.1; done`,
    ]
    writeFileSync(path.join(bin, 'postgres'), program.join('\n'), { mode: 0o755 })
    try {
      expect(await startPostgres({ folder: own, binaries: { bin } })).toMatchObject({ pid: 2_147_483_647 })
    } finally {
      rmSync(pidFile)
    }
  })

  it.runIf(isRoot)('says which folder is closed to it, and what to do', async () => {
    const closed = path.join(folder, 'closed')
    mkdirSync(path.join(closed, 'data'), { recursive: true })
    lchownSync(closed, 4321, 4321)
    chmodSync(closed, 0o700)
    await expect(startPostgres({ folder: path.join(closed, 'data') })).rejects.toThrow(
      /may not enter .*closed.*DATA_DIR=/s,
    )
  })

  it.runIf(isRoot)('runs as nobody where a user namespace is refused', async () => {
    process.env.REPRISE_NO_UNSHARE = '1'
    try {
      const postgres = await startPostgres({ folder })
      expect(statSync(path.join(folder, 'postgres')).uid).toBe(65534)
      await postgres.stop()
    } finally {
      delete process.env.REPRISE_NO_UNSHARE
    }
  })
})
