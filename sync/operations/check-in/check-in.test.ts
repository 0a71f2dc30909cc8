import { describe, expect, it } from 'vitest'
import { createMemoryRecords } from '../../memory-records.ts'
import { runOperation } from '../../run-operation.ts'
import { itemFacts, type ItemRow } from '../../wire/item-row.ts'
import type { Operation, Outcome } from '../../wire/operation.ts'
import { config, itemRow, operationRow, otherWarehouseId, uuid, warehouseId } from '#tests/support/rows.ts'
import { authorOf, type RunContext } from '../define-operation.ts'
import { roundFactOf } from '../round-check-in.ts'
import { heldUpBy } from '../round-of.ts'

const operator = uuid(5, 1)

let next = 1000
const op = (type: string, args: Record<string, unknown>, change: Partial<Operation> = {}) =>
  operationRow(next++, type, args, change)

const context: RunContext = {
  actor: { userId: operator, userType: 'warehouse_operator', warehouseIds: [warehouseId] },
  atMs: 1_000,
}

function run(rows: readonly ItemRow[], ops: readonly Operation[], who = context) {
  const records = createMemoryRecords({ config, items: rows, checkIns: [] })
  const outcomes: Outcome[] = ops.map((each) => {
    const outcome = runOperation(records, each, who)
    records.decide(outcome, heldUpBy(each), authorOf(who.actor), roundFactOf(each, outcome))
    return outcome
  })
  return { records, outcomes, codes: outcomes.map((outcome) => outcome.code ?? outcome.status) }
}

const checkIn = (n: number, more: Record<string, unknown> = {}) =>
  op('checkInItem', { code: itemRow(n).code, itemId: uuid(4, n), warehouseId, ...more })

