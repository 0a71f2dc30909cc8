// @module-tag slow
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { migrateToLatest } from '#api/db/migrate.ts'
import { protocolVersion } from '#sync/wire/operation.ts'
import { pushAnswerSchema } from '#sync/wire/push.ts'
import { startApi } from '#tests/support/api-process.ts'
import type { TestDatabase } from '#tests/support/postgres.ts'
import { startReplicatedPair } from '#tests/support/standby.ts'
import { withClient } from '../../scripts/prepare-database.mjs'
import { projectEnvironment, projectNode, projectRoot, wait } from '../../scripts/process.mjs'

const devices = 4
const each = 40

it(
  'no acknowledged operation is lost when the primary dies amid pushes and its synchronous standby takes over',
  { timeout: 240_000 },
  async () => {
    const pair = await startReplicatedPair(fill)
    const api = await startApi(pair.database())
    try {
      const operators = await Promise.all(Array.from({ length: devices }, () => signIn(api.url)))
      const items = await openItems(pair.database(), operators[0]!, devices * each)
      const acknowledged: string[] = []
      const epochs = new Set<string>()
      const sending = operators.map((operator, at) =>
        send(api.url, operator, items.slice(at * each, (at + 1) * each), (opId, epoch) => {
          acknowledged.push(opId)
          epochs.add(epoch)
        }),
      )
      await until(() => acknowledged.length >= devices * 4)
      await pair.killPrimary()
      const before = [...acknowledged]
      await pair.promote()
      await Promise.all(sending)

      expect(before.length).toBeLessThan(devices * each)
      expect(acknowledged).toHaveLength(devices * each)
      const stored = await storedOperations(pair.database())
      expect(before.filter((opId) => stored.get(opId) !== 1)).toEqual([])
      expect([...stored.values()].filter((count) => count !== 1)).toEqual([])
      expect(stored.size).toBe(devices * each)
      // A turn of the timeline looks like a restore: devices are told of another history.
      expect(epochs.size).toBe(2)
    } finally {
      await api.stop()
      await pair.close()
    }
  },
)

async function fill(database: TestDatabase): Promise<void> {
  await migrateToLatest(database)
  const env = projectEnvironment({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATABASE_ADMIN_URL: database.adminUrl,
  })
  const script = path.join(projectRoot, 'api', 'db', 'demo', 'main.ts')
  await promisify(execFile)(projectNode(), [script, '--items', '1500'], { env, cwd: projectRoot })
}

interface Operator {
  readonly userId: string
  readonly warehouseId: string
  readonly deviceId: string
  readonly grant: string
}

async function signIn(url: string): Promise<Operator> {
  const deviceId = randomUUID()
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client': 'api' },
    body: JSON.stringify({ email: 'warehouse_operator@demo.example', password: 'Reprise-2026', deviceId }),
  })
  expect(response.status).toBe(200)
  const user = (await response.json()) as { id: string; rpsOrganizationId: string; grant: { token: string } }
  return { userId: user.id, warehouseId: user.rpsOrganizationId, deviceId, grant: user.grant.token }
}

interface OpenItem {
  readonly id: string
  readonly code: string
  readonly version: number
}

async function openItems(database: TestDatabase, { userId, warehouseId }: Operator, count: number) {
  const found = await withClient(database.superuserUrl, (client) =>
    client.query<OpenItem>(
      `select i.id, i.identification_number as code, i.version from item i
       join user_account u on u.account_id = i.account_id and u.id = $1
       where i.status in ('item_created', 'item_awaiting_inventory', 'item_in_transit') and not i.tested
         and i.destination_warehouse_id = $2 order by i.id limit $3`,
      [userId, warehouseId, count],
    ),
  )
  expect(found.rows).toHaveLength(count)
  return found.rows
}

/** Sends one operation after the other, each until the server says what became of it, as a device does. */
async function send(
  url: string,
  { userId, warehouseId, deviceId, grant }: Operator,
  items: readonly OpenItem[],
  onAcknowledged: (opId: string, epoch: string) => void,
): Promise<void> {
  for (const [at, item] of items.entries()) {
    const op = {
      opId: randomUUID(),
      deviceId,
      seq: at + 1,
      lanes: [`item:${item.id}`],
      type: 'checkInItem',
      v: 1,
      args: { code: item.code, itemId: item.id, warehouseId },
      actor: userId,
      module: 'rps',
      basedOn: item.version,
      dependsOn: [],
      capturedAt: new Date().toISOString(),
    }
    const body = JSON.stringify({ protocol: protocolVersion, deviceId, module: 'rps', ops: [op] })
    const headers = { authorization: `Bearer ${grant}`, 'content-type': 'application/json' }
    for (;;) {
      const response = await fetch(`${url}/api/sync/push`, { method: 'POST', headers, body })
      const text = await response.text()
      if (response.ok) {
        const answer = pushAnswerSchema.parse(JSON.parse(text))
        expect(answer.outcomes).toMatchObject([{ opId: op.opId, status: 'applied' }])
        onAcknowledged(op.opId, answer.epoch)
        break
      }
      // While no database answers, the server says so and that it may come again.
      expect(response.status, text).toBe(503)
      await wait(100)
    }
  }
}

async function storedOperations(database: TestDatabase): Promise<ReadonlyMap<string, number>> {
  const found = await withClient(database.superuserUrl, (client) =>
    client.query<{ opId: string; count: number }>(
      `select op_id as "opId", count(*)::int as count from item_history
       where action = 'check_in' and op_id is not null group by op_id`,
    ),
  )
  return new Map(found.rows.map(({ opId, count }) => [opId, count]))
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(10)
}
