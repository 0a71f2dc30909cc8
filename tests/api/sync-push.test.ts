import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createPush, pushSteps, type Push, type PushSteps } from '#api/sync/push.ts'
import { createRunHeld } from '#api/sync/run-held.ts'
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
    expect(buckets.map(({ bucket }) => bucket.split(':')[0] ?? '').toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['codes', 'store', 'warehouse'])
  })
})

describe('a repeated push', () => {
  test('answers from the ledger and applies nothing twice', async () => {
    const items = await createItems(db.owner, world, 3)
    const queue = createQueue(world)
    const ops = items.map((item) => queue.checkIn(item))
    const first = await send(queue, ops)
    const again = await send(queue, ops)
    expect(again).toEqual(first)
    const [count] = await rows(`select count(*)::int as n from item_history where item_id = any ($1)`, [items.map(({ id }) => id)])
    expect(count).toEqual({ n: 3 })
  })

  test('under a new device id answers from the ledger and moves the new queue on', async () => {
    const items = await createItems(db.owner, world, 2)
    const old = createQueue(world)
    const op = old.checkIn(items[0]!)
    await send(old, [op])
    const forked = createQueue(world)
    const again = { ...op, deviceId: forked.identity.deviceId, seq: 1 }
    forked.seq = 1
    const answer = await send(forked, [again, forked.checkIn(items[1]!)])
    expect(answer.ackedSeq).toBe(2)
    expect(codes(answer)).toEqual(['applied', 'applied'])
  })

  test('with another content is an alarm that overwrites nothing', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const queue = createQueue(world)
    const op = queue.checkIn(item!)
    await send(queue, [op])
    const logged = db.errors.length
    const changed = { ...op, args: { ...op.args, comment: 'other' } }
    expect(await refusal(queue, [changed])).toMatchObject({ code: 'SYNC_PAYLOAD_CHANGED', details: { opId: op.opId } })
    expect(db.errors.length).toBe(logged + 1)
    const [row] = await rows<{ args: object }>(`select args from sync_op where op_id = $1`, [op.opId])
    expect(row?.args).toEqual(op.args)
  })
})

describe('an envelope', () => {
  test('of more than 500 operations is too large', async () => {
    const queue = createQueue(world)
    const ops = Array.from({ length: 501 }, () => queue.operation('checkInItem', {}))
    expect(await refusal(queue, ops)).toMatchObject({ code: 'SYNC_BATCH_TOO_LARGE' })
  })

  test('with a malformed operation names the field', async () => {
    const queue = createQueue(world)
    const op = queue.operation('checkInItem', {})
    expect(await refusal(queue, [op, { ...op, capturedAt: 'yesterday' }])).toMatchObject({
      code: 'SYNC_OPERATION_MALFORMED',
      field: 'ops.1.capturedAt',
    })
    expect(await refusal(queue, [{ ...op, extra: 1 }])).toMatchObject({ code: 'SYNC_OPERATION_MALFORMED', field: 'ops.0.extra' })
    expect(await refusal(queue, [op], { more: 1 })).toMatchObject({ code: 'SYNC_OPERATION_MALFORMED', field: 'more' })
    expect(await push(queue.identity, null)).toMatchObject({ ok: false, error: { code: 'SYNC_OPERATION_MALFORMED' } })
  })

  test('of another protocol asks for an update', async () => {
    const queue = createQueue(world)
    expect(await refusal(queue, [queue.operation('checkInItem', {})], { protocol: 2 })).toMatchObject({
      code: 'SYNC_PROTOCOL_UNSUPPORTED',
    })
  })

  test('that names another actor, device or module than the grant is refused', async () => {
    const queue = createQueue(world)
    const op = queue.operation('checkInItem', {})
    const other = newId()
    expect(await refusal(queue, [{ ...op, actor: world.operatorB }])).toMatchObject({ code: 'SYNC_WRONG_ACTOR', field: 'ops.0.actor' })
    expect(await refusal(queue, [{ ...op, deviceId: other }])).toMatchObject({ code: 'SYNC_WRONG_ACTOR', field: 'ops.0.deviceId' })
    expect(await refusal(queue, [{ ...op, module: 'root' }])).toMatchObject({ code: 'SYNC_WRONG_ACTOR', field: 'ops.0.module' })
    expect(await refusal(queue, [op], { deviceId: other })).toMatchObject({ code: 'SYNC_WRONG_ACTOR', field: 'deviceId' })
  })
})

