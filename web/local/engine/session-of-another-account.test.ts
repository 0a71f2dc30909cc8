import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import { createDevice, createServer, manager, operator, signIn, type Device } from '#tests/support/device-fixture.ts'
import { captureRefused } from '#tests/support/engine-floor.ts'
import { createMemorySyncServer, type MemorySyncServer } from '#tests/support/memory-sync-server.ts'
import { config, itemRow, uuid, warehouseId } from '#tests/support/rows.ts'
import type { Engine } from './engine.ts'

const author = manager(3)
const otherId = uuid(1, 2)

/** A page whose session another tab has taken on to another account, whose server has rows and an end of its own. */
let server: MemorySyncServer
let other: MemorySyncServer
let device: Device
let engine: Engine
let isElsewhere: boolean
/** Whether the server compares the accounts, as the API does. */
let compares: boolean
let named: Map<string, string | null>

beforeEach(async () => {
  server = createServer(2)
  other = createMemorySyncServer({
    config,
    scope: { key: 'scope-b', accountId: otherId, warehouseIds: [warehouseId], storeIds: [] },
    items: [itemRow(9)],
    actors: [operator(1)],
  })
  isElsewhere = false
  compares = true
  named = new Map()
  device = createDevice(server)
  device.intercept = async (path, next, init) => {
    const headers = new Headers(init?.headers)
    if (headers.has('authorization')) return next()
    const account = headers.get('x-account')
    named.set(path, account)
    if (!isElsewhere) return next()
    return compares && account !== null && account !== otherId
      ? Response.json({ code: 'ACCESS_ACCOUNT_MISMATCH', messages: [], details: { account: otherId } }, { status: 409 })
      : other.fetch(path, init)
  }
  engine = await device.openTab()
})
afterEach(() => device.close())

it('names the account of its author in each call of the session', async () => {
  await signIn(engine, server, author)
  await engine.audit()
  await expect
    .poll(() => [...named.keys()].sort())
    .toEqual(expect.arrayContaining(['/api/sync/audit', '/api/sync/pull', '/api/sync/snapshot']))
  expect([...named.values()].every((account) => account === author.accountId)).toBe(true)
})

it.each([true, false])(
  'keeps copy and operations as they are until the session is back (compared: %s)',
  async (does) => {
    compares = does
    await signIn(engine, server, author)
    const { id: itemId, code } = itemRow(1)
    await engine.dispatch(checkInItem, { code, itemId, warehouseId })
    await engine.sync()
    const before = engine.copyInfo()
    isElsewhere = true
    expect((await engine.sync()).pulled).toBe('failed')
    expect(engine.copyInfo()).toEqual(before)
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 1 })
    expect((await engine.refreshStatus()).online).toBe(true)
    isElsewhere = false
    expect((await engine.sync()).pulled).toBe('current')
    expect(server.ledger()).toHaveLength(1)
  },
)

it.each([true, false])('takes no first base of the other account (compared: %s)', async (does) => {
  compares = does
  isElsewhere = true
  await signIn(engine, server, author)
  expect(engine.copyInfo()).toBeNull()
  expect(await engine.view([itemRow(9).id])).toEqual([])
  isElsewhere = false
  await engine.sync()
  expect(engine.copyInfo()?.scope.accountId).toBe(author.accountId)
})

it('judges what is captured again by no copy of an account before', async () => {
  await signIn(engine, server, author)
  const opId = await captureRefused(engine, device)
  isElsewhere = true
  await engine.signIn({ ...author, accountId: otherId })
  await engine.sync()
  expect(engine.copyInfo()?.scope.accountId).toBe(otherId)
  device.offline = true
  await engine.signIn(author)
  const retried = await engine.retry(opId, { code: itemRow(9).code })
  expect(retried).toMatchObject({ captured: true, verdict: 'unverified' })
})
