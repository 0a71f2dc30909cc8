import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { scope } from '#tests/support/device-fixture.ts'
import { keptHistory } from '#tests/support/kept-history.ts'
import { itemRow, uuid } from '#tests/support/rows.ts'
import { createServedCopy } from '#tests/support/served-copy.ts'
import { openCopyDatabase } from './copy-database.ts'

const { key } = scope
const item = (number: number): string => uuid(4, number)
/** Nothing is left to be done with it. */
const idle = { status: 'item_cancelled', buybackStatus: 'bb_cancelled' } as const

function setUp(indexedDB = new IDBFactory()) {
  let answer: (ids: readonly string[]) => Response = (ids) => Response.json({ items: ids.map((id) => keptHistory(id)) })
  const copy = createServedCopy(indexedDB, (url, init) =>
    url === '/histories' ? answer(JSON.parse(init.body as string) as string[]) : undefined,
  )
  return {
    ...copy,
    setAnswer: (next: typeof answer) => (answer = next),
    fetch(ids: readonly string[], readAtMs = 1) {
      const init = { method: 'POST', headers: {}, body: JSON.stringify(ids) }
      return copy.store.fetchHistories(key, { url: '/histories', init }, readAtMs)
    },
  }
}

const countKept = async (ports: Parameters<typeof openCopyDatabase>[1]): Promise<number> => {
  const database = openCopyDatabase(key, ports)
  const count = await database.histories.count()
  database.close()
  return count
}

describe('the histories of a copy', () => {
  it('are wanted of items at work first, then of those that moved or came last, and of no slim row', async () => {
    const { store, install, change } = setUp()
    await install([
      itemRow(1, { ...idle, latestMoveAtMs: 9_000_000 }),
      itemRow(2, { createdAtMs: 2_000_000 }),
      itemRow(3, { createdAtMs: 3_000_000 }),
      itemRow(4, { level: 'slim' }),
      itemRow(5, { ...idle, createdAtMs: 5_000_000 }),
    ])
    expect(await store.outdatedHistories(key, 100)).toEqual([3, 2, 1, 5].map(item))
    expect(await store.outdatedHistories(key, 2)).toEqual([3, 2].map(item))
    await change(0, [itemRow(2, { version: 2, createdAtMs: 2_000_000, latestMoveAtMs: 4_000_000 })], [item(3)])
    expect(await store.outdatedHistories(key, 100)).toEqual([2, 1, 5].map(item))
  })

  it('outlive a restart, and are told to be older than their item where a pull has changed it', async () => {
    const { install, change, fetch, make } = setUp()
    await install([itemRow(1), itemRow(2)])
    expect(await fetch([item(1), item(2)], 7)).toEqual([item(1), item(2)])
    await change(0, [itemRow(2, { version: 2 })])
    const later = make()
    await later.open(key)
    expect(await later.history(key, item(1))).toEqual({ history: keptHistory(item(1)), readAtMs: 7, isCurrent: true })
    expect(await later.history(key, item(2))).toMatchObject({ isCurrent: false })
    expect(await later.outdatedHistories(key, 100)).toEqual([item(2)])
  })

  it('outlive another snapshot, and end with a restore of the server', async () => {
    const { store, install, fetch } = setUp()
    await install([itemRow(1)])
    await fetch([item(1)])
    await install([itemRow(1)])
    expect(await store.history(key, item(1))).toMatchObject({ isCurrent: true })
    await install([itemRow(1)], { epoch: 'f' })
    expect(await store.history(key, item(1))).toBeNull()
  })

  it('go with their item, and beyond the wanted ones all but the five hundred that were read last', async () => {
    const { store, install, change, fetch, ports } = setUp()
    const rows = Array.from({ length: 600 }, (_, at) => itemRow(at + 1, { latestMoveAtMs: (at + 1) * 1000 }))
    await install(rows)
    const ids = rows.map(({ id }) => id)
    for (let at = 0; at < ids.length; at += 100) await fetch(ids.slice(at, at + 100), at)
    expect(await countKept(ports)).toBe(600)
    expect(await store.outdatedHistories(key, 20)).toEqual([])
    expect(await countKept(ports)).toBe(520)
    await change(0, [itemRow(598, { level: 'slim', version: 2 })], [item(600)])
    expect([await store.history(key, item(600)), await store.history(key, item(598))]).toEqual([null, null])
    await store.outdatedHistories(key, 20)
    expect(await countKept(ports)).toBe(518)
  })

  it('are not kept of an answer that is none of the server’s, nor into another scope’s copy', async () => {
    const { store, install, fetch, setAnswer, ports } = setUp()
    await install([itemRow(1)])
    for (const strange of [
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      () => Response.json({ items: [{ id: item(1) }] }),
      () => Response.json({ code: 'SERVER_ERROR' }, { status: 500 }),
    ]) {
      setAnswer(strange)
      expect(await fetch([item(1)])).toBeNull()
    }
    expect(await countKept(ports)).toBe(0)
    expect(await store.outdatedHistories('scope-b', 100)).toBeNull()
    await store.keepHistory('scope-b', keptHistory(item(1)), 1)
    expect(await countKept(ports)).toBe(0)
  })
})
