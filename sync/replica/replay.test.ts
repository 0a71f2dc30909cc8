import { describe, expect, it } from 'vitest'
import { operator } from '#tests/support/device-fixture.ts'
import { config, itemRow, operationRow, uuid, warehouseId } from '#tests/support/rows.ts'
import type { ItemRow } from '../wire/item-row.ts'
import type { Outcome } from '../wire/operation.ts'
import { replay, type ReplayedOp } from './replay.ts'
import { earlierKeys, laneKeys, resolvedKeys } from './lanes.ts'

const author = operator(1)
const actor = { userId: author.userId, userType: author.userType, warehouseIds: author.warehouseIds }
const inStock = 'item_awaiting_compliancy_tests'
const item = itemRow(1)

function entry(order: number, type: string, args: Record<string, unknown>, more: Partial<ReplayedOp> = {}): ReplayedOp {
  const itemId = args['itemId']
  const lane = typeof itemId === 'string' ? `item:${itemId}` : `code:${String(args['code'])}`
  const op = operationRow(order, type, args, { lanes: [lane] })
  return { op, order, actor, outcome: null, settled: false, covered: false, ...more }
}

const checkIn = (order: number, more: Partial<ReplayedOp> = {}) =>
  entry(order, 'checkInItem', { code: item.code, itemId: item.id, warehouseId }, more)
const undo = (order: number, target: number) =>
  entry(order, 'undoCheckIn', { code: item.code, itemId: item.id, targetOpId: uuid(6, target) })
const outcome = (order: number, status: Outcome['status']): Outcome => ({
  opId: uuid(6, order),
  status,
  code: null,
  causeOp: null,
  result: null,
})
const statusAfter = (ops: readonly ReplayedOp[], base: ItemRow = item) =>
  replay({ config, items: [base] }, ops).item(item.id)?.status

describe('the replay', () => {
  it('replays in order of capture, in whatever order the operations come (VIEW-1)', () => {
    expect(statusAfter([checkIn(1)])).toBe(inStock)
    expect(statusAfter([undo(2, 1), checkIn(1)])).toBe('item_in_transit')
  })

  it('keeps an applied operation until its base covers it (VIEW-3)', () => {
    expect(statusAfter([checkIn(1, { outcome: outcome(1, 'applied') })])).toBe(inStock)
    expect(statusAfter([checkIn(1, { outcome: outcome(1, 'applied'), covered: true })])).toBe('item_in_transit')
  })

  it('leaves out what was refused or settled, and what rests on it (VIEW-2)', () => {
    expect(statusAfter([checkIn(1, { outcome: outcome(1, 'rejected') })])).toBe('item_in_transit')
    expect(statusAfter([checkIn(1, { outcome: outcome(1, 'held'), settled: true })])).toBe('item_in_transit')
    const second = checkIn(2)
    const resting = { ...second, op: { ...second.op, dependsOn: [uuid(6, 1)] } }
    expect(statusAfter([checkIn(1, { outcome: outcome(1, 'rejected') }), resting])).toBe('item_in_transit')
  })

  it('does nothing twice that the confirmed row names as its last action (VIEW-3)', () => {
    const before = {
      status: item.status,
      buybackStatus: item.buybackStatus,
      stockId: null,
      warehouseId: null,
      tested: false,
      leftStatus: null,
    }
    const last = { opId: uuid(6, 2), type: 'undoCheckIn', actor: actor.userId, before }
    expect(statusAfter([checkIn(1), undo(2, 1)], { ...item, last })).toBe('item_in_transit')
    expect(statusAfter([checkIn(1), undo(2, 1), checkIn(3)], { ...item, last })).toBe(inStock)
  })

  it('passes over an operation that fails or that it does not know (OP-3)', () => {
    expect(statusAfter([undo(1, 9), entry(2, 'paintItem', { code: item.code }), checkIn(3)])).toBe(inStock)
  })

  it('replays an operation on a bare code over the item that carries it', () => {
    expect(statusAfter([entry(1, 'checkInItem', { code: item.imei, warehouseId })])).toBe(inStock)
  })
})

describe('lanes', () => {
  const other = itemRow(2, { imei: item.imei })

  it('make an operation on an item wait for one on its bare code, and the other way round (WAIT-6)', () => {
    expect(earlierKeys([`item:${item.id}`], [item])).toContain(`code:${item.buybackCode}`)
    const known = laneKeys([`item:${item.id}`], [item])
    expect(earlierKeys([`code:${item.imei}`], []).some((key) => known.includes(key))).toBe(true)
  })

  it('do not make two items wait for each other because they share an IMEI (WAIT-6)', () => {
    const known = laneKeys([`item:${item.id}`], [item, other])
    expect(earlierKeys([`item:${other.id}`], [item, other]).filter((key) => known.includes(key))).toEqual([])
  })

  it('follow a bare code to its item once the outcome names it', () => {
    const keys = resolvedKeys([`code:${item.imei}`], item.id)
    expect(earlierKeys([`item:${item.id}`], [item]).some((key) => keys.includes(key))).toBe(true)
    expect(earlierKeys([`item:${other.id}`], [other]).some((key) => keys.includes(key))).toBe(false)
  })
})
