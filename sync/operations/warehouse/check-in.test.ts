import { describe, expect, it } from 'vitest'
import { createMemoryRecords } from '../../memory-records.ts'
import { runOperation } from '../../run-operation.ts'
import type { ItemRow } from '../../wire/item-row.ts'
import type { Operation, Outcome } from '../../wire/operation.ts'
import type { Config } from '../../wire/pull.ts'
import { nativeStocks } from '#domain/warehouse/item-status.ts'
import type { RunContext } from '../definition.ts'
import { roundOf } from './check-in-item.ts'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const warehouse = id(1)
const operator = id(2)

const config: Config = {
  stocks: nativeStocks.map((native, at) => ({
    id: id(10 + at),
    warehouseId: warehouse,
    name: native,
    native,
    location: null,
  })),
  warehouses: [{ id: warehouse, name: 'Lyon', city: null }],
  settings: {
    warehouseCheckinRequirement: 'optional',
    isWarehouseCommentMandatory: false,
    timeZone: 'UTC',
    currency: 'EUR',
  },
}

function row(n: number, change: Partial<ItemRow> = {}): ItemRow {
  return {
    id: id(n),
    version: 1,
    level: 'full',
    code: String(20_000_000 + n),
    buybackCode: String(2_000_000_000_000 + n),
    imei: null,
    status: 'item_in_transit',
    buybackStatus: 'bb_in_transit',
    stockId: null,
    warehouseId: null,
    destinationWarehouseId: warehouse,
    tested: false,
    leftStatus: null,
    keepsMoney: false,
    last: null,
    brand: null,
    productLabel: null,
    serialNumber: null,
    declaredGrade: null,
    declaredPriceCents: null,
    storeId: null,
    createdAtMs: 0,
    promisedOn: null,
    latestMoveAtMs: null,
    ...change,
  }
}

let next = 1000
function op(type: string, args: Record<string, unknown>, change: Partial<Operation> = {}): Operation {
  const n = next++
  return {
    opId: id(n),
    deviceId: id(3),
    seq: n,
    lanes: ['x'],
    type,
    v: 1,
    args,
    actor: operator,
    module: 'rps',
    basedOn: 0,
    dependsOn: [],
    capturedAt: '2026-11-21T08:00:00.000Z',
    ...change,
  }
}

const context: RunContext = {
  actor: { userId: operator, userType: 'warehouse_operator', warehouseIds: [warehouse] },
  atMs: 1_000,
}

function run(rows: readonly ItemRow[], ops: readonly Operation[], who = context) {
  const records = createMemoryRecords({ config, items: rows })
  const outcomes: Outcome[] = ops.map((each) => {
    const outcome = runOperation(records, each, who)
    records.decide(outcome, roundOf(each))
    return outcome
  })
  return { records, outcomes, codes: outcomes.map((outcome) => outcome.code ?? outcome.status) }
}

const checkIn = (n: number, more: Record<string, unknown> = {}) =>
  op('checkInItem', { code: String(20_000_000 + n), itemId: id(n), warehouseId: warehouse, ...more })

describe('checkInItem', () => {
  it('names the item, its kind, and keeps what an undo needs', () => {
    const capture = checkIn(500)
    const { records, outcomes } = run([row(500)], [capture])
    expect(outcomes[0]).toMatchObject({ status: 'applied', result: { itemId: id(500), kind: 'to_test' } })
    expect(records.item(id(500))).toMatchObject({
      status: 'item_awaiting_compliancy_tests',
      version: 2,
      last: { opId: capture.opId, actor: operator, before: { status: 'item_in_transit' } },
    })
  })

  it('resolves a code that the device did not know', () => {
    const capture = op('checkInItem', { code: '2000000000501', warehouseId: warehouse })
    expect(run([row(501)], [capture]).outcomes[0]!.result).toMatchObject({ itemId: id(501) })
  })

  it('refuses an unknown code, and one that several items share', () => {
    const unknown = op('checkInItem', { code: '99999999', warehouseId: warehouse })
    const shared = op('checkInItem', { code: '11111111', warehouseId: warehouse })
    const twins = [row(1, { code: '11111111' }), row(2, { code: '11111111' })]
    expect(run(twins, [unknown, shared]).codes).toEqual(['ITEM_UNKNOWN', 'ITEM_CODE_AMBIGUOUS'])
  })

  it('refuses another warehouse than the operator’s own', () => {
    expect(run([row(1)], [checkIn(1, { warehouseId: id(9) })]).codes).toEqual(['SYNC_OUT_OF_SCOPE'])
  })

  it('says already done the second time', () => {
    expect(run([row(1)], [checkIn(1), checkIn(1)]).codes).toEqual(['applied', 'ITEM_ALREADY_CHECKED_IN'])
  })
})