describe('checkInItem', () => {
  it('names the item, its kind, and keeps what an undo needs', () => {
    const capture = checkIn(500)
    const { records, outcomes } = run([itemRow(500)], [capture])
    expect(outcomes[0]).toMatchObject({ status: 'applied', result: { itemId: uuid(4, 500), kind: 'to_test' } })
    expect(records.item(uuid(4, 500))).toMatchObject({
      status: 'item_awaiting_compliancy_tests',
      version: 2,
      last: { opId: capture.opId, actor: operator, before: { status: 'item_in_transit' } },
    })
  })

  it('resolves a code that the device did not know', () => {
    const capture = op('checkInItem', { code: '2000000000501', warehouseId })
    expect(run([itemRow(501)], [capture]).outcomes[0]!.result).toMatchObject({ itemId: uuid(4, 501) })
  })

  it('refuses an unknown code, and one that several items share', () => {
    const unknown = op('checkInItem', { code: '99999999', warehouseId })
    const shared = op('checkInItem', { code: '11111111', warehouseId })
    const twins = [itemRow(1, { code: '11111111' }), itemRow(2, { code: '11111111' })]
    expect(run(twins, [unknown, shared]).codes).toEqual(['ITEM_UNKNOWN', 'ITEM_CODE_AMBIGUOUS'])
  })

  it('refuses another warehouse than the operator’s own', () => {
    expect(run([itemRow(1)], [checkIn(1, { warehouseId: otherWarehouseId })]).codes).toEqual(['SYNC_OUT_OF_SCOPE'])
  })

  it('is refused where check-in is disabled, but to administrators (WH-04 to WH-06)', () => {
    const settings = { ...config.settings, warehouseCheckinRequirement: 'disabled' as const }
    const codeOf = (userType: 'warehouse_operator' | 'warehouse_manager' | 'admin' | 'super_admin') => {
      const records = createMemoryRecords({ config: { ...config, settings }, items: [itemRow(1)] })
      const warehouseIds = userType.endsWith('admin') ? ('all' as const) : [warehouseId]
      const outcome = runOperation(records, checkIn(1), {
        ...context,
        actor: { userId: operator, userType, warehouseIds },
      })
      return outcome.code ?? outcome.status
    }
    expect([codeOf('warehouse_operator'), codeOf('warehouse_manager')]).toEqual([
      'CHECKIN_DISABLED',
      'CHECKIN_DISABLED',
    ])
    expect([codeOf('admin'), codeOf('super_admin')]).toEqual(['applied', 'applied'])
  })

  it('takes a tested product into a chosen stock that holds such products, and into no other', () => {
    const tested = itemRow(1, { tested: true, leftStatus: 'item_completed' })
    const toReturn = itemRow(2, { tested: true, leftStatus: 'item_to_return', status: 'item_lost_transport' })
    const stockOf = (native: string) => config.stocks.find((stock) => stock.native === native)!.id
    const into = (n: number, native: string) => checkIn(n, { stockId: stockOf(native) })
    const codes = (...ops: Operation[]) => run([tested, toReturn], ops).codes
    expect(codes(into(1, 'customer_return'), into(1, 'in_quarantine'), into(1, 'refurbishment_completed'))).toEqual([
      'STOCK_NOT_ALLOWED',
      'STOCK_NOT_ALLOWED',
      'applied',
    ])
    expect(codes(into(2, 'to_refurbish'), into(2, 'customer_return'))).toEqual(['STOCK_NOT_ALLOWED', 'applied'])
  })

  it('says already done where the operator could know it', () => {
    const again = { ...checkIn(1), basedOn: 2 }
    expect(run([itemRow(1)], [checkIn(1), again]).codes).toEqual(['applied', 'ITEM_ALREADY_CHECKED_IN'])
  })

  it('of two users who did not know of each other changes nothing the second time, and is both of theirs', () => {
    const colleague = { ...context, actor: { ...context.actor, userId: uuid(5, 2) } }
    const first = { ...checkIn(1), actor: uuid(5, 2) }
    const second = checkIn(1, { comment: 'box is torn' })
    const records = createMemoryRecords({ config, items: [itemRow(1)], checkIns: [] })
    runOperation(records, first, colleague)
    const outcome = runOperation(records, second, context)
    expect(outcome).toMatchObject({ status: 'applied', result: { itemId: uuid(4, 1), kind: 'already' } })
    const there = { status: 'item_awaiting_compliancy_tests', version: 3, last: { opId: second.opId } }
    expect(records.item(uuid(4, 1))).toMatchObject(there)
    expect(records.takeWrites().items.at(-1)?.entry).toMatchObject({
      action: 'check_in',
      comment: 'box is torn',
      details: { isRepeat: true },
    })
    // The first cannot take back what the second says too; the second takes back its own word alone, and is told so.
    const undo = (targetOpId: string, who: RunContext) =>
      runOperation(records, op('undoCheckIn', { targetOpId, itemId: uuid(4, 1), code: itemRow(1).code }), who)
    expect(undo(first.opId, colleague).code).toBe('UNDO_NOT_LATEST')
    expect(undo(second.opId, context).result).toMatchObject({ status: 'item_awaiting_compliancy_tests' })
    expect(records.item(uuid(4, 1))).toMatchObject({ status: 'item_awaiting_compliancy_tests', warehouseId })
  })

  it('of one user on two devices leaves the first to be undone', () => {
    const [first, second] = [checkIn(1), checkIn(1)]
    const undo = op('undoCheckIn', { targetOpId: first.opId, itemId: uuid(4, 1), code: itemRow(1).code })
    const { codes, records } = run([itemRow(1)], [first, second, undo])
    expect(codes).toEqual(['applied', 'applied', 'applied'])
    expect(records.item(uuid(4, 1))).toMatchObject({ status: 'item_in_transit' })
  })

  it('leaves a product missing that a count has not found since', () => {
    const missing = itemRow(1, {
      status: 'item_awaiting_compliancy_tests',
      warehouseId,
      version: 3,
      facts: { ...itemFacts(itemRow(1)), missingSinceMs: 500 },
    })
    const { codes, records } = run([missing], [checkIn(1)])
    expect([codes, records.item(uuid(4, 1))?.facts?.missingSinceMs]).toEqual([['applied'], 500])
  })

  it('that comes late leaves what was done since as it is, with its undo', () => {
    const tested = itemRow(1, {
      tested: true,
      status: 'item_completed',
      warehouseId,
      version: 3,
      last: { opId: uuid(6, 1), type: 'testItem', actor: uuid(5, 9), before: null },
    })
    const { records, codes } = run([tested], [checkIn(1)])
    expect(codes).toEqual(['applied'])
    expect(records.item(uuid(4, 1))).toMatchObject({ status: 'item_completed', last: { opId: uuid(6, 1) } })
  })

  it('of a code that the device did not know is told twice by two users, and refused to one', () => {
    const unknown = (actor: string) => op('checkInItem', { code: itemRow(1).code, warehouseId }, { basedOn: 0, actor })
    expect(run([itemRow(1)], [unknown(operator), unknown(operator)]).codes[1]).toBe('ITEM_ALREADY_CHECKED_IN')
    expect(run([itemRow(1)], [unknown(uuid(5, 2)), unknown(operator)]).codes[0]).toBe('applied')
  })

  it('into another stock than a colleague chose is refused', () => {
    const lost = itemRow(1, { tested: true, leftStatus: 'item_completed' })
    const into = (native: string) => checkIn(1, { stockId: config.stocks.find((stock) => stock.native === native)!.id })
    expect(run([lost], [into('to_refurbish'), into('refurbishment_completed')]).codes).toEqual([
      'applied',
      'ITEM_ALREADY_CHECKED_IN',
    ])
  })
})

