import { IDBFactory, IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packageNumber, packageSerial } from '#domain/expedition/package-number.ts'
import type { OperationDefinition } from '#sync/operations/define-operation.ts'
import { closePackage } from '#sync/operations/expedition/close-package.ts'
import { endCheckInRound } from '#sync/operations/check-in/end-check-in-round.ts'
import type { PackageRow } from '#sync/records.ts'
import { accountId, operator, scope } from '#tests/support/device-fixture.ts'
import { config, itemRow, otherWarehouseId, uuid, warehouseId } from '#tests/support/rows.ts'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import { undoCheckIn } from '#sync/operations/check-in/undo-check-in.ts'
import { capture, needsAround } from './capture.ts'
import { createCaptures, type CaptureParts } from './captures.ts'
import type { ReplayInput } from '#web/local/copy/replay-input.ts'
import { openOutboxDatabase, type OutboxDatabase } from './outbox-database.ts'
import { createOutbox } from './outbox.ts'
import { addBlock } from './number-blocks.ts'
import { databaseNames } from '#web/local/engine/ports.ts'

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
const info = { mark: 0, covered: [], scope, config, hasPackages: true } as unknown as ReplayInput['info']
const around: ReplayInput = { info, items: [item], packages: [openBox], rows: [], keys: [`package:${box}`] }

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

describe('two captures of one transaction that is run again', () => {
  it('are kept once each (QUEUE-3)', async () => {
    const outbox = createOutbox({
      indexedDB: new IDBFactory(),
      IDBKeyRange: FakeKeyRange,
      databaseNames,
      nowMs: () => 1_300_000_000,
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      onStorageProblem: () => undefined,
    })
    const arriving = itemRow(2)
    const parts = {
      state: { author: operator(1), captureProblem: null },
      outbox: { ...outbox, writing: (task: never) => outbox.writing(task).then(() => outbox.writing(task)) },
      copy: { read: async () => ({ info: { ...info, hasPackages: false }, items: [arriving] }) },
      monitor: { captured: () => undefined, touch: () => undefined },
      onCopyProblem: () => null,
      recordsFor: async () => undefined,
      onChanged: () => undefined,
    } as unknown as CaptureParts
    const captures = createCaptures(parts, { nowMs: () => 1_300_000_000 })
    const args = { code: arriving.code, itemId: arriving.id, warehouseId }
    const first = await captures.dispatch(checkInItem, args)
    const targetOpId = first.captured ? first.opId : ''
    const both = await captures.dispatchBoth(
      { definition: undoCheckIn, args: { targetOpId, code: arriving.code, itemId: arriving.id } },
      ([before]) => ({ definition: checkInItem, args: { ...args, comment: before?.status ?? '' } }),
    )
    expect(both).toMatchObject({
      captured: true,
      verdict: 'applied',
      items: [{ status: 'item_awaiting_compliancy_tests' }],
    })
    expect((await outbox.inState('pending')).map(({ op }) => [op.type, op.seq])).toEqual([
      ['checkInItem', 1],
      ['undoCheckIn', 2],
      ['checkInItem', 3],
    ])
    expect((await outbox.inState('pending')).at(-1)?.op.args).toMatchObject({ comment: 'item_in_transit' })
    outbox.close()
  })
})