describe('a sequence', () => {
  test('with a gap is refused with the number to go on from, and acknowledges nothing', async () => {
    const items = await createItems(db.owner, world, 3)
    const queue = createQueue(world)
    await send(queue, [queue.checkIn(items[0]!)])
    const next = queue.checkIn(items[1]!)
    const skipped = queue.checkIn(items[2]!, { seq: 4 })
    expect(await refusal(queue, [next, skipped])).toMatchObject({ code: 'SYNC_SEQUENCE_GAP', details: { ackedSeq: 1 } })
    const [row] = await rows(`select acked_seq::int from sync_device where device_id = $1`, [queue.identity.deviceId])
    expect(row).toEqual({ acked_seq: 1 })
  })

  test('decided under another operation shows a copied device', async () => {
    const items = await createItems(db.owner, world, 2)
    const queue = createQueue(world)
    await send(queue, [queue.checkIn(items[0]!)])
    expect(await refusal(queue, [queue.checkIn(items[1]!, { seq: 1 })])).toMatchObject({ code: 'DEVICE_FORKED' })
  })

  test('counts for each user of a device apart', async () => {
    const items = await createItems(db.owner, world, 2)
    const one = createQueue(world)
    const two = createQueue(world, { userId: world.operatorA2, deviceId: one.identity.deviceId })
    expect((await send(one, [one.checkIn(items[0]!)])).ackedSeq).toBe(1)
    expect((await send(two, [two.checkIn(items[1]!)])).ackedSeq).toBe(1)
  })
})

describe('who may', () => {
  test('is read from the tables: a missing permission refuses the operation', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const queue = createQueue(world, { userId: world.seller, module: 'tim' })
    expect(codes(await send(queue, [queue.checkIn(item!)]))).toEqual(['rejected SYNC_PERMISSION_MISSING'])
  })

  test('another warehouse is out of scope; an admin works in any', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const queue = createQueue(world)
    const elsewhere = queue.checkIn(item!, {}, { warehouseId: world.warehouseB })
    expect(codes(await send(queue, [elsewhere]))).toEqual(['rejected SYNC_OUT_OF_SCOPE'])
    const admin = createQueue(world, { userId: world.admin, module: 'root' })
    expect(codes(await send(admin, [admin.checkIn(item!, {}, { warehouseId: world.warehouseB })]))).toEqual(['applied'])
  })

  test('an inactive user has no valid grant', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const queue = createQueue(world, { userId: world.operatorB })
    await rows(`update user_account set status = 'inactive' where id = $1`, [world.operatorB])
    const answer = await refusal(queue, [queue.checkIn(item!)])
    await rows(`update user_account set status = 'active' where id = $1`, [world.operatorB])
    expect(answer).toMatchObject({ code: 'SYNC_GRANT_INVALID' })
  })

  test("another account's items are unknown", async () => {
    const other = await createWorld(db.owner)
    const [foreign] = await createItems(db.owner, other, 1)
    const queue = createQueue(world)
    const answer = await send(queue, [queue.checkIn(foreign!), queue.operation('checkInItem', { code: foreign!.code, warehouseId: world.warehouseA })])
    expect(codes(answer)).toEqual(['rejected ITEM_UNKNOWN', 'rejected ITEM_UNKNOWN'])
  })
})

describe('codes', () => {
  test('resolve by item code, buyback number and IMEI, and by nothing else', async () => {
    const items = await createItems(db.owner, world, 2)
    await rows(`update item set identification_number = 'AB12CD34', imei = '356938035643809' where id = $1`, [items[0]!.id])
    const queue = createQueue(world)
    const by = (code: string) => queue.operation('checkInItem', { code, warehouseId: world.warehouseA })
    const undo = (targetOpId: string, code: string) => queue.operation('undoCheckIn', { targetOpId, code })
    const one = by('AB12CD34')
    const undoOne = undo(one.opId, 'AB12CD34')
    const two = by(items[0]!.code)
    const undoTwo = undo(two.opId, items[0]!.code)
    const answer = await send(queue, [one, undoOne, two, undoTwo, by('356938035643809'), by('99999999')])
    expect(codes(answer)).toEqual(['applied', 'applied', 'applied', 'applied', 'applied', 'rejected ITEM_UNKNOWN'])
    expect(answer.outcomes[4]?.result).toMatchObject({ itemId: items[0]!.id })
    const [row] = await rows(`select count(*)::int as n, max(i.version) as version from item_history h join item i on i.id = h.item_id where item_id = $1`, [items[0]!.id])
    // Each of the five operations is a version, however many a batch holds.
    expect(row).toEqual({ n: 5, version: 7 })
  })
})

