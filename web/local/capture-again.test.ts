import { IDBFactory, IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packageNumber, packageSerial } from '#domain/warehouse/package-number.ts'
import type { OperationDefinition } from '#sync/operations/definition.ts'
import { closePackage } from '#sync/operations/warehouse/close-package.ts'
import { endCheckInRound } from '#sync/operations/warehouse/end-check-in-round.ts'
import type { PackageRow } from '#sync/records.ts'
import { accountId, operator, scope } from '#tests/support/device-fixture.ts'
import { config, itemRow, otherWarehouseId, uuid, warehouseId } from '#tests/support/rows.ts'
import { capture, needsAround } from './capture.ts'
import type { FoldAround } from './fold-around.ts'
import { openOutboxDatabase, type OutboxDatabase } from './outbox-database.ts'
import { addBlock } from './package-numbers.ts'
import { databaseNames } from './ports.ts'

const box = uuid(8, 1)
const number = packageNumber(1)
const item = itemRow(1, {
  status: 'item_completed',
  buybackStatus: 'bb_completed',
  tested: true,
  warehouseId,
  stockId: config.stocks[1]!.id,
})
const openBox: PackageRow = {
  id: box,
  status: 'open',
  number: null,
  origin: { type: 'warehouse', warehouseId },
  destinationWarehouseId: otherWarehouseId,
  itemIds: [item.id],
  version: 1,
  openedBy: operator(1).userId,
  closedAtMs: null,
}
const info = { mark: 0, covered: [], scope, config, hasPackages: true } as unknown as FoldAround['info']
const around: FoldAround = { info, items: [item], packages: [openBox], rows: [], keys: [`package:${box}`] }

let open: OutboxDatabase
beforeEach(async () => {
  open = openOutboxDatabase({ indexedDB: new IDBFactory(), IDBKeyRange: FakeKeyRange, databaseNames })
  const serial = packageSerial(number)!
  await open.transaction('rw', open.meta, async () =>
    addBlock(open, accountId, { firstSerial: serial, lastSerial: serial }),
  )
})
afterEach(() => open.close())

let drawn = 0
async function take<Args>(definition: OperationDefinition<Args>, args: Args) {
  const input = { definition, args, author: operator(1), base: around, opId: uuid(12, 1) }
  const captured = await open.transaction('rw', open.tables, async () =>
    capture(open, { ...input, lineId: uuid(9), nowMs: 1_300_000_000 }, () => uuid(10, ++drawn)),
  )
  if (captured === needsAround) throw new Error('everything around it is given')
  return captured
}

describe('a capture that is run again because its end did not come through', () => {
  it('closes its package under the number that it has taken already', async () => {
    const args = { packageId: box, number, itemIds: [item.id] }
    expect(await take(closePackage, args)).toMatchObject({ captured: true, verdict: 'applied' })
    expect(await take(closePackage, args)).toMatchObject({ captured: true, verdict: 'applied' })
    expect(await open.ops.toArray()).toMatchObject([{ opId: uuid(12, 1), state: 'pending' }])
  })

  it('ends its round, which nothing but itself has ended', async () => {
    const roundId = uuid(13, 1)
    const args = { roundId, warehouseId, typedCount: 0, distinctCount: 0, comment: '' }
    expect(await take(endCheckInRound, args)).toMatchObject({ captured: true, verdict: 'applied' })
    expect(await take(endCheckInRound, args)).toMatchObject({ captured: true, verdict: 'applied' })
    expect(await open.rounds.toArray()).toMatchObject([{ id: roundId, endOpId: uuid(12, 1) }])
    expect((await open.rounds.get(roundId))?.endedAtMs).not.toBeNull()
  })
})
