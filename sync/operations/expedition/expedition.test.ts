import { describe, expect, it } from 'vitest'
import { packageNumber } from '#domain/expedition/package-number.ts'
import { packageLimit } from '#domain/expedition/packing.ts'
import {
  colleague,
  config,
  context,
  facts,
  id,
  native,
  op,
  otherWarehouse,
  question,
  row,
  run,
  testedRow,
  warehouse,
} from '#tests/support/floor-world.ts'
import { createMemoryRecords } from '../../memory-records.ts'
import { replay } from '../../replica/replay.ts'
import { runOperation } from '../../run-operation.ts'

const dayMs = 86_400_000
const box = id(700)
const other = id(701)
const number = packageNumber(5)
const packageBlocks = [{ firstSerial: 1, lastSerial: 100 }]
const open = (packageId = box) =>
  op('openPackage', {
    packageId,
    origin: { type: 'warehouse', warehouseId: warehouse },
    destinationWarehouseId: otherWarehouse,
  })
const put = (n: number, packageId = box) => op('putInPackage', { itemId: id(n), packageId })
const take = (n: number, packageId = box) => op('takeOutOfPackage', { itemId: id(n), packageId })
const close = (items: readonly number[], change: Record<string, unknown> = {}) =>
  op('closePackage', { packageId: box, number, itemIds: items.map(id), ...change })
const loaded = { items: [testedRow(1), testedRow(2), testedRow(3)], packageBlocks }