describe('undoCheckIn', () => {
  it('puts the item back as it was', () => {
    const capture = checkIn(1)
    const undo = op('undoCheckIn', { targetOpId: capture.opId, itemId: uuid(4, 1), code: itemRow(1).code })
    const { records, codes } = run([itemRow(1)], [capture, undo])
    expect(codes).toEqual(['applied', 'applied'])
    expect(records.item(uuid(4, 1))).toMatchObject({ status: 'item_in_transit', stockId: null, warehouseId: null })
  })

  it('is for the actor alone', () => {
    const capture = checkIn(1)
    const undo = op('undoCheckIn', { targetOpId: capture.opId, itemId: uuid(4, 1), code: itemRow(1).code })
    const records = createMemoryRecords({ config, items: [itemRow(1)] })
    runOperation(records, capture, context)
    const other = { ...context, actor: { ...context.actor, userId: uuid(5, 77) } }
    expect(runOperation(records, undo, other).code).toBe('UNDO_NOT_ACTOR')
  })

  it('is refused once something else happened, and twice', () => {
    const capture = checkIn(1)
    const undo = () => op('undoCheckIn', { targetOpId: capture.opId, itemId: uuid(4, 1), code: itemRow(1).code })
    expect(run([itemRow(1)], [capture, undo(), undo()]).codes).toEqual(['applied', 'applied', 'UNDO_NOT_LATEST'])
  })

  it('is blocked by its refused check-in', () => {
    const capture = checkIn(1)
    const undo = op(
      'undoCheckIn',
      { targetOpId: capture.opId, itemId: uuid(4, 1), code: itemRow(1).code },
      { dependsOn: [capture.opId] },
    )
    const { outcomes } = run([itemRow(1, { status: 'item_completed', tested: true })], [capture, undo])
    expect(outcomes[1]).toMatchObject({ status: 'blocked_by', causeOp: capture.opId })
  })
})

