import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { wait } from '../../scripts/process.mjs'
import { onFreePorts } from './free-ports.ts'
import type { TestDatabase } from './postgres.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find((file) =>
  existsSync(file),
)

/** A user without rights: PgBouncer refuses to run as root. */
const nobody = 65_534

/** Version of the PgBouncer of this machine; null where none is installed. */
export const pgbouncerVersion: readonly [number, number] | null = versionOf(program)

function versionOf(file: string | undefined): readonly [number, number] | null {
  if (file === undefined) return null
  const [, major, minor] = /(\d+)\.(\d+)/.exec(execFileSync(file, ['--version'], { encoding: 'utf8' })) ?? []
  return major === undefined ? null : [Number(major), Number(minor)]
}

/** A PgBouncer of a test's own before its database. */
export interface TestPooler {
  /** The database as the API reaches it through the pooler; its owner still goes to PostgreSQL. */
  readonly database: TestDatabase
  output(): string
  close(): Promise<void>
}

/** Starts the stock PgBouncer in transaction mode with fewer connections than the API asks for. */
export function startPgbouncer(database: TestDatabase): Promise<TestPooler> {
  return onFreePorts(1, (port = 0) => startOn(port, database))
}

async function startOn(port: number, database: TestDatabase): Promise<TestPooler> {
  if (program === undefined) throw new Error('no PgBouncer')
  const [app, admin] = [new URL(database.appUrl), new URL(database.adminUrl)]
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-pgbouncer-'))
  const file = (name: string) => path.join(folder, name)
  writeFileSync(file('users.txt'), [app, admin].map((url) => `"${url.username}" "${url.password}"\n`).join(''))
  writeFileSync(
    file('pgbouncer.ini'),
    `[databases]
* = host=${app.hostname} port=${app.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${file('users.txt')}
pool_mode = transaction
default_pool_size = 3
server_login_retry = 1
`,
  )
  const isRoot = process.getuid?.() === 0
  for (const each of [folder, file('users.txt'), file('pgbouncer.ini')]) chmodSync(each, isRoot ? 0o755 : 0o700)
  const child = spawn(program, [file('pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  })
  let written = ''
  child.stderr.on('data', (data) => (written += String(data)))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const limit = Date.now() + 60_000
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() > limit) {
      await close()
      throw new Error(`PgBouncer did not start:\n${written}`)
    }
    await wait(50)
  }
  const through = (url: URL): string => Object.assign(new URL(url), { port: String(port) }).href
  return {
    database: { ...database, appUrl: through(app), adminUrl: through(admin) },
    output: () => written,
    close,
  }
}

/** Whether something listens there. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