describe('a package', () => {
  it('is filled, closed under its number, and its items are on their way', () => {
    const { records, codes } = run(loaded, [open(), put(1), put(2), close([1, 2])])
    expect(codes).toEqual(['applied', 'applied', 'applied', 'applied'])
    expect(records.package(box)).toMatchObject({
      status: 'closed',
      number,
      itemIds: [id(1), id(2)],
      closedAtMs: 31_000,
      version: 4,
    })
    expect(records.item(id(1))).toMatchObject({
      status: 'item_in_transit',
      leftStatus: 'item_completed',
      warehouseId: null,
      stockId: null,
      destinationWarehouseId: otherWarehouse,
      buybackStatus: 'bb_completed',
      facts: { packageId: box },
    })
  })

  it('holds once what two packers put in it without knowing of each other', () => {
    const [theirs, late] = [
      { ...put(1), actor: colleague },
      { ...put(1), basedOn: 1 },
    ]
    const { records, codes } = run(loaded, [open(), theirs, late])
    expect(codes).toEqual(['applied', 'applied', 'applied'])
    expect(records.package(box)).toMatchObject({ itemIds: [id(1)], version: 2 })
    const undo = op('undoPackageItem', { itemId: id(1), packageId: box, targetOpId: late.opId })
    const undone = run(loaded, [open(), theirs, late, undo])
    expect(undone.codes.at(-1)).toBe('UNDO_NOT_POSSIBLE')
    expect(undone.records.package(box)).toMatchObject({ itemIds: [id(1)], version: 2 })
    expect(undone.records.item(id(1))?.facts?.packageId).toBe(box)
    expect(run(loaded, [open(), theirs, { ...put(1), basedOn: 9 }]).codes.at(-1)).toBe('BB_ALREADY_FILLED')
  })

  it('is closed once by two who close the same without knowing of each other, under the number of the first', () => {
    const theirs = { ...close([1, 2]), actor: colleague }
    const late = { ...close([2, 1], { number: packageNumber(6) }), basedOn: 1 }
    const { records, codes, outcomes } = run(loaded, [open(), put(1), put(2), theirs, late])
    expect(codes.slice(3)).toEqual(['applied', 'applied'])
    expect(outcomes.at(-1)).toMatchObject({ result: { packageId: box, number } })
    expect(records.package(box)).toMatchObject({ status: 'closed', number, version: 4 })
    expect(records.item(id(1))?.status).toBe('item_in_transit')
    const other = { ...close([1], { number: packageNumber(6) }), basedOn: 1 }
    expect(run(loaded, [open(), put(1), put(2), theirs, other]).codes.at(-1)).toBe('PACKAGE_CLOSED')
    const aware = { ...close([1, 2], { number: packageNumber(6) }), basedOn: 9 }
    expect(run(loaded, [open(), put(1), put(2), theirs, aware]).codes.at(-1)).toBe('PACKAGE_CLOSED')
  })

  it('takes no second effect of a closing on a device that has it back before its answer, with its items in short', () => {
    const mine = close([1, 2])
    const { records } = run(loaded, [open(), put(1), put(2), mine])
    const items = [1, 2].map((n) => ({ ...records.item(id(n))!, level: 'slim' as const, last: null, facts: null }))
    const copy = { ...loaded, items, packages: [records.package(box)!] }
    const pending = { op: { ...mine, basedOn: 2 }, order: 4, actor: context.actor, outcome: null }
    const shown = replay({ config, ...copy }, [{ ...pending, settled: false, covered: false }])
    expect(shown.item(id(1))).toMatchObject({ status: 'item_in_transit', version: items[0]!.version })
  })

  it.each([
    ['when the device closed it, however long that takes to arrive', -6 * dayMs, -6 * dayMs],
    ['when that arrives, where the device’s clock is ahead', 1, 0],
    ['when that arrives, where the device’s clock is out of reason', -8 * dayMs, 0],
  ])('is closed %s', (_title, captured, closed) => {
    const late = { ...close([1]), capturedAt: new Date(21_000 + captured).toISOString() }
    const { records } = run(loaded, [open(), put(1), late])
    expect(records.package(box)?.closedAtMs).toBe(21_000 + closed)
  })

  it('changes no more once it is closed', () => {
    const last = put(2)
    const captures = [open(), put(1), last, close([1, 2]), put(3), take(1), close([1, 2])]
    const undo = op('undoPackageItem', { itemId: id(2), packageId: box, targetOpId: last.opId })
    expect(run(loaded, [...captures, undo]).codes.slice(4)).toEqual([
      'PACKAGE_CLOSED',
      'PACKAGE_CLOSED',
      'PACKAGE_CLOSED',
      'UNDO_NOT_LATEST',
    ])
  })

  it('takes an item once, and from no other open package', () => {
    expect(run(loaded, [open(), open(other), put(1), put(1), put(1, other)]).codes.slice(3)).toEqual([
      'BB_ALREADY_FILLED',
      'BB_ALREADY_PROCESSED',
    ])
  })

  it('gives an item free that was taken out of it', () => {
    const { records, codes } = run(loaded, [open(), open(other), put(1), take(1), take(1), put(1, other)])
    expect(codes.slice(3)).toEqual(['applied', 'PACKAGE_NOT_IN_IT', 'applied'])
    expect(records.package(box)?.itemIds).toEqual([])
  })

  it('is as before when its last change is undone', () => {
    const first = put(1)
    const undoPut = op('undoPackageItem', { itemId: id(1), packageId: box, targetOpId: first.opId })
    const { records } = run(loaded, [open(), first, undoPut])
    expect(records.package(box)?.itemIds).toEqual([])
    expect(records.item(id(1))?.facts?.packageId).toBeNull()
    const out = take(1)
    const undoTake = op('undoPackageItem', { itemId: id(1), packageId: box, targetOpId: out.opId })
    expect(run(loaded, [open(), put(1), out, undoTake]).records.package(box)?.itemIds).toEqual([id(1)])
  })

  it('does not take back what was taken out once it is full', () => {
    const out = take(1)
    const undo = op('undoPackageItem', { itemId: id(1), packageId: box, targetOpId: out.opId })
    const { records } = run(loaded, [open(), put(1), out])
    records.savePackage({
      ...records.package(box)!,
      itemIds: Array.from({ length: packageLimit }, (_, at) => id(2_000 + at)),
    })
    expect(runOperation(records, undo, context).code).toBe('PACKAGE_FULL')
    expect(records.package(box)?.itemIds).toHaveLength(packageLimit)
  })

  it('does not take back what was taken out of another package', () => {
    const out = take(1)
    const undo = op('undoPackageItem', { itemId: id(1), packageId: other, targetOpId: out.opId })
    const { records } = run(loaded, [open(), put(1), out])
    records.savePackage({ ...records.package(box)!, id: other })
    expect(runOperation(records, undo, context).code).toBe('UNDO_NOT_POSSIBLE')
    expect(records.package(other)?.itemIds).toEqual([])
  })

  it('is undone in the right package, by its actor', () => {
    const first = put(1)
    const undo = (packageId: string, actor?: string) =>
      op('undoPackageItem', { itemId: id(1), packageId, targetOpId: first.opId }, actor === undefined ? {} : { actor })
    expect(run(loaded, [open(), open(other), first, undo(other), undo(box, colleague)]).codes.slice(3)).toEqual([
      'UNDO_NOT_POSSIBLE',
      'UNDO_NOT_ACTOR',
    ])
  })

  it.each([
    ['with other content than seen', close([1]), 'PACKAGE_CONTENT_CHANGED'],
    ['under a number of no block', close([1, 2], { number: packageNumber(101) }), 'PACKAGE_NUMBER_NOT_RESERVED'],
    ['under a code of another kind', close([1, 2], { number: '2000000000008' }), 'SYNC_ARGS_INVALID'],
    ['that nobody opened', close([1], { packageId: other }), 'PACKAGE_UNKNOWN'],
  ])('does not close %s', (_title, capture, code) => {
    expect(run(loaded, [open(), put(1), put(2), capture]).codes.at(-1)).toBe(code)
  })

  it('does not close with an item that something else happened to', () => {
    const diagnose = op('startRefurbDiagnosis', { itemId: id(1) })
    const { codes, records } = run(loaded, [open(), put(1), put(2), diagnose, close([1, 2])])
    expect(codes.at(-1)).toBe('PACKAGE_CANT_BE_CLOSED')
    expect(records.item(id(2))?.status).toBe('item_completed')
  })

  it('does not close while a scan of it is refused, and names it', () => {
    const refused = put(404)
    const { outcomes } = run(loaded, [open(), put(1), refused, close([1])])
    expect(outcomes[2]!.code).toBe('BB_DOES_NOT_EXIST')
    expect(outcomes[3]).toMatchObject({ status: 'blocked_by', code: 'PACKAGE_HAS_REFUSED', causeOp: refused.opId })
  })

  it('does not close while any action on what lies in it is refused, and names both', () => {
    const refused = op('handOverItem', { itemId: id(2) })
    const { outcomes } = run(loaded, [open(), put(1), put(2), refused, close([1, 2])])
    expect(outcomes[3]!.code).toBe('BB_DOES_NOT_EXIST')
    const held = { status: 'blocked_by', code: 'PACKAGE_HAS_REFUSED', causeOp: refused.opId, result: { itemId: id(2) } }
    expect(outcomes[4]).toMatchObject(held)
    const without = [open(), put(1), refused, close([1])]
    expect(run(loaded, without).codes.at(-1)).toBe('applied')
  })

  it('has a number of its own', () => {
    const second = [open(other), put(2, other), close([2], { packageId: other })]
    expect(run(loaded, [open(), put(1), close([1]), ...second]).codes.at(-1)).toBe('PACKAGE_NUMBER_TAKEN')
  })

  it('begins in a place of the actor, for another known one', () => {
    const at = (change: Record<string, unknown>) =>
      op('openPackage', {
        packageId: box,
        origin: { type: 'warehouse', warehouseId: warehouse },
        destinationWarehouseId: otherWarehouse,
        ...change,
      })
    const captures = [
      at({ origin: { type: 'warehouse', warehouseId: otherWarehouse } }),
      at({ origin: { type: 'store', storeId: id(6) } }),
      at({ destinationWarehouseId: warehouse }),
      at({ destinationWarehouseId: id(99) }),
    ]
    expect(run(loaded, captures).codes).toEqual([
      'SYNC_OUT_OF_SCOPE',
      'SYNC_OUT_OF_SCOPE',
      'PACKAGE_DESTINATION_UNKNOWN',
      'PACKAGE_DESTINATION_UNKNOWN',
    ])
  })

  it('takes nothing more for a warehouse that is inactive, and lets out and away what lies in it', () => {
    const closed = {
      ...config,
      warehouses: config.warehouses.map((one) => (one.id === otherWarehouse ? { ...one, isActive: false } : one)),
    }
    const { records } = run(loaded, [open(), put(1), put(2)])
    const items = [1, 2, 3].map((n) => records.item(id(n))!)
    const filled = { items, packages: [records.package(box)!], packageBlocks, config: closed }
    expect(run(filled, [open(other), put(3), put(1)]).codes).toEqual([
      'PACKAGE_DESTINATION_INACTIVE',
      'PACKAGE_DESTINATION_INACTIVE',
      'BB_ALREADY_FILLED',
    ])
    const out = take(2)
    const undo = op('undoPackageItem', { itemId: id(2), packageId: box, targetOpId: out.opId })
    expect(run(filled, [out, undo, close([1, 2])]).codes).toEqual(['applied', 'applied', 'applied'])
  })

  it('lies in the lanes of all its items', () => {
    expect(close([1, 2]).lanes).toEqual([`package:${box}`, `item:${id(1)}`, `item:${id(2)}`])
  })
})