describe('endCheckInRound', () => {
  const round = uuid(8)
  const end = (typed: number, distinct: number, comment = '') =>
    op('endCheckInRound', { roundId: round, warehouseId, typedCount: typed, distinctCount: distinct, comment })

  it('ends when the typed count equals the distinct codes', () => {
    const { records, codes } = run([itemRow(1)], [checkIn(1, { roundId: round }), end(1, 1)])
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

  it('takes the count of the check-ins that are known for the typed one too, and keeps it beside the told one', () => {
    const twice = checkIn(2, { roundId: round })
    const undo = op('undoCheckIn', { targetOpId: twice.opId, itemId: uuid(4, 2), code: itemRow(2).code })
    const scans = [checkIn(1, { roundId: round }), twice, undo, checkIn(2, { roundId: round }), checkIn(3)]
    const items = [1, 2, 3].map((n) => itemRow(n))
    const after = (...counts: readonly [number, number]) => {
      const { records, codes } = run(items, [...scans, end(...counts)])
      return { code: codes.at(-1), knownCount: records.round(round)?.knownCount }
    }
    expect(after(2, 2)).toEqual({ code: 'applied', knownCount: null })
    expect(after(5, 5)).toEqual({ code: 'applied', knownCount: 2 })
    expect(after(2, 5)).toEqual({ code: 'applied', knownCount: 2 })
    expect(after(3, 5)).toEqual({ code: 'ROUND_COUNT_DIFFERS', knownCount: undefined })
  })

  it('counts a held check-in, and none of another user', () => {
    const waiting = { ...checkIn(1, { roundId: round }), dependsOn: [uuid(6, 555_555)] }
    const others = { ...checkIn(2, { roundId: round }), actor: uuid(5, 77) }
    const { records, codes } = run(
      [1, 2].map((n) => itemRow(n)),
      [waiting, others, end(4, 4)],
    )
    expect(codes).toEqual(['SYNC_WAITS_FOR', 'applied', 'applied'])
    expect(records.round(round)?.knownCount).toBe(1)
  })

  it('ends over a held check-in whose words are of a later version', () => {
    const newer = op('checkInItem', { roundId: round, place: otherWarehouseId }, { v: 2 })
    expect(run([], [newer, end(1, 1)]).codes).toEqual(['SYNC_UNKNOWN_OPERATION', 'applied'])
  })

  it('is unknown in another warehouse than its check-ins', () => {
    const admin = { ...context, actor: { userId: operator, userType: 'admin', warehouseIds: 'all' } } as const
    const elsewhere = { ...end(1, 1), args: { ...end(1, 1).args, warehouseId: otherWarehouseId } }
    const scan = checkIn(1, { roundId: round })
    expect(run([itemRow(1)], [scan, elsewhere, end(1, 1)], admin).codes).toEqual([
      'applied',
      'ROUND_UNKNOWN',
      'applied',
    ])
  })

  it('is judged by what its device says where no check-ins are known, as on the device itself', () => {
    const records = createMemoryRecords({ config, items: [] })
    const codeOf = (typed: number) => runOperation(records, end(typed, 2), context).code
    expect([codeOf(0), codeOf(2)]).toEqual(['ROUND_COUNT_DIFFERS', null])
    expect(records.round(round)?.knownCount).toBeNull()
  })

  it('is unknown to a user who did not begin it', () => {
    const records = createMemoryRecords({
      config,
      items: [],
      rounds: [
        {
          id: round,
          warehouseId,
          userId: uuid(6, 777),
          endedAtMs: null,
          typedCount: null,
          distinctCount: null,
          comment: null,
        },
      ],
    })
    expect(runOperation(records, end(0, 0), context).code).toBe('ROUND_UNKNOWN')
  })

  it('ends once', () => {
    expect(run([], [end(0, 0), end(0, 0)]).codes).toEqual(['applied', 'ROUND_ALREADY_ENDED'])
  })
})

describe('what no operation knows', () => {
  it('is held: another type, a newer version', () => {
    const newer = checkIn(1)
    expect(
      run([itemRow(1)], [op('teleport', {}), { ...newer, v: 2 }]).outcomes.map((outcome) => outcome.status),
    ).toEqual(['held', 'held'])
  })

  it('is refused: arguments of another shape', () => {
    expect(run([], [op('checkInItem', { code: 'x' })]).codes).toEqual(['SYNC_ARGS_INVALID'])
  })

  it('waits: an operation whose premise is unknown', () => {
    const waiting = { ...checkIn(1), dependsOn: [uuid(6, 555_555)] }
    expect(run([itemRow(1)], [waiting]).outcomes[0]).toMatchObject({ status: 'held', causeOp: uuid(6, 555_555) })
  })
})
