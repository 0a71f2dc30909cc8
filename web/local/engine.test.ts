import { IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it } from 'vitest'
import { checkInItem } from '#sync/operations/warehouse/check-in-item.ts'
import { endCheckInRound } from '#sync/operations/warehouse/end-check-in-round.ts'
import { undoCheckIn } from '#sync/operations/warehouse/undo-check-in.ts'
import { createDevice, createServer, manager, operator, signIn, type Device } from '#tests/support/device-fixture.ts'
import { itemRow, uuid, warehouseId } from '#tests/support/rows.ts'
import type { Engine } from './engine.ts'
import { openOutboxDatabase, type OpRow } from './outbox-database.ts'
import { databaseNames } from './ports.ts'

const devices: Device[] = []
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close()
})

function boot(count: number, server = createServer(count)) {
  const device = createDevice(server)
  devices.push(device)
  return { server, device }
}

async function scan(engine: Engine, number: number, more: { roundId?: string } = {}) {
  const { id, code } = itemRow(number)
  return engine.dispatch(checkInItem, { code, itemId: id, warehouseId, ...more }, { line: { listId: 'l', code } })
}

const statusOf = async (engine: Engine, number: number) => (await engine.view([uuid(4, number)]))[0]?.item.status

const inStock = 'item_awaiting_compliancy_tests'

