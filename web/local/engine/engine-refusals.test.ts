import { describe, expect, it } from 'vitest'
import type { ItemStep, StepAction } from '#domain/refurb/refurb-step.ts'
import { checkInItem, type CheckInItemArgs } from '#sync/operations/check-in/check-in-item.ts'
import { endCheckInRound } from '#sync/operations/check-in/end-check-in-round.ts'
import { endStockCount } from '#sync/operations/stock/end-stock-count.ts'
import { moveItem } from '#sync/operations/stock/move-item.ts'
import { workOnRefurbStep, type WorkOnRefurbStepArgs } from '#sync/operations/refurb/work-on-refurb-step.ts'
import { itemFacts } from '#sync/wire/item-row.ts'
import { undoCheckIn } from '#sync/operations/check-in/undo-check-in.ts'
import { manager, operator, signIn, type Device } from '#tests/support/device-fixture.ts'
import { captureRefused, inStock, scan, prepareDevices } from '#tests/support/engine-floor.ts'
import { config, itemRow, uuid, warehouseId } from '#tests/support/rows.ts'
import type { Engine } from './engine.ts'

const { boot, begin } = prepareDevices()

const shelf = config.stocks.find(({ native }) => native === 'to_refurbish')!.id

/** A step of refurbishment: the first one in progress, the others to do. */
function stepRow(number: number): ItemStep {
  const isFirst = number === 1
  return {
    stepId: uuid(7, number),
    name: `Step ${number}`,
    stockId: shelf,
    plannedCostCents: 0,
    status: isFirst ? 'in_progress' : 'to_do',
    workedMs: 0,
    runningSince: isFirst ? { deviceId: uuid(8, 8), deviceMs: 0, atMs: 0 } : null,
    actorId: isFirst ? uuid(5, 1) : null,
    atMs: null,
    comment: null,
    revision: isFirst ? 1 : 0,
  }
}

/** A device whose copy holds a product in refurbishment; `putSteps` changes its steps on the server. */
async function beginRefurb() {
  const { server, device, engine } = await begin(1)
  const putSteps = (version: number, steps: readonly ItemStep[]): void => {
    const row = itemRow(1)
    const facts = { ...itemFacts(row), steps }
    server.put({ ...row, version, status: 'item_refurb_in_progress', stockId: shelf, warehouseId, tested: true, facts })
  }
  putSteps(1, [stepRow(1), stepRow(2)])
  await engine.sync()
  return { device, engine, putSteps }
}

/** Captures an action on a step of the first product. */
function work(
  engine: Engine,
  step: number,
  action: StepAction,
  more: Pick<WorkOnRefurbStepArgs, 'seenRevision' | 'stockId'>,
) {
  return engine.dispatch(workOnRefurbStep, { itemId: uuid(4, 1), stepId: uuid(7, step), action, ...more })
}

