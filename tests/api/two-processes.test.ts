import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from '#tests/support/api-process.ts'
import type { ApiProcess } from '#tests/support/api-process.ts'
import { createDatabase } from '#tests/support/postgres.ts'
import type { TestDatabase } from '#tests/support/postgres.ts'
import { startProxy } from '#tests/support/proxy.ts'
import type { RetryingProxy } from '#tests/support/proxy.ts'
import { projectEnvironment, projectNode, projectRoot, wait } from '../../scripts/process.mjs'

interface Session {
  readonly token: string
}

describe('two API processes on one database behind a proxy', { timeout: 120_000 }, () => {
  let database: TestDatabase
  let proxy: RetryingProxy
  let processes: ApiProcess[]
  let session: Session

  beforeAll(async () => {
    database = await createDatabase()
    await loadDemo(database)
    processes = await Promise.all([startApi(database), startApi(database)])
    proxy = await startProxy(processes.map(({ port }) => port))
    session = await signIn(proxy.url)
  }, 120_000)
  afterAll(async () => {
    await proxy?.close()
    await Promise.all(processes?.map((one) => one.stop()) ?? [])
    await database?.drop()
  })

  it('lose no read when one is killed under load', async () => {
    const reads = readUntilDone(proxy.url, session, wait(2_500))
    await wait(300)
    const [victim] = processes
    await victim!.kill()
    await wait(700)
    processes[0] = await startApi(database, { port: victim!.port })
    const statuses = await reads
    expect(statuses.length).toBeGreaterThan(20)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(proxy.retries()).toBeGreaterThan(0)
  })

  it('lose no request when one is stopped as for an upgrade', async () => {
    const reads = readUntilDone(proxy.url, session, wait(2_000))
    await wait(300)
    expect(await processes[1]!.stop()).toBe(0)
    const statuses = await reads
    expect(statuses.length).toBeGreaterThan(20)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })
})

async function readUntilDone(url: string, session: Session, done: Promise<unknown>): Promise<number[]> {
  let going = true
  void done.finally(() => (going = false))
  const statuses: number[] = []
  while (going) {
    const response = await fetch(`${url}/api/session`, { headers: { authorization: `Bearer ${session.token}` } })
    await response.arrayBuffer()
    statuses.push(response.status)
    await wait(10)
  }
  return statuses
}

async function signIn(url: string): Promise<Session> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client': 'api', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ email: 'warehouse_operator@demo.example', password: 'Reprise-2026', module: 'rps' }),
  })
  if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`)
  const user = (await response.json()) as { apiToken: string }
  return { token: user.apiToken }
}

async function loadDemo(database: TestDatabase): Promise<void> {
  const env = projectEnvironment({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATABASE_ADMIN_URL: database.adminUrl,
  })
  const script = path.join(projectRoot, 'api', 'db', 'demo', 'main.ts')
  await promisify(execFile)(projectNode(), [script, '--items', '200'], { env, cwd: projectRoot })
}