describe('a device', () => {
  it('captures offline, shows it at once, and sends it once', async () => {
    const { server, device } = boot(3)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    device.offline = true
    expect(await scan(engine, 1)).toMatchObject({ captured: true, verdict: 'applied' })
    expect(await statusOf(engine, 1)).toBe(inStock)
    expect(server.ledger()).toEqual([])
    device.offline = false
    await engine.sync()
    expect(server.item(uuid(4, 1))?.status).toBe(inStock)
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 1, held: 0, tray: 0, discarded: 0 })
    expect((await engine.view([uuid(4, 1)]))[0]).toMatchObject({ pending: 0, item: { version: 2 } })
    expect((await engine.lines('l'))[0]).toMatchObject({ state: 'confirmed' })
  })

  it('refuses on its own what its copy forbids, and keeps the line', async () => {
    const { server, device } = boot(1)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    await scan(engine, 1)
    expect(await scan(engine, 1)).toMatchObject({ captured: false, code: 'ITEM_ALREADY_CHECKED_IN' })
    expect((await engine.lines('l')).map(({ state }) => state)).toHaveLength(2)
    expect((await engine.lines('l'))[0]).toMatchObject({ state: 'refused', reasonCode: 'ITEM_ALREADY_CHECKED_IN' })
  })

  it('captures an unknown code, which the server resolves', async () => {
    const { server, device } = boot(1)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    device.offline = true
    server.put(itemRow(9))
    const { code } = itemRow(9)
    expect(await engine.dispatch(checkInItem, { code, warehouseId })).toMatchObject({ verdict: 'unverified' })
    device.offline = false
    await engine.sync()
    expect(server.item(uuid(4, 9))?.status).toBe(inStock)
    expect(await statusOf(engine, 9)).toBe(inStock)
  })

  it('fetches soon what came of a decided action, without waiting for its usual round', async () => {
    const { server, device } = boot(1)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    server.put(itemRow(9))
    await engine.dispatch(checkInItem, { code: itemRow(9).code, warehouseId })
    await expect.poll(() => statusOf(engine, 9), { timeout: 5_000 }).toBe(inStock)
  })

  it('counts a captured action as waiting the moment it is captured', async () => {
    const { server, device } = boot(2)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    device.offline = true
    await engine.refreshStatus()
    expect(engine.status().waiting).toBe(0)
    await scan(engine, 1)
    expect(engine.status()).toMatchObject({ waiting: 1, oldestAgeMs: 0 })
    const [read] = await Promise.all([engine.refreshStatus(), scan(engine, 2)])
    expect(read.waiting).toBeGreaterThanOrEqual(1)
    expect(engine.status().waiting).toBeGreaterThanOrEqual(2)
    expect(await engine.refreshStatus()).toMatchObject({ waiting: 2 })
  })

  it('makes ten lines of ten quick scans, in order', async () => {
    const { server, device } = boot(10)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    device.offline = true
    await Promise.all(Array.from({ length: 10 }, (_, at) => scan(engine, at + 1)))
    const lines = await engine.lines('l')
    expect(lines.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, (_, at) => itemRow(10 - at).code))
  })

  it('undoes a check-in offline', async () => {
    const { server, device } = boot(1)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    device.offline = true
    const first = await scan(engine, 1)
    const { id, code } = itemRow(1)
    if (!first.captured) throw new Error('refused')
    const undone = await engine.dispatch(undoCheckIn, { targetOpId: first.opId, itemId: id, code })
    expect(undone).toMatchObject({ captured: true, verdict: 'applied' })
    expect(await statusOf(engine, 1)).toBe('item_in_transit')
    device.offline = false
    await engine.sync()
    expect(server.ledger().map(({ outcome }) => outcome.status)).toEqual(['applied', 'applied'])
    expect(server.item(id)?.status).toBe('item_in_transit')
  })

  it('sends again after a lost answer, and nothing happens twice', async () => {
    const { server, device } = boot(1)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
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

  it('believes no captive portal', async () => {
    const { server, device } = boot(1)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    device.intercept = async () => new Response('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } })
    await scan(engine, 1)
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 1 })
    expect((await engine.refreshStatus()).online).toBe(false)
  })

  it('keeps its copy when a snapshot is truncated', async () => {
    const { server, device } = boot(300)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
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

  it('loses nothing with its copy', async () => {
    const { server, device } = boot(5)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
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

  it('never shows an applied action undone on the way to its confirmation', async () => {
    const { server, device } = boot(1)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    const seen: (string | undefined)[] = []
    const watches: Promise<void>[] = []
    const watch = async () => void seen.push(await statusOf(engine, 1))
    await scan(engine, 1)
    engine.subscribe(() => watches.push(watch()))
    await engine.drain()
    await watch()
    await engine.pull()
    await watch()
    await Promise.all(watches)
    expect(new Set(seen)).toEqual(new Set([inStock]))
  })

  it('seals the work of an operator who signs out, and lets the next one work', async () => {
    const { server, device } = boot(4)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    device.offline = true
    await scan(engine, 1)
    await scan(engine, 2)
    await engine.drain()
    await engine.dropGrants(operator(1).userId)
    await engine.signOut()
    device.offline = false
    await signIn(engine, server, operator(2))
    await scan(engine, 3)
    await engine.sync()
    expect(await engine.refreshStatus()).toMatchObject({ waiting: 0, sealed: [{ name: 'Operator 1', count: 2 }] })
    expect(server.ledger().map(({ op }) => op.actor)).toEqual([operator(2).userId])
    expect(await statusOf(engine, 1)).toBe(inStock)
    await signIn(engine, server, operator(1))
    await engine.sync()
    expect(server.ledger().map(({ op }) => op.actor)).toEqual(
      [operator(2), operator(1), operator(1)].map((by) => by.userId),
    )
  })

  it('lets a later operator wait on the server for sealed work of the same code', async () => {
    const { server, device } = boot(3)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    device.offline = true
    server.put(itemRow(9))
    const { code } = itemRow(9)
    await engine.dispatch(checkInItem, { code, warehouseId })
    await engine.drain()
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
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 2, held: 0, tray: 1, discarded: 0 })
    expect((await engine.tray())[0]?.cause).toMatchObject({
      code: 'ITEM_ALREADY_CHECKED_IN',
      author: { name: 'Operator 2' },
    })
  })

  it('takes a new id when it is a copy of another device, and sends its waiting work in order', async () => {
    const { server, device } = boot(5)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    const copied = new Map<string, unknown>()
    const before = await engine.deviceId()
    device.offline = true
    await scan(engine, 1)
    await scan(engine, 2)
    const twin = createDevice(server)
    devices.push(twin)
    const other = await twin.openTab()
    await takeId(twin, before)
    await signIn(other, server, operator(1))
    await scan(other, 4)
    await other.sync()
    copied.clear()
    device.offline = false
    await engine.sync()
    expect(await engine.deviceId()).not.toBe(before)
    expect((await engine.refreshStatus()).signInNeeded).toBe(true)
    await signIn(engine, server, operator(1))
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 2 })
    expect(server.ledger().map(({ op }) => op.args['itemId'])).toEqual([4, 1, 2].map((number) => uuid(4, number)))
  })

  it('puts a refusal into the tray with what rests on it, and drops both for a reason', async () => {
    const { server, device } = boot(2)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
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
    const { server, device } = boot(1)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    device.offline = true
    const first = await engine.dispatch(checkInItem, { code: '99999999', warehouseId })
    if (!first.captured) throw new Error('refused')
    device.offline = false
    await engine.sync()
    await signIn(engine, server, operator(2))
    expect(await engine.discard(first.opId, 'not mine')).toEqual({ ok: false, code: 'REFUSAL_NOT_YOURS' })
    expect(await engine.retry(first.opId)).toEqual({ captured: false, code: 'REFUSAL_NOT_YOURS' })
    expect(await engine.accounting()).toMatchObject({ tray: 1 })
    await engine.signIn({ ...manager(3), warehouseIds: [uuid(9, 9)] })
    expect(await engine.discard(first.opId, 'another place')).toEqual({ ok: false, code: 'REFUSAL_NOT_YOURS' })
    await engine.signIn(manager(3))
    expect(await engine.discard(first.opId, 'the box is empty')).toMatchObject({ ok: true })
    expect(await engine.accounting()).toMatchObject({ tray: 0, discarded: 1 })
  })

  it('lets the manager discard what the server holds of another device', async () => {
    const { server, device } = boot(1)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    device.offline = true
    const first = await engine.dispatch(checkInItem, { code: '99999999', warehouseId })
    if (!first.captured) throw new Error('refused')
    device.offline = false
    await engine.sync()
    const there = boot(0, server).device
    const other = await there.openTab()
    await signIn(other, server, operator(2))
    expect(await other.discard(first.opId, 'gone')).toEqual({ ok: false, code: 'REFUSAL_UNKNOWN' })
    await signIn(other, server, manager(3))
    expect(await other.discard(first.opId, 'gone')).toMatchObject({ ok: true })
    await other.sync()
    expect(server.ledger().find(({ op }) => op.opId === first.opId)?.resolved).toBe(true)
  })

  it('tries a refused action again as a new one', async () => {
    const { server, device } = boot(2)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    device.offline = true
    const first = await engine.dispatch(
      checkInItem,
      { code: '99999999', warehouseId },
      { line: { listId: 'l', code: '99999999' } },
    )
    if (!first.captured) throw new Error('refused')
    device.offline = false
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ tray: 1 })
    expect(await engine.retry(first.opId, { code: itemRow(2).code })).toMatchObject({ captured: true })
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 2, held: 0, tray: 0, discarded: 1 })
    expect(server.item(uuid(4, 2))?.status).toBe(inStock)
    expect((await engine.lines('l'))[0]).toMatchObject({ state: 'confirmed' })
  })

  it('ends no round while one of its check-ins is refused, and names it', async () => {
    const { server, device } = boot(2)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
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

  it('sends again what a restored server has lost', async () => {
    const { server, device } = boot(4)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
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

  it('pauses a queue whose token is refused, and goes on capturing', async () => {
    const { server, device } = boot(3)
    const engine = await device.openTab()
    const token = await signIn(engine, server, operator(1))
    server.revokeGrant(token)
    await scan(engine, 1)
    await engine.sync()
    expect(await engine.refreshStatus()).toMatchObject({ signInNeeded: true, waiting: 1 })
    expect(await scan(engine, 2)).toMatchObject({ captured: true })
    await signIn(engine, server, operator(1))
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 2 })
  })

  it('appends from two tabs and drains without doubling', async () => {
    const { server, device } = boot(40)
    const [one, two] = [await device.openTab(), await device.openTab()]
    await signIn(one, server, operator(1))
    await two.signIn(operator(1))
    await Promise.all(Array.from({ length: 40 }, (_, at) => scan(at % 2 === 0 ? one : two, at + 1)))
    await Promise.all([one.sync(), two.sync()])
    await one.sync()
    expect(server.ledger().map(({ op }) => op.seq)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
    expect(await two.accounting()).toMatchObject({ applied: 40, pending: 0 })
    expect(await statusOf(two, 40)).toBe(inStock)
  })

  it('drains two thousand operations and has them all confirmed', async () => {
    const { server, device } = boot(2_000)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    device.offline = true
    await scan(engine, 1)
    await multiply(device, 2_000)
    device.offline = false
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ applied: 2_000, pending: 0 })
    expect(server.ledger().every(({ op }, at) => op.seq === at + 1)).toBe(true)
    expect(engine.copyInfo()?.covered).toEqual([])
    expect(await engine.audit()).toBe('equal')
  }, 120_000)
})

/** Makes one captured check-in into many, of one item each; capturing each of them here would test fake-indexeddb. */
async function multiply(device: Device, count: number): Promise<void> {
  const database = openOutboxDatabase({
    indexedDB: device.indexedDB,
    IDBKeyRange: FakeKeyRange as unknown as typeof IDBKeyRange,
    databaseNames,
  })
  const first = (await database.ops.toCollection().first())!
  const rows = Array.from({ length: count - 1 }, (_, at): OpRow => {
    const [seq, opId, { id, code }] = [at + 2, uuid(9, at), itemRow(at + 2)]
    const lanes = [`item:${id}`]
    const op = { ...first.op, opId, seq, lanes, args: { ...first.op.args, itemId: id, code } }
    return { ...first, opId, seq, order: seq, lanes, op }
  })
  await database.ops.bulkPut(rows)
  await database.counters.put({ name: `seq:${first.queue}`, last: count })
  database.close()
}

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
