import { describe, expect, test } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createPush, pushSteps } from '#api/sync/push.ts'
import { countLockWaiters } from '#tests/support/lock-waiters.ts'
import { codes, preparePackageWorld } from '#tests/support/package-world.ts'
import { createItems, type WorldItem } from '#tests/support/sync-world.ts'

const { db, world, send, storeItems, seller, drawnNumber, open, put, close } = preparePackageWorld()

const waitingForLocks = () => countLockWaiters(db().owner)

describe('the closing of a package (SETTLE-5)', () => {
  test('is held up by a refused scan until that is settled', async () => {
    const [good] = (await storeItems(1)) as [WorldItem]
    const [wrong] = (await createItems(db().owner, world(), 1)) as [WorldItem]
    const [queue, packageId] = [seller(), newId()]
    const ops = [open(queue, packageId), put(queue, packageId, good), put(queue, packageId, wrong)] as const
    const scan = ops[2]
    const opened = await send(queue, ops)
    expect(codes(opened)).toEqual(['applied', 'applied', 'BB_ALREADY_PROCESSED'])
    const number = await drawnNumber()
    const refused = await send(queue, [close(queue, packageId, number, [good])])
    expect(refused.outcomes).toMatchObject([{ status: 'blocked_by', code: 'PACKAGE_HAS_REFUSED', causeOp: scan.opId }])
    const settlement = { targetOpId: scan.opId, resolution: 'discarded', reason: 'wrong product' }
    const settle = queue.operation('settleRefusal', settlement, { lanes: [`op:${scan.opId}`] })
    expect(codes(await send(queue, [settle, close(queue, packageId, number, [good])]))).toEqual(['applied', 'applied'])
  })

  test('is held up by another refused action on what lies in it, on whichever device, until that is settled', async () => {
    const [item] = (await storeItems(1)) as [WorldItem]
    const [one, two, packageId] = [seller(), seller(), newId()]
    const lanes = { lanes: [`item:${item.id}`] }
    const handOver = two.operation('handOverItem', { itemId: item.id }, lanes)
    expect(codes(await send(two, [handOver]))).toEqual(['ITEM_NOT_SHIPPABLE'])
    await send(one, [open(one, packageId), put(one, packageId, item)])
    const number = await drawnNumber()
    const refused = await send(one, [close(one, packageId, number, [item])])
    expect(refused.outcomes).toMatchObject([
      { status: 'blocked_by', code: 'PACKAGE_HAS_REFUSED', causeOp: handOver.opId, result: { itemId: item.id } },
    ])
    const settlement = { targetOpId: handOver.opId, resolution: 'discarded', reason: 'it goes in a package' }
    const settle = two.operation('settleRefusal', settlement, { lanes: [`op:${handOver.opId}`] })
    expect(codes(await send(two, [settle]))).toEqual(['applied'])
    expect(codes(await send(one, [close(one, packageId, number, [item])]))).toEqual(['applied'])
  })

  test('is held up by a scan that was being refused when its closing began', async () => {
    const [good] = (await storeItems(1)) as [WorldItem]
    const [wrong] = (await createItems(db().owner, world(), 1)) as [WorldItem]
    const [one, two, packageId, number] = [seller(), seller(), newId(), await drawnNumber()]
    await send(one, [open(one, packageId), put(one, packageId, good)])
    const [reached, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const slow = createPush(db().deps, {
      ...pushSteps,
      writeBatch: async (sql, batch) => {
        reached.resolve(undefined)
        await gate.promise
        await pushSteps.writeBatch(sql, batch)
      },
    })
    const scan = put(two, packageId, wrong)
    const refusing = send(two, [scan], slow)
    await reached.promise
    const closing = send(one, [close(one, packageId, number, [good])])
    await expect.poll(waitingForLocks, { timeout: 10_000 }).toBeGreaterThan(0)
    gate.resolve(undefined)
    expect(codes(await refusing)).toEqual(['BB_ALREADY_PROCESSED'])
    expect((await closing).outcomes).toMatchObject([
      { status: 'blocked_by', code: 'PACKAGE_HAS_REFUSED', causeOp: scan.opId },
    ])
    const { rows } = await db().owner.query<{ id: string }>(
      'select op_id as id from sync_op where op_id = any ($1::uuid[]) order by decided_at',
      [[scan.opId, (await closing).outcomes[0]!.opId]],
    )
    expect(rows[0]?.id).toBe(scan.opId)
  })

  test('is one where two devices close the same content, under the number of the first', async () => {
    const items = await storeItems(2)
    const [one, two, packageId] = [seller(), seller(), newId()]
    const filling = [open(one, packageId), ...items.map((item) => put(one, packageId, item))]
    expect(codes(await send(one, filling))).toEqual(['applied', 'applied', 'applied'])
    const rows = async <Row extends object>(text: string): Promise<Row[]> =>
      (await db().owner.query<Row>(text, [packageId])).rows
    const packageRow = () => rows('select number, closed_by, closed_at, version from package where id = $1')
    const known = await rows<{ id: string; version: number }>(
      'select id, version from item where id in (select unnest(item_ids) from package where id = $1)',
    )
    // Neither device has heard of the other's closing.
    const closing = (queue: typeof one, number: string) => ({
      ...close(queue, packageId, number, items),
      basedOn: known.find(({ id }) => id === items[0]!.id)!.version,
    })
    const [first, second] = [await drawnNumber(), await drawnNumber()]
    expect(codes(await send(one, [closing(one, first)]))).toEqual(['applied'])
    const before = await packageRow()
    const late = await send(two, [closing(two, second)])
    expect(late.outcomes).toMatchObject([{ status: 'applied', result: { packageId, number: first } }])
    expect(await packageRow()).toEqual(before)
    const sent = await rows<{ item_id: string }>('select item_id from transport where package_id = $1')
    expect(sent.map((row) => row.item_id).toSorted()).toEqual(items.map(({ id }) => id).toSorted())
  })
})