describe('a device', () => {
  it('puts a refusal into the tray with what rests on it, and drops both for a reason (SETTLE-1)', async () => {
    const { server, device, engine } = await begin(2)
    device.offline = true
    const first = await scan(engine, 1)
    const { id, code } = itemRow(1)
    if (!first.captured) throw new Error('refused')
    await engine.dispatch(undoCheckIn, { targetOpId: first.opId, itemId: id, code })
    await scan(engine, 2)
    server.put({ ...itemRow(1), version: 2, status: 'item_awaiting_inventory', tested: true })
    device.offline = false
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 1, held: 0, tray: 2, discarded: 0 })
    const [group] = await engine.tray()
    expect(group).toMatchObject({
      cause: { opId: first.opId, present: { item: { status: 'item_awaiting_inventory' } } },
    })
    expect(group?.blocked).toHaveLength(1)
    await engine.discard([group!.cause.opId, group!.blocked[0]!.opId], 'wrong box')
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 3, held: 0, tray: 0, discarded: 2 })
    expect(server.ledger().filter(({ resolved }) => resolved)).toHaveLength(2)
  })

  it('leaves what another user captured to them and to the manager of their warehouse (SETTLE-2)', async () => {
    const { server, device, engine } = await begin(1)
    const refused = await captureRefused(engine, device)
    await signIn(engine, server, operator(2))
    expect(await engine.discard(refused, 'not mine')).toEqual({ ok: false, code: 'REFUSAL_NOT_YOURS' })
    expect(await engine.retry(refused)).toEqual({ captured: false, code: 'REFUSAL_NOT_YOURS' })
    expect(await engine.accounting()).toMatchObject({ tray: 1 })
    await engine.signIn({ ...manager(3), warehouseIds: [uuid(9, 9)] })
    expect(await engine.discard(refused, 'another place')).toEqual({ ok: false, code: 'REFUSAL_NOT_YOURS' })
    await engine.signIn(manager(3))
    expect(await engine.discard(refused, 'the box is empty')).toMatchObject({ ok: true })
    expect(await engine.accounting()).toMatchObject({ tray: 0, discarded: 1 })
  })

  it('lets the manager discard what the server holds of another device', async () => {
    const { server, device, engine } = await begin(1)
    const refused = await captureRefused(engine, device)
    const there = boot(0, server).device
    const other = await there.openTab()
    await signIn(other, server, operator(2))
    expect(await other.discard(refused, 'gone')).toEqual({ ok: false, code: 'REFUSAL_UNKNOWN' })
    await signIn(other, server, manager(3))
    expect(await other.discard(refused, 'gone')).toMatchObject({ ok: true })
    await other.sync()
    expect(server.ledger().find(({ op }) => op.opId === refused)?.resolved).toBe(true)
  })

  it('names the product of a refusal by its code, whatever was said with the action', async () => {
    const { server, device, engine } = await begin(1)
    await scan(engine, 1)
    await engine.sync()
    device.offline = true
    const stockId = config.stocks.find(({ native }) => native === 'to_refurbish')!.id
    expect(await engine.dispatch(moveItem, { itemId: uuid(4, 1), stockId })).toMatchObject({ captured: true })
    server.put({ ...server.item(uuid(4, 1))!, stockId })
    device.offline = false
    await engine.sync()
    expect(await engine.tray()).toMatchObject([
      { cause: { type: 'moveItem', code: 'STOCK_MOVE_SAME_STOCK', itemCode: itemRow(1).code } },
    ])
  })

  it('tries a refused action again as a new one (SETTLE-1)', async () => {
    const { server, device, engine } = await begin(2)
    const refused = await captureRefused(engine, device)
    expect(await engine.accounting()).toMatchObject({ tray: 1 })
    expect(await engine.retry(refused, { code: itemRow(2).code })).toMatchObject({ captured: true })
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 2, held: 0, tray: 0, discarded: 1 })
    expect(server.item(uuid(4, 2))?.status).toBe(inStock)
    expect((await engine.lines('l'))[0]).toMatchObject({ state: 'confirmed' })
  })

  it('tries work on a step again on what a colleague has left, and then what fell with it (F2)', async () => {
    const { device, engine, putSteps } = await beginRefurb()
    device.offline = true
    await work(engine, 1, 'complete', { seenRevision: 1, stockId: shelf })
    await work(engine, 2, 'start', { seenRevision: 0, stockId: shelf })
    device.clockMs += 60_000
    await work(engine, 2, 'complete', { seenRevision: 1, stockId: shelf })
    const paused = { status: 'paused', runningSince: null, actorId: uuid(5, 2), revision: 2 } as const
    putSteps(2, [{ ...stepRow(1), ...paused }, stepRow(2)])
    device.offline = false
    await engine.sync()
    const [group] = await engine.tray()
    expect(group).toMatchObject({ cause: { code: 'REFURB_STEP_CHANGED' }, blocked: [{}, {}] })
    const { opId } = group!.cause
    expect(await engine.judgeRetry(opId)).toBeNull()
    expect(await engine.accounting()).toMatchObject({ pending: 0, tray: 3 })
    expect(await engine.retry(opId, undefined, { rereads: true })).toMatchObject({ captured: true })
    for (const blocked of group!.blocked)
      expect(await engine.retry(blocked.opId, undefined, { keepsMoment: true })).toMatchObject({ captured: true })
    const [again] = await engine.view([uuid(4, 1)])
    expect(again?.item.facts?.steps[1]?.workedMs).toBeGreaterThanOrEqual(60_000)
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 6, tray: 0, discarded: 3 })
    const [view] = await engine.view([uuid(4, 1)])
    expect(view?.item.facts?.steps.map(({ status }) => status)).toEqual(['completed', 'completed'])
  })

  it('leaves work on a step in the tray that nobody has looked at again since a colleague changed it', async () => {
    const { device, engine, putSteps } = await beginRefurb()
    device.offline = true
    await work(engine, 1, 'pause', { seenRevision: 1 })
    await work(engine, 1, 'complete', { seenRevision: 2, stockId: shelf })
    putSteps(2, [{ ...stepRow(1), actorId: uuid(5, 2), revision: 5 }, stepRow(2)])
    device.offline = false
    await engine.sync()
    const [group] = await engine.tray()
    const [fallen] = group!.blocked
    expect(await engine.discard(group!.cause.opId, 'taken over')).toMatchObject({ ok: true })
    expect(await engine.retry(fallen!.opId)).toMatchObject({ captured: false, code: 'REFURB_STEP_CHANGED' })
    expect(await engine.tray()).toMatchObject([{ cause: { opId: fallen!.opId } }])
    expect(await engine.retry(fallen!.opId, undefined, { rereads: true })).toMatchObject({ captured: true })
  })

  it('says beforehand that another try of work cannot come through', async () => {
    const { device, engine, putSteps } = await beginRefurb()
    device.offline = true
    await work(engine, 1, 'pause', { seenRevision: 1 })
    putSteps(2, [{ ...stepRow(1), status: 'completed', runningSince: null, actorId: uuid(5, 2), revision: 2 }])
    device.offline = false
    await engine.sync()
    const [group] = await engine.tray()
    expect(await engine.judgeRetry(group!.cause.opId)).toBe('REFURB_STEP_STATUS')
    expect(await engine.judgeRetry(uuid(9, 9))).toBe('REFUSAL_UNKNOWN')
    expect(await engine.accounting()).toMatchObject({ pending: 0, tray: 1, discarded: 0 })
  })

  it('tries a refused action again in one tab alone', async () => {
    const { server, device, engine } = await begin(2)
    const refused = await captureRefused(engine, device)
    const tabs = [engine, await device.openTab()]
    await tabs[1]!.signIn(operator(1))
    const tried = await Promise.all(tabs.map((tab, at) => tab.retry(refused, { code: itemRow(at + 1).code })))
    expect(tried.filter(({ captured }) => captured)).toHaveLength(1)
    expect(tried).toContainEqual({ captured: false, code: 'REFUSAL_UNKNOWN' })
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 2, held: 0, tray: 0, discarded: 1 })
    expect(server.ledger().filter(({ op }) => op.type === checkInItem.type)).toHaveLength(2)
  })

  it('ends no round while one of its check-ins is refused, and names it (SETTLE-5)', async () => {
    const { server, device, engine } = await begin(2)
    const round = await engine.openRound(warehouseId)
    const roundId = round!.id
    device.offline = true
    const first = await scan(engine, 1, { roundId })
    if (!first.captured) throw new Error('refused')
    server.put({ ...itemRow(1), version: 2, status: 'item_awaiting_inventory', tested: true })
    device.offline = false
    await engine.sync()
    const end = { roundId, warehouseId, typedCount: 1, distinctCount: 1, comment: '' }
    expect(await engine.dispatch(endCheckInRound, end)).toMatchObject({
      captured: false,
      code: 'ROUND_HAS_REFUSED',
      causeOp: first.opId,
    })
    await engine.discard(first.opId, 'not ours')
    expect(await engine.dispatch(endCheckInRound, end)).toMatchObject({ captured: true })
    await engine.sync()
    expect((await engine.openRound(warehouseId))?.id).not.toBe(roundId)
  })

  it('ends a round whose products a colleague has checked in before, without a refusal (OP-7)', async () => {
    const { server, device, engine } = await begin(2)
    const { device: theirs } = boot(0, server)
    const colleague = await theirs.openTab()
    await signIn(colleague, server, operator(2))
    theirs.offline = device.offline = true
    const { id: roundId } = (await engine.openRound(warehouseId))!
    for (const number of [1, 2]) {
      await scan(colleague, number)
      await scan(engine, number, { roundId })
    }
    const end = { roundId, warehouseId, typedCount: 2, distinctCount: 2, comment: '' }
    expect(await engine.dispatch(endCheckInRound, end)).toMatchObject({ captured: true })
    theirs.offline = device.offline = false
    await colleague.sync()
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 3, held: 0, tray: 0, discarded: 0 })
    expect((await engine.lines('l')).map(({ op }) => op?.outcome?.result?.['kind'])).toEqual(['already', 'already'])
  })

  it('ends a round again by itself once its last refused check-in is settled', async () => {
    const { server, device, engine } = await begin(2)
    const { roundId, refused, end } = await endOffline(engine, device, 2, 'one label is unreadable')
    expect(refused).toHaveLength(2)
    expect(await engine.discard(refused[0]!, 'unreadable')).toMatchObject({ ok: true })
    expect(await engine.accounting()).toMatchObject({ tray: 2 })
    expect(await engine.retry(refused[1]!, { code: itemRow(2).code })).toMatchObject({ captured: true })
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, tray: 0 })
    expect(server.ledger().find(({ op }) => op.opId === end)?.resolved).toBe(true)
    const ends = server.ledger().filter(({ op }) => op.type === 'endCheckInRound')
    expect(ends.map(({ outcome }) => outcome.status)).toEqual(['blocked_by', 'applied'])
    expect(ends[1]?.op.args).toEqual({
      roundId,
      warehouseId,
      typedCount: 3,
      distinctCount: 2,
      comment: 'one label is unreadable',
    })
    expect((await engine.openRound(warehouseId))?.id).not.toBe(roundId)
  })

  it('ends a stock count again by itself once its last refused line is settled', async () => {
    const { server, device, engine } = await begin(1)
    const countId = uuid(8, 1)
    device.offline = true
    const of = { stockId: config.stocks[0]!.id, countId }
    const line = await engine.dispatch(moveItem, { itemId: uuid(4, 404), ...of })
    const numbers = { expectedCount: 3, presentCount: 3, missingCount: 0, unexpectedCount: 1, resolvedCount: 1 }
    await engine.dispatch(endStockCount, { ...of, ...numbers })
    device.offline = false
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, tray: 2 })
    expect(await engine.discard(line.captured ? line.opId : '', 'done already')).toMatchObject({ ok: true })
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, tray: 0 })
    const ends = server.ledger().filter(({ op }) => op.type === endStockCount.type)
    expect(ends.map(({ outcome }) => outcome.code ?? outcome.status)).toEqual(['COUNT_HAS_REFUSED', 'applied'])
    expect(ends[1]?.op.args).toEqual({ ...of, ...numbers })
  })

  it('asks for a comment or a new count where the counts of a round differ once its refusal is settled', async () => {
    const { server, device, engine } = await begin(1)
    const { roundId, refused, end } = await endOffline(engine, device, 1, '')
    expect(await engine.discard(refused[0]!, 'unreadable')).toMatchObject({ ok: true })
    await engine.sync()
    const [group] = await engine.tray()
    expect(group).toMatchObject({
      cause: { opId: end, code: 'ROUND_END_DUE', args: { typedCount: 2 } },
      blocked: [],
    })
    expect(await engine.retry(end)).toMatchObject({ captured: false, code: 'ROUND_COUNT_DIFFERS' })
    expect(await engine.retry(end, { typedCount: 1 })).toMatchObject({ captured: true })
    await engine.sync()
    expect(await engine.tray()).toEqual([])
    expect(server.ledger().findLast(({ op }) => op.type === 'endCheckInRound')).toMatchObject({
      op: { args: { roundId, typedCount: 1, distinctCount: 1 } },
      outcome: { status: 'applied' },
    })
  })

  it('leaves a round alone whose end waits for a person, until that end is discarded', async () => {
    const { device, engine } = await begin(1)
    const { roundId, refused, end } = await endOffline(engine, device, 1, '')
    const next = async () => (await engine.openRound(warehouseId))!
    const endNext = async () => {
      const args = { roundId: (await next()).id, warehouseId, typedCount: 0, distinctCount: 0, comment: '' }
      expect(await engine.dispatch(endCheckInRound, args)).toMatchObject({ captured: true })
    }
    const waiting = { opId: end, roundId, typedCount: 2 }
    await endNext()
    expect((await next()).id).not.toBe(roundId)
    const [me, other] = [operator(1).userId, operator(2).userId]
    expect(await engine.endsWaiting(me, warehouseId)).toMatchObject([{ ...waiting, isHeldUp: true }])
    expect(await engine.endsWaiting(other, warehouseId)).toEqual([])
    await engine.discard(refused[0]!, 'unreadable')
    expect(await engine.endsWaiting(me, warehouseId)).toMatchObject([{ ...waiting, isHeldUp: false }])
    await engine.discard(end, 'to be counted anew')
    expect(await engine.endsWaiting(me, warehouseId)).toEqual([])
    await endNext()
    expect(await next()).toMatchObject({ id: roundId, refusedEnd: end })
  })

  it('tells how many products lie there now, where the end of a round is due', async () => {
    const { device, engine } = await begin(1)
    const { refused } = await endOffline(engine, device, 2, '')
    const distinctNow = async () => (await engine.tray()).map(({ cause }) => cause.distinctNow)
    expect(await distinctNow()).toEqual([null, null])
    await engine.discard(refused, 'unreadable')
    expect(await distinctNow()).toEqual([1])
  })

  it('is blocked again where what was tried again is refused again, and goes on from there', async () => {
    const { server, device, engine } = await begin(1)
    const { refused } = await endOffline(engine, device, 1, 'counted twice')
    device.offline = true
    expect(await engine.retry(refused[0]!)).toMatchObject({ captured: true })
    device.offline = false
    await engine.sync()
    const [group] = await engine.tray()
    expect(group).toMatchObject({ cause: { code: 'ITEM_UNKNOWN' }, blocked: [{ type: 'endCheckInRound' }] })
    expect(await engine.discard(group!.cause.opId, 'unreadable')).toMatchObject({ ok: true })
    await engine.sync()
    expect(await engine.tray()).toEqual([])
    const ends = server.ledger().filter(({ op }) => op.type === 'endCheckInRound')
    expect(ends.map(({ outcome }) => outcome.status)).toEqual(['blocked_by', 'blocked_by', 'applied'])
  })

  it('leaves the end of a round to who scanned it, where another user settles the refusal', async () => {
    const { server, device, engine } = await begin(1)
    const { refused, end } = await endOffline(engine, device, 1, 'counted twice')
    await signIn(engine, server, manager(3))
    expect(await engine.discard(refused[0]!, 'unreadable')).toMatchObject({ ok: true })
    expect((await engine.tray()).map(({ cause }) => cause.opId)).toEqual([end])
    await signIn(engine, server, operator(1))
    await engine.sync()
    expect(await engine.retry(end)).toMatchObject({ captured: true })
    await engine.sync()
    expect(await engine.tray()).toEqual([])
  })
})

/** Scans a known product and unknown codes offline, ends the round with the count of all, and comes back online. */
async function endOffline(engine: Engine, device: Device, unknown: number, comment: string) {
  device.offline = true
  const { id: roundId } = (await engine.openRound(warehouseId))!
  const { id: itemId, code } = itemRow(1)
  const capture = async (args: CheckInItemArgs) => {
    const captured = await engine.dispatch(checkInItem, args, { line: { listId: roundId, code: args.code } })
    if (!captured.captured) throw new Error('refused')
    return captured.opId
  }
  await capture({ code, itemId, warehouseId, roundId })
  const refused: string[] = []
  for (let at = 0; at < unknown; at++) refused.push(await capture({ code: `9999999${at}`, warehouseId, roundId }))
  const count = unknown + 1
  const args = { roundId, warehouseId, typedCount: count, distinctCount: count, comment }
  const ended = await engine.dispatch(endCheckInRound, args)
  if (!ended.captured) throw new Error('refused')
  // The next round begins before the server has heard of this one.
  await engine.openRound(warehouseId)
  device.offline = false
  await engine.sync()
  return { roundId, refused, end: ended.opId }
}