describe('dependencies', () => {
  test('of an unknown version are held, and what depends on them waits', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const queue = createQueue(world)
    const future = queue.checkIn(item!, { v: 9 })
    const unknown = queue.operation('teleportItem', { far: true })
    const dependent = queue.checkIn(item!, { dependsOn: [future.opId] })
    const answer = await send(queue, [future, unknown, dependent])
    expect(codes(answer)).toEqual(['held SYNC_UNKNOWN_OPERATION', 'held SYNC_UNKNOWN_OPERATION', 'held SYNC_WAITS_FOR'])
    expect(answer.outcomes[2]?.causeOp).toBe(future.opId)
    expect(answer.ackedSeq).toBe(3)
  })

  test('that are refused block their dependants and nobody else', async () => {
    const items = await createItems(db.owner, world, 2)
    const queue = createQueue(world)
    const refused = queue.checkIn(items[0]!, {}, { warehouseId: world.warehouseB })
    const answer = await send(queue, [refused, queue.checkIn(items[0]!, { dependsOn: [refused.opId] }), queue.checkIn(items[1]!)])
    expect(codes(answer)).toEqual(['rejected SYNC_OUT_OF_SCOPE', 'blocked_by SYNC_BLOCKED', 'applied'])
  })

  test('that arrive later release the waiting ones, in order, as their own actors', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const sealed = createQueue(world)
    const other = createQueue(world, { userId: world.operatorA2, deviceId: sealed.identity.deviceId })
    const first = sealed.checkIn(item!)
    const undo = sealed.operation('undoCheckIn', { targetOpId: first.opId, itemId: item!.id, code: item!.code }, { dependsOn: [first.opId] })
    const again = other.checkIn(item!, { dependsOn: [undo.opId] })
    const wrongUndo = other.operation('undoCheckIn', { targetOpId: first.opId, itemId: item!.id, code: item!.code }, { dependsOn: [again.opId] })
    expect(codes(await send(other, [again, wrongUndo]))).toEqual(['held SYNC_WAITS_FOR', 'held SYNC_WAITS_FOR'])
    const [before] = await rows<{ xid: string }>(`select xid::text from sync_op where op_id = $1`, [again.opId])
    expect(codes(await send(sealed, [first, undo]))).toEqual(['applied', 'applied'])
    const [row] = await rows(`select last_op_id, last_op_actor, version from item where id = $1`, [item!.id])
    expect(row).toMatchObject({ last_op_id: again.opId, last_op_actor: world.operatorA2 })
    expect(codes(await send(other, [again, wrongUndo]))).toEqual(['applied', 'rejected UNDO_NOT_LATEST'])
    const [after] = await rows<{ xid: string }>(`select xid::text from sync_op where op_id = $1`, [again.opId])
    expect(BigInt(after!.xid)).toBeGreaterThan(BigInt(before!.xid))
  })

  test('point the waiting ones at the next that is missing', async () => {
    const items = await createItems(db.owner, world, 3)
    const one = createQueue(world)
    const two = createQueue(world)
    const three = createQueue(world)
    const a = one.checkIn(items[0]!)
    const b = two.checkIn(items[1]!)
    const waits = three.checkIn(items[2]!, { dependsOn: [a.opId, b.opId] })
    expect((await send(three, [waits])).outcomes[0]?.causeOp).toBe(a.opId)
    await send(one, [a])
    expect((await send(three, [waits])).outcomes[0]?.causeOp).toBe(b.opId)
    await send(two, [b])
    expect(codes(await send(three, [waits]))).toEqual(['applied'])
  })

  test('that a person has settled are never run', async () => {
    const items = await createItems(db.owner, world, 2)
    const one = createQueue(world)
    const two = createQueue(world)
    const missing = one.checkIn(items[0]!)
    const waits = two.checkIn(items[1]!, { dependsOn: [missing.opId] })
    const settle = two.operation('settleRefusal', { targetOpId: waits.opId, resolution: 'discarded', reason: 'not needed' })
    expect(codes(await send(two, [waits, settle]))).toEqual(['held SYNC_WAITS_FOR', 'applied'])
    await send(one, [missing])
    expect(codes(await send(two, [waits]))).toEqual(['held SYNC_WAITS_FOR'])
    const [row] = await rows(`select resolved_by, resolution from sync_op where op_id = $1`, [waits.opId])
    expect(row).toEqual({ resolved_by: world.operatorA, resolution: 'discarded' })
    const history = await rows(`select action, comment from item_history where item_id = $1`, [items[1]!.id])
    expect(history).toEqual([{ action: 'settle_refusal', comment: 'not needed' }])
  })
})

