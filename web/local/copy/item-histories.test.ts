import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import { createDevice, createServer, operator, signIn, type Device } from '#tests/support/device-fixture.ts'
import { keptHistory } from '#tests/support/kept-history.ts'
import { uuid, warehouseId } from '#tests/support/rows.ts'
import type { CopyStore } from './copy-store.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { createItemHistories } from './item-histories.ts'
import type { Author } from '#web/local/outbox/outbox-database.ts'

const path = '/api/warehouse/items/histories'
const item = (number: number): string => uuid(4, number)
const devices: Device[] = []
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close()
})

/** A device whose timers run when the test says so, and what it has asked the server for. */
async function prepare(count: number, { author = operator(1) as Author } = {}) {
  const server = createServer(count)
  let copy!: CopyStore
  const device = createDevice(server, undefined, (store) => (copy = store))
  devices.push(device)
  const asked: (readonly string[])[] = []
  const unknown = new Set<string>()
  let answers = (): boolean => true
  device.intercept = async (called, next, init) => {
    if (called !== path) return next()
    if (!answers()) throw new TypeError('offline')
    const { ids } = JSON.parse(init?.body as string) as { ids: string[] }
    asked.push(ids)
    const known = ids.filter((id) => !unknown.has(id))
    return Response.json({ items: known.map((id) => keptHistory(id, server.item(id)!.version)) })
  }
  const engine = await device.openTab()
  await signIn(engine, server, author)
  const timers: (() => void)[] = []
  const page = { isVisible: true }
  const histories = createItemHistories(engine, copy, {
    nowMs: () => device.clockMs,
    runLocked: (_name, task) => task(),
    isVisible: () => page.isVisible,
    whenIdle: (task) => task(),
    setTimer(run) {
      timers.push(run)
      return () => undefined
    },
  })
  /** Lets the planned look at what is to be read run to its end. */
  async function look(): Promise<void> {
    await vi.waitFor(() => expect(timers).toHaveLength(1))
    const outdated = vi.spyOn(copy, 'outdatedHistories')
    timers.pop()!()
    await vi.waitFor(() => expect(outdated).toHaveBeenCalled())
    await outdated.mock.results[0]?.value
    outdated.mockRestore()
  }
  return {
    server,
    device,
    engine,
    copy,
    asked,
    unknown,
    timers,
    page,
    histories,
    look,
    setAnswers: (next: () => boolean) => (answers = next),
  }
}

async function change(engine: Engine, server: ReturnType<typeof createServer>, number: number): Promise<void> {
  const row = server.item(item(number))!
  server.put({ ...row, version: row.version + 1 })
  await engine.sync()
}

