import { describe, expect, test } from 'vitest'
import { createPush, pushSteps, type PushSteps } from '#api/sync/push.ts'
import { createRunHeld } from '#api/sync/run-held.ts'
import { UnknownKeyError } from '#domain/kernel/unknown-key.ts'
import { codes, preparePushWorld } from '#tests/support/push-world.ts'
import { createItems, createQueue } from '#tests/support/sync-world.ts'

const { db, world, send, rows } = preparePushWorld()

describe('a failing write', () => {
  test('holds the culprit for a person, applies the rest and moves the sequence on (PUSH-8)', async () => {
    const items = await createItems(db().owner, world(), 3)
    await rows(`create or replace function fail_on_poison() returns trigger language plpgsql as $$
      begin if new.comment = 'poison' then raise exception 'poisoned'; end if; return new; end $$`)
    await rows(
      `create trigger fail_on_poison before insert on item_history for each row execute function fail_on_poison()`,
    )
    const queue = createQueue(world())
    const ops = items.map((item, at) => queue.checkIn(item, {}, at === 1 ? { comment: 'poison' } : {}))
    const after = queue.operation(
      'undoCheckIn',
      { targetOpId: ops[1]!.opId, itemId: items[1]!.id, code: items[1]!.code },
      { dependsOn: [ops[1]!.opId] },
    )
    const answer = await send(queue, [...ops, after])
    expect(codes(answer)).toEqual(['applied', 'held SYNC_NEEDS_A_PERSON', 'applied', 'held SYNC_WAITS_FOR'])
    expect(answer.ackedSeq).toBe(4)
    expect(db().errors.some(({ facts }) => 'opId' in facts && facts.opId === ops[1]!.opId)).toBe(true)
    const [row] = await rows(`select status from item where id = $1`, [items[1]!.id])
    expect(row).toEqual({ status: 'item_in_transit' })
    await rows(`drop trigger fail_on_poison on item_history`)
  })

  test('holds a waiting culprit and not the operation that released it (PUSH-8)', async () => {
    const items = await createItems(db().owner, world(), 2)
    const one = createQueue(world())
    const two = createQueue(world())
    const cause = one.checkIn(items[0]!)
    const waits = two.checkIn(items[1]!, { dependsOn: [cause.opId] })
    await send(two, [waits])
    const faulty = createPush(db().deps, {
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
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world())
    const op = queue.checkIn(item!)
    const undo = queue.operation(
      'undoCheckIn',
      { targetOpId: op.opId, itemId: item!.id, code: item!.code },
      { dependsOn: [op.opId] },
    )
    let isFaulty = true
    const steps: PushSteps = {
      ...pushSteps,
      run: (records, each, context) => {
        if (isFaulty && each.opId === op.opId) throw new Error('a bug')
        return pushSteps.run(records, each, context)
      },
    }
    const answer = await send(queue, [op, undo], createPush(db().deps, steps))
    expect(codes(answer)).toEqual(['held SYNC_NEEDS_A_PERSON', 'held SYNC_WAITS_FOR'])
    const runHeld = createRunHeld(db().deps, steps)
    const { accountId } = world()
    const manager = {
      accountId,
      userId: world().managerA,
      module: 'rps',
      userType: 'warehouse_manager',
      organizationId: world().warehouseA,
    } as const
    const elsewhere = { ...manager, organizationId: world().warehouseB }
    expect(await runHeld(elsewhere, op.opId)).toMatchObject({ ok: false, error: { code: 'REQUEST_NOT_FOUND' } })
    expect(await runHeld(manager, op.opId)).toMatchObject({
      ok: true,
      value: { status: 'held', code: 'SYNC_NEEDS_A_PERSON' },
    })
    isFaulty = false
    expect(await runHeld(manager, op.opId)).toMatchObject({ ok: true, value: { status: 'applied' } })
    expect(codes(await send(queue, [op, undo]))).toEqual(['applied', 'applied'])
    expect(
      await rows(`select action, actor_id from item_history where item_id = $1 order by action`, [item!.id]),
    ).toEqual([
      { action: 'check_in', actor_id: world().operatorA },
      { action: 'undo_check_in', actor_id: world().operatorA },
    ])
    expect(await runHeld(manager, op.opId)).toMatchObject({ ok: false, error: { code: 'REQUEST_NOT_FOUND' } })
  })

  test('stores what the database has no character for (PUSH-9)', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world())
    const op = queue.checkIn(
      item!,
      { capturedAt: '0000-01-01T00:00:00Z', basedOn: 9_000_000_000 },
      { comment: 'half \uD83D and nul \0' },
    )
    expect(codes(await send(queue, [op]))).toEqual(['applied'])
    expect(codes(await send(queue, [op]))).toEqual(['applied'])
  })

  test('that passes is tried again; one that stays answers unavailable and acknowledges nothing (PUSH-7)', async () => {
    const items = await createItems(db().owner, world(), 2)
    const queue = createQueue(world())
    let failures = 2
    const flaky = createPush(db().deps, {
      ...pushSteps,
      writeBatch: async (sql, batch) => {
        await pushSteps.writeBatch(sql, batch)
        if (failures-- > 0) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      },
    })
    expect(codes(await send(queue, [queue.checkIn(items[0]!)], flaky))).toEqual(['applied'])
    failures = 3
    const op = queue.checkIn(items[1]!)
    expect(await flaky(queue.identity, queue.body([op]))).toMatchObject({
      ok: false,
      error: { code: 'SERVER_UNAVAILABLE' },
    })
    const [row] = await rows(`select acked_seq::int from sync_device where device_id = $1`, [queue.identity.deviceId])
    expect(row).toEqual({ acked_seq: 1 })
  })
})