describe('a settlement', () => {
  async function refusedOf(userId: string): Promise<string> {
    const queue = createQueue(world, { userId })
    const op = queue.operation('checkInItem', { code: '00000000', warehouseId: world.warehouseA })
    expect(codes(await send(queue, [op]))[0]).toMatch(/^rejected /)
    return op.opId
  }

  async function settle(targetOpId: string, by: Parameters<typeof createQueue>[1]): Promise<string[]> {
    const queue = createQueue(world, by)
    const args = { targetOpId, resolution: 'discarded', reason: 'not needed' }
    return codes(await send(queue, [queue.operation('settleRefusal', args)]))
  }

  test('is its author’s, the manager’s of their warehouse, and the administrators’', async () => {
    const opId = await refusedOf(world.operatorA)
    expect(await settle(opId, { userId: world.operatorA2 })).toEqual(['rejected REFUSAL_NOT_YOURS'])
    expect(await settle(opId, { userId: world.seller, module: 'tim' })).toEqual(['rejected REFUSAL_NOT_YOURS'])
    expect(await rows(`select resolved_by from sync_op where op_id = $1`, [opId])).toEqual([{ resolved_by: null }])
    expect(await settle(opId, { userId: world.managerA })).toEqual(['applied'])
    expect(await rows(`select resolved_by from sync_op where op_id = $1`, [opId])).toEqual([{ resolved_by: world.managerA }])
    expect(await settle(await refusedOf(world.operatorA), { userId: world.operatorA })).toEqual(['applied'])
    expect(await settle(await refusedOf(world.operatorA), { userId: world.admin, module: 'root' })).toEqual(['applied'])
  })

  test('is not the manager’s of another warehouse', async () => {
    const opId = await refusedOf(world.operatorB)
    expect(await settle(opId, { userId: world.managerA })).toEqual(['rejected REFUSAL_NOT_YOURS'])
  })

  test('of an operation that nobody knows, or that was applied, is unknown', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const queue = createQueue(world)
    const op = queue.checkIn(item!)
    await send(queue, [op])
    expect(await settle(op.opId, {})).toEqual(['rejected REFUSAL_UNKNOWN'])
    expect(await settle(newId(), {})).toEqual(['rejected REFUSAL_UNKNOWN'])
  })
})

describe('a round', () => {
  test('does not end while a check-in of it is refused, and ends once that is settled', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const queue = createQueue(world)
    const roundId = newId()
    const ok = queue.checkIn(item!, { capturedAt: '2026-01-01T08:00:00Z' }, { roundId })
    const unknown = queue.operation('checkInItem', { code: '00000000', warehouseId: world.warehouseA, roundId })
    const end = () => queue.operation('endCheckInRound', { roundId, warehouseId: world.warehouseA, typedCount: 2, distinctCount: 2, comment: '' })
    const refused = await send(queue, [ok, unknown, end()])
    expect(codes(refused)).toEqual(['applied', 'rejected ITEM_UNKNOWN', 'blocked_by ROUND_HAS_REFUSED'])
    expect(refused.outcomes[2]?.causeOp).toBe(unknown.opId)
    expect(codes(await send(queue, [end()]))).toEqual(['blocked_by ROUND_HAS_REFUSED'])
    const settle = queue.operation('settleRefusal', { targetOpId: unknown.opId, resolution: 'discarded', reason: 'box of another shop' })
    expect(codes(await send(queue, [settle, end()]))).toEqual(['applied', 'applied'])
    const [row] = await rows<{ started_at: Date; ended_at: Date }>(`select started_at, ended_at from check_in_round where id = $1`, [roundId])
    expect(row?.started_at.toISOString()).toBe('2026-01-01T08:00:00.000Z')
    expect(codes(await send(queue, [end()]))).toEqual(['rejected ROUND_ALREADY_ENDED'])
  })
})

