// @module-tag slow
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrateToLatest } from '#api/db/migrate.ts'
import { createPush } from '#api/sync/push.ts'
import type { Operation } from '#sync/wire/operation.ts'
import { startReplicatedPair, type ReplicatedPair } from '#tests/support/standby.ts'
import { createItems, createQueue, createSyncDatabase, createWorld } from '#tests/support/sync-world.ts'
import type { Queue, SyncTestDatabase, SyncWorld } from '#tests/support/sync-world.ts'
import { withClient } from '../../scripts/prepare-database.mjs'
import { wait } from '../../scripts/process.mjs'

const devices = 4
const each = 25
const slow = 240_000

let pair: ReplicatedPair
let db: SyncTestDatabase
let world: SyncWorld
beforeAll(async () => {
  pair = await startReplicatedPair(migrateToLatest)
  db = await createSyncDatabase(8, pair.database())
  // Its connection ends with the primary.
  db.owner.on('error', () => undefined)
  world = await createWorld(db.owner)
}, slow)
afterAll(async () => {
  await db?.close()
  await pair?.close()
}, slow)

it(
  'no acknowledged operation is lost when the primary dies amid pushes and its synchronous standby takes over',
  { timeout: slow },
  async () => {
    const items = await createItems(db.owner, world, devices * each)
    const acknowledged: string[] = []
    const epochs = new Set<string>()
    const sending = Promise.all(
      Array.from({ length: devices }, async (_, at) => {
        const queue = createQueue(world)
        for (const item of items.slice(at * each, (at + 1) * each)) {
          const op = queue.checkIn(item)
          epochs.add(await sendUntilAnswered(queue, op))
          acknowledged.push(op.opId)
        }
      }),
    )
    // A device that fails ends the wait, too.
    await Promise.race([sending, until(() => acknowledged.length >= devices * 3)])
    await pair.killPrimary()
    const before = [...acknowledged]
    await pair.promote()
    await sending

    expect(before.length).toBeLessThan(devices * each)
    const stored = await storedCheckIns()
    expect(before.filter((opId) => stored.get(opId) !== 1)).toEqual([])
    expect(stored.size).toBe(devices * each)
    expect([...stored.values()].filter((count) => count !== 1)).toEqual([])
    // A turn of the timeline looks like a restore: devices are told of another history.
    expect(epochs.size).toBe(2)
  },
)

/** Sends an operation as a device does, until the server says what became of it; answers the epoch that it names. */
async function sendUntilAnswered(queue: Queue, op: Operation): Promise<string> {
  const push = createPush(db.deps)
  for (;;) {
    const answer = await push(queue.identity, queue.body([op])).catch(() => null)
    if (answer?.ok === true) {
      expect(answer.value.outcomes).toMatchObject([{ opId: op.opId, status: 'applied' }])
      return answer.value.epoch
    }
    // No database answers, or its answer was lost on the way: the device comes again.
    if (answer !== null) expect(answer.error.code).toBe('SERVER_UNAVAILABLE')
    await wait(50)
  }
}

async function storedCheckIns(): Promise<ReadonlyMap<string, number>> {
  const found = await withClient(pair.database().superuserUrl, (client) =>
    client.query<{ opId: string; count: number }>(
      `select op_id as "opId", count(*)::int as count from item_history
       where action = 'check_in' and op_id is not null group by op_id`,
    ),
  )
  return new Map(found.rows.map(({ opId, count }) => [opId, count]))
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(5)
}
