import { describe, expect, it } from 'vitest'
import { moveItem } from '#sync/operations/stock/move-item.ts'
import { createServer, operator, signIn } from '#tests/support/device-fixture.ts'
import { captureRefused, inStock, prepareDevices, scan } from '#tests/support/engine-floor.ts'
import { config, uuid, warehouseId } from '#tests/support/rows.ts'
import type { Engine } from './engine.ts'

const { boot, begin } = prepareDevices()

const [stockX, stockY, stockZ] = [uuid(3, 91), uuid(3, 92), uuid(3, 93)]

/** A device at which the first operator works, on a server with an item in stock and free stocks to move it to. */
async function beginInStock() {
  const server = createServer(2, { status: 'item_completed', tested: true, warehouseId, stockId: config.stocks[0]!.id })
  const more = [stockX, stockY, stockZ].map((id) => ({ id, warehouseId, name: id, native: null, location: null }))
  server.setConfig({ ...config, stocks: [...config.stocks, ...more] })
  const { device } = boot(0, server)
  const engine = await device.openTab()
  await signIn(engine, server, operator(1))
  return { server, device, engine }
}

async function move(engine: Engine, stockId: string): Promise<void> {
  expect(await engine.dispatch(moveItem, { itemId: uuid(4, 1), stockId })).toMatchObject({ captured: true })
}

async function leave(engine: Engine, number: number): Promise<void> {
  await engine.dropGrants(operator(number).userId)
  await engine.signOut()
}

/** The first operator has moved the product to X and left, the second to Y; the server knows both, its backup neither. */
async function beginMovedTwice() {
  const { server, engine } = await beginInStock()
  const backup = server.backup()
  await move(engine, stockX)
  await engine.sync()
  await leave(engine, 1)
  await signIn(engine, server, operator(2))
  await move(engine, stockY)
  await engine.sync()
  return { server, engine, backup }
}

describe('after a restore of the server', () => {
  it('work goes in the order of its capture, though the author of the first is signed out (WAIT-4)', async () => {
    const { server, engine, backup } = await beginMovedTwice()
    expect(server.item(uuid(4, 1))).toMatchObject({ stockId: stockY })
    server.restore(backup)
    await engine.sync()
    // What rests on nobody goes on.
    expect(await engine.dispatch(moveItem, { itemId: uuid(4, 2), stockId: stockX })).toMatchObject({ captured: true })
    await engine.sync()
    expect(server.item(uuid(4, 2))).toMatchObject({ stockId: stockX })
    expect(await engine.accounting()).toMatchObject({ pending: 1, applied: 1, held: 1 })
    await signIn(engine, server, operator(1))
    await engine.sync()
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 3, held: 0, tray: 0 })
    expect(server.item(uuid(4, 1))).toMatchObject({ stockId: stockY })
    expect(await engine.audit()).toBe('equal')
  })

  it('new work waits too for what another user did before, which the device does not know to be lost (WAIT-4)', async () => {
    const { server, device, engine } = await beginInStock()
    const backup = server.backup()
    await move(engine, stockX)
    await engine.sync()
    await leave(engine, 1)
    await signIn(engine, server, operator(2))
    device.offline = true
    await move(engine, stockY)
    server.restore(backup)
    device.offline = false
    await engine.push()
    expect(server.item(uuid(4, 1))).toMatchObject({ stockId: config.stocks[0]!.id })
    await engine.sync()
    await signIn(engine, server, operator(1))
    await engine.sync()
    expect(server.item(uuid(4, 1))).toMatchObject({ stockId: stockY })
  })

  it('what was refused in the meantime lets the next one be judged by itself', async () => {
    const { server, engine, backup } = await beginMovedTwice()
    server.restore(backup)
    server.put({ ...server.item(uuid(4, 1))!, stockId: stockX })
    await engine.sync()
    await signIn(engine, server, operator(1))
    await engine.sync()
    await engine.sync()
    expect((await engine.tray()).map(({ cause }) => cause.code)).toEqual(['STOCK_MOVE_SAME_STOCK'])
    expect(server.item(uuid(4, 1))).toMatchObject({ stockId: stockY })
  })
})

describe('what a person has settled', () => {
  it('is not done after a restore to before what refused it (RESTORE-3)', async () => {
    const { server, device, engine } = await begin(1)
    const backup = server.backup()
    device.offline = true
    await engine.push()
    const first = await scan(engine, 1)
    server.put({ ...server.item(uuid(4, 1))!, version: 2, status: 'item_awaiting_inventory', tested: true })
    device.offline = false
    await engine.sync()
    const opId = first.captured ? first.opId : ''
    expect(await engine.discard(opId, 'not there')).toMatchObject({ ok: true })
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ applied: 1, discarded: 1, tray: 0 })
    server.restore(backup)
    await engine.sync()
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 1, discarded: 1, tray: 0 })
    expect(server.item(uuid(4, 1))).toMatchObject({ status: 'item_in_transit', version: 1 })
    expect(server.ledger().map(({ outcome, resolved }) => [outcome.status, outcome.code, resolved])).toEqual([
      ['rejected', 'ITEM_STATUS_NOT_ELIGIBLE', true],
      ['applied', null, false],
    ])
    // The product may be scanned again, and does not wait for what was settled.
    expect(await scan(engine, 1)).toMatchObject({ captured: true })
    await engine.sync()
    expect(server.item(uuid(4, 1))?.status).toBe(inStock)
  })

  it('blocks nothing that is captured before it has gone again', async () => {
    const { server, device, engine } = await begin(1)
    const backup = server.backup()
    const opId = await captureRefused(engine, device)
    await engine.discard(opId, 'not there')
    await engine.sync()
    server.restore(backup)
    device.intercept = async (path, next) => {
      if (path.endsWith('/push')) throw new TypeError('lost')
      return next()
    }
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 2 })
    const code = '99999999'
    const again = await engine.operations('pending')
    expect(again[0]?.opId).toBe(opId)
    const { checkInItem } = await import('#sync/operations/check-in/check-in-item.ts')
    expect(await engine.dispatch(checkInItem, { code, warehouseId })).toMatchObject({ captured: true })
    device.intercept = (_path, next) => next()
    await engine.sync()
    const outcomes = server.ledger().map(({ outcome }) => outcome)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'applied', 'rejected'])
    expect(outcomes[2]?.code).toBe('ITEM_UNKNOWN')
  })
})
