import { spawn } from 'node:child_process'
import path from 'node:path'
import { freePort } from '../../scripts/embedded-postgres.mjs'
import { isAlive, projectEnvironment, projectNode, projectRoot, wait } from '../../scripts/process.mjs'
import { askByTls } from './certificates.ts'
import type { TestDatabase } from './postgres.ts'
import { testMasterKey } from './vault.ts'

/** A real API process of a test, on a database of the test's own. */
export interface ApiProcess {
  readonly port: number
  readonly url: string
  readonly pid: number
  /** What it wrote so far, for the message of a failing test. */
  output(): string
  /** Ends it as an operator would; answers its exit code. */
  stop(): Promise<number | null>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

const startMs = 60_000

/** How an API of a test is started. */
export interface ApiOptions {
  /** A free one if not told. */
  readonly port?: number
  /** What its environment has besides. */
  readonly environment?: Readonly<Record<string, string>>
  /** Whose certificate it shows, as PEM, where it serves by TLS. */
  readonly authority?: string
}

/** What an API asks of its database. */
type ReachedDatabase = Pick<TestDatabase, 'appUrl' | 'adminUrl'>

/** The port of a test's API and the environment that it starts in. */
export async function apiEnvironment(database: ReachedDatabase, { port, environment = {} }: ApiOptions) {
  const chosen = port ?? (await freePort(0))
  if (chosen === undefined) throw new Error('no port is free')
  const all = {
    HOST: '127.0.0.1',
    PORT: String(chosen),
    DATABASE_URL: database.appUrl,
    DATABASE_ADMIN_URL: database.adminUrl,
    MASTER_KEY: testMasterKey.toString('base64'),
    LOG_LEVEL: 'warn',
    DRAIN_MS: '0',
    ...environment,
  }
  return { port: chosen, environment: all }
}

/** Starts `node api/main.ts` and waits until it is ready. `folder`: where the API's files lie, if not in the project. */
export async function startApi(
  database: ReachedDatabase,
  { folder = projectRoot, ...options }: ApiOptions & { readonly folder?: string } = {},
): Promise<ApiProcess> {
  const { port: chosen, environment } = await apiEnvironment(database, options)
  const child = spawn(projectNode(), [path.join(folder, 'api', 'main.ts')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: projectEnvironment(environment),
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (written += String(data)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const { authority } = options
  const url = authority === undefined ? `http://127.0.0.1:${chosen}` : `https://localhost:${chosen}`
  const ready = `${url}/api/ready`
  await untilReady(
    authority === undefined
      ? async () => (await fetch(ready, { signal: AbortSignal.timeout(1_000) })).ok
      : async () => (await askByTls(ready, authority)).status === 200,
    () => child.exitCode === null && child.signalCode === null,
    () => written,
  ).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.pid !== undefined && isAlive(child.pid)) child.kill(signal)
    return ended
  }
  return {
    port: chosen,
    url,
    pid: child.pid!,
    output: () => written,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL').then(() => undefined),
  }
}

async function untilReady(isReady: () => Promise<boolean>, lives: () => boolean, output: () => string): Promise<void> {
  const limit = Date.now() + startMs
  while (Date.now() < limit && lives()) {
    try {
      if (await isReady()) return
    } catch {
      // Not listening yet.
    }
    await wait(30)
  }
  throw new Error(`the API did not become ready; it wrote:\n${output()}`)
}
