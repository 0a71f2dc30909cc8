import * as z from 'zod'
import { expect, test } from 'vitest'
import { createPush, pushSteps, type PushSteps } from '#api/sync/push.ts'
import { createRunHeld } from '#api/sync/run-held.ts'
import { defineOperation } from '#sync/operations/definition.ts'
import { createFindOperation, operations } from '#sync/operations/registry.ts'
import { checkInItem, checkInItemArgs } from '#sync/operations/warehouse/check-in-item.ts'
import { codes, preparePushWorld } from '#tests/support/push-world.ts'
import { createItems, createQueue } from '#tests/support/sync-world.ts'

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

/** A server that knows this version of check-ins. */
function knowing(definition: typeof second | typeof third): PushSteps {
  const known = new Map(operations).set(definition.type, definition as never)
  return { ...pushSteps, find: createFindOperation(known) }
}

async function commentOf(itemId: string): Promise<string | undefined> {
  const found = await rows<{ comment: string }>(`select comment from item_history where item_id = $1`, [itemId])
  expect(found.length).toBeLessThan(2)
  return found[0]?.comment
}

test('an operation of an earlier version takes effect as its upcast, step by step', async () => {
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

test('one of a later version is held with what it said, and takes effect once the server knows it', async () => {
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
