import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, startPostgres, type RunningPostgres } from '../../scripts/embedded-postgres.mjs'
import { prepareDatabase, prepareRoles, roles, withClient } from '../../scripts/prepare-database.mjs'
import { isAlive, waitUntil } from '../../scripts/process.mjs'
import { roomyMemory } from './memory-folder.ts'
import type { TestDatabase } from './postgres.ts'

const name = 'reprise'

/** A primary with a synchronous standby, and the one address at which the API finds whichever of them is led to. */
export interface ReplicatedPair {
  /** The database at that address; `superuserUrl` is of the primary at first, and of the standby from its promotion on. */
  database(): TestDatabase
  /** Ends the primary as a power cut would: no session ends, nothing is written any more. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary, and leads the address to it. */
  promote(): Promise<void>
  close(): Promise<void>
}

/** Starts both from the project's own binaries; `fill` fills the database before it is copied. */
export async function startReplicatedPair(fill: (database: TestDatabase) => Promise<unknown>): Promise<ReplicatedPair> {
  const home = mkdtempSync(path.join(roomyMemory() ?? tmpdir(), 'reprise-standby-'))
  // PostgreSQL never runs as root: its account has to pass this folder.
  chmodSync(home, 0o755)
  const [first, second] = [path.join(home, 'first'), path.join(home, 'second')]
  const bin = process.env.TEST_POSTGRES_BIN
  const start = (folder: string, settings: Readonly<Record<string, string>>): Promise<RunningPostgres> =>
    startPostgres({
      folder,
      durable: false,
      // A commit is acknowledged once the standby has it; what a disk is for is not what is tried.
      settings: { synchronous_commit: 'on', max_wal_size: '1GB', hot_standby: 'on', ...settings },
      ...(bin ? { binaries: { bin } } : {}),
    })
  const running: RunningPostgres[] = []
  const gate = await openGate()
  const urlOf = (of: RunningPostgres, role: string, port = of.port): string => {
    const url = new URL(of.roleUrl(role, name))
    url.port = String(port)
    return url.href
  }
  const databaseOf = (of: RunningPostgres): TestDatabase => ({
    name,
    appUrl: urlOf(of, roles.app, gate.port),
    adminUrl: urlOf(of, roles.admin, gate.port),
    ownerUrl: urlOf(of, roles.owner, gate.port),
    superuserUrl: of.superuserUrl(name),
    drop: () => Promise.resolve(),
  })
  const close = async (): Promise<void> => {
    await gate.close()
    for (const each of running) await each.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const alone = await start(first, {})
    running.push(alone)
    await withClient(alone.superuserUrl('postgres'), (client) => prepareRoles(client, alone.password))
    await prepareDatabase(alone.superuserUrl, name)
    gate.leadTo(alone.port)
    await fill(databaseOf(alone))
    await alone.stop()
    cpSync(first, second, { recursive: true, verbatimSymlinks: true })
    rmSync(path.join(second, 'postgres.port'), { force: true })
    writeFileSync(path.join(second, 'postgres', 'standby.signal'), '')

    let primary = await start(first, { synchronous_standby_names: '*' })
    running.push(primary)
    const { port, username, password } = new URL(primary.superuserUrl(name))
    const from = `host=127.0.0.1 port=${port} user=${username} password=${decodeURIComponent(password)}`
    const standby = await start(second, { primary_conninfo: from })
    running.push(standby)
    await untilSynchronous(primary)
    gate.leadTo(primary.port)
    return {
      database: () => databaseOf(primary),
      async killPrimary() {
        // An immediate shutdown: every process of it ends where it stands.
        process.kill(primary.pid, 'SIGQUIT')
        await waitUntil(() => !isAlive(primary.pid), 10_000)
      },
      async promote() {
        await withClient(standby.superuserUrl(name), (client) => client.query('select pg_promote(true, 30)'))
        primary = standby
        gate.leadTo(standby.port)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function untilSynchronous(primary: RunningPostgres): Promise<void> {
  const isSynchronous = async (): Promise<boolean> =>
    withClient(primary.superuserUrl(name), async (client) => {
      const found = await client.query(`select from pg_stat_replication where sync_state = 'sync'`)
      return found.rowCount === 1
    })
  for (let tries = 0; tries < 300; tries++) {
    if (await isSynchronous()) return
    await new Promise((next) => setTimeout(next, 100))
  }
  throw new Error('the standby did not become synchronous')
}

/** An address that leads to one server, then to another, as that of a pooler or of a pair of machines does. */
async function openGate() {
  let target = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const behind = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  const port = (await freePort(0)) ?? 0
  await new Promise<void>((done) => void server.listen(port, '127.0.0.1', done))
  return {
    port,
    leadTo(next: number) {
      target = next
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => void server.close(done))
    },
  }
}
