import { IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import type { Outcome } from '#sync/wire/operation.ts'
import { createDevice, type Device } from '#tests/support/device-fixture.ts'
import { createMemorySyncServer, type MemorySyncServer } from '#tests/support/memory-sync-server.ts'
import { config, itemRow, uuid, warehouseId } from '#tests/support/rows.ts'
import type { Engine } from './engine.ts'
import { floorEngine } from './floor-engine.ts'
import { openOutboxDatabase, type Author } from '#web/local/outbox/outbox-database.ts'
import { databaseNames } from './ports.ts'

type Name = 'rivoli' | 'nova'

const userId = uuid(5, 1)
const idOf = { rivoli: uuid(1, 1), nova: uuid(1, 2) } as const

const inClient = (name: Name): Author => ({
  userId,
  name: 'Ada Moreau',
  accountId: idOf[name],
  client: name,
  module: 'root',
  userType: 'super_admin',
  warehouseIds: 'all',
})

function createServer(name: Name): MemorySyncServer {
  const at = name === 'rivoli' ? 0 : 100
  const items = [1, 2].map((number) => itemRow(number, { id: uuid(4, at + number) }))
  const scope = { key: `scope-${name}`, accountId: idOf[name], warehouseIds: [warehouseId], storeIds: [] }
  return createMemorySyncServer({
    config,
    scope,
    items,
    actors: [{ userId, userType: 'super_admin', warehouseIds: 'all' }],
  })
}

/** A device between two clients, whose codes are the same: the session reaches the one that is open, a token its own. */
let servers: Record<Name, MemorySyncServer>
let device: Device
let engine: Engine
let opened: Name
let isPushOut: boolean

beforeEach(async () => {
  servers = { rivoli: createServer('rivoli'), nova: createServer('nova') }
  opened = 'rivoli'
  isPushOut = false
  device = createDevice(servers.rivoli)
  device.intercept = async (path, _next, init) => {
    if (path !== '/api/sync/push') return servers[opened].fetch(path, init)
    if (isPushOut) throw new TypeError('offline')
    const [name, token] = (new Headers(init?.headers).get('authorization') ?? '').replace('Bearer ', '').split(' ')
    return servers[name as Name].fetch(path, { ...init, headers: { authorization: `Bearer ${token}` } })
  }
  engine = await device.openTab()
})
afterEach(() => device.close())

const grantOf = async (name: Name, clientId?: string) => {
  const token = `${name} ${servers[name].issueGrant(await engine.deviceId(), userId, 'root')}`
  await engine.storeGrant({ userId, module: 'root', clientId, token, expiresAt: '2027-01-01T00:00:00Z' })
}

async function open(name: Name, { withGrant = true } = {}): Promise<void> {
  opened = name
  if (withGrant) await grantOf(name, idOf[name])
  await engine.signIn(inClient(name))
  await engine.sync()
}

const itemIn = (name: Name, number = 1) => ({
  code: itemRow(number).code,
  itemId: uuid(4, (name === 'rivoli' ? 0 : 100) + number),
  warehouseId,
})
/** Captures what the server does not hear of until pushes arrive again. */
async function captureUnsent(args: ReturnType<typeof itemIn>): Promise<void> {
  isPushOut = true
  expect(await engine.dispatch(checkInItem, args)).toMatchObject({ captured: true, verdict: 'applied' })
  await engine.push()
}
const sent = (name: Name) =>
  servers[name].ledger().map(({ op, outcome }) => [op.seq, op.args['itemId'], stateOf(outcome)])
const stateOf = ({ status, code }: Outcome) => (code === null ? status : `${status} ${code}`)

describe('the work of an administrator of the platform', () => {
  it('goes to the client that it was captured in, whichever is open since (QUEUE-10)', async () => {
    await open('rivoli')
    await captureUnsent(itemIn('rivoli'))
    await open('nova')
    // The same code there is another product, which nothing was done to.
    const [shown] = await engine.view([itemIn('nova').itemId], [])
    expect(shown?.item.status).toBe('item_in_transit')
    expect(await engine.dispatch(checkInItem, itemIn('nova'))).toMatchObject({ captured: true, verdict: 'applied' })
    isPushOut = false
    await engine.sync()
    expect(sent('rivoli')).toEqual([[1, itemIn('rivoli').itemId, 'applied']])
    expect(sent('nova')).toEqual([[1, itemIn('nova').itemId, 'applied']])
    expect(await engine.refreshStatus()).toMatchObject({ waiting: 0, signedOut: [], signInNeeded: false })
  })

  it('stays without a grant of its client, and goes once that is opened again (QUEUE-5)', async () => {
    await open('rivoli')
    await captureUnsent(itemIn('rivoli'))
    await engine.dropGrants(userId)
    isPushOut = false
    await open('nova')
    const { code } = itemIn('rivoli')
    expect(await engine.signedOutWork(engine.author())).toMatchObject([
      { userId, name: 'Ada Moreau', client: 'rivoli', count: 1, codes: [code] },
    ])
    expect(await engine.refreshStatus()).toMatchObject({
      waiting: 0,
      signedOut: [{ userId, count: 1 }],
      signInNeeded: false,
    })
    expect([sent('rivoli'), sent('nova')]).toEqual([[], []])
    await open('rivoli')
    expect(sent('rivoli')).toEqual([[1, itemIn('rivoli').itemId, 'applied']])
    expect(await engine.signedOutWork(engine.author())).toEqual([])
  })

  it('stands in the tray of its own client alone', async () => {
    await open('rivoli')
    await captureUnsent(itemIn('rivoli'))
    servers.rivoli.put(
      itemRow(1, { id: itemIn('rivoli').itemId, version: 2, status: 'item_awaiting_inventory', tested: true }),
    )
    isPushOut = false
    await engine.sync()
    expect(await engine.tray()).toHaveLength(1)
    expect((await engine.refreshStatus()).attention).toBe(1)
    await open('nova')
    expect(await engine.tray()).toEqual([])
    expect((await engine.refreshStatus()).attention).toBe(0)
  })

  it('begins with no copy of the client before', async () => {
    await open('rivoli')
    expect(engine.copyInfo()?.scope.accountId).toBe(idOf.rivoli)
    device.offline = true
    await engine.signIn(inClient('nova'))
    expect(engine.copyInfo()).toBeNull()
    await engine.signIn(inClient('rivoli'))
    expect(engine.copyInfo()?.scope.accountId).toBe(idOf.rivoli)
  })

  it('waits after a start for the client that the page is drawn for, whichever was worked in last', async () => {
    await open('nova')
    await open('rivoli')
    isPushOut = true
    const tab = await device.openTab(undefined, idOf.nova)
    const floor = floorEngine(tab, { userId, accountId: idOf.nova })
    const scanned = floor.dispatch(checkInItem, itemIn('nova'), {})
    // What no screen holds back is not captured either, until the page has named its user.
    expect(await tab.dispatch(checkInItem, itemIn('nova', 2))).toMatchObject({ code: 'SYNC_SIGN_IN_REQUIRED' })
    opened = 'nova'
    await tab.signIn(inClient('nova'))
    expect(await scanned).toMatchObject({ captured: true })
    expect((await tab.operations('pending')).map(({ accountId }) => accountId)).toEqual([idOf.nova])
    isPushOut = false
    await tab.sync()
    expect([sent('rivoli'), sent('nova')]).toEqual([[], [[1, itemIn('nova').itemId, 'applied']]])
  })

  it('waits for the client of its page while the engine is still in another', async () => {
    await open('rivoli')
    const scanned = floorEngine(engine, { userId, accountId: idOf.nova }).dispatch(checkInItem, itemIn('nova'), {})
    await new Promise((done) => setTimeout(done, 20))
    await open('nova')
    expect(await scanned).toMatchObject({ captured: true })
    await engine.sync()
    expect([sent('rivoli'), sent('nova')]).toEqual([[], [[1, itemIn('nova').itemId, 'applied']]])
  })

  it('goes on at once after a start in the client that was worked in last', async () => {
    await open('rivoli')
    const tab = await device.openTab(undefined, idOf.rivoli)
    expect(tab.author()).toEqual(inClient('rivoli'))
  })

  it('is none at the platform itself, which needs no token', async () => {
    await engine.signIn({ ...inClient('rivoli'), accountId: uuid(1, 9), client: null })
    expect(await engine.refreshStatus()).toMatchObject({ signInNeeded: false })
    const refused = { captured: false, code: 'SYNC_SIGN_IN_REQUIRED' }
    const check = itemIn('rivoli')
    expect(await engine.dispatch(checkInItem, check)).toMatchObject(refused)
    const action = { definition: checkInItem, args: check }
    expect(await engine.dispatchBoth(action, () => action)).toMatchObject(refused)
    expect(await engine.retry(uuid(9, 1))).toMatchObject(refused)
    expect(await engine.discard(uuid(9, 1), 'lost')).toEqual({ ok: false, code: refused.code })
    expect(await engine.openRound(warehouseId)).toBeNull()
    expect(await engine.accounting()).toMatchObject({ pending: 0 })
  })
})

describe('what an administrator captured as a user of the client itself', () => {
  it('goes on in the queue of the client, under the numbers that the server knows', async () => {
    const { client: _client, ...before } = inClient('rivoli')
    await grantOf('rivoli')
    await engine.signIn(before)
    await engine.sync()
    await engine.dispatch(checkInItem, itemIn('rivoli', 1))
    await engine.sync()
    await captureUnsent(itemIn('rivoli', 2))
    const deviceId = await engine.deviceId()
    await engine.dropGrants(userId)
    isPushOut = false
    // Another client is opened first, which gets nothing of it.
    await open('nova')
    expect(sent('nova')).toEqual([])
    expect(await engine.signedOutWork(engine.author())).toMatchObject([{ count: 1 }])
    await open('rivoli')
    expect(sent('rivoli').map(([seq, , state]) => [seq, state])).toEqual([
      [1, 'applied'],
      [2, 'applied'],
    ])
    expect(await engine.deviceId()).toBe(deviceId)
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 2 })
  })

  it('leaves its numbers behind when it is old and forgotten, and no device is forked for it', async () => {
    const { client: _client, ...before } = inClient('rivoli')
    await grantOf('rivoli')
    await engine.signIn(before)
    await engine.dispatch(checkInItem, itemIn('rivoli', 1))
    await engine.sync()
    const deviceId = await engine.deviceId()
    await engine.dropGrants(userId)
    const outbox = openOutboxDatabase({ indexedDB: device.indexedDB, IDBKeyRange, databaseNames })
    await outbox.ops.clear()
    outbox.close()
    for (const name of ['nova', 'rivoli'] as const) {
      await open(name)
      await engine.dispatch(checkInItem, itemIn(name, 2))
      await engine.sync()
    }
    expect(await engine.deviceId()).toBe(deviceId)
    expect(sent('nova')).toEqual([[1, itemIn('nova', 2).itemId, 'applied']])
    expect(sent('rivoli')[1]).toEqual([2, itemIn('rivoli', 2).itemId, 'applied'])
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 2 })
  })
})
