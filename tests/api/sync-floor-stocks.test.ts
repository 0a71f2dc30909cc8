import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createPush, pushSteps } from '#api/sync/push.ts'
import { countLockWaiters } from '#tests/support/lock-waiters.ts'
import { codesOf, createControlWorld, type ControlWorld } from '#tests/support/control-world.ts'
import { createQueue, type Queue } from '#tests/support/sync-world.ts'

let floor: ControlWorld

beforeAll(async () => {
  floor = await createControlWorld()
})
afterAll(() => floor.db.close())

describe('stocks', () => {
  test('keep a move with its undo, across pushes', async () => {
    const item = await floor.declaredItem()
    const queue = createQueue(floor.world)
    const move = { ...floor.onItem(queue, 'moveItem', item, { stockId: floor.shelf }) }
    queue.seq = 0
    const first = [queue.checkIn(item), { ...move, seq: 2 }]
    queue.seq = 2
    expect(codesOf(await floor.send(queue, first))).toEqual(['applied', 'applied'])
    expect(await floor.stored(item)).toMatchObject({ stock_id: floor.shelf })
    expect((await floor.base()).items.get(item.id)?.last).toMatchObject({
      before: { status: 'item_awaiting_compliancy_tests' },
      beforeFacts: { missingSinceMs: null },
    })
    const undo = floor.onItem(queue, 'undoMove', item, { targetOpId: move.opId })
    expect(codesOf(await floor.send(queue, [undo]))).toEqual(['applied'])
    expect(await floor.stored(item)).toMatchObject({ native: 'awaiting_control' })
  })

  test('are counted: a missing item is remembered, and the count ends once', async () => {
    const item = await floor.declaredItem()
    const queue = createQueue(floor.world)
    await floor.send(queue, [queue.checkIn(item), floor.tested(queue, item, floor.fine, { stockId: floor.shelf })])
    const countId = newId()
    const missing = floor.onItem(queue, 'resolveCountLine', item, {
      countId,
      stockId: floor.shelf,
      resolution: 'not_found',
    })
    const end = () =>
      queue.operation(
        'endStockCount',
        {
          countId,
          stockId: floor.shelf,
          expectedCount: 1,
          presentCount: 0,
          missingCount: 1,
          unexpectedCount: 0,
          resolvedCount: 1,
        },
        { lanes: [`count:${countId}`] },
      )
    expect(codesOf(await floor.send(queue, [missing, end()]))).toEqual(['applied', 'applied'])
    expect(codesOf(await floor.send(queue, [end()]))).toEqual(['COUNT_ALREADY_ENDED'])
    const { rows } = await floor.db.owner.query(`select missing_count, user_id from stock_count where id = $1`, [
      countId,
    ])
    expect(rows).toEqual([{ missing_count: 1, user_id: floor.world.operatorA }])
    expect((await floor.stored(item))['facts']).toMatchObject({ missingSinceMs: expect.any(Number) as number })
  })

  test('wait with the end of a count for a refused resolution of an earlier push', async () => {
    const queue = createQueue(floor.world)
    const countId = newId()
    const refused = queue.operation(
      'moveItem',
      { itemId: newId(), stockId: floor.shelf, countId },
      { lanes: ['item:x'] },
    )
    expect(codesOf(await floor.send(queue, [refused]))).toEqual(['ITEM_UNKNOWN'])
    const numbers = { expectedCount: 0, presentCount: 0, missingCount: 0, unexpectedCount: 0, resolvedCount: 0 }
    const end = queue.operation(
      'endStockCount',
      { countId, stockId: floor.shelf, ...numbers },
      { lanes: [`count:${countId}`] },
    )
    const { outcomes } = await floor.send(queue, [end])
    expect(outcomes[0]).toMatchObject({ status: 'blocked_by', code: 'COUNT_HAS_REFUSED', causeOp: refused.opId })
  })
})

describe('what ends over a refusal that another push is deciding waits for it (SETTLE-5)', () => {
  const numbers = { expectedCount: 0, presentCount: 0, missingCount: 0, unexpectedCount: 0, resolvedCount: 0 }

  function endOfCount(queue: Queue, countId: string) {
    return queue.operation(
      'endStockCount',
      { countId, stockId: floor.shelf, ...numbers },
      { lanes: [`count:${countId}`] },
    )
  }

  function unknownMove(queue: Queue, more: object = {}, dependsOn: readonly string[] = []) {
    const args = { itemId: newId(), stockId: floor.shelf, ...more }
    return queue.operation('moveItem', args, { lanes: [`item:${args.itemId}`], dependsOn: [...dependsOn] })
  }

  const waitingForLocks = () => countLockWaiters(floor.db.owner)

  /** Pushes an operation that pauses before it is written, and another one during the pause. */
  async function duringPushOf(slow: Queue, op: unknown, queue: Queue, end: unknown) {
    const [reached, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const slowly = createPush(floor.db.deps, {
      ...pushSteps,
      writeBatch: async (sql, batch) => {
        reached.resolve(undefined)
        await gate.promise
        await pushSteps.writeBatch(sql, batch)
      },
    })
    const refusing = slowly(slow.identity, slow.body([op]))
    await reached.promise
    const ending = floor.send(queue, [end])
    await expect.poll(waitingForLocks, { timeout: 10_000 }).toBeGreaterThan(0)
    gate.resolve(undefined)
    expect((await refusing).ok).toBe(true)
    return (await ending).outcomes
  }

  test('the end of a count, for a line of another device', async () => {
    const [one, two, countId] = [createQueue(floor.world), createQueue(floor.world), newId()]
    const line = unknownMove(two, { countId })
    expect(await duringPushOf(two, line, one, endOfCount(one, countId))).toMatchObject([
      { status: 'blocked_by', code: 'COUNT_HAS_REFUSED', causeOp: line.opId },
    ])
  })

  test('the end of a count, for a line of its own that waited for work of another device', async () => {
    const [one, two, countId] = [createQueue(floor.world), createQueue(floor.world), newId()]
    const cause = unknownMove(two)
    const line = unknownMove(one, { countId }, [cause.opId])
    expect(codesOf(await floor.send(one, [line]))).toEqual(['SYNC_WAITS_FOR'])
    expect(await duringPushOf(two, cause, one, endOfCount(one, countId))).toMatchObject([
      { status: 'blocked_by', code: 'COUNT_HAS_REFUSED', causeOp: line.opId },
    ])
  })

  test('the end of a round, for a check-in that waited for work of another device', async () => {
    const [one, two, roundId] = [createQueue(floor.world), createQueue(floor.world), newId()]
    const item = await floor.declaredItem()
    const cause = unknownMove(two)
    const checkIn = one.checkIn(item, { dependsOn: [cause.opId] }, { roundId })
    expect(codesOf(await floor.send(one, [checkIn]))).toEqual(['SYNC_WAITS_FOR'])
    const args = { roundId, warehouseId: floor.world.warehouseA, typedCount: 0, distinctCount: 0, comment: '' }
    const end = one.operation('endCheckInRound', args, { lanes: [`round:${roundId}`] })
    expect(await duringPushOf(two, cause, one, end)).toMatchObject([
      { status: 'blocked_by', code: 'ROUND_HAS_REFUSED', causeOp: checkIn.opId },
    ])
  })
})