describe('what lies in a package that nobody closed', () => {
  const inBox = {
    status: 'item_awaiting_inventory',
    buybackStatus: 'bb_awaiting_inventory',
    stockId: null,
    warehouseId: null,
    storeId: id(6),
    facts: facts({ circuit: 'store_drop', packageId: box }),
  } as const
  const boxOfStore = {
    id: box,
    version: 3,
    origin: { type: 'store', storeId: id(6) },
    destinationWarehouseId: warehouse,
    status: 'open',
    itemIds: [id(1), id(2)],
    number: null,
    openedBy: colleague,
    closedAtMs: null,
  } as const
  const received = { items: [row(1, inBox), row(2, inBox)], packages: [boxOfStore], packageBlocks }
  const checkIn = () => op('checkInItem', { code: row(1).code, itemId: id(1), warehouseId: warehouse })
  const test = () =>
    op('testItem', {
      itemId: id(1),
      warehouseId: warehouse,
      answers: [{ questionId: question.screen, answerId: question.fine }],
      photos: [],
    })
  const optional = {
    ...received,
    config: { ...config, settings: { ...config.settings, warehouseCheckinRequirement: 'optional' as const } },
  }

  it.each([
    ['check-in', received, checkIn, 'item_awaiting_compliancy_tests'],
    ['a test without check-in', optional, test, 'item_completed'],
  ] as const)('leaves it by %s, which says so', (_title, loaded, capture, status) => {
    const { records, codes } = run(loaded, [capture()])
    expect(codes).toEqual(['applied'])
    expect(records.package(box)).toMatchObject({ itemIds: [id(2)], version: 4 })
    expect(records.item(id(1))).toMatchObject({ status, facts: { packageId: null } })
    expect(records.takeWrites().items.at(-1)?.entry.details).toMatchObject({ leftPackageId: box })
  })

  it('may go into another one afterwards', () => {
    const { codes } = run(optional, [test(), open(other), put(1, other)])
    expect(codes).toEqual(['applied', 'applied', 'applied'])
  })

  it('lies in it again once the check-in is undone, while it is open and has room', () => {
    const [last, undo] = [
      checkIn(),
      (targetOpId: string) => op('undoCheckIn', { targetOpId, itemId: id(1), code: row(1).code }),
    ]
    const { records, codes } = run(received, [last, undo(last.opId)])
    expect(codes).toEqual(['applied', 'applied'])
    expect(records.package(box)?.itemIds).toEqual([id(2), id(1)])
    expect(records.item(id(1))).toMatchObject({ status: 'item_awaiting_inventory', facts: { packageId: box } })

    const filled = createMemoryRecords({ config, ...received })
    filled.decide(runOperation(filled, last, context))
    const others = Array.from({ length: packageLimit }, (_, at) => id(1_000 + at))
    filled.savePackage({ ...boxOfStore, itemIds: others })
    expect(runOperation(filled, undo(last.opId), context).status).toBe('applied')
    expect(filled.package(box)?.itemIds).toEqual(others)
    expect(filled.item(id(1))?.facts?.packageId).toBeNull()
  })

  it('stays named in a package that has been closed', () => {
    const closed = { ...boxOfStore, status: 'closed', number, closedAtMs: 5 } as const
    const onItsWay = row(1, { ...inBox, status: 'item_in_transit', buybackStatus: 'bb_in_transit' })
    const { records } = run({ items: [onItsWay], packages: [closed] }, [checkIn()])
    expect(records.package(box)).toEqual(closed)
    expect(records.item(id(1))?.facts?.packageId).toBe(box)
  })
})

describe('handOverItem', () => {
  it('ships a return that has its label, once with each label', () => {
    const back = testedRow(1, {
      status: 'item_to_return',
      buybackStatus: 'bb_not_completed',
      stockId: native('customer_return'),
    })
    const labelled = { ...back, facts: { ...back.facts!, hasReturnLabel: true } }
    const hand = () => op('handOverItem', { itemId: id(1) })
    expect(run({ items: [back] }, [hand()]).codes).toEqual(['TRANSPORT_LABEL_CANT_BE_DOWNLOADED'])
    const { codes, records } = run({ items: [labelled] }, [hand(), hand()])
    expect(codes).toEqual(['applied', 'BB_ALREADY_PROCESSED'])
    expect(records.item(id(1))).toMatchObject({ status: 'item_returned', warehouseId: null })
    const { code } = row(1)
    const comesBack = op('checkInItem', { code, itemId: id(1), warehouseId: warehouse })
    const again = run({ items: [labelled] }, [hand(), comesBack, hand()])
    expect(again.codes).toEqual(['applied', 'applied', 'TRANSPORT_LABEL_CANT_BE_DOWNLOADED'])
  })
})
