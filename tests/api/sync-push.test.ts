import { describe, expect, test } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { codes, preparePushWorld } from '#tests/support/push-world.ts'
import { createItems, createQueue, createWorld } from '#tests/support/sync-world.ts'

const { db, world, push, send, refusal, rows } = preparePushWorld()

describe('a push', () => {
  test('checks items in, with history, change log and ledger (PUSH-1)', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world())
    const op = queue.checkIn(item!, {}, { comment: 'scratched' })
    const answer = await send(queue, [op])
    expect(answer).toMatchObject({
      ackedSeq: 1,
      outcomes: [{ opId: op.opId, status: 'applied', result: { itemId: item!.id, kind: 'to_test' } }],
    })
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
      last_op_actor: world().operatorA,
    })
    const history = await rows(
      `select action, actor_name, op_id, comment, from_status, to_status from item_history where item_id = $1`,
      [item!.id],
    )
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
    const buckets = await rows<{ bucket: string }>(
      `select bucket from sync_change where entity_id = $1 and version = 2`,
      [item!.id],
    )
    expect(buckets.map(({ bucket }) => bucket.split(':')[0] ?? '').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'codes',
      'store',
      'warehouse',
    ])
  })
})

describe('a repeated push', () => {
  test('answers from the ledger and applies nothing twice (OP-1, PUSH-2)', async () => {
    const items = await createItems(db().owner, world(), 3)
    const queue = createQueue(world())
    const ops = items.map((item) => queue.checkIn(item))
    const first = await send(queue, ops)
    const again = await send(queue, ops)
    expect(again).toEqual(first)
    const [count] = await rows(`select count(*)::int as n from item_history where item_id = any ($1)`, [
      items.map(({ id }) => id),
    ])
    expect(count).toEqual({ n: 3 })
  })

  test('under a new device id answers from the ledger and moves the new queue on (OP-1, OP-4)', async () => {
    const items = await createItems(db().owner, world(), 2)
    const old = createQueue(world())
    const op = old.checkIn(items[0]!)
    await send(old, [op])
    const forked = createQueue(world())
    const again = { ...op, deviceId: forked.identity.deviceId, seq: 1 }
    forked.seq = 1
    const answer = await send(forked, [again, forked.checkIn(items[1]!)])
    expect(answer.ackedSeq).toBe(2)
    expect(codes(answer)).toEqual(['applied', 'applied'])
  })

  test('with another content is an alarm that overwrites nothing (PUSH-2)', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world())
    const op = queue.checkIn(item!)
    await send(queue, [op])
    const logged = db().errors.length
    const changed = { ...op, args: { ...op.args, comment: 'other' } }
    expect(await refusal(queue, [changed])).toMatchObject({ code: 'SYNC_PAYLOAD_CHANGED', details: { opId: op.opId } })
    expect(db().errors.length).toBe(logged + 1)
    const [row] = await rows<{ args: object }>(`select args from sync_op where op_id = $1`, [op.opId])
    expect(row?.args).toEqual(op.args)
  })
})

describe('an envelope', () => {
  test('of more than 500 operations is too large (PUSH-4)', async () => {
    const queue = createQueue(world())
    const ops = Array.from({ length: 501 }, () => queue.operation('checkInItem', {}))
    expect(await refusal(queue, ops)).toMatchObject({ code: 'SYNC_BATCH_TOO_LARGE' })
  })

  test('with a malformed operation names the field (PUSH-4)', async () => {
    const queue = createQueue(world())
    const op = queue.operation('checkInItem', {})
    expect(await refusal(queue, [op, { ...op, capturedAt: 'yesterday' }])).toMatchObject({
      code: 'SYNC_OPERATION_MALFORMED',
      field: 'ops.1.capturedAt',
    })
    expect(await refusal(queue, [{ ...op, extra: 1 }])).toMatchObject({
      code: 'SYNC_OPERATION_MALFORMED',
      field: 'ops.0.extra',
    })
    expect(await refusal(queue, [op], { more: 1 })).toMatchObject({ code: 'SYNC_OPERATION_MALFORMED', field: 'more' })
    expect(await push(queue.identity, null)).toMatchObject({ ok: false, error: { code: 'SYNC_OPERATION_MALFORMED' } })
  })

  test('of another protocol asks for an update (PUSH-4)', async () => {
    const queue = createQueue(world())
    expect(await refusal(queue, [queue.operation('checkInItem', {})], { protocol: 2 })).toMatchObject({
      code: 'SYNC_PROTOCOL_UNSUPPORTED',
    })
  })

  test('that names another actor, device or module than the grant is refused (QUEUE-5, PUSH-4)', async () => {
    const queue = createQueue(world())
    const op = queue.operation('checkInItem', {})
    const other = newId()
    expect(await refusal(queue, [{ ...op, actor: world().operatorB }])).toMatchObject({
      code: 'SYNC_WRONG_ACTOR',
      field: 'ops.0.actor',
    })
    expect(await refusal(queue, [{ ...op, deviceId: other }])).toMatchObject({
      code: 'SYNC_WRONG_ACTOR',
      field: 'ops.0.deviceId',
    })
    expect(await refusal(queue, [{ ...op, module: 'root' }])).toMatchObject({
      code: 'SYNC_WRONG_ACTOR',
      field: 'ops.0.module',
    })
    expect(await refusal(queue, [op], { deviceId: other })).toMatchObject({
      code: 'SYNC_WRONG_ACTOR',
      field: 'deviceId',
    })
  })
})

