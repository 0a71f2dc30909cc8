// @module-tag slow
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { protocolVersion } from '#sync/wire/operation.ts'
import { pushAnswerSchema } from '#sync/wire/push.ts'
import type { Operation } from '#sync/wire/operation.ts'
import { startApi } from '#tests/support/api-process.ts'
import type { ApiProcess } from '#tests/support/api-process.ts'
import { createDatabase } from '#tests/support/postgres.ts'
import type { TestDatabase } from '#tests/support/postgres.ts'
import { startProxy } from '#tests/support/proxy.ts'
import type { RetryingProxy } from '#tests/support/proxy.ts'
import { testMasterKey } from '#tests/support/vault.ts'
import { withClient } from '../../scripts/prepare-database.mjs'
import { projectEnvironment, projectNode, projectRoot, wait } from '../../scripts/process.mjs'

const devices = 8
const batches = 12
const batchSize = 5
const open = ['item_created', 'item_awaiting_inventory', 'item_in_transit', 'item_registered_in_warehouse']

interface Session {
  readonly token: string
  readonly userId: string
  readonly warehouseId: string
  /** Push-only token; empty without a device. */
  readonly grant: string
}

describe('two API processes on one database behind a proxy', { timeout: 120_000 }, () => {
  let database: TestDatabase
  let proxy: RetryingProxy
  let processes: ApiProcess[]
  let session: Session
  let items: readonly { readonly id: string; readonly code: string; readonly version: number }[]

  beforeAll(async () => {
    database = await createDatabase()
    await loadDemo(database)
    processes = await Promise.all([startApi(database), startApi(database)])
    proxy = await startProxy(processes.map(({ port }) => port))
    session = await signIn(proxy.url)
    items = await openItems(database, session, devices * batches * batchSize)
  }, 120_000)
  afterAll(async () => {
    await proxy?.close()
    await Promise.all(processes?.map((one) => one.stop()) ?? [])
    await database?.drop()
  })

  it('lose no request and apply nothing twice when one is killed under load (OP-1, PUSH-1)', async () => {
    const held = await Promise.all(Array.from({ length: devices }, () => startDevice(proxy.url)))
    const sent = held.map((device, n) => deviceRun(proxy.url, session, device, share(items, n)))
    const reads = readUntilDone(proxy.url, session, Promise.allSettled(sent))
    await wait(300)
    const [victim] = processes
    await victim!.kill()
    await wait(700)
    processes[0] = await startApi(database, { port: victim!.port })

    const outcomes = (await Promise.all(sent)).flat()
    expect(outcomes.map(({ status }) => status).filter((status) => status !== 'applied')).toEqual([])
    expect(new Set(outcomes.map(({ opId }) => opId)).size).toBe(devices * batches * batchSize)
    expect((await reads).filter((status) => status !== 200)).toEqual([])
    expect(await checkInsPerItem(database, session.userId)).toEqual([{ items: items.length, most: 1, fewest: 1 }])
    expect(proxy.retries()).toBeGreaterThan(0)
  })

  it('lose no request when one is stopped as for an upgrade', async () => {
    const reads = readUntilDone(proxy.url, session, wait(2_000))
    await wait(300)
    expect(await processes[1]!.stop()).toBe(0)
    const statuses = await reads
    expect(statuses.length).toBeGreaterThan(3)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })
})

interface Device {
  readonly deviceId: string
  readonly grant: string
}

async function startDevice(url: string): Promise<Device> {
  const deviceId = randomUUID()
  return { deviceId, grant: (await signIn(url, deviceId)).grant }
}

async function deviceRun(
  url: string,
  session: Session,
  { deviceId, grant }: Device,
  mine: typeof openItem,
): Promise<readonly Decided[]> {
  const decided: Decided[] = []
  for (let batch = 0; batch < batches; batch++) {
    const ops = mine.slice(batch * batchSize, (batch + 1) * batchSize).map((item, at): Operation => ({
      opId: randomUUID(),
      deviceId,
      seq: batch * batchSize + at + 1,
      lanes: [`item:${item.id}`],
      type: 'checkInItem',
      v: 1,
      args: { code: item.code, itemId: item.id, warehouseId: session.warehouseId },
      actor: session.userId,
      module: 'rps',
      basedOn: item.version,
      dependsOn: [],
      capturedAt: new Date().toISOString(),
    }))
    const response = await fetch(`${url}/api/sync/push`, {
      method: 'POST',
      headers: { authorization: `Bearer ${grant}`, 'content-type': 'application/json' },
      body: JSON.stringify({ protocol: protocolVersion, deviceId, module: 'rps', ops }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`push answered ${response.status}: ${text}`)
    decided.push(...pushAnswerSchema.parse(JSON.parse(text)).outcomes)
    await wait(60)
  }
  return decided
}

interface Decided {
  readonly opId: string
  readonly status: string
}
const openItem: readonly { readonly id: string; readonly code: string; readonly version: number }[] = []

function share<T>(all: readonly T[], n: number): readonly T[] {
  return all.slice(n * batches * batchSize, (n + 1) * batches * batchSize)
}

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

async function signIn(url: string, deviceId?: string): Promise<Session> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client': 'api' },
    body: JSON.stringify({ email: 'warehouse_operator@demo.example', password: 'Reprise-2026', deviceId }),
  })
  if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`)
  const user = (await response.json()) as {
    id: string
    apiToken: string
    rpsOrganizationId: string
    grant?: { token: string }
  }
  const { id, apiToken, rpsOrganizationId, grant } = user
  return { token: apiToken, userId: id, warehouseId: rpsOrganizationId, grant: grant?.token ?? '' }
}

async function openItems(database: TestDatabase, session: Session, count: number): Promise<typeof openItem> {
  const found = await withClient(database.superuserUrl, (client) =>
    client.query<{ id: string; code: string; version: number }>(
      `select i.id, i.identification_number as code, i.version from item i
       join user_account u on u.account_id = i.account_id and u.id = $1
       where i.status = any ($2) and not i.tested and i.destination_warehouse_id = $3 order by i.id limit $4`,
      [session.userId, open.slice(0, 3), session.warehouseId, count],
    ),
  )
  if (found.rows.length < count) throw new Error(`the demo account has only ${found.rows.length} items to check in`)
  return found.rows
}

async function checkInsPerItem(database: TestDatabase, userId: string): Promise<unknown> {
  const found = await withClient(database.superuserUrl, (client) =>
    client.query(
      `select count(*)::int as items, max(n)::int as most, min(n)::int as fewest
       from (select item_id, count(*) as n from item_history where action = 'check_in' and actor_id = $1
             and op_id is not null group by item_id) each_item`,
      [userId],
    ),
  )
  return found.rows
}

async function loadDemo(database: TestDatabase): Promise<void> {
  const env = projectEnvironment({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATABASE_ADMIN_URL: database.adminUrl,
    MASTER_KEY: testMasterKey.toString('base64'),
  })
  const script = path.join(projectRoot, 'api', 'db', 'demo', 'main.ts')
  await promisify(execFile)(projectNode(), [script, '--items', '8000'], { env, cwd: projectRoot })
}
