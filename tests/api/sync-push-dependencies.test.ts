import { describe, expect, test } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createPush, pushSteps } from '#api/sync/push.ts'
import { codes, preparePushWorld } from '#tests/support/push-world.ts'
import { createItems, createQueue, type Queue, type WorldItem } from '#tests/support/sync-world.ts'

const { db, world, send, rows } = preparePushWorld()

describe('dependencies', () => {
  test('of an unknown version are held, and what depends on them waits (OP-2, WAIT-1)', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world())
    const future = queue.checkIn(item!, { v: 9 })
    const unknown = queue.operation('teleportItem', { far: true })
    const dependent = queue.checkIn(item!, { dependsOn: [future.opId] })
    const answer = await send(queue, [future, unknown, dependent])
    expect(codes(answer)).toEqual(['held SYNC_UNKNOWN_OPERATION', 'held SYNC_UNKNOWN_OPERATION', 'held SYNC_WAITS_FOR'])
    expect(answer.outcomes[2]?.causeOp).toBe(future.opId)
    expect(answer.ackedSeq).toBe(3)
  })

  test('that are refused block their dependants and nobody else (WAIT-1, WAIT-5)', async () => {
    const items = await createItems(db().owner, world(), 2)
    const queue = createQueue(world())
    const refused = queue.checkIn(items[0]!, {}, { warehouseId: world().warehouseB })
    const answer = await send(queue, [
      refused,
      queue.checkIn(items[0]!, { dependsOn: [refused.opId] }),
      queue.checkIn(items[1]!),
    ])
    expect(codes(answer)).toEqual(['rejected SYNC_OUT_OF_SCOPE', 'blocked_by SYNC_BLOCKED', 'applied'])
  })

  test('that arrive later release the waiting ones, in order, as their own actors (WAIT-2)', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const sealed = createQueue(world())
    const other = createQueue(world(), { userId: world().operatorA2, deviceId: sealed.identity.deviceId })
    const first = sealed.checkIn(item!)
    const undo = sealed.operation(
      'undoCheckIn',
      { targetOpId: first.opId, itemId: item!.id, code: item!.code },
      { dependsOn: [first.opId] },
    )
    const again = other.checkIn(item!, { dependsOn: [undo.opId] })
    const wrongUndo = other.operation(
      'undoCheckIn',
      { targetOpId: first.opId, itemId: item!.id, code: item!.code },
      { dependsOn: [again.opId] },
    )
    expect(codes(await send(other, [again, wrongUndo]))).toEqual(['held SYNC_WAITS_FOR', 'held SYNC_WAITS_FOR'])
    const [before] = await rows<{ xid: string }>(`select xid::text from sync_op where op_id = $1`, [again.opId])
    expect(codes(await send(sealed, [first, undo]))).toEqual(['applied', 'applied'])
    const [row] = await rows(`select last_op_id, last_op_actor, version from item where id = $1`, [item!.id])
    expect(row).toMatchObject({ last_op_id: again.opId, last_op_actor: world().operatorA2 })
    expect(codes(await send(other, [again, wrongUndo]))).toEqual(['applied', 'rejected UNDO_NOT_LATEST'])
    const [after] = await rows<{ xid: string }>(`select xid::text from sync_op where op_id = $1`, [again.opId])
    expect(BigInt(after!.xid)).toBeGreaterThan(BigInt(before!.xid))
  })

  test('point the waiting ones at the next that is missing', async () => {
    const items = await createItems(db().owner, world(), 3)
    const one = createQueue(world())
    const two = createQueue(world())
    const three = createQueue(world())
    const a = one.checkIn(items[0]!)
    const b = two.checkIn(items[1]!)
    const waits = three.checkIn(items[2]!, { dependsOn: [a.opId, b.opId] })
    expect((await send(three, [waits])).outcomes[0]?.causeOp).toBe(a.opId)
    await send(one, [a])
    expect((await send(three, [waits])).outcomes[0]?.causeOp).toBe(b.opId)
    await send(two, [b])
    expect(codes(await send(three, [waits]))).toEqual(['applied'])
  })

  test('that a person has settled are decided by it, and never run (SETTLE-3)', async () => {
    const items = await createItems(db().owner, world(), 2)
    const one = createQueue(world())
    const two = createQueue(world())
    const missing = one.checkIn(items[0]!)
    const waits = two.checkIn(items[1]!, { dependsOn: [missing.opId] })
    const settle = resolutionOf(two, waits.opId)
    expect(codes(await send(two, [waits, settle]))).toEqual(['rejected SYNC_WAITS_FOR', 'applied'])
    await send(one, [missing])
    const again = await send(two, [waits])
    expect(codes(again)).toEqual(['rejected SYNC_WAITS_FOR'])
    expect(again.outcomes[0]).toMatchObject({ causeOp: missing.opId, resolution: 'discarded' })
    const [row] = await rows(
      `select status, decided_at = resolved_at as "isDecided", resolved_by, resolution from sync_op where op_id = $1`,
      [waits.opId],
    )
    expect(row).toEqual({
      status: 'rejected',
      isDecided: true,
      resolved_by: world().operatorA,
      resolution: 'discarded',
    })
    const history = await rows(`select action, comment from item_history where item_id = $1`, [items[1]!.id])
    expect(history).toEqual([{ action: 'settle_refusal', comment: 'not needed' }])
  })

  describe.each(['discarded', 'replaced'] as const)('that a person has %s while they were held', (resolution) => {
    test('block what waits for them, of every author, and nothing else (SETTLE-3)', async () => {
      const items = await createItems(db().owner, world(), 2)
      const [one, two] = [createQueue(world()), createQueue(world(), { userId: world().operatorA2 })]
      const future = one.checkIn(items[0]!, { v: 9 })
      const waits = two.checkIn(items[0]!, { dependsOn: [future.opId] })
      const behind = two.operation(
        'undoCheckIn',
        { targetOpId: waits.opId, itemId: items[0]!.id, code: items[0]!.code },
        { dependsOn: [waits.opId] },
      )
      const other = two.checkIn(items[1]!, { dependsOn: [newId()] })
      await send(one, [future])
      await send(two, [waits, behind, other])
      const manager = createQueue(world(), { userId: world().managerA })
      const later = two.checkIn(items[0]!, { dependsOn: [behind.opId] })
      expect(codes(await send(manager, [resolutionOf(manager, future.opId, resolution)]))).toEqual(['applied'])
      const told = await send(two, [waits, behind, other, later])
      expect(codes(told)).toEqual([
        'blocked_by SYNC_BLOCKED',
        'blocked_by SYNC_BLOCKED',
        'held SYNC_WAITS_FOR',
        'blocked_by SYNC_BLOCKED',
      ])
      expect([0, 1, 3].map((at) => told.outcomes[at]?.causeOp)).toEqual([future.opId, future.opId, future.opId])
      expect((await send(one, [future])).outcomes).toMatchObject([{ status: 'rejected', resolution }])
    })
  })

  test('that are settled one by one, where their batch fails, block what waits for them too', async () => {
    const items = await createItems(db().owner, world(), 2)
    const [one, two] = [createQueue(world()), createQueue(world())]
    const future = one.checkIn(items[0]!, { v: 9 })
    const waits = two.checkIn(items[0]!, { dependsOn: [future.opId] })
    await send(one, [future])
    await send(two, [waits])
    const settle = resolutionOf(one, future.opId)
    const bad = one.checkIn(items[1]!)
    const faulty = createPush(db().deps, {
      ...pushSteps,
      run: (records, op, context) => {
        if (op.opId === bad.opId) throw new Error('a bug')
        return pushSteps.run(records, op, context)
      },
    })
    const answer = await send(one, [settle, bad], faulty)
    expect(codes(answer)).toEqual(['applied', 'held SYNC_NEEDS_A_PERSON'])
    expect(codes(await send(one, [future]))).toEqual(['rejected SYNC_UNKNOWN_OPERATION'])
    expect(codes(await send(two, [waits]))).toEqual(['blocked_by SYNC_BLOCKED'])
    const both = await send(one, [resolutionOf(one, bad.opId)], faulty)
    expect(codes(both)).toEqual(['applied'])
    expect(codes(await send(one, [bad]))).toEqual(['rejected SYNC_NEEDS_A_PERSON'])
  })

  test('that are held and settled in one failing batch are decided by it', async () => {
    const items = await createItems(db().owner, world(), 2)
    const [one, two] = [createQueue(world()), createQueue(world())]
    const missing = two.checkIn(items[1]!)
    const bad = one.checkIn(items[0]!)
    const waits = one.checkIn(items[1]!, { dependsOn: [missing.opId] })
    const faulty = createPush(db().deps, {
      ...pushSteps,
      run: (records, op, context) => {
        if (op.opId === bad.opId) throw new Error('a bug')
        return pushSteps.run(records, op, context)
      },
    })
    const resolutions = [resolutionOf(one, bad.opId), resolutionOf(one, waits.opId, 'replaced')]
    expect(codes(await send(one, [bad, waits, ...resolutions], faulty))).toEqual([
      'rejected SYNC_NEEDS_A_PERSON',
      'rejected SYNC_WAITS_FOR',
      'applied',
      'applied',
    ])
    await send(two, [missing])
    expect(codes(await send(one, [waits]))).toEqual(['rejected SYNC_WAITS_FOR'])
  })

  test('that a settlement waited for settle what it names', async () => {
    const items = await createItems(db().owner, world(), 2)
    const [one, two] = [createQueue(world()), createQueue(world())]
    const [future, missing] = [one.checkIn(items[0]!, { v: 9 }), two.checkIn(items[1]!)]
    await send(one, [future])
    const late = { ...resolutionOf(one, future.opId), dependsOn: [missing.opId] }
    expect(codes(await send(one, [late]))).toEqual(['held SYNC_WAITS_FOR'])
    await send(two, [missing])
    expect(codes(await send(one, [future, late]))).toEqual(['rejected SYNC_UNKNOWN_OPERATION', 'applied'])
  })
})