describe('a failing write', () => {
  test('holds the culprit for a person, applies the rest and moves the sequence on', async () => {
    const items = await createItems(db.owner, world, 3)
    await rows(`create or replace function fail_on_poison() returns trigger language plpgsql as $$
      begin if new.comment = 'poison' then raise exception 'poisoned'; end if; return new; end $$`)
    await rows(`create trigger fail_on_poison before insert on item_history for each row execute function fail_on_poison()`)
    const queue = createQueue(world)
    const ops = items.map((item, at) => queue.checkIn(item, {}, at === 1 ? { comment: 'poison' } : {}))
    const after = queue.operation('undoCheckIn', { targetOpId: ops[1]!.opId, itemId: items[1]!.id, code: items[1]!.code }, { dependsOn: [ops[1]!.opId] })
    const answer = await send(queue, [...ops, after])
    expect(codes(answer)).toEqual(['applied', 'held SYNC_NEEDS_A_PERSON', 'applied', 'held SYNC_WAITS_FOR'])
    expect(answer.ackedSeq).toBe(4)
    expect(db.errors.some(({ facts }) => 'opId' in facts && facts.opId === ops[1]!.opId)).toBe(true)
    const [row] = await rows(`select status from item where id = $1`, [items[1]!.id])
    expect(row).toEqual({ status: 'item_in_transit' })
    await rows(`drop trigger fail_on_poison on item_history`)
  })

  test('holds a waiting culprit and not the operation that released it', async () => {
    const items = await createItems(db.owner, world, 2)
    const one = createQueue(world)
    const two = createQueue(world)
    const cause = one.checkIn(items[0]!)
    const waits = two.checkIn(items[1]!, { dependsOn: [cause.opId] })
    await send(two, [waits])
    const faulty = createPush(db.deps, {
      ...pushSteps,
      run: (records, op, context) => {
        if (op.opId === waits.opId) throw new Error('a bug')
        return pushSteps.run(records, op, context)
      },
    })
    expect(codes(await send(one, [cause], faulty))).toEqual(['applied'])
    expect(codes(await send(two, [waits]))).toEqual(['held SYNC_NEEDS_A_PERSON'])
  })

  test('runs a held operation again, with what waits for it, for the people who may see it', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const queue = createQueue(world)
    const op = queue.checkIn(item!)
    const undo = queue.operation('undoCheckIn', { targetOpId: op.opId, itemId: item!.id, code: item!.code }, { dependsOn: [op.opId] })
    let isFaulty = true
    const steps: PushSteps = {
      ...pushSteps,
      run: (records, each, context) => {
        if (isFaulty && each.opId === op.opId) throw new Error('a bug')
        return pushSteps.run(records, each, context)
      },
    }
    const answer = await send(queue, [op, undo], createPush(db.deps, steps))
    expect(codes(answer)).toEqual(['held SYNC_NEEDS_A_PERSON', 'held SYNC_WAITS_FOR'])
    const runHeld = createRunHeld(db.deps, steps)
    const { accountId } = world
    const manager = { accountId, userId: world.managerA, module: 'rps', userType: 'warehouse_manager', organizationId: world.warehouseA } as const
    const elsewhere = { ...manager, organizationId: world.warehouseB }
    expect(await runHeld(elsewhere, op.opId)).toMatchObject({ ok: false, error: { code: 'REQUEST_NOT_FOUND' } })
    expect(await runHeld(manager, op.opId)).toMatchObject({ ok: true, value: { status: 'held', code: 'SYNC_NEEDS_A_PERSON' } })
    isFaulty = false
    expect(await runHeld(manager, op.opId)).toMatchObject({ ok: true, value: { status: 'applied' } })
    expect(codes(await send(queue, [op, undo]))).toEqual(['applied', 'applied'])
    expect(await rows(`select action, actor_id from item_history where item_id = $1 order by action`, [item!.id])).toEqual([
      { action: 'check_in', actor_id: world.operatorA },
      { action: 'undo_check_in', actor_id: world.operatorA },
    ])
    expect(await runHeld(manager, op.opId)).toMatchObject({ ok: false, error: { code: 'REQUEST_NOT_FOUND' } })
  })

  test('stores what the database has no character for', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const queue = createQueue(world)
    const op = queue.checkIn(item!, { capturedAt: '0000-01-01T00:00:00Z', basedOn: 9_000_000_000 }, { comment: 'half \uD83D and nul \0' })
    expect(codes(await send(queue, [op]))).toEqual(['applied'])
    expect(codes(await send(queue, [op]))).toEqual(['applied'])
  })

  test('that passes is tried again; one that stays answers unavailable and acknowledges nothing', async () => {
    const items = await createItems(db.owner, world, 2)
    const queue = createQueue(world)
    let failures = 2
    const flaky = createPush(db.deps, {
      ...pushSteps,
      writeBatch: async (sql, batch) => {
        await pushSteps.writeBatch(sql, batch)
        if (failures-- > 0) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      },
    })
    expect(codes(await send(queue, [queue.checkIn(items[0]!)], flaky))).toEqual(['applied'])
    failures = 3
    const op = queue.checkIn(items[1]!)
    expect(await flaky(queue.identity, queue.body([op]))).toMatchObject({ ok: false, error: { code: 'SERVER_UNAVAILABLE' } })
    const [row] = await rows(`select acked_seq::int from sync_device where device_id = $1`, [queue.identity.deviceId])
    expect(row).toEqual({ acked_seq: 1 })
  })
})

