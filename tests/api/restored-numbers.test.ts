// @module-tag slow
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createDrawBlock } from '#api/sync/number-blocks.ts'
import { packageNumber, type NumberBlock } from '#domain/expedition/package-number.ts'
import { createCounterDevice, said } from '#tests/support/counter-world.ts'
import { codes, preparePackageWorld } from '#tests/support/package-world.ts'
import { createSaleWorld, type SaleWorld } from '#tests/support/sale-world.ts'
import type { WorldItem } from '#tests/support/sync-world.ts'

const overlap = (one: NumberBlock, other: NumberBlock) =>
  one.firstSerial <= other.lastSerial && other.firstSerial <= one.lastSerial

describe('package numbers after a restore', () => {
  const { db, world, send, storeItems, seller, open, put, close } = preparePackageWorld()

  const draw = () =>
    createDrawBlock(db().deps)({ accountId: world().accountId, userId: world().seller, deviceId: randomUUID() })

  /** Goes back to a backup from before blocks of these serials and above were drawn. */
  async function restoreWithout(firstSerial: number): Promise<void> {
    await db().owner.query('delete from package_number_block where first_serial >= $1', [firstSerial])
    await db().owner.query('select raise_sync_epoch()')
  }

  async function closeWith(number: string): Promise<string[]> {
    const items = (await storeItems(1)) as [WorldItem]
    const [queue, packageId] = [seller(), newId()]
    const ops = [open(queue, packageId), put(queue, packageId, items[0]), close(queue, packageId, number, items)]
    return codes(await send(queue, ops))
  }

  test('are drawn beyond those of a device that has not reported since', async () => {
    await draw()
    const forgotten = await draw()
    await restoreWithout(forgotten.firstSerial)
    const drawn = await draw()
    expect(overlap(drawn, forgotten)).toBe(false)
    // Both devices close what they have packed, the one that drew after the restore first.
    expect(await closeWith(packageNumber(drawn.firstSerial))).toEqual(['applied', 'applied', 'applied'])
    expect(await closeWith(packageNumber(forgotten.firstSerial))).toEqual(['applied', 'applied', 'applied'])
  })

  test('are drawn beyond those of an account whose first block the backup does not know', async () => {
    await db().owner.query('delete from package_number_block')
    const forgotten = await draw()
    await restoreWithout(0)
    expect(overlap(await draw(), forgotten)).toBe(false)
  })

  test('are drawn beyond those after the restore before it, from the same backup', async () => {
    const known = await draw()
    await restoreWithout(known.lastSerial + 1)
    const between = await draw()
    // The second restore comes ten minutes later: the backup has aged by them.
    for (const column of ['package_number_block.drawn_at', 'buyback_number_block.drawn_at', 'account.created_at']) {
      const [table, name] = column.split('.')
      await db().owner.query(`update ${table} set ${name} = ${name} - interval '10 minutes'`)
    }
    await restoreWithout(known.lastSerial + 1)
    expect(overlap(await draw(), between)).toBe(false)
  })

  test('that nobody can have drawn are refused as before', async () => {
    const { lastSerial } = await draw()
    expect((await closeWith(packageNumber(lastSerial + 1))).at(-1)).toBe('PACKAGE_NUMBER_NOT_RESERVED')
  })

  test('are left, however many restores there were', async () => {
    const account = [world().accountId]
    const text = `insert into package_number_block (account_id, first_serial, last_serial, device_id, user_id)
      select $1, 9999999000, 9999999099, id, id from user_account where account_id = $1 limit 1`
    await db().owner.query(text, account)
    for (let restores = 0; restores < 20; restores++) await db().owner.query('select raise_sync_epoch()')
    expect((await draw()).lastSerial).toBeLessThan(10_000_000_000 - 50)
  })
})

describe('buyback numbers after a restore', () => {
  let world: SaleWorld
  beforeAll(async () => void (world = await createSaleWorld()))
  afterAll(() => world.close())

  /** Goes back to a backup from before a device drew its numbers. */
  async function restoreWithout(deviceId: string): Promise<void> {
    const text = `with gone as (delete from counter_number_block where device_id = $1 returning first_serial)
      select first_serial as first from gone`
    for (const { first } of await world.sql(text, deviceId))
      await world.sql('delete from buyback_number_block where first_serial = $1', first)
    await world.sql('select raise_sync_epoch()')
  }

  test('go to one device alone, and both sell with theirs', async () => {
    const lost = await createCounterDevice(world)
    await restoreWithout(lost.deviceId)
    const other = await createCounterDevice(world)
    const [first, second] = [await other.sale(), await lost.sale()]
    const numberOf = ({ args }: typeof first) => (args['lines'] as readonly { readonly number: string }[])[0]!.number
    expect(numberOf(first)).not.toBe(numberOf(second))
    expect((await other.push(first)).map(said)).toEqual(['applied'])
    expect((await lost.push(second)).map(said)).toEqual(['applied'])
  })

  test('go to no process of the API that draws after it', async () => {
    const lost = await createCounterDevice(world)
    const forgotten = Number(lost.nextNumber().slice(1, -1))
    await restoreWithout(lost.deviceId)
    const [drawn] = await world.sql(
      'select first_serial::float8 as "firstSerial", last_serial::float8 as "lastSerial" from draw_buyback_block(1000)',
    )
    expect(overlap(drawn as never, { firstSerial: forgotten, lastSerial: forgotten + 99 })).toBe(false)
  })

  test('of a device that another one drew are refused as before', async () => {
    const [one, other] = [await createCounterDevice(world), await createCounterDevice(world, { who: 'store_manager' })]
    const sale = await other.sale({}, { number: one.nextNumber() })
    expect((await other.push(sale)).map(said)).toEqual(['rejected COUNTER_NUMBER_NOT_RESERVED'])
  })
})
