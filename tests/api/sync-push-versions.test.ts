import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createPush, pushSteps, type PushSteps } from '#api/sync/push.ts'
import { createRunHeld } from '#api/sync/run-held.ts'
import { fail } from '#domain/kernel/result.ts'
import { defineOperation, type OperationDefinition } from '#sync/operations/define-operation.ts'
import { createFindOperation, operations } from '#sync/operations/registry.ts'
import { checkInItem, checkInItemArgs } from '#sync/operations/check-in/check-in-item.ts'
import { codes, preparePushWorld } from '#tests/support/push-world.ts'
import { createItems, createQueue, type Queue, type WorldItem } from '#tests/support/sync-world.ts'

const { db, world, send, rows } = preparePushWorld()

/** A check-in whose second version asks what the box looks like, and keeps it as the comment. */
const second = defineOperation({
  ...checkInItem,
  v: 2,
  schema: checkInItemArgs.omit({ comment: true }).extend({ box: z.string().min(1) }),
  upcast: { 1: ({ comment, ...args }) => ({ ...args, box: comment ?? 'box not looked at' }) },
  apply: (records, op, { box, ...args }, context) => checkInItem.apply(records, op, { ...args, comment: box }, context),
})

/** A third version has two words for it. */
const third = defineOperation({
  ...checkInItem,
  v: 3,
  schema: checkInItemArgs
    .omit({ comment: true })
    .extend({ box: z.strictObject({ side: z.string(), lid: z.string() }) }),
  upcast: { ...second.upcast, 2: ({ box, ...args }) => ({ ...args, box: { side: box, lid: 'unknown' } }) },
  apply: (records, op, { box, ...args }, context) =>
    checkInItem.apply(records, op, { ...args, comment: `${box.side}, lid ${box.lid}` }, context),
})

/** A check-in whose first version had other words for item and round. */
const renamed = defineOperation({
  ...checkInItem,
  v: 2,
  upcast: { 1: ({ product, list, ...args }) => ({ ...args, itemId: product, roundId: list }) },
})

/** One whose upcast takes what it reads for a text. */
const trusting = defineOperation({
  ...checkInItem,
  v: 2,
  upcast: { 1: ({ comment, ...args }) => ({ ...args, comment: (comment as string).trim() }) },
})

/** An operation with what only the server opens, under another name in its first version. */
const confiding = defineOperation({
  type: 'confide',
  v: 2,
  permission: 'warehouse.check_in',
  schema: z.strictObject({ itemId: z.uuid(), secret: z.string() }),
  upcast: { 1: ({ product, ...args }) => ({ ...args, itemId: product }) },
  lanes: ({ itemId }) => [`item:${itemId}`],
  needs: ({ itemId }) => ({ itemIds: [itemId], codes: [], roundIds: [], opIds: [] }),
  apply: () => fail({ code: 'ITEM_UNKNOWN' }),
  decided: ({ secret: _secret, ...args }) => args,
})

/** A server that knows this version of an operation. */
function knowing(definition: Pick<OperationDefinition<never>, 'type'>): PushSteps {
  const known = new Map(operations).set(definition.type, definition as never)
  return { ...pushSteps, find: createFindOperation(known) }
}

async function commentOf(itemId: string): Promise<string | undefined> {
  const found = await rows<{ comment: string }>(`select comment from item_history where item_id = $1`, [itemId])
  expect(found.length).toBeLessThan(2)
  return found[0]?.comment
}

