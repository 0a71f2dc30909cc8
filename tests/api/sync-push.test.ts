import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createPush, pushSteps, type Push } from '#api/sync/push.ts'
import type { PushAnswer } from '#sync/wire/operation.ts'
import {
  createItems,
  createQueue,
  createSyncDatabase,
  createWorld,
  type Queue,
  type SyncTestDatabase,
  type SyncWorld,
} from '#tests/support/sync-world.ts'

let db: SyncTestDatabase
let world: SyncWorld
let push: Push

beforeAll(async () => {
  db = await createSyncDatabase()
  world = await createWorld(db.owner)
  push = createPush(db.deps)
})
afterAll(() => db.close())

async function send(queue: Queue, ops: readonly unknown[], by = push): Promise<PushAnswer> {
  const answer = await by(queue.identity, queue.body(ops))
  if (!answer.ok) throw new Error(`${answer.error.code} ${answer.error.field ?? ''} ${JSON.stringify(answer.error.details)}`)
  return answer.value
}

async function refusal(queue: Queue, ops: readonly unknown[], rest: Record<string, unknown> = {}) {
  const answer = await push(queue.identity, { ...queue.body(ops), ...rest })
  return answer.ok ? null : answer.error
}

async function rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await db.owner.query<Row>(text, values)).rows
}

function codes(answer: PushAnswer): string[] {
  return answer.outcomes.map(({ status, code }) => (code === null ? status : `${status} ${code}`))
}

describe('a push', () => {
  test('checks items in, with history, change log and ledger', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const queue = createQueue(world)
    const op = queue.checkIn(item!, {}, { comment: 'scratched' })
    const answer = await send(queue, [op])
    expect(answer).toMatchObject({ ackedSeq: 1, outcomes: [{ opId: op.opId, status: 'applied', result: { itemId: item!.id, kind: 'to_test' } }] })
    const [row] = await rows(
      `select i.status, b.status as buyback, i.version, s.native, i.last_op_id, i.last_op_actor from item i
       join buyback b on b.id = i.buyback_id join stock s on s.id = i.stock_id where i.id = $1`,
      [item!.id],
    )
    expect(row).toEqual({
      status: 'item_awaiting_compliancy_tests',
      buyback: 'bb_in_processing',
      version: 2,
      native: 'awaiting_control',
      last_op_id: op.opId,
      last_op_actor: world.operatorA,
    })
    const history = await rows(`select action, actor_name, op_id, comment, from_status, to_status from item_history where item_id = $1`, [item!.id])
    expect(history).toEqual([
      {
        action: 'check_in',
        actor_name: 'Ana Blum',
        op_id: op.opId,
        comment: 'scratched',
        from_status: 'item_in_transit',
        to_status: 'item_awaiting_compliancy_tests',
      },
    ])
    const buckets = await rows<{ bucket: string }>(`select bucket from sync_change where entity_id = $1 and version = 2`, [item!.id])
    expect(buckets.map(({ bucket }) => bucket.split(':')[0]).toSorted()).toEqual(['codes', 'store', 'warehouse'])
  })
})
