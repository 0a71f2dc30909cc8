import { IDBFactory, IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { accountId, createLocks, operator } from '#tests/support/device-fixture.ts'
import { storedText } from '#tests/support/stored-text.ts'
import { catalogNames, counterLock } from '#web/local/counter/counter.ts'
import { keepSession } from './kept-session.ts'
import { createLeaving, clearDeviceData } from './leave-device.ts'
import { openDexie } from './open-dexie.ts'
import { queueOf } from '#web/local/outbox/outbox-database.ts'
import { createOutbox, type Outbox } from '#web/local/outbox/outbox.ts'
import { databaseNames } from '#web/local/engine/ports.ts'
import { pullLock } from '#web/local/sync/pull.ts'

const [first, second] = [operator(1), operator(2)]
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A device with a copy of products and the timers of its own, on which nothing else runs. */
async function device() {
  const storage = {
    indexedDB: new IDBFactory(),
    IDBKeyRange: FakeKeyRange as unknown as typeof IDBKeyRange,
    databaseNames,
  }
  const timers: (() => void)[] = []
  const ports = {
    ...storage,
    nowMs: () => Date.UTC(2026, 10, 21),
    random: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
    onStorageProblem: () => undefined,
    runLocked: createLocks(),
    setTimer(run: () => void) {
      timers.push(run)
      return () => void timers.splice(timers.indexOf(run), 1)
    },
  }
  const outbox = createOutbox(ports)
  closing.push(() => outbox.close())
  await outbox.deviceId()
  const put = async (name: string, word: string) => {
    const database = openDexie(name, storage)
    database.version(1).stores({ rows: 'id' })
    await database.table('rows').put({ id: 1, word })
    database.close()
  }
  await put(`${databaseNames.copy}scope`, 'a product')
  const text = () => storedText(storage.indexedDB)
  const passTime = () => {
    for (const run of timers.splice(0)) run()
  }
  return { ports, outbox, put, text, passTime }
}

/** A user signs in, as the page that does it tells the device. */
async function signInElsewhere(outbox: Outbox, { userId, module }: typeof first): Promise<void> {
  const queue = queueOf(await outbox.deviceId(), { userId, module })
  await outbox.storeGrant({ queue, userId, token: 't', expiresAt: '2027-01-01T00:00:00Z' })
  await outbox.writing((open) => keepSession(open, { userId, turn: 1, values: {} }))
}

const closed = { close: () => Promise.resolve() }

describe('a tab without a user', () => {
  it('empties nothing of a user who has signed in in another tab', async () => {
    const { ports, outbox, text } = await device()
    const leaving = createLeaving(outbox, closed, ports)
    await leaving.take(second)
    await signInElsewhere(outbox, second)
    await leaving.leave()
    await clearDeviceData(outbox, ports, null)
    expect(await text()).toContain('a product')
    expect(await outbox.readMeta('author')).toEqual(second)
  })

  it('empties the device once that user has signed out, or the grants have ended', async () => {
    const { ports, outbox, text } = await device()
    const leaving = createLeaving(outbox, closed, ports)
    await leaving.take(second)
    await signInElsewhere(outbox, second)
    const later = { ...ports, nowMs: () => Date.UTC(2027, 1, 1) }
    await createLeaving(outbox, closed, later).leave()
    expect(await text()).not.toContain('a product')
    expect(await outbox.readMeta('author')).toBeUndefined()
  })

  it('asks for the turn behind a running pull at once, so that the next user’s comes after it', async () => {
    const { ports, outbox, put, text } = await device()
    const pulling = Promise.withResolvers<void>()
    const turns: string[] = []
    void ports.runLocked(pullLock, () => pulling.promise)
    const slow = Promise.withResolvers<void>()
    const leaving = createLeaving(outbox, { close: () => slow.promise }, ports)
    const left = leaving.leave()
    await vi.waitFor(async () => expect(await outbox.readMeta('author')).toBeUndefined())
    await new Promise((go) => setTimeout(go, 20))
    const next = ports.runLocked(pullLock, async () => void turns.push(await text()))
    await put(`${databaseNames.copy}scope`, 'what the pull has brought')
    slow.resolve()
    pulling.resolve()
    await Promise.all([left, next])
    expect(turns[0]).not.toContain('what the pull has brought')
  })
})

it('an operation that cannot be read keeps nothing else from being emptied before the sign-out goes on', async () => {
  const { ports, outbox, text } = await device()
  await outbox.writing(async (open) => {
    await open.meta.put({ key: 'seenProducts', value: [{ id: 'p' }] })
    await open.ops.put({ opId: 'broken', queue: 'd|u|tim', seq: 1, order: 1, lanes: [], state: 'pending' } as never)
  })
  const slow = Object.create(ports.indexedDB, {
    databases: { value: () => new Promise((go) => setTimeout(go, 20)).then(() => ports.indexedDB.databases()) },
    open: { value: (...request: Parameters<IDBFactory['open']>) => ports.indexedDB.open(...request) },
  }) as IDBFactory
  await expect(clearDeviceData(outbox, { ...ports, indexedDB: slow }, null)).rejects.toThrow()
  expect(await text()).not.toContain('a product')
})

describe('the next user of a device', () => {
  it('works though what the one before has left cannot be emptied', async () => {
    const { ports, outbox } = await device()
    const refusing = { ...ports.indexedDB, databases: () => Promise.reject(new Error('refused')) } as never
    const leaving = createLeaving(outbox, closed, { ...ports, indexedDB: refusing })
    await leaving.take(first)
    await leaving.take(second)
    expect(await outbox.readMeta('author')).toEqual(second)
  })

  it('waits some seconds for it and no longer, and its key goes then', async () => {
    const { ports, outbox, passTime } = await device()
    const leaving = createLeaving(outbox, { close: () => new Promise<never>(() => undefined) }, ports)
    await outbox.writing((open) => open.device.put({ key: `lock:${first.userId}`, value: 'no key' }))
    await leaving.take(first)
    const taken = leaving.take(second)
    await vi.waitFor(async () => {
      passTime()
      expect(await outbox.reach((open) => open.device.get(`lock:${first.userId}`))).toBeUndefined()
    })
    await taken
    // The lock of the pulls is free again, too.
    await ports.runLocked(pullLock, () => Promise.resolve())
  })
})

it('a catalog that was on its way is emptied behind it', async () => {
  const { ports, outbox, put, text } = await device()
  const loading = Promise.withResolvers<void>()
  const loaded = ports.runLocked(counterLock, async () => {
    await loading.promise
    await put(`${catalogNames(ports)}${accountId}`, 'a price')
  })
  await createLeaving(outbox, closed, ports).leave()
  await ports.runLocked(pullLock, () => Promise.resolve())
  loading.resolve()
  await loaded
  await ports.runLocked(counterLock, () => Promise.resolve())
  expect(await text()).not.toContain('a price')
})