describe('an operation that needs a master key that is not known', () => {
  test('is neither held nor acknowledged, and leaves what is held as it was', async () => {
    const [item] = await createItems(db().owner, world(), 1)
    const queue = createQueue(world())
    const op = queue.checkIn(item!)
    let fault: Error | null = new UnknownKeyError('a key was wrapped by another master key')
    const steps: PushSteps = {
      ...pushSteps,
      run: (records, each, context) => {
        if (fault !== null && each.opId === op.opId) throw fault
        return pushSteps.run(records, each, context)
      },
    }
    const faulty = createPush(db().deps, steps)
    await expect(faulty(queue.identity, queue.body([op]))).rejects.toThrow(UnknownKeyError)
    expect(await rows('select 1 from sync_op where op_id = $1', [op.opId])).toEqual([])
    fault = new Error('a bug')
    expect(codes(await send(queue, [op], faulty))).toEqual(['held SYNC_NEEDS_A_PERSON'])
    fault = new UnknownKeyError('a key was wrapped by another master key')
    const runHeld = createRunHeld(db().deps, steps)
    const manager = {
      accountId: world().accountId,
      userId: world().managerA,
      module: 'rps',
      userType: 'warehouse_manager',
      organizationId: world().warehouseA,
    } as const
    await expect(runHeld(manager, op.opId)).rejects.toThrow(UnknownKeyError)
    fault = null
    expect(await runHeld(manager, op.opId)).toMatchObject({ ok: true, value: { status: 'applied' } })
  })
})

describe('a lost connection', () => {
  test('before the commit is retried; after it, the same push answers the same (PUSH-1, PUSH-7)', async () => {
    const items = await createItems(db().owner, world(), 2)
    const queue = createQueue(world())
    let cuts = 1
    const cut = createPush(db().deps, {
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
    const again = createPush({ ...db().deps })
    expect(await send(queue, [{ ...op }], again)).toMatchObject({
      ackedSeq: answer.ackedSeq,
      outcomes: [{ status: 'applied' }],
    })
  })
})

describe('many devices at once', () => {
  test(
    'on the same items: each operation has one outcome, each item one check-in, and no deadlock escapes',
    { tags: ['slow'] },
    async () => {
      const items = await createItems(db().owner, world(), 40)
      const queues = Array.from({ length: 20 }, () => createQueue(world()))
      const batches = queues.map((queue) => {
        const mine = items.toSorted(() => Math.random() - 0.5)
        return mine.map((item) =>
          queue.operation('checkInItem', { code: item.code, itemId: item.id, warehouseId: world().warehouseA }),
        )
      })
      const answers = await Promise.all(
        queues.flatMap((queue, at) => [send(queue, batches[at]!), send(queue, batches[at]!)]),
      )
      const applied = new Set(
        answers.flatMap(({ outcomes }) =>
          outcomes.filter(({ status }) => status === 'applied').map(({ opId }) => opId),
        ),
      )
      expect(applied.size).toBe(40)
      const [count] = await rows(
        `select count(*)::int as n, count(distinct item_id)::int as items from item_history where item_id = any ($1)`,
        [items.map(({ id }) => id)],
      )
      expect(count).toEqual({ n: 40, items: 40 })
    },
  )

  test(
    'leave no operation waiting whose cause was being decided when it came (WAIT-3)',
    { tags: ['slow'] },
    async () => {
      const items = await createItems(db().owner, world(), 2)
      const one = createQueue(world())
      const two = createQueue(world())
      const cause = one.checkIn(items[0]!)
      const waits = two.checkIn(items[1]!, { dependsOn: [cause.opId] })
      const reached = Promise.withResolvers<undefined>()
      const gate = Promise.withResolvers<undefined>()
      const slow = createPush(db().deps, {
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
    },
  )

  test('leave no operation waiting for one decided at the same time (WAIT-3)', { tags: ['slow'] }, async () => {
    const items = await createItems(db().owner, world(), 60)
    const pairs = Array.from({ length: 30 }, (_, at) => {
      const one = createQueue(world())
      const two = createQueue(world())
      const cause = one.checkIn(items[2 * at]!)
      return { one, two, cause, waits: two.checkIn(items[2 * at + 1]!, { dependsOn: [cause.opId] }) }
    })
    await Promise.all(pairs.flatMap(({ one, two, cause, waits }) => [send(two, [waits]), send(one, [cause])]))
    const held = await rows(`select op_id from sync_op where status = 'held' and op_id = any ($1)`, [
      pairs.map(({ waits }) => waits.opId),
    ])
    expect(held).toEqual([])
  })
})
