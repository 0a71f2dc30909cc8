import { IDBFactory, IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buybackNumber, buybackSerial, counterBlockSize } from '#domain/buyback/buyback-number.ts'
import { sellInStore } from '#sync/operations/counter/sell-in-store.ts'
import type { SellInStoreArgs } from '#sync/operations/counter/counter-args.ts'
import { goldenCounter } from '#tests/support/golden-counter.ts'
import { accountId, scope } from '#tests/support/device-fixture.ts'
import { config, uuid } from '#tests/support/rows.ts'
import golden from '#tests/sync/golden/counter.json' with { type: 'json' }
import { capture, needsAround } from '../outbox/capture.ts'
import type { CopyRead } from '../copy/copy-store.ts'
import { openOutboxDatabase, type Author, type OutboxDatabase } from '../outbox/outbox-database.ts'
import { blocksOf, numbersLeft } from '../outbox/number-blocks.ts'
import { databaseNames } from '../engine/ports.ts'
import { addNumbers, buybackNumbersKey } from './buyback-numbers.ts'

const first = golden[0]!.op.args as unknown as SellInStoreArgs
const { storeId } = first
const serial = buybackSerial(first.lines[0]!.number)!
const seller: Author = {
  userId: uuid(5, 1),
  name: 'Seller',
  accountId,
  module: 'tim',
  userType: 'store_seller',
  warehouseIds: [],
  storeIds: [storeId],
}
const base: CopyRead = {
  info: {
    generation: 1,
    mark: 0,
    covered: [],
    scope: { ...scope, warehouseIds: [], storeIds: [storeId] },
    epoch: 'e',
    cursor: 'c',
    config,
    itemCount: 0,
    hash: 0,
    syncedAtMs: 0,
    hasPackages: true,
  } as unknown as CopyRead['info'],
  items: [],
}

let open: OutboxDatabase
beforeEach(async () => {
  open = openOutboxDatabase({ indexedDB: new IDBFactory(), IDBKeyRange: FakeKeyRange, databaseNames })
  await open.transaction('rw', open.meta, async () =>
    addNumbers(open, accountId, { firstSerial: serial, lastSerial: serial + counterBlockSize - 1 }),
  )
})
afterEach(() => open.close())

let drawn = 0
async function sell(args: SellInStoreArgs, opId: string, known: CopyRead | null = base) {
  const input = { definition: sellInStore, args, author: seller, base: known, counter: goldenCounter, opId }
  const captured = await open.transaction('rw', open.tables, async () =>
    capture(open, { ...input, lineId: uuid(9), nowMs: 1_300_000_000 }, () => uuid(10, ++drawn)),
  )
  if (captured === needsAround) throw new Error('a sale touches no package')
  return captured
}

/** The same cart with other ids, as a seller who does not know that it is sold would sell it again. */
function anew(args: SellInStoreArgs): SellInStoreArgs {
  const line = args.lines[0]!
  return {
    ...args,
    lines: [{ ...line, itemId: uuid(11, 1), buybackId: uuid(11, 2), number: buybackNumber(serial + 1) }],
  }
}
const left = async () => numbersLeft(blocksOf((await open.meta.get(buybackNumbersKey(accountId)))?.value))

describe('the capture of a sale', () => {
  it('is the same sale where it is run again because its end did not come through', async () => {
    const sold = await sell(first, uuid(12, 1))
    expect(sold).toMatchObject({ captured: true, verdict: 'applied', items: [{ code: first.lines[0]!.number }] })
    expect(await sell(first, uuid(12, 1))).toEqual(sold)
    expect(await open.ops.count()).toBe(1)
    expect(await left()).toBe(counterBlockSize - 1)
  })

  it('refuses a cart that was sold before, until that sale is refused', async () => {
    expect(await sell(first, uuid(12, 1))).toMatchObject({ captured: true })
    expect(await sell(anew(first), uuid(12, 2))).toMatchObject({ captured: false, code: 'COUNTER_CART_SOLD' })
    expect([await open.ops.count(), await left()]).toEqual([1, counterBlockSize - 1])
    await open.ops.update(uuid(12, 1), { state: 'tray' })
    expect(await sell(anew(first), uuid(12, 2))).toMatchObject({ captured: true })
  })

  it('is refused where the copy is lost, since the next one would be given the same number', async () => {
    expect(await sell(first, uuid(12, 1), null)).toMatchObject({ captured: false, code: 'COUNTER_CATALOG_MISSING' })
    expect([await open.ops.count(), await left()]).toEqual([0, counterBlockSize])
  })
})