describe('undoCheckIn', () => {
  it('puts the item back as it was', () => {
    const capture = checkIn(1)
    const undo = op('undoCheckIn', { targetOpId: capture.opId, itemId: id(1), code: '20000001' })
    const { records, codes } = run([row(1)], [capture, undo])
    expect(codes).toEqual(['applied', 'applied'])
    expect(records.item(id(1))).toMatchObject({ status: 'item_in_transit', stockId: null, warehouseId: null })
  })

  it('is for the actor alone', () => {
    const capture = checkIn(1)
    const undo = op('undoCheckIn', { targetOpId: capture.opId, itemId: id(1), code: '20000001' })
    const records = createMemoryRecords({ config, items: [row(1)] })
    runOperation(records, capture, context)
    const other = { ...context, actor: { ...context.actor, userId: id(77) } }
    expect(runOperation(records, undo, other).code).toBe('UNDO_NOT_ACTOR')
  })

  it('is refused once something else happened, and twice', () => {
    const capture = checkIn(1)
    const undo = () => op('undoCheckIn', { targetOpId: capture.opId, itemId: id(1), code: '20000001' })
    expect(run([row(1)], [capture, undo(), undo()]).codes).toEqual(['applied', 'applied', 'UNDO_NOT_LATEST'])
  })

  it('is blocked by its refused check-in', () => {
    const capture = checkIn(1)
    const undo = op(
      'undoCheckIn',
      { targetOpId: capture.opId, itemId: id(1), code: '20000001' },
      { dependsOn: [capture.opId] },
    )
    const { outcomes } = run([row(1, { status: 'item_completed', tested: true })], [capture, undo])
    expect(outcomes[1]).toMatchObject({ status: 'blocked_by', causeOp: capture.opId })
  })
})

describe('endCheckInRound', () => {
  const round = id(900)
  const end = (typed: number, distinct: number, comment = '') =>
    op('endCheckInRound', {
      roundId: round,
      warehouseId: warehouse,
      typedCount: typed,
      distinctCount: distinct,
      comment,
    })

  it('ends when the typed count equals the distinct codes', () => {
    const { records, codes } = run([row(1)], [checkIn(1, { roundId: round }), end(1, 1)])
    expect(codes).toEqual(['applied', 'applied'])
    expect(records.round(round)?.endedAtMs).toBe(1_000)
  })

  it('asks for a comment when the counts differ', () => {
    expect(run([], [end(2, 1), end(2, 1, 'one box was empty')]).codes).toEqual(['ROUND_COUNT_DIFFERS', 'applied'])
  })

  it('is blocked by a refused check-in of the round, and names it', () => {
    const refused = checkIn(404, { roundId: round })
    const { outcomes } = run([], [refused, end(1, 1)])
    expect(outcomes[1]).toMatchObject({ status: 'blocked_by', code: 'ROUND_HAS_REFUSED', causeOp: refused.opId })
  })

  it('ends after the refused check-in is settled', () => {
    const refused = checkIn(404, { roundId: round })
    const settle = op('settleRefusal', { targetOpId: refused.opId, resolution: 'discarded', reason: 'wrong box' })
    expect(run([], [refused, settle, end(0, 0)]).codes).toEqual(['ITEM_UNKNOWN', 'applied', 'applied'])
  })

  it('ends once', () => {
    expect(run([], [end(0, 0), end(0, 0)]).codes).toEqual(['applied', 'ROUND_ALREADY_ENDED'])
  })
})

describe('what no operation knows', () => {
  it('is held: another type, a newer version', () => {
    const newer = checkIn(1)
    expect(run([row(1)], [op('teleport', {}), { ...newer, v: 2 }]).outcomes.map((outcome) => outcome.status)).toEqual([
      'held',
      'held',
    ])
  })

  it('is refused: arguments of another shape', () => {
    expect(run([], [op('checkInItem', { code: 'x' })]).codes).toEqual(['SYNC_ARGS_INVALID'])
  })

  it('waits: an operation whose premise is unknown', () => {
    const waiting = { ...checkIn(1), dependsOn: [id(555_555)] }
    expect(run([row(1)], [waiting]).outcomes[0]).toMatchObject({ status: 'held', causeOp: id(555_555) })
  })
})
