import { IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import { undoCheckIn } from '#sync/operations/check-in/undo-check-in.ts'
import { operator, signIn, type Device } from '#tests/support/device-fixture.ts'
import { inStock, scan, statusOf, prepareDevices } from '#tests/support/engine-floor.ts'
import { itemRow, uuid, warehouseId } from '#tests/support/rows.ts'
import { openOutboxDatabase, type OpRow } from '#web/local/outbox/outbox-database.ts'
import { databaseNames } from './ports.ts'

const { boot, begin } = prepareDevices()

describe('a device', () => {
  it('captures offline, shows it at once, and sends it once (OP-1, VIEW-1)', async () => {
    const { server, device, engine } = await begin(3)
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

  it('refuses on its own what its copy forbids, and keeps the line (VIEW-5)', async () => {
    const { engine } = await begin(1)
    await scan(engine, 1)
    expect(await scan(engine, 1)).toMatchObject({ captured: false, code: 'ITEM_ALREADY_CHECKED_IN' })
    expect((await engine.lines('l')).map(({ state }) => state)).toHaveLength(2)
    expect((await engine.lines('l'))[0]).toMatchObject({ state: 'refused', reasonCode: 'ITEM_ALREADY_CHECKED_IN' })
  })

  it('captures an unknown code, which the server resolves (VIEW-5)', async () => {
    const { server, device, engine } = await begin(1)
    device.offline = true
    server.put(itemRow(9))
    const { code } = itemRow(9)
    expect(await engine.dispatch(checkInItem, { code, warehouseId })).toMatchObject({ verdict: 'unverified' })
    device.offline = false
    await engine.sync()
    expect(server.item(uuid(4, 9))?.status).toBe(inStock)
    expect(await statusOf(engine, 9)).toBe(inStock)
  })

  it(
    'fetches soon what came of a decided action, without waiting for its usual cycle',
    { tags: ['slow'] },
    async () => {
      const { server, engine } = await begin(1)
      server.put(itemRow(9))
      await engine.dispatch(checkInItem, { code: itemRow(9).code, warehouseId })
      await expect.poll(() => statusOf(engine, 9), { timeout: 5_000 }).toBe(inStock)
    },
  )

  it('counts a captured action as waiting the moment it is captured (QUEUE-3)', async () => {
    const { device, engine } = await begin(2)
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

  it('calls work overdue by its age alone, offline, online and while a sign-in is missing', async () => {
    const { device, engine } = await begin(2)
    device.offline = true
    await scan(engine, 1)
    expect(await engine.refreshStatus()).toMatchObject({ online: false, overdue: false })
    device.clockMs += 5 * 60_000
    const offline = await engine.refreshStatus()
    expect(offline).toMatchObject({ online: false, waiting: 1, overdue: true })
    expect(offline.oldestAgeMs).toBeGreaterThan(5 * 60_000)
    device.intercept = (path, next) =>
      path.endsWith('/push') ? Promise.resolve(new Response('', { status: 503 })) : next()
    device.offline = false
    await engine.sync()
    expect(await engine.refreshStatus()).toMatchObject({ online: true, waiting: 1, overdue: true })
    await engine.dropGrants(operator(1).userId)
    expect(await engine.refreshStatus()).toMatchObject({ signInNeeded: true, waiting: 1, overdue: true })
  })

  it.each(['pull', 'snapshot'])('asks for a sign-in where a %s is refused for want of a second factor', async (way) => {
    const { server, device } = boot(2)
    const engine = await device.openTab()
    if (way === 'pull') await signIn(engine, server, operator(1))
    const refusal = { code: 'ACCESS_SECOND_FACTOR_MISSING', message: '' }
    device.intercept = (path, next) =>
      path.endsWith(`/${way}`) ? Promise.resolve(Response.json(refusal, { status: 403 })) : next()
    if (way === 'snapshot') await signIn(engine, server, operator(1))
    await engine.sync()
    expect(await engine.refreshStatus()).toMatchObject({ signInNeeded: true })
    device.intercept = (_path, next) => next()
    await engine.sync()
    expect(await engine.refreshStatus()).toMatchObject({ signInNeeded: false })
  })

  it('makes ten lines of ten quick scans, in order', async () => {
    const { device, engine } = await begin(10)
    device.offline = true
    await Promise.all(Array.from({ length: 10 }, (_, at) => scan(engine, at + 1)))
    const lines = await engine.lines('l')
    expect(lines.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, (_, at) => itemRow(10 - at).code))
  })

  it('undoes a check-in offline', async () => {
    const { server, device, engine } = await begin(1)
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

  it('never shows an applied action undone on the way to its confirmation (VIEW-3)', async () => {
    const { engine } = await begin(1)
    const seen: (string | undefined)[] = []
    const watches: Promise<void>[] = []
    const watch = async () => void seen.push(await statusOf(engine, 1))
    await scan(engine, 1)
    engine.subscribe(() => watches.push(watch()))
    await engine.push()
    await watch()
    await engine.pull()
    await watch()
    await Promise.all(watches)
    expect(new Set(seen)).toEqual(new Set([inStock]))
  })

  it('appends from two tabs and pushes without doubling (QUEUE-4)', async () => {
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

  it('pushes two thousand operations and has them all confirmed', { tags: ['slow'], timeout: 120_000 }, async () => {
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
  })
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