function resolutionOf(queue: Queue, targetOpId: string, resolution: 'discarded' | 'replaced' = 'discarded') {
  return queue.operation('settleRefusal', { targetOpId, resolution, reason: 'not needed' })
}

describe('an operation that comes after another', () => {
  test('waits until that one is known and decided, whatever its decision (WAIT-4)', async () => {
    const items = await createItems(db().owner, world(), 2)
    const [sealed, other] = [createQueue(world()), createQueue(world(), { userId: world().operatorA2 })]
    const applied = sealed.checkIn(items[0]!)
    const refused = sealed.checkIn(items[1]!, {}, { warehouseId: world().warehouseB })
    const moves = [applied, refused].map(({ opId }, at) => other.checkIn(items[at]!, { comesAfter: [opId] }))
    const free = other.operation('openPackage', {
      packageId: newId(),
      origin: { type: 'warehouse', warehouseId: world().warehouseA },
      destinationWarehouseId: world().warehouseB,
    })
    const first = await send(other, [...moves, free])
    expect(codes(first).slice(0, 2)).toEqual(['held SYNC_WAITS_FOR', 'held SYNC_WAITS_FOR'])
    expect(codes(first)[2]).not.toMatch(/^held/)
    expect(first.outcomes[0]?.causeOp).toBe(applied.opId)
    expect(codes(await send(sealed, [applied, refused]))).toEqual(['applied', 'rejected SYNC_OUT_OF_SCOPE'])
    const second = await send(other, moves)
    expect(codes(second)).toEqual(['applied', 'applied'])
    expect(second.outcomes.map(({ result }) => result?.['kind'])).toEqual(['already', 'to_test'])
    // Known and decided already, it holds nothing up.
    const later = other.checkIn(items[1]!, { comesAfter: [applied.opId] })
    expect(codes(await send(other, [later]))).toEqual(['rejected ITEM_ALREADY_CHECKED_IN'])
  })
})