describe('the reading ahead', () => {
  it('keeps the histories of the items of the place, and reads none of them twice', async () => {
    const { asked, histories, look, timers, engine } = await prepare(3)
    histories.attach()
    await look()
    await vi.waitFor(async () => expect(await histories.of(item(3))).toBeTruthy())
    expect(asked.map((ids) => ids.toSorted())).toEqual([[item(1), item(2), item(3)]])
    expect(await histories.of(item(1))).toMatchObject({ history: keptHistory(item(1)), isCurrent: true })
    await engine.sync()
    expect([asked.length, timers.length]).toEqual([1, 0])
  })

  it('reads an item that has changed again, and says until then that it has', async () => {
    const { asked, histories, look, engine, server } = await prepare(3)
    histories.attach()
    await look()
    await vi.waitFor(async () => expect(await histories.of(item(2))).toBeTruthy())
    await change(engine, server, 2)
    expect(await histories.of(item(2))).toMatchObject({ history: { version: 1 }, isCurrent: false })
    await look()
    await vi.waitFor(async () => expect(await histories.of(item(2))).toMatchObject({ isCurrent: true }))
    expect(asked.slice(1)).toEqual([[item(2)]])
    expect(await histories.of(item(2))).toMatchObject({ history: { version: 2, comment: 'Version 2' } })
  })

  it(
    'goes on after the network was lost between two batches, with what is not yet kept',
    { tags: ['slow'] },
    async () => {
      const { asked, histories, look, timers, setAnswers } = await prepare(250)
      histories.attach()
      setAnswers(() => asked.length < 1)
      await look()
      await vi.waitFor(() => expect([asked.length, timers.length]).toEqual([1, 1]))
      timers.pop()!()
      await vi.waitFor(() => expect(timers).toHaveLength(1))
      setAnswers(() => true)
      await look()
      for (const batches of [2, 3]) {
        await vi.waitFor(() => expect(asked).toHaveLength(batches))
        if (batches === 2) {
          await vi.waitFor(() => expect(timers).toHaveLength(1))
          timers.pop()!()
        }
      }
      expect(asked.map((ids) => ids.length)).toEqual([100, 100, 50])
      expect(new Set(asked.flat()).size).toBe(250)
    },
  )

  it('waits while the page is hidden, while work waits to be sent, and without a network', async () => {
    const { histories, timers, page, engine, device, server, look, asked } = await prepare(2)
    page.isVisible = false
    histories.attach()
    await engine.sync()
    expect(timers).toEqual([])
    device.offline = true
    await engine.dispatch(checkInItem, { itemId: item(1), code: server.item(item(1))!.code, warehouseId })
    await engine.refreshStatus()
    // Shown only now: what the round before has changed may be told late.
    page.isVisible = true
    await engine.sync()
    expect(timers).toEqual([])
    device.offline = false
    await engine.sync()
    await look()
    await vi.waitFor(() => expect(asked).toHaveLength(1))
  })

  it('does not ask in vain again for an item that the server does not answer for, until it changes', async () => {
    const { asked, unknown, histories, look, engine, server } = await prepare(2)
    unknown.add(item(1))
    histories.attach()
    await look()
    await vi.waitFor(async () => expect(await histories.of(item(2))).toBeTruthy())
    await change(engine, server, 2)
    await look()
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]).toEqual([item(2)])
    unknown.clear()
    await change(engine, server, 1)
    await look()
    await vi.waitFor(() => expect(asked).toHaveLength(3))
    expect(asked[2]).toEqual([item(1)])
  })

  it('reads nothing for a user who may not read items, and for nobody', async () => {
    const seller = { ...operator(1), userType: 'store_seller' } as const
    const sold = await prepare(1, { author: seller })
    sold.histories.attach()
    await sold.engine.sync()
    expect(sold.timers).toEqual([])
    const left = await prepare(1)
    await left.engine.signOut()
    left.histories.attach()
    await left.engine.sync()
    expect(left.timers).toEqual([])
  })
})

describe('what is kept', () => {
  it('is what was read by hand too, of the items of the place alone', async () => {
    const { histories, server, engine } = await prepare(2)
    server.put({ ...server.item(item(2))!, level: 'slim', version: 2 })
    await engine.sync()
    histories.keep(keptHistory(item(2), 2))
    histories.keep(keptHistory(uuid(4, 99), 1))
    histories.keep(keptHistory(item(1), 1))
    await vi.waitFor(async () => expect(await histories.of(item(1))).toBeTruthy())
    expect([await histories.of(item(2)), await histories.of(uuid(4, 99))]).toEqual([null, null])
  })

  it('is told to nobody after a sign-out, and to nobody of another account', async () => {
    const { histories, engine, copy } = await prepare(1)
    histories.keep(keptHistory(item(1)))
    await vi.waitFor(async () => expect(await histories.of(item(1))).toBeTruthy())
    expect(await copy.history('scope-b', item(1))).toBeNull()
    await engine.signOut()
    expect(await histories.of(item(1))).toBeUndefined()
    // A user of another account, whose copy is not on the device yet.
    await engine.signIn({ ...operator(2), accountId: uuid(1, 2) })
    expect(engine.copyInfo()).toBeNull()
    expect(await histories.of(item(1))).toBeUndefined()
  })
})
