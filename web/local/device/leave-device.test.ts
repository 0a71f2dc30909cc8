import { IDBFactory, IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import { moveItem } from '#sync/operations/stock/move-item.ts'
import { createServer, operator, signIn, type Device } from '#tests/support/device-fixture.ts'
import { prepareDevices, scan } from '#tests/support/engine-floor.ts'
import { config, itemRow, uuid, warehouseId } from '#tests/support/rows.ts'
import { leave, workKeyOf, signInWithKey } from '#tests/support/device-with-key.ts'
import { storedText } from '#tests/support/stored-text.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { emptyReadable } from './leave-device.ts'
import { openDexie } from './open-dexie.ts'
import { databaseNames } from '#web/local/engine/ports.ts'

const devices = prepareDevices()
const { boot } = devices

const { productLabel, imei, code } = itemRow(1)
const words = [productLabel ?? '', imei ?? '', code, 'Operator 1', 'left behind the lift']

const begin = (count?: number) => signInWithKey(devices, count)

async function readable(device: Device): Promise<readonly string[]> {
  const text = await storedText(device.indexedDB)
  return words.filter((word) => text.includes(word))
}

describe('a sign-out', () => {
  it('leaves no word of what was copied, scanned and sent readable on the device', async () => {
    const { device, engine } = await begin()
    await scan(engine, 1)
    await engine.addRefusedLine({ listId: 'l', code }, 'ITEM_UNKNOWN')
    const comment = 'left behind the lift'
    await engine.dispatch(checkInItem, { code: itemRow(2).code, itemId: uuid(4, 2), warehouseId, comment } as never)
    await engine.sync()
    expect(await readable(device)).not.toEqual([])
    await leave(engine, 1)
    expect(await readable(device)).toEqual([])
    // The key itself goes once nothing is on its way.
    await vi.waitFor(async () => expect(await storedText(device.indexedDB)).not.toContain('lock:'))
  })

  it('empties a database that nobody has told it of', async () => {
    const indexedDB = new IDBFactory()
    const ports = { indexedDB, IDBKeyRange: FakeKeyRange as unknown as typeof IDBKeyRange, databaseNames }
    const later = openDexie('reprise-added-later', ports)
    later.version(1).stores({ rows: 'id' })
    await later.table('rows').put({ id: 1, productLabel })
    await emptyReadable(ports)
    expect(await storedText(indexedDB)).not.toContain(productLabel)
    later.close()
  })

  it('keeps what is not sent, and sends it once its author is back', async () => {
    const { device, engine, server } = await begin()
    await scan(engine, 1)
    await engine.sync()
    device.offline = true
    await scan(engine, 2)
    await leave(engine, 1)
    expect(await engine.accounting()).toMatchObject({ pending: 1, applied: 1 })
    device.offline = false
    await signIn(engine, server, operator(2), workKeyOf(2))
    expect(await engine.accounting()).toMatchObject({ pending: 1 })
    await leave(engine, 2)
    await signIn(engine, server, operator(1), workKeyOf(1))
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 2 })
  })

  it('opens today’s work and its scans to their author, and to nobody else', async () => {
    const { engine, server } = await begin()
    await scan(engine, 1)
    await engine.sync()
    await leave(engine, 1)
    await signIn(engine, server, operator(2), workKeyOf(2))
    expect(await engine.lines('l')).toMatchObject([{ code: '', label: null }])
    await leave(engine, 2)
    await signIn(engine, server, operator(1), workKeyOf(1))
    expect(await engine.lines('l')).toMatchObject([{ code, state: 'confirmed' }])
    const [operation] = await engine.capturedSince(0)
    expect(operation).toMatchObject({ op: { args: { code } }, author: { name: 'Operator 1' } })
    expect(operation).not.toHaveProperty('locked')
  })

  it('of a user who is back before a batch that was on its way is decided takes no key from them', async () => {
    const { device, engine, server } = await begin()
    const held = Promise.withResolvers<void>()
    const onItsWay = Promise.withResolvers<void>()
    device.intercept = async (path, next) => {
      if (!path.endsWith('/push')) return next()
      onItsWay.resolve()
      await held.promise
      return next()
    }
    await scan(engine, 1)
    await onItsWay.promise
    await leave(engine, 1)
    const { userId, module } = operator(1)
    await engine.signIn(operator(1))
    const token = server.issueGrant(await engine.deviceId(), userId, module)
    await engine.storeGrant({ userId, module, token, expiresAt: '2027-01-01T00:00:00Z', lockKey: workKeyOf(1) })
    held.resolve()
    await engine.sync()
    await vi.waitFor(async () => expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 1 }))
    expect((await engine.operations('applied'))[0]).not.toHaveProperty('locked')
    await leave(engine, 1)
    expect(await readable(device)).toEqual([])
  })

  it('leaves decided work readable where the server gave no key, because a restore may ask for it', async () => {
    const { engine, server } = await begin()
    await leave(engine, 1)
    await signIn(engine, server, operator(2))
    await scan(engine, 3)
    await engine.sync()
    await leave(engine, 2)
    expect(await engine.operations('applied')).toMatchObject([{ op: { args: { code: itemRow(3).code } } }])
  })
})

it('another user’s sign-in without a sign-out before empties and locks what the one before has left', async () => {
  const { device, engine, server } = await begin()
  await scan(engine, 1)
  await engine.sync()
  device.offline = true
  await engine.signIn(operator(2))
  expect(await readable(device)).toEqual([])
  expect(engine.copyInfo()).toBeNull()
  device.offline = false
  await signIn(engine, server, operator(2), workKeyOf(2))
  expect(engine.copyInfo()).not.toBeNull()
})

describe('after a restore of the server', () => {
  const [stockX, stockY] = [uuid(3, 91), uuid(3, 92)]

  async function move(engine: Engine, stockId: string): Promise<void> {
    expect(await engine.dispatch(moveItem, { itemId: uuid(4, 1), stockId })).toMatchObject({ captured: true })
  }

  it('encrypted work goes again with its author, before what others did on top of it (WAIT-4, RESTORE-2)', async () => {
    const server = createServer(2, {
      status: 'item_completed',
      tested: true,
      warehouseId,
      stockId: config.stocks[0]!.id,
    })
    const more = [stockX, stockY].map((id) => ({ id, warehouseId, name: id, native: null, location: null }))
    server.setConfig({ ...config, stocks: [...config.stocks, ...more] })
    const { device } = boot(0, server)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1), workKeyOf(1))
    const backup = server.backup()
    await move(engine, stockX)
    await engine.sync()
    await leave(engine, 1)
    await signIn(engine, server, operator(2), workKeyOf(2))
    await move(engine, stockY)
    await engine.sync()
    server.restore(backup)
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 1, held: 1 })
    await leave(engine, 2)
    await signIn(engine, server, operator(1), workKeyOf(1))
    await engine.sync()
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 2, held: 0, tray: 0 })
    expect(server.item(uuid(4, 1))).toMatchObject({ stockId: stockY })
  })

  it('work that was encrypted long ago opens when it has to be sent, and not before', async () => {
    const { device, engine, server } = await begin()
    const backup = server.backup()
    await scan(engine, 1)
    await engine.sync()
    await leave(engine, 1)
    device.clockMs += 3 * 86_400_000
    await signIn(engine, server, operator(1), workKeyOf(1))
    expect((await engine.operations('applied'))[0]).toHaveProperty('locked')
    server.restore(backup)
    await engine.sync()
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 1, tray: 0 })
    expect(server.item(uuid(4, 1))).toMatchObject({ status: 'item_awaiting_compliancy_tests' })
  })
})