describe('a sequence', () => {
  test('with a gap is refused with the number to go on from, and acknowledges nothing (PUSH-3, PUSH-4)', async () => {
    const items = await createItems(db().owner, world(), 3)
    const queue = createQueue(world())
    await send(queue, [queue.checkIn(items[0]!)])
    const next = queue.checkIn(items[1]!)
    const skipped = queue.checkIn(items[2]!, { seq: 4 })
    expect(await refusal(queue, [next, skipped])).toMatchObject({ code: 'SYNC_SEQUENCE_GAP', details: { ackedSeq: 1 } })
    const [row] = await rows(`select acked_seq::int from sync_device where device_id = $1`, [queue.identity.deviceId])
    expect(row).toEqual({ acked_seq: 1 })
  })

  test('decided under another operation shows a copied device (PUSH-3)', async () => {
    const items = await createItems(db().owner, world(), 2)
    const queue = createQueue(world())
    await send(queue, [queue.checkIn(items[0]!)])
    expect(await refusal(queue, [queue.checkIn(items[1]!, { seq: 1 })])).toMatchObject({ code: 'DEVICE_FORKED' })
  })

  test('counts for each user of a device apart (QUEUE-1)', async () => {
    const items = await createItems(db().owner, world(), 2)
    const one = createQueue(world())
    const two = createQueue(world(), { userId: world().operatorA2, deviceId: one.identity.deviceId })
    expect((await send(one, [one.checkIn(items[0]!)])).ackedSeq).toBe(1)
    expect((await send(two, [two.checkIn(items[1]!)])).ackedSeq).toBe(1)
  })
})

describe('who may', () => {
  test('is read from the tables: a missing permission refuses the operation (PUSH-5)', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world(), { userId: world().seller, module: 'tim' })
    expect(codes(await send(queue, [queue.checkIn(item!)]))).toEqual(['rejected SYNC_PERMISSION_MISSING'])
  })

  test('another warehouse is out of scope; an admin works in any (PUSH-5)', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world())
    const elsewhere = queue.checkIn(item!, {}, { warehouseId: world().warehouseB })
    expect(codes(await send(queue, [elsewhere]))).toEqual(['rejected SYNC_OUT_OF_SCOPE'])
    const admin = createQueue(world(), { userId: world().admin, module: 'root' })
    expect(codes(await send(admin, [admin.checkIn(item!, {}, { warehouseId: world().warehouseB })]))).toEqual([
      'applied',
    ])
  })

  test('an inactive user has no valid grant (QUEUE-5)', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world(), { userId: world().operatorB })
    await rows(`update user_account set status = 'inactive' where id = $1`, [world().operatorB])
    const answer = await refusal(queue, [queue.checkIn(item!)])
    await rows(`update user_account set status = 'active' where id = $1`, [world().operatorB])
    expect(answer).toMatchObject({ code: 'SYNC_GRANT_INVALID' })
  })

  test("another account's items are unknown", async () => {
    const other = await createWorld(db().owner)
    const [foreign] = await createItems(db().owner, other, 1)
    const queue = createQueue(world())
    const answer = await send(queue, [
      queue.checkIn(foreign!),
      queue.operation('checkInItem', { code: foreign!.code, warehouseId: world().warehouseA }),
    ])
    expect(codes(answer)).toEqual(['rejected ITEM_UNKNOWN', 'rejected ITEM_UNKNOWN'])
  })
})

describe('codes', () => {
  test('resolve by item code, buyback number and IMEI, and by nothing else', async () => {
    const items = await createItems(db().owner, world(), 2)
    await rows(`update item set identification_number = 'AB12CD34', imei = '356938035643809' where id = $1`, [
      items[0]!.id,
    ])
    const queue = createQueue(world())
    const by = (code: string) => queue.operation('checkInItem', { code, warehouseId: world().warehouseA })
    const undo = (targetOpId: string, code: string) => queue.operation('undoCheckIn', { targetOpId, code })
    const one = by('AB12CD34')
    const undoOne = undo(one.opId, 'AB12CD34')
    const two = by(items[0]!.code)
    const undoTwo = undo(two.opId, items[0]!.code)
    const answer = await send(queue, [one, undoOne, two, undoTwo, by('356938035643809'), by('99999999')])
    expect(codes(answer)).toEqual(['applied', 'applied', 'applied', 'applied', 'applied', 'rejected ITEM_UNKNOWN'])
    expect(answer.outcomes[4]?.result).toMatchObject({ itemId: items[0]!.id })
    const [row] = await rows(
      `select count(*)::int as n, max(i.version) as version from item_history h join item i on i.id = h.item_id where item_id = $1`,
      [items[0]!.id],
    )
    // Each of the five operations is a version, however many a batch holds.
    expect(row).toEqual({ n: 5, version: 7 })
  })
})