test('an operation of an earlier version takes effect as its upcast, step by step (OP-2)', async () => {
  const items = await createItems(db().owner, world(), 3)
  const queue = createQueue(world())
  const ops = [
    queue.checkIn(items[0]!),
    queue.checkIn(items[1]!, {}, { comment: 'dented' }),
    queue.checkIn(items[2]!, { v: 2 }, { box: 'wet' }),
  ]
  expect(codes(await send(queue, ops, createPush(db().deps, knowing(third))))).toEqual([
    'applied',
    'applied',
    'applied',
  ])
  expect(await Promise.all(items.map(({ id }) => commentOf(id)))).toEqual([
    'box not looked at, lid unknown',
    'dented, lid unknown',
    'wet, lid unknown',
  ])
  // The ledger keeps what was said: a repetition is known by it.
  const kept = await rows(`select v, args from sync_op where op_id = any ($1::uuid[]) order by seq`, [
    ops.map(({ opId }) => opId),
  ])
  expect(kept).toEqual(ops.map(({ v, args }) => ({ v, args })))
  expect(codes(await send(queue, ops, createPush(db().deps, knowing(third))))).toEqual([
    'applied',
    'applied',
    'applied',
  ])
})

test('one of a later version is held with what it said, and takes effect once the server knows it (OP-2)', async () => {
  const [later, earlier] = await createItems(db().owner, world(), 2)
  const queue = createQueue(world())
  const box = { side: 'torn', lid: 'gone' }
  const held = queue.checkIn(later!, { v: 3 }, { box })
  const answer = await send(queue, [held, queue.checkIn(earlier!)], createPush(db().deps, knowing(second)))
  expect(codes(answer)).toEqual(['held SYNC_UNKNOWN_OPERATION', 'applied'])
  expect([await commentOf(later!.id), await commentOf(earlier!.id)]).toEqual([undefined, 'box not looked at'])
  const [kept] = await rows<{ args: object }>(`select v, args from sync_op where op_id = $1`, [held.opId])
  expect(kept).toEqual({ v: 3, args: held.args })
  const { accountId, warehouseA, managerA } = world()
  const manager = { accountId, userId: managerA, module: 'rps', userType: 'warehouse_manager' } as const
  const runHeld = createRunHeld(db().deps, knowing(third))
  expect(await runHeld({ ...manager, organizationId: warehouseA }, held.opId)).toMatchObject({
    ok: true,
    value: { status: 'applied' },
  })
  expect(await commentOf(later!.id)).toBe('torn, lid gone')
})

test('arguments that an upcast does not make valid are refused, and hold up nothing', async () => {
  const items = await createItems(db().owner, world(), 2)
  const queue = createQueue(world())
  const ops = [queue.checkIn(items[0]!, {}, { comment: '' }), queue.checkIn(items[1]!)]
  const answer = await send(queue, ops, createPush(db().deps, knowing(second)))
  expect(codes(answer)).toEqual(['rejected SYNC_ARGS_INVALID', 'applied'])
})