describe('an operation that comes again as settled', () => {
  test('keeps its refusal, does nothing, and is there to be settled (RESTORE-3)', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world())
    const given = queue.checkIn(item!, { refusedAs: 'ITEM_STATUS_NOT_ELIGIBLE' })
    const settle = queue.operation('settleRefusal', { targetOpId: given.opId, resolution: 'discarded', reason: 'no' })
    const answer = codes(await send(queue, [given, settle]))
    expect(answer).toEqual(['rejected ITEM_STATUS_NOT_ELIGIBLE', 'applied'])
    const [row] = await rows(`select status, version from item where id = $1`, [item!.id])
    expect(row).toEqual({ status: 'item_in_transit', version: 1 })
    const history = await rows(`select action, comment from item_history where item_id = $1`, [item!.id])
    expect(history).toEqual([{ action: 'settle_refusal', comment: 'no' }])
  })
})

describe('a settlement', () => {
  async function refusedOf(userId: string): Promise<string> {
    const queue = createQueue(world(), { userId })
    const op = queue.operation('checkInItem', { code: '00000000', warehouseId: world().warehouseA })
    expect(codes(await send(queue, [op]))[0]).toMatch(/^rejected /)
    return op.opId
  }

  async function settle(targetOpId: string, by: Parameters<typeof createQueue>[1]): Promise<string[]> {
    const queue = createQueue(world(), by)
    const args = { targetOpId, resolution: 'discarded', reason: 'not needed' }
    return codes(await send(queue, [queue.operation('settleRefusal', args)]))
  }

  test('is its author’s, the manager’s of their warehouse, and the administrators’ (SETTLE-2)', async () => {
    const opId = await refusedOf(world().operatorA)
    expect(await settle(opId, { userId: world().operatorA2 })).toEqual(['rejected REFUSAL_NOT_YOURS'])
    expect(await settle(opId, { userId: world().seller, module: 'tim' })).toEqual(['rejected REFUSAL_NOT_YOURS'])
    expect(await rows(`select resolved_by from sync_op where op_id = $1`, [opId])).toEqual([{ resolved_by: null }])
    expect(await settle(opId, { userId: world().managerA })).toEqual(['applied'])
    expect(await rows(`select resolved_by from sync_op where op_id = $1`, [opId])).toEqual([
      { resolved_by: world().managerA },
    ])
    expect(await settle(await refusedOf(world().operatorA), { userId: world().operatorA })).toEqual(['applied'])
    expect(await settle(await refusedOf(world().operatorA), { userId: world().admin, module: 'root' })).toEqual([
      'applied',
    ])
  })

  test('is not the manager’s of another warehouse (SETTLE-2)', async () => {
    const opId = await refusedOf(world().operatorB)
    expect(await settle(opId, { userId: world().managerA })).toEqual(['rejected REFUSAL_NOT_YOURS'])
  })

  test('of an operation that nobody knows, or that was applied, is unknown', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world())
    const op = queue.checkIn(item!)
    await send(queue, [op])
    expect(await settle(op.opId, {})).toEqual(['rejected REFUSAL_UNKNOWN'])
    expect(await settle(newId(), {})).toEqual(['rejected REFUSAL_UNKNOWN'])
  })
})

