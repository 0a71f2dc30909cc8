import { describe, expect, it } from 'vitest'
import { endCheckInRound } from '#sync/operations/warehouse/end-check-in-round.ts'
import { undoCheckIn } from '#sync/operations/warehouse/undo-check-in.ts'
import { manager, operator, signIn } from '#tests/support/device-fixture.ts'
import { captureRefused, inStock, scan, prepareDevices } from '#tests/support/engine-floor.ts'
import { itemRow, uuid, warehouseId } from '#tests/support/rows.ts'

const { boot, begin } = prepareDevices()

describe('a device', () => {
  it('puts a refusal into the tray with what rests on it, and drops both for a reason', async () => {
    const { server, device, engine } = await begin(2)
    device.offline = true
    const first = await scan(engine, 1)
    const { id, code } = itemRow(1)
    if (!first.captured) throw new Error('refused')
    await engine.dispatch(undoCheckIn, { targetOpId: first.opId, itemId: id, code })
    await scan(engine, 2)
    server.put({ ...itemRow(1), version: 2, status: 'item_completed', tested: true, warehouseId })
    device.offline = false
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 1, held: 0, tray: 2, discarded: 0 })
    const [group] = await engine.tray()
    expect(group).toMatchObject({ cause: { opId: first.opId, present: { item: { status: 'item_completed' } } } })
    expect(group?.blocked).toHaveLength(1)
    await engine.discard([group!.cause.opId, group!.blocked[0]!.opId], 'wrong box')
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 3, held: 0, tray: 0, discarded: 2 })
    expect(server.ledger().filter(({ resolved }) => resolved)).toHaveLength(2)
  })

  it('leaves what somebody else captured to them and to the manager of their warehouse', async () => {
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

  it('tries a refused action again as a new one', async () => {
    const { server, device, engine } = await begin(2)
    const refused = await captureRefused(engine, device)
    expect(await engine.accounting()).toMatchObject({ tray: 1 })
    expect(await engine.retry(refused, { code: itemRow(2).code })).toMatchObject({ captured: true })
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 2, held: 0, tray: 0, discarded: 1 })
    expect(server.item(uuid(4, 2))?.status).toBe(inStock)
    expect((await engine.lines('l'))[0]).toMatchObject({ state: 'confirmed' })
  })

  it('ends no round while one of its check-ins is refused, and names it', async () => {
    const { server, device, engine } = await begin(2)
    const round = await engine.openRound(warehouseId)
    const roundId = round!.id
    device.offline = true
    const first = await scan(engine, 1, { roundId })
    if (!first.captured) throw new Error('refused')
    server.put({ ...itemRow(1), version: 2, status: 'item_completed', tested: true, warehouseId })
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
})