describe('a lost connection', () => {
  test('before the commit is retried; after it, the same push answers the same', async () => {
    const items = await createItems(db.owner, world, 2)
    const queue = createQueue(world)
    let cuts = 1
    const cut = createPush(db.deps, {
      ...pushSteps,
      writeBatch: async (sql, batch) => {
        await pushSteps.writeBatch(sql, batch)
        if (cuts-- > 0) await sql.run('select pg_terminate_backend(pg_backend_pid())')
      },
    })
    const op = queue.checkIn(items[0]!)
    expect(codes(await send(queue, [op], cut))).toEqual(['applied'])
    const [count] = await rows(`select count(*)::int as n from item_history where item_id = $1`, [items[0]!.id])
    expect(count).toEqual({ n: 1 })
    const answer = await send(queue, [queue.checkIn(items[1]!)])
    const again = createPush({ ...db.deps })
    expect(await send(queue, [{ ...op }], again)).toMatchObject({ ackedSeq: answer.ackedSeq, outcomes: [{ status: 'applied' }] })
  })
})

describe('many devices at once', () => {
  test('on the same items: each operation has one outcome, each item one check-in, and no deadlock escapes', async () => {
    const items = await createItems(db.owner, world, 40)
    const queues = Array.from({ length: 20 }, () => createQueue(world))
    const batches = queues.map((queue) => {
      const mine = items.toSorted(() => Math.random() - 0.5)
      return mine.map((item) => queue.operation('checkInItem', { code: item.code, itemId: item.id, warehouseId: world.warehouseA }))
    })
    const answers = await Promise.all(queues.flatMap((queue, at) => [send(queue, batches[at]!), send(queue, batches[at]!)]))
    const applied = new Set(answers.flatMap(({ outcomes }) => outcomes.filter(({ status }) => status === 'applied').map(({ opId }) => opId)))
    expect(applied.size).toBe(40)
    const [count] = await rows(`select count(*)::int as n, count(distinct item_id)::int as items from item_history where item_id = any ($1)`, [items.map(({ id }) => id)])
    expect(count).toEqual({ n: 40, items: 40 })
  })

  test('leave no operation waiting whose cause was being decided when it came', async () => {
    const items = await createItems(db.owner, world, 2)
    const one = createQueue(world)
    const two = createQueue(world)
    const cause = one.checkIn(items[0]!)
    const waits = two.checkIn(items[1]!, { dependsOn: [cause.opId] })
    const reached = Promise.withResolvers<undefined>()
    const gate = Promise.withResolvers<undefined>()
    const slow = createPush(db.deps, {
      ...pushSteps,
      writeBatch: async (sql, batch) => {
        await pushSteps.writeBatch(sql, batch)
        reached.resolve(undefined)
        await gate.promise
      },
    })
    const first = send(one, [cause], slow)
    await reached.promise
    const second = send(two, [waits])
    // The second one must have read what is decided before the first one commits.
    setTimeout(() => gate.resolve(undefined), 1_000)
    expect(codes(await second)).toEqual(['held SYNC_WAITS_FOR'])
    await first
    expect(codes(await send(two, [waits]))).toEqual(['applied'])
  })

  test('leave no operation waiting for one that was decided meanwhile', async () => {
    const items = await createItems(db.owner, world, 60)
    const pairs = Array.from({ length: 30 }, (_, at) => {
      const one = createQueue(world)
      const two = createQueue(world)
      const cause = one.checkIn(items[2 * at]!)
      return { one, two, cause, waits: two.checkIn(items[2 * at + 1]!, { dependsOn: [cause.opId] }) }
    })
    await Promise.all(pairs.flatMap(({ one, two, cause, waits }) => [send(two, [waits]), send(one, [cause])]))
    const held = await rows(`select op_id from sync_op where status = 'held' and op_id = any ($1)`, [pairs.map(({ waits }) => waits.opId)])
    expect(held).toEqual([])
  })
})
