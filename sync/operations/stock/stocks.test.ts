import { describe, expect, it } from 'vitest'
import {
  bench,
  colleague,
  config,
  facts,
  id,
  native,
  op,
  row,
  run,
  shelf,
  testedRow,
  warehouse,
} from '#tests/support/floor-world.ts'

const move = (n: number, stockId: string, more: Record<string, unknown> = {}) =>
  op('moveItem', { itemId: id(n), stockId, ...more })
const quarantined = (n: number, change: Parameters<typeof row>[1] = {}) =>
  row(n, { status: 'item_in_quarantine', stockId: native('in_quarantine'), ...change })
const lost = (n: number) =>
  testedRow(n, { status: 'item_lost_warehouse', stockId: null, warehouseId: null, leftStatus: 'item_completed' })
const release = (n: number, way: string) => op('releaseFromQuarantine', { itemId: id(n), release: way })

describe('releaseFromQuarantine', () => {
  it('keeps an item in place until it is moved, and settles the declared price', () => {
    const captures = [release(1, 'kept'), move(1, shelf)]
    const { records, outcomes } = run({ items: [quarantined(1)] }, captures, 'warehouse_manager')
    expect(outcomes[0]!.result).toMatchObject({ needsMove: true })
    expect(records.item(id(1))).toMatchObject({
      status: 'item_completed',
      buybackStatus: 'bb_completed',
      stockId: shelf,
      facts: { validated: { priceCents: 10_000 } },
    })
  })

  it('is blocked without a return label; the product may be stored in customer return and released later', () => {
    const captures = [release(1, 'returned'), move(1, native('customer_return'))]
    const { records, codes } = run({ items: [quarantined(1)] }, captures, 'warehouse_manager')
    expect(codes).toEqual(['QUARANTINE_LABEL_MISSING', 'applied'])
    const labelled = { ...records.item(id(1))!, facts: facts({ hasReturnLabel: true }) }
    expect(run({ items: [labelled] }, [release(1, 'returned')]).records.item(id(1))).toMatchObject({
      status: 'item_to_return',
      buybackStatus: 'bb_not_completed',
      stockId: native('customer_return'),
    })
  })

  it('is refused outside quarantine, and twice', () => {
    expect(run({ items: [row(1)] }, [release(1, 'kept')]).codes).toEqual(['ITEM_STATUS_NOT_ELIGIBLE'])
    expect(run({ items: [quarantined(1)] }, [release(1, 'kept'), release(1, 'kept')]).codes).toEqual([
      'applied',
      'ITEM_STATUS_NOT_ELIGIBLE',
    ])
  })
})

describe('moveItem', () => {
  it('moves to another stock, and back by its undo', () => {
    const capture = move(1, shelf)
    const undo = op('undoMove', { itemId: id(1), targetOpId: capture.opId })
    const { records, codes } = run({ items: [testedRow(1)] }, [capture, undo])
    expect(codes).toEqual(['applied', 'applied'])
    expect(records.item(id(1))).toMatchObject({ stockId: native('to_refurbish'), version: 3, last: { before: null } })
  })

  it('is undone by its actor alone, once, and while it is the latest action', () => {
    const capture = move(1, shelf)
    const undo = (actor?: string) =>
      op('undoMove', { itemId: id(1), targetOpId: capture.opId }, actor === undefined ? {} : { actor })
    expect(run({ items: [testedRow(1)] }, [capture, undo(colleague), undo(), undo()]).codes).toEqual([
      'applied',
      'UNDO_NOT_ACTOR',
      'applied',
      'UNDO_NOT_LATEST',
    ])
    expect(run({ items: [testedRow(1)] }, [capture, move(1, bench), undo()]).codes.at(-1)).toBe('UNDO_NOT_LATEST')
  })

  it('puts a kept item back to reintegrate when its move is undone', () => {
    const capture = move(1, shelf)
    const undo = op('undoMove', { itemId: id(1), targetOpId: capture.opId })
    const kept = quarantined(1, { status: 'item_to_reintegrate_to_stock', buybackStatus: 'bb_completed', tested: true })
    expect(run({ items: [kept] }, [capture, undo]).records.item(id(1))).toMatchObject({
      status: 'item_to_reintegrate_to_stock',
      stockId: native('in_quarantine'),
    })
  })

  it('is not undone where nothing says what was before', () => {
    const capture = move(1, shelf)
    const moved = run({ items: [testedRow(1)] }, [capture]).records.item(id(1))!
    const forgotten = { ...moved, last: { ...moved.last!, before: null } }
    const undo = op('undoMove', { itemId: id(1), targetOpId: capture.opId })
    expect(run({ items: [forgotten] }, [undo]).codes).toEqual(['UNDO_NOT_POSSIBLE'])
  })

  it('is not undone into a stock that has been deleted since', () => {
    const capture = move(1, shelf)
    const moved = run({ items: [testedRow(1, { stockId: bench })] }, [capture]).records.item(id(1))!
    const without = { ...config, stocks: config.stocks.filter((stock) => stock.id !== bench) }
    const undo = op('undoMove', { itemId: id(1), targetOpId: capture.opId })
    const { codes, records } = run({ items: [moved], config: without }, [undo])
    expect(codes).toEqual(['UNDO_NOT_POSSIBLE'])
    expect(records.item(id(1))).toEqual(moved)
  })

  it.each([
    ['an unknown stock', id(999), 'STOCK_UNKNOWN'],
    ['the stock where it stands', native('to_refurbish'), 'STOCK_MOVE_SAME_STOCK'],
    ['quarantine', native('in_quarantine'), 'STOCK_NOT_ALLOWED'],
    ['another warehouse', id(24), 'SYNC_OUT_OF_SCOPE'],
  ])('refuses %s', (_title, stockId, code) => {
    expect(run({ items: [testedRow(1)] }, [move(1, stockId)]).codes).toEqual([code])
  })
})