describe('a round', () => {
  const endOf = (
    queue: Queue,
    roundId: string,
    [typedCount, distinctCount]: readonly [number, number],
    warehouseId = world().warehouseA,
  ) => queue.operation('endCheckInRound', { roundId, warehouseId, typedCount, distinctCount, comment: '' })
  const countsOf = async (roundId: string) => {
    const [row] = await rows<{ counts: unknown }>(
      `select array[typed_count, distinct_count, known_count] as counts from check_in_round where id = $1`,
      [roundId],
    )
    return row?.counts
  }
  const undoOf = (queue: Queue, target: { readonly opId: string }, item: WorldItem) =>
    queue.operation('undoCheckIn', { targetOpId: target.opId, itemId: item.id, code: item.code })

  test('keeps the number of its check-ins beside the told one where they differ, and takes it for the typed one', async () => {
    const items = await createItems(db().owner, world(), 4)
    const [first, second, third, fourth] = items as [WorldItem, WorldItem, WorldItem, WorldItem]
    const [queue, colleague] = [createQueue(world()), createQueue(world(), { userId: world().operatorA2 })]
    const [honest, told, typed] = [newId(), newId(), newId()]
    const scans = [first, second].map((item) => queue.checkIn(item, {}, { roundId: honest }))
    await send(queue, [...scans, undoOf(queue, scans[1]!, second)])
    await send(colleague, [colleague.checkIn(second, {}, { roundId: honest })])
    expect(codes(await send(queue, [endOf(queue, honest, [1, 1])]))).toEqual(['applied'])
    expect(await countsOf(honest)).toEqual([1, 1, null])
    const byCode = queue.operation('checkInItem', { code: third.code, warehouseId: world().warehouseA, roundId: told })
    expect(codes(await send(queue, [byCode, endOf(queue, told, [5, 5])]))).toEqual(['applied', 'applied'])
    expect(await countsOf(told)).toEqual([5, 5, 1])
    const waiting = queue.checkIn(fourth, { dependsOn: [newId()] }, { roundId: typed })
    const late = queue.operation('checkInItem', { code: 'ABCD2345', warehouseId: world().warehouseA, roundId: typed })
    await send(queue, [waiting, { ...late, dependsOn: [newId()] }])
    const refused = await send(queue, [endOf(queue, typed, [3, 7])])
    expect(codes(refused)).toEqual(['rejected ROUND_COUNT_DIFFERS'])
    expect(codes(await send(queue, [endOf(queue, typed, [2, 7])]))).toEqual(['applied'])
    expect(await countsOf(typed)).toEqual([2, 7, 2])
  })

  test('does not count a waiting check-in that was settled in its batch', async () => {
    const [item] = (await createItems(db().owner, world(), 1)) as [WorldItem]
    const [queue, roundId] = [createQueue(world()), newId()]
    const held = queue.checkIn(item, { dependsOn: [newId()] }, { roundId })
    await send(queue, [held])
    const settle = queue.operation('settleRefusal', { targetOpId: held.opId, resolution: 'discarded', reason: 'empty' })
    expect(codes(await send(queue, [settle, endOf(queue, roundId, [0, 0])]))).toEqual(['applied', 'applied'])
    expect(await countsOf(roundId)).toEqual([0, 0, null])
  })

  test('is unknown in another warehouse than its check-ins', async () => {
    const [item] = (await createItems(db().owner, world(), 1)) as [WorldItem]
    const [queue, roundId] = [createQueue(world(), { userId: world().admin, module: 'root' }), newId()]
    await send(queue, [queue.checkIn(item, {}, { roundId })])
    const ends = [endOf(queue, roundId, [1, 1], world().warehouseB), endOf(queue, roundId, [1, 1])]
    expect(codes(await send(queue, ends))).toEqual(['rejected ROUND_UNKNOWN', 'applied'])
  })

  test('does not end while a check-in of it is refused, and ends once that is settled (SETTLE-5)', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world())
    const roundId = newId()
    const ok = queue.checkIn(item!, { capturedAt: '2026-01-01T08:00:00Z' }, { roundId })
    const unknown = queue.operation('checkInItem', { code: '00000000', warehouseId: world().warehouseA, roundId })
    const end = () => endOf(queue, roundId, [2, 2])
    const refused = await send(queue, [ok, unknown, end()])
    expect(codes(refused)).toEqual(['applied', 'rejected ITEM_UNKNOWN', 'blocked_by ROUND_HAS_REFUSED'])
    expect(refused.outcomes[2]?.causeOp).toBe(unknown.opId)
    expect(codes(await send(queue, [end()]))).toEqual(['blocked_by ROUND_HAS_REFUSED'])
    const settle = queue.operation('settleRefusal', {
      targetOpId: unknown.opId,
      resolution: 'discarded',
      reason: 'box of another shop',
    })
    expect(codes(await send(queue, [settle, end()]))).toEqual(['applied', 'applied'])
    const [row] = await rows<{ started_at: Date; ended_at: Date }>(
      `select started_at, ended_at from check_in_round where id = $1`,
      [roundId],
    )
    expect(row?.started_at.toISOString()).toBe('2026-01-01T08:00:00.000Z')
    expect(codes(await send(queue, [end()]))).toEqual(['rejected ROUND_ALREADY_ENDED'])
  })
})