describe('an operation whose earlier version has other words', () => {
  const send2 = (queue: Queue, ops: readonly unknown[]) => send(queue, ops, createPush(db().deps, knowing(renamed)))

  function inEarlierWords(queue: Queue, item: WorldItem, list: string | undefined) {
    return queue.checkIn(item, {}, { itemId: undefined, product: item.id, list })
  }

  test('holds up the end of its round while it is refused, in its batch and in later ones', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world())
    const roundId = newId()
    const done = inEarlierWords(queue, item!, roundId)
    const refused = inEarlierWords(queue, { ...item!, id: newId() }, roundId)
    const args = { roundId, warehouseId: world().warehouseA, typedCount: 1, distinctCount: 1, comment: '' }
    const end = () => queue.operation('endCheckInRound', args)
    expect(codes(await send2(queue, [done, refused, end()]))).toEqual([
      'applied',
      'rejected ITEM_UNKNOWN',
      'blocked_by ROUND_HAS_REFUSED',
    ])
    expect(codes(await send2(queue, [end()]))).toEqual(['blocked_by ROUND_HAS_REFUSED'])
  })

  test('holds up its round once it is decided, where the server that took it did not know it', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world())
    const roundId = newId()
    const later = queue.checkIn(item!, { v: 2 }, { itemId: undefined, product: newId(), list: roundId })
    expect(codes(await send(queue, [later]))).toEqual(['held SYNC_UNKNOWN_OPERATION'])
    const relearnt = { ...renamed, v: 3, upcast: { 2: renamed.upcast[1]! } }
    const { accountId, warehouseA, managerA } = world()
    const manager = { accountId, userId: managerA, module: 'rps', userType: 'warehouse_manager' } as const
    const runHeld = createRunHeld(db().deps, knowing(relearnt))
    expect(await runHeld({ ...manager, organizationId: warehouseA }, later.opId)).toMatchObject({
      value: { status: 'rejected' },
    })
    const args = { roundId, warehouseId: warehouseA, typedCount: 0, distinctCount: 0, comment: '' }
    expect(codes(await send(queue, [queue.operation('endCheckInRound', args)]))).toEqual([
      'blocked_by ROUND_HAS_REFUSED',
    ])
  })

  test.each([
    ['in one batch', (queue: Queue, ops: readonly unknown[]) => send2(queue, ops)],
    [
      'in two batches',
      async (queue: Queue, ops: readonly unknown[]) => {
        const first = await send2(queue, ops.slice(0, -1))
        return { ...first, outcomes: [...first.outcomes, ...(await send2(queue, ops.slice(-1))).outcomes] }
      },
    ],
  ])('has its settlement in the history of its item, %s', async (_how, sendThem) => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world())
    const [done, refused] = [inEarlierWords(queue, item!, undefined), inEarlierWords(queue, item!, undefined)]
    const args = { targetOpId: refused.opId, resolution: 'discarded', reason: 'scanned twice' }
    const answer = await sendThem(queue, [done, refused, queue.operation('settleRefusal', args)])
    expect(codes(answer)).toEqual(['applied', 'rejected ITEM_ALREADY_CHECKED_IN', 'applied'])
    const history = await rows(`select action, comment from item_history where item_id = $1 order by id`, [item!.id])
    expect(history).toEqual([
      { action: 'check_in', comment: null },
      { action: 'settle_refusal', comment: 'scanned twice' },
    ])
  })

  test('keeps nothing of what it confided once it is decided, and says in which words the rest is', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world())
    const op = queue.operation('confide', { product: item!.id, secret: 'sealed' })
    const steps = knowing(confiding)
    expect(codes(await send(queue, [op], createPush(db().deps, steps)))).toEqual(['rejected ITEM_UNKNOWN'])
    const kept = await rows(`select v, args from sync_op where op_id = $1`, [op.opId])
    expect(kept).toEqual([{ v: 2, args: { itemId: item!.id } }])
    expect(codes(await send(queue, [op], createPush(db().deps, steps)))).toEqual(['rejected ITEM_UNKNOWN'])
  })

  test('keeps nothing of what was confided to a held one once a person has settled it', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world())
    const args = { product: item!.id, secret: 'sealed' }
    const op = queue.operation('confide', args, { dependsOn: [newId()] })
    const push = createPush(db().deps, knowing(confiding))
    expect(codes(await send(queue, [op], push))).toEqual(['held SYNC_WAITS_FOR'])
    expect(await rows(`select args from sync_op where op_id = $1`, [op.opId])).toEqual([{ args }])
    const settlement = { targetOpId: op.opId, resolution: 'discarded', reason: 'twice' }
    await send(queue, [queue.operation('settleRefusal', settlement)], push)
    expect(await rows(`select v, args from sync_op where op_id = $1`, [op.opId])).toEqual([
      { v: 2, args: { itemId: item!.id } },
    ])
  })
})

test('one whose upcast stumbles over it is held for a person, and holds up nothing (OP-2, PUSH-8)', async () => {
  const items = await createItems(db().owner, world(), 2)
  const queue = createQueue(world())
  const ops = [queue.checkIn(items[0]!, {}, { comment: 5 }), queue.checkIn(items[1]!, {}, { comment: ' wet ' })]
  const answer = await send(queue, ops, createPush(db().deps, knowing(trusting)))
  expect(codes(answer)).toEqual(['held SYNC_NEEDS_A_PERSON', 'applied'])
  expect(await Promise.all(items.map(({ id }) => commentOf(id)))).toEqual([undefined, 'wet'])
})
