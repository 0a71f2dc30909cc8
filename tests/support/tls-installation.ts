import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { embeddedBinaries, startPostgres, type RunningPostgres } from '../../scripts/embedded-postgres.mjs'
import { postgresAccount } from '../../scripts/postgres-account.mjs'
import { prepareDatabase, prepareRoles, withClient } from '../../scripts/prepare-database.mjs'
import { projectRoot, waitUntil } from '../../scripts/process.mjs'
import { makeCertificates, type TestCertificates } from './certificates.ts'
import { onFreePorts } from './free-ports.ts'

const name = 'reprise'

/** PostgreSQL as `docker/start-postgres.sh` starts it: by TLS alone, its logins known by certificates. */
export interface TlsInstallation {
  readonly certificates: TestCertificates
  readonly port: number
  /** The address of the database for a login, by the certificate of that name. */
  url(login: string, certificate?: string): string
  output(): string
  close(): Promise<void>
}

/** Starts it on a cluster of its own. */
export async function startTlsInstallation(): Promise<TlsInstallation> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-tls-'))
  chmodSync(folder, 0o755)
  const first = await startPostgres({ folder, durable: false })
  await prepare(first)
  await first.stop()

  const account = postgresAccount()
  const isNobody = account.kind === 'nobody' && account.uid !== undefined
  const certificates = makeCertificates(isNobody ? { account: account.uid } : {})
  const prefix = isNobody
    ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.uid}`, '--clear-groups']
    : account.prefix
  const copied = path.join(folder, 'postgres-programs', 'native')
  const program = path.join(existsSync(copied) ? copied : (embeddedBinaries().home ?? ''), 'bin', 'postgres')
  const start = path.join(folder, 'start.sh')
  // The image's entry: it gets `postgres` and the settings.
  writeFileSync(start, `#!/bin/sh\nshift\ncd /\nexec ${[...prefix, program].join(' ')} -D "$PGDATA" "$@"\n`, {
    mode: 0o755,
  })
  const remove = (): void => {
    certificates.remove()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const { port, output, stop } = await onFreePorts(1, (free) =>
    startByScript({ folder, start, certificates, port: free }),
  ).catch((error: unknown) => {
    remove()
    throw error
  })
  const close = async (): Promise<void> => {
    await stop()
    remove()
  }
  return {
    certificates,
    port,
    url(login, certificate = login) {
      const file = certificates.file(
        certificate === 'reprise_owner' ? 'owner/reprise_owner.pem' : `api/${certificate}.pem`,
      )
      const url = new URL(`postgres://${login}@localhost:${port}/${name}`)
      url.search = String(
        new URLSearchParams({
          sslmode: 'verify-full',
          sslrootcert: certificates.authority.file,
          sslcert: file,
          sslkey: file,
        }),
      )
      return url.href
    },
    output,
    close,
  }
}

interface Start {
  readonly folder: string
  readonly start: string
  readonly certificates: TestCertificates
  readonly port: number | undefined
}

async function startByScript({ folder, start, certificates, port = 0 }: Start) {
  const own = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' }
  const child = spawn(
    'bash',
    [
      path.join(projectRoot, 'docker', 'start-postgres.sh'),
      ...Object.entries(own).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        LC_ALL: 'C',
        PGDATA: path.join(folder, 'postgres'),
        POSTGRES_START: start,
        TLS_FOLDER: certificates.file('postgres'),
        CONFIG_FOLDER: path.join(projectRoot, 'docker'),
        LOOK_SECONDS: '1',
      },
    },
  )
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (written += String(data)))
  if (!(await waitUntil(() => child.exitCode !== null || isReady(folder), 60_000)) || child.exitCode !== null) {
    await end(child)
    throw new Error(`PostgreSQL did not start:\n${written}`)
  }
  return { port, output: () => written, stop: () => end(child) }
}

// As the image does at its first start, without a password; machines without psql have the same made by the program.
async function prepare(postgres: RunningPostgres): Promise<void> {
  if (spawnSync('psql', ['--version']).status !== 0) {
    await withClient(postgres.superuserUrl('postgres'), (client) => prepareRoles(client, postgres.password))
    return prepareDatabase(postgres.superuserUrl, name)
  }
  const { username, password } = new URL(postgres.superuserUrl('postgres'))
  const done = spawnSync('bash', [path.join(projectRoot, 'docker', 'prepare-database.sh')], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      PGHOST: '127.0.0.1',
      PGPORT: String(postgres.port),
      PGUSER: username,
      PGPASSWORD: decodeURIComponent(password),
      REPRISE_DATABASE: name,
    },
  })
  if (done.status !== 0) throw new Error(`prepare-database.sh ended with ${done.status}:\n${done.stderr}`)
}

function isReady(folder: string): boolean {
  const file = path.join(folder, 'postgres', 'postmaster.pid')
  return existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready'
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  await ended
}
