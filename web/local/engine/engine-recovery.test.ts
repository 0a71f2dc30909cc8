import { describe, expect, it } from 'vitest'
import { packageNumber } from '#domain/expedition/package-number.ts'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import { undoCheckIn } from '#sync/operations/check-in/undo-check-in.ts'
import { operator, signIn, type Device } from '#tests/support/device-fixture.ts'
import { inStock, scan, statusOf, prepareDevices } from '#tests/support/engine-floor.ts'
import { itemRow, uuid, warehouseId } from '#tests/support/rows.ts'
import type { Engine } from './engine.ts'

const { boot, begin } = prepareDevices()

describe('a device', () => {
  it('sends again after a lost answer, and nothing happens twice (OP-1)', async () => {
    const { server, device, engine } = await begin(1)
    device.intercept = async (path, next) => {
      const answer = await next()
      if (path.endsWith('/push')) throw new TypeError('lost')
      return answer
    }
    await scan(engine, 1)
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 1 })
    device.intercept = (_path, next) => next()
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 1 })
    expect(server.ledger()).toHaveLength(1)
    expect(server.item(uuid(4, 1))?.version).toBe(2)
  })

  it('believes no captive portal (QUEUE-6)', async () => {
    const { device, engine } = await begin(1)
    device.intercept = async () => new Response('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } })
    await scan(engine, 1)
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 1 })
    expect((await engine.refreshStatus()).online).toBe(false)
  })

  it('keeps its copy when a snapshot is truncated (BASE-1)', async () => {
    const { server, device, engine } = await begin(300)
    server.restore(server.backup())
    device.intercept = async (path, next) => {
      const answer = await next()
      if (!path.endsWith('/snapshot')) return answer
      const text = await answer.text()
      return new Response(text.slice(0, text.length - 2000), { headers: answer.headers })
    }
    expect((await engine.sync()).pulled).toBe('failed')
    expect(await statusOf(engine, 250)).toBe('item_in_transit')
    device.intercept = (_path, next) => next()
    expect((await engine.sync()).pulled).toBe('current')
    expect(engine.copyInfo()?.epoch).not.toBe('e1')
  })

  it('says when its copy is open, for what asked before', async () => {
    const { device, engine } = await begin(1)
    await engine.stop()
    device.offline = true
    const heard: boolean[] = []
    const later = await device.openTab((tab) => {
      expect(tab.copyInfo()).toBeNull()
      tab.subscribe(({ kind }) => kind === 'copy' && heard.push(tab.copyInfo() !== null))
    })
    expect(later.copyInfo()).not.toBeNull()
    expect(heard).toEqual([true])
  })

  it.each([
    ['with what changed since', true, 'item_lost_transport'],
    ['as it is where what changed since does not come', false, 'item_in_transit'],
  ])('is told of a new base %s', async (_how, changesCome, status) => {
    const { server, device, engine } = await begin(5)
    await engine.stop()
    device.indexedDB.deleteDatabase('reprise-copy-scope-a')
    device.offline = true
    const later = await device.openTab()
    const known: (string | undefined)[] = []
    device.intercept = async (path, next) => {
      const answer = await next()
      // Another device's change follows the base, which others may have begun with minutes before.
      if (path.endsWith('/snapshot'))
        server.put({ ...server.item(uuid(4, 1))!, version: 2, status: 'item_lost_transport' })
      if (!path.endsWith('/pull')) return answer
      known.push(later.copyInfo()?.epoch)
      if (!changesCome) throw new TypeError('lost')
      return answer
    }
    device.offline = false
    await later.sync()
    expect(known.slice(0, 1)).toEqual([undefined])
    expect(await statusOf(later, 1)).toBe(status)
  })

  it('loses nothing with its copy (BASE-3)', async () => {
    const { device, engine } = await begin(5)
    await scan(engine, 1)
    await engine.sync()
    device.offline = true
    await scan(engine, 2)
    await engine.stop()
    device.indexedDB.deleteDatabase('reprise-copy-scope-a')
    const later = await device.openTab()
    expect(later.copyInfo()).toBeNull()
    expect(await scan(later, 3)).toMatchObject({ captured: true, verdict: 'unverified' })
    device.offline = false
    await later.sync()
    expect(await later.accounting()).toEqual({ pending: 0, applied: 3, held: 0, tray: 0, discarded: 0 })
    expect([await statusOf(later, 1), await statusOf(later, 2), await statusOf(later, 3)]).toEqual([
      inStock,
      inStock,
      inStock,
    ])
  })

  it('seals the work of an operator who signs out, and lets the next one work (QUEUE-5)', async () => {
    const { server, device, engine } = await begin(4)
    device.offline = true
    await scan(engine, 1)
    await scan(engine, 2)
    await engine.push()
    await engine.dropGrants(operator(1).userId)
    await engine.signOut()
    device.offline = false
    await signIn(engine, server, operator(2))
    await scan(engine, 3)
    await engine.sync()
    expect(await engine.refreshStatus()).toMatchObject({ waiting: 0, signedOut: [{ name: 'Operator 1', count: 2 }] })
    const codes = [itemRow(1).code, itemRow(2).code]
    const { userId, accountId } = operator(1)
    expect(await engine.signedOutWork(operator(2))).toEqual([
      { userId, accountId, name: 'Operator 1', client: null, count: 2, codes },
    ])
    expect(await engine.signedOutWork(operator(1))).toEqual([])
    expect(server.ledger().map(({ op }) => op.actor)).toEqual([operator(2).userId])
    expect(await statusOf(engine, 1)).toBe(inStock)
    await signIn(engine, server, operator(1))
    await engine.sync()
    expect(server.ledger().map(({ op }) => op.actor)).toEqual(
      [operator(2), operator(1), operator(1)].map((by) => by.userId),
    )
  })

  it('refuses in its own words what only the signed-out work of another user stands against, and names them', async () => {
    const { server, device, engine } = await begin(2)
    await scan(engine, 2)
    await engine.sync()
    device.offline = true
    const undone = await scan(engine, 1)
    const again = (await engine.operationsOf(uuid(4, 2)))[0]!
    await undo(engine, 2, again.opId)
    await scan(engine, 2)
    await seal(engine, device)
    await signIn(engine, server, operator(2))
    expect(await scan(engine, 1)).toMatchObject({
      captured: false,
      code: 'ITEM_IN_SEALED_WORK',
      sealedBy: 'Operator 1',
    })
    expect((await engine.lines('l'))[0]).toMatchObject({ state: 'refused', details: { sealedBy: 'Operator 1' } })
    // Here it is in the stock with and without the signed-out work.
    expect(await scan(engine, 2)).toMatchObject({ captured: false, code: 'ITEM_ALREADY_CHECKED_IN' })
    await signIn(engine, server, operator(1))
    await engine.sync()
    expect(server.ledger().find(({ op }) => undone.captured && op.opId === undone.opId)?.outcome.status).toBe('applied')
    await signIn(engine, server, operator(2))
    expect(await scan(engine, 1)).toMatchObject({ captured: false, code: 'ITEM_ALREADY_CHECKED_IN' })
  })

  it('captures what may follow the signed-out work of another user, and says whom it waits for', async () => {
    const { server, device, engine } = await begin(1)
    device.offline = true
    const first = await scan(engine, 1)
    if (!first.captured) throw new Error('refused')
    await undo(engine, 1, first.opId)
    await seal(engine, device)
    await signIn(engine, server, operator(2))
    const signedOutName = async () =>
      engine.signedOutNameIn(await engine.operationsOf(uuid(4, 1)), engine.author()?.userId)
    expect(await signedOutName()).toBe('Operator 1')
    const second = await scan(engine, 1)
    expect(second).toMatchObject({ captured: true, sealedBy: 'Operator 1' })
    await engine.sync()
    expect((await engine.lines('l'))[0]).toMatchObject({ state: 'held', details: { sealedBy: 'Operator 1' } })
    await signIn(engine, server, operator(1))
    await engine.sync()
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 3, held: 0, tray: 0, discarded: 0 })
    expect(await statusOf(engine, 1)).toBe(inStock)
    expect(await signedOutName()).toBeNull()
  })

  it('lets a later operator wait on the server for signed-out work of the same code (QUEUE-5, WAIT-6)', async () => {
    const { server, device, engine } = await begin(3)
    device.offline = true
    server.put(itemRow(9))
    const { code } = itemRow(9)
    await engine.dispatch(checkInItem, { code, warehouseId })
    await engine.push()
    await engine.dropGrants(operator(1).userId)
    device.offline = false
    await engine.signIn({ ...operator(2), accountId: uuid(1) })
    device.offline = true
    const second = await engine.dispatch(checkInItem, { code, warehouseId })
    expect(second).toMatchObject({ captured: true })
    await scan(engine, 2)
    device.offline = false
    await signIn(engine, server, operator(2))
    expect(await engine.accounting()).toEqual({ pending: 1, applied: 1, held: 1, tray: 0, discarded: 0 })
    await signIn(engine, server, operator(1))
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 3, held: 0, tray: 0, discarded: 0 })
    expect(new Set(server.ledger().map(({ outcome }) => outcome.result?.['kind']))).toEqual(
      new Set(['already', 'to_test']),
    )
  })

  it('takes a new id when it is a copy of another device, and sends its waiting work in order (QUEUE-9)', async () => {
    const { server, device, engine } = await begin(5)
    const copied = new Map<string, unknown>()
    const before = await engine.deviceId()
    device.offline = true
    await scan(engine, 1)
    await scan(engine, 2)
    const { device: twin } = boot(0, server)
    const other = await twin.openTab()
    await takeId(twin, before)
    await signIn(other, server, operator(1))
    await scan(other, 4)
    await other.sync()
    copied.clear()
    device.offline = false
    await engine.sync()
    expect(await engine.deviceId()).not.toBe(before)
    expect(await engine.refreshStatus()).toMatchObject({ signInNeeded: true, idChanged: true })
    await signIn(engine, server, operator(1))
    await engine.sync()
    expect(await engine.refreshStatus()).toMatchObject({ signInNeeded: false, idChanged: false })
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 2 })
    expect(server.ledger().map(({ op }) => op.args['itemId'])).toEqual([4, 1, 2].map((number) => uuid(4, number)))
  })

  it('gives up its package numbers when it is a copy of another device, which has the same (QUEUE-9)', async () => {
    const { server, device, engine } = await begin(2)
    const numberAt = (at: Engine) => at.packageNumber(uuid(8, 1))
    await expect.poll(() => numberAt(engine)).toBe(packageNumber(0))
    device.offline = true
    await scan(engine, 1)
    const { device: twin } = boot(0, server)
    const other = await twin.openTab()
    await takeId(twin, await engine.deviceId())
    await signIn(other, server, operator(1))
    await scan(other, 2)
    await other.sync()
    device.offline = false
    await engine.sync()
    await expect.poll(() => numberAt(engine)).not.toBeNull()
    expect(await numberAt(engine)).not.toBe(packageNumber(0))
  })

  it('sends again what a restored server has lost (RESTORE-2)', async () => {
    const { server, engine } = await begin(4)
    await scan(engine, 1)
    await engine.sync()
    const backup = server.backup()
    await scan(engine, 2)
    await scan(engine, 3)
    await engine.sync()
    server.restore(backup)
    expect(server.item(uuid(4, 2))?.status).toBe('item_in_transit')
    await engine.sync()
    expect([1, 2, 3].map((number) => server.item(uuid(4, number))?.status)).toEqual([inStock, inStock, inStock])
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 3 })
    expect(await engine.audit()).toBe('equal')
  })

  it('fetches its copy again where the audit finds that it has lost a change of the configuration (BASE-6)', async () => {
    const { server, engine } = await begin(1)
    const config = engine.config()!
    server.setConfig({ ...config, stocks: [...config.stocks, { ...config.stocks[0]!, id: uuid(9, 9), name: 'New' }] })
    await engine.sync()
    expect(await engine.audit()).toBe('refetched')
    expect(engine.config()?.stocks.at(-1)).toMatchObject({ name: 'New' })
    expect(await engine.audit()).toBe('equal')
  })

  it('pauses a queue whose token is refused, and goes on capturing', async () => {
    const { server, device } = boot(3)
    const engine = await device.openTab()
    const token = await signIn(engine, server, operator(1))
    server.revokeGrant(token)
    await scan(engine, 1)
    await engine.sync()
    expect(await engine.refreshStatus()).toMatchObject({ signInNeeded: true, idChanged: false, waiting: 1 })
    expect(await scan(engine, 2)).toMatchObject({ captured: true })
    await signIn(engine, server, operator(1))
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 2 })
  })
})

/** Gives a device the id of another, as a cloned profile has it. */
async function takeId(device: Device, id: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const opening = device.indexedDB.open('reprise-outbox')
    opening.onerror = () => reject(opening.error ?? new Error('no database'))
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('device', 'readwrite')
      transaction.objectStore('device').put({ key: 'deviceId', value: id })
      transaction.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })
}

async function undo(engine: Engine, number: number, targetOpId: string): Promise<void> {
  const { id, code } = itemRow(number)
  expect(await engine.dispatch(undoCheckIn, { targetOpId, itemId: id, code })).toMatchObject({ captured: true })
}

/** The first operator signs out with unsent work. */
async function seal(engine: Engine, device: Device): Promise<void> {
  await engine.push()
  await engine.dropGrants(operator(1).userId)
  await engine.signOut()
  device.offline = false
}