describe('a move to where a colleague has put the item before', () => {
  const there = testedRow(1, { stockId: shelf, version: 4 })
  const late = { ...move(1, shelf, { comment: 'top row' }), basedOn: 3 }

  it('is done, with a line of its own in the history', () => {
    const { records, outcomes } = run({ items: [there] }, [late])
    expect(outcomes[0]).toMatchObject({ status: 'applied', result: { stockId: shelf } })
    expect(records.item(id(1))).toMatchObject({ stockId: shelf, version: 5, latestMoveAtMs: there.latestMoveAtMs })
    expect(records.takeWrites().items[0]?.entry).toMatchObject({
      action: 'move',
      comment: 'top row',
      details: { isRepeat: true },
    })
  })

  it('is refused where the operator saw it stand there', () => {
    expect(run({ items: [there] }, [{ ...late, basedOn: 4 }]).codes).toEqual(['STOCK_MOVE_SAME_STOCK'])
  })
})

describe('a stock count', () => {
  const count = id(900)
  const line = (n: number, resolution: string, stockId = shelf) =>
    op('resolveCountLine', { countId: count, stockId, itemId: id(n), resolution })
  const end = (change: Record<string, unknown> = {}) =>
    op('endStockCount', {
      countId: count,
      stockId: shelf,
      expectedCount: 3,
      presentCount: 1,
      missingCount: 2,
      unexpectedCount: 2,
      resolvedCount: 4,
      ...change,
    })
  const items = [1, 2, 3].map((n) => testedRow(n, { stockId: shelf })).concat([4, 5].map((n) => testedRow(n)))

  it('resolves missing and unexpected items, and ends', () => {
    const captures = [
      line(2, 'not_found'),
      line(3, 'found'),
      move(4, shelf, { countId: count }),
      line(5, 'put_back'),
      end(),
    ]
    const { records, codes } = run({ items }, captures)
    expect(codes).toEqual(Array.from({ length: 5 }, () => 'applied'))
    expect(records.item(id(2))?.facts?.missingSinceMs).toBe(1_000)
    expect(records.item(id(4))?.stockId).toBe(shelf)
    expect(records.count(count)).toMatchObject({ stockId: shelf, missingCount: 2, comment: null })
  })

  it('ends when its operator ended it, also where that arrives later', () => {
    const late = { ...end({ missingCount: 0, presentCount: 3, unexpectedCount: 0, resolvedCount: 0 }) }
    const { records } = run({ items }, [{ ...late, capturedAt: new Date(-3_600_000).toISOString() }])
    expect(records.count(count)?.endedAtMs).toBe(-3_600_000)
  })

  const missingSince = (loaded: Parameters<typeof run>[0], ops: Parameters<typeof run>[1]) =>
    run(loaded, ops).records.item(id(2))?.facts?.missingSinceMs

  it('forgets that an item was missing once it is moved', () => {
    expect(missingSince({ items }, [line(2, 'not_found'), move(2, bench)])).toBeNull()
  })

  it.each([
    ['diagnosed', op('startRefurbDiagnosis', { itemId: id(2) }), testedRow(2)],
    ['checked in', op('checkInItem', { code: row(2).code, itemId: id(2), warehouseId: warehouse }), lost(2)],
  ])('forgets that an item was missing once it is %s, and remembers it where that is undone', (_title, seen, start) => {
    const missing = { ...start, facts: facts({ missingSinceMs: 77 }) }
    expect(missingSince({ items: [missing] }, [seen])).toBeNull()
    const undoType = seen.type === 'checkInItem' ? 'undoCheckIn' : 'undoRefurbDiagnosisStart'
    const code = seen.type === 'checkInItem' ? { code: missing.code } : {}
    const undo = op(undoType, { itemId: id(2), targetOpId: seen.opId, ...code })
    expect(missingSince({ items: [missing] }, [seen, undo])).toBe(77)
  })

  it('remembers that an item is missing while a decision about it is taken at a desk', () => {
    const missing = quarantined(2, { facts: facts({ missingSinceMs: 77 }) })
    expect(missingSince({ items: [missing] }, [release(2, 'kept')])).toBe(77)
  })

  it('is blocked by a refused resolution, and names it', () => {
    const refused = move(404, shelf, { countId: count })
    const { outcomes } = run({ items }, [refused, end()])
    expect(outcomes[1]).toMatchObject({ status: 'blocked_by', code: 'COUNT_HAS_REFUSED', causeOp: refused.opId })
  })

  it('ends once, and with everything resolved', () => {
    expect(run({ items }, [end({ resolvedCount: 3 }), end(), end()]).codes).toEqual([
      'COUNT_NOT_RESOLVED',
      'applied',
      'COUNT_ALREADY_ENDED',
    ])
  })

  it('refuses a resolution that is not the item’s', () => {
    expect(run({ items }, [line(1, 'put_back'), line(4, 'not_found'), line(404, 'found')]).codes).toEqual([
      'COUNT_NOT_RESOLVED',
      'COUNT_NOT_RESOLVED',
      'ITEM_UNKNOWN',
    ])
  })
})
