import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { scope } from '#tests/support/device-fixture.ts'
import { snapshotFrames } from '#tests/support/snapshot-frames.ts'
import { config, itemRow, uuid } from '#tests/support/rows.ts'
import { changeCopy } from '#tests/support/served-copy.ts'
import { packItem, type ItemRow } from '#sync/wire/item-row.ts'
import type { SnapshotHead } from '#sync/wire/pull.ts'
import { sumShares } from '#sync/wire/sum-shares.ts'
import { snapshotPagesType } from '#sync/wire/snapshot-pages.ts'
import { createCopyStore, type CopyStore } from './copy-store.ts'
import { openCopyDatabase } from './copy-database.ts'
import { databaseNames } from '#web/local/engine/ports.ts'

const whole = { mark: 0, covered: [] }
const source = { url: '/snapshot', init: { method: 'POST', headers: {}, body: '{}' } }

/** A snapshot as it travels. */
interface Sent {
  readonly type: string
  readonly bytes: Uint8Array
}
type SnapshotOf = (items: readonly ItemRow[], more?: Partial<SnapshotHead>) => Promise<Sent>

function endsOf(items: readonly ItemRow[], more: Partial<SnapshotHead>) {
  const head = { epoch: 'e', cursor: 'c0', scope, config, outcomes: [], acked: [], ...more }
  return { head, tail: sumShares(items) }
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`
const inLines: SnapshotOf = async (items, more = {}) => {
  const { head, tail } = endsOf(items, more)
  const bytes = Buffer.from([head, ...items.map(packItem), tail].map(line).join(''))
  return { type: 'application/x-ndjson', bytes }
}

function framesOf(items: readonly ItemRow[], more: Partial<SnapshotHead> = {}): Promise<Uint8Array[]> {
  const { head, tail } = endsOf(items, more)
  return snapshotFrames(
    head,
    items.map((item) => JSON.stringify(packItem(item))),
    tail,
  )
}
const sentFrames = (frames: readonly Uint8Array[]): Sent => ({ type: snapshotPagesType, bytes: Buffer.concat(frames) })
const inPages: SnapshotOf = async (items, more) => sentFrames(await framesOf(items, more))

/** A stream that hands over small pieces, cut anywhere. */
function pieces(bytes: Uint8Array, size = 1000): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + size))
      at += size
    },
  })
}

function setUp(indexedDB = new IDBFactory()) {
  let sent: Sent = { type: '', bytes: new Uint8Array() }
  const timers = new Map<() => void, number>()
  const ports = {
    indexedDB,
    IDBKeyRange: FakeKeyRange as unknown as typeof IDBKeyRange,
    databaseNames,
    setTimer(run: () => void, waitMs: number) {
      timers.set(run, waitMs)
      return () => void timers.delete(run)
    },
  }
  const answer = () => Promise.resolve(new Response(pieces(sent.bytes), { headers: { 'content-type': sent.type } }))
  const make = (): CopyStore => createCopyStore({ ...ports, fetch: answer as unknown as typeof fetch })
  const store = make()
  async function install(content: Sent, into = store) {
    sent = content
    const staged = await into.stageSnapshot(source, () => undefined)
    return staged.ok ? into.commitSnapshot(whole, 1) : staged.reason
  }
  return { store, make, install, ports, timers }
}

function items(count: number): ItemRow[] {
  return Array.from({ length: count }, (_, at) => itemRow(at + 1, { productLabel: 'Téléphone Ünïque' }))
}

describe.each([
  ['in lines', inLines],
  ['in pages', inPages],
])('a copy that came %s', (_form, snapshotOf) => {
  it('finds every item by id, item code, buyback code and IMEI', async () => {
    const { store, install } = setUp()
    const rows = items(1234)
    expect(await install(await snapshotOf(rows))).toMatchObject({ itemCount: 1234, hash: sumShares(rows).hash })
    for (const row of [rows[0]!, rows[199]!, rows[200]!, rows[1233]!]) {
      expect((await store.read([row.id], []))?.items).toEqual([row])
      for (const code of [row.code, row.buybackCode, row.imei!]) {
        expect((await store.read([], [code]))?.items).toEqual([row])
      }
    }
    expect((await store.read([uuid(4, 99_999)], ['00000000']))?.items).toEqual([])
  })

  it('serves on while a snapshot arrives, and switches at its commit (BASE-2)', async () => {
    const { store, install } = setUp()
    await install(await snapshotOf(items(300)))
    const staging = install(await snapshotOf(items(400), { cursor: 'c5' }))
    expect((await store.read([uuid(4, 300)], []))?.items).toHaveLength(1)
    expect(await staging).toMatchObject({ cursor: 'c5', itemCount: 400 })
  })

  it('replaces, adds and drops rows, and keeps its sum', async () => {
    const { store, install } = setUp()
    const rows = items(300)
    await install(await snapshotOf(rows))
    const moved = { ...rows[10]!, version: 2, imei: '359999999999999' }
    const added = itemRow(900)
    expect(await changeCopy(store, 0, [moved, added], [rows[20]!.id])).toBe(true)
    expect((await store.read([], [rows[10]!.imei!]))?.items).toEqual([])
    expect((await store.read([], ['359999999999999', added.code]))?.items).toEqual([moved, added])
    expect((await store.read([rows[20]!.id], [rows[20]!.code]))?.items).toEqual([])
    const now = [...rows.filter((_, at) => at !== 10 && at !== 20), moved, added]
    expect(await store.refresh()).toMatchObject({ itemCount: 300, hash: sumShares(now).hash, cursor: 'c1' })
  })

  it('counts rows out without reading their pages, and of a build of before by reading them', async () => {
    const { store, make, install, ports } = setUp()
    const rows = items(450)
    const info = await install(await snapshotOf(rows))
    const database = openCopyDatabase(scope.key, ports)
    const pages = await database.pages.toArray()
    await database.pages.clear()
    const first = { ...rows[10]!, version: 2 }
    expect(await changeCopy(store, 0, [first, itemRow(900)], [rows[20]!.id, uuid(4, 99_999)])).toBe(true)
    const then = [...rows.filter((_, at) => at !== 10 && at !== 20), first, itemRow(900)]
    expect(await store.refresh()).toMatchObject({ itemCount: 450, hash: sumShares(then).hash })

    await database.pages.bulkAdd(pages)
    await database.indexes.toCollection().modify((row) => Reflect.deleteProperty(row, 'sums'))
    database.close()
    const later = make()
    expect(await later.open(scope.key)).toMatchObject({ itemCount: (info as { itemCount: number }).itemCount })
    const second = [
      { ...rows[20]!, version: 3 },
      { ...rows[300]!, version: 7 },
    ]
    expect(await changeCopy(later, 1, [...second, itemRow(901)], [rows[449]!.id])).toBe(true)
    const now = [...then.filter(({ id }) => id !== rows[300]!.id && id !== rows[449]!.id), ...second, itemRow(901)]
    expect(await later.refresh()).toMatchObject({ itemCount: now.length, hash: sumShares(now).hash })
  })

  it('refuses a pull that starts elsewhere (PULL-7)', async () => {
    const { store, install } = setUp()
    await install(await snapshotOf(items(3)))
    expect(await changeCopy(store, 7, [itemRow(9)])).toBe(false)
  })

  it('survives the merging of many changes into its pages', { tags: ['slow'], timeout: 30_000 }, async () => {
    const { store, make, install, ports } = setUp()
    const rows = items(5000)
    await install(await snapshotOf(rows))
    const changed = rows.slice(0, 4500).map((row) => ({ ...row, version: 2, productLabel: 'changed' }))
    const gone = rows.slice(4990).map(({ id }) => id)
    await changeCopy(store, 0, [...changed, itemRow(8000)], gone)
    await overlayIsEmpty(ports)
    const later = make()
    const info = await later.open(scope.key)
    const now = [...changed, ...rows.slice(4500, 4990), itemRow(8000)]
    expect(info).toMatchObject({ itemCount: now.length, hash: sumShares(now).hash, cursor: 'c1' })
    for (const row of [now[0]!, now[4499]!, now[4500]!, now[4989]!, itemRow(8000)]) {
      expect((await later.read([], [row.code]))?.items).toEqual([row])
    }
    expect((await later.read([gone[0]!], []))?.items).toEqual([])
  })

  it('follows what another tab installs', async () => {
    const { store, make, install } = setUp()
    const rows = items(300)
    await install(await snapshotOf(rows))
    const other = make()
    await other.open(scope.key)
    await changeCopy(store, 0, [{ ...rows[0]!, version: 2 }])
    expect(await other.refresh()).toMatchObject({ cursor: 'c1' })
    expect((await other.read([rows[0]!.id], []))?.items[0]?.version).toBe(2)
    await install(await snapshotOf(items(250), { cursor: 'c8' }))
    expect((await other.read([rows[299]!.id], []))?.items.length).toBeLessThan(2)
    expect(await other.refresh()).toMatchObject({ cursor: 'c8', itemCount: 250 })
    expect((await other.read([rows[299]!.id], []))?.items).toEqual([])
  })

  it('counts as lost when a page of it is missing', async () => {
    const { store, make, install, ports } = setUp()
    await install(await snapshotOf(items(300)))
    const database = openCopyDatabase(scope.key, ports)
    await database.pages.clear()
    database.close()
    const later = make()
    await later.open(scope.key)
    expect(await later.read([uuid(4, 1)], [])).toBeNull()
    expect(await later.open(scope.key)).toBeNull()
    await store.close()
  })

  it('comes back as it was after a restart', async () => {
    const { make, install } = setUp()
    const rows = items(450)
    await install(await snapshotOf(rows))
    const later = make()
    expect(await later.open(scope.key)).toMatchObject({ itemCount: 450, cursor: 'c0' })
    expect((await later.read([], [rows[449]!.code]))?.items).toEqual([rows[449]])
    expect(await make().open('another-scope')).toBeNull()
  })
})

describe('a snapshot', () => {
  const spoiltText = (spoil: (text: string) => string) => async (items: readonly ItemRow[], more: object) => {
    const { type, bytes } = await inLines(items, more)
    return { type, bytes: Buffer.from(spoil(Buffer.from(bytes).toString())) }
  }
  const spoiltFrames =
    (spoil: (frames: readonly Uint8Array[]) => readonly Uint8Array[]) =>
    async (items: readonly ItemRow[], more: object) =>
      sentFrames(spoil(await framesOf(items, more)))

  it.each([
    ['broken off within a row', spoiltText((text) => text.slice(0, text.length - 900))],
    ['without its last line', spoiltText((text) => text.slice(0, text.trimEnd().lastIndexOf('\n') + 1))],
    ['with a row too few', spoiltText((text) => text.replace(/\n\[[^\n]*/, ''))],
    ['with another row in place', spoiltText((text) => text.replace(/\n(\["[^"]*",)1,/, '\n$17,'))],
    ['broken off within a page', spoiltFrames((all) => [...all.slice(0, 2), all[2]!.slice(0, 900)])],
    ['broken off between two pages', spoiltFrames((all) => all.slice(0, 2))],
    ['with a page too few', spoiltFrames((all) => all.toSpliced(1, 1))],
    ['with its pages in another order', spoiltFrames(([head, ...rest]) => [head!, ...rest.toReversed()])],
    ['with a short page before others', spoiltFrames((all) => all.toSpliced(1, 0, all.at(-2)!))],
    ['with a page that is none', spoiltFrames((all) => all.with(1, all[1]!.slice(0, 5).fill(0, 1)))],
    ['with bytes of a page spoilt', spoiltFrames((all) => all.with(1, all[1]!.slice().fill(0x55, 12, 60)))],
  ])('that arrives %s leaves the copy as it is', async (_name, spoilt) => {
    const { store, install } = setUp()
    await install(await inPages(items(500)))
    expect(await install(await spoilt(items(650), { cursor: 'c9' }))).toBe('truncated')
    expect((await store.read([uuid(4, 500)], []))?.info).toMatchObject({ cursor: 'c0', itemCount: 500 })
    expect((await store.read([uuid(4, 500)], []))?.items).toHaveLength(1)
  })

  it('takes the page of a network in between for no snapshot', async () => {
    const { ports } = setUp()
    const page = () => Promise.resolve(new Response('<html>', { headers: { 'content-type': 'text/html' } }))
    const store = createCopyStore({ ...ports, fetch: page as unknown as typeof fetch })
    expect(await store.stageSnapshot(source, () => undefined)).toMatchObject({ ok: false, reason: 'foreign' })
  })

  it.each([
    ['never comes', async () => () => new Promise<Response>(() => undefined), { reason: 'network', status: 0 }],
    [
      'brings nothing more',
      async () => {
        const { bytes } = await inPages(items(300))
        const start = bytes.subarray(0, 2000)
        const body = new ReadableStream({ start: (controller) => controller.enqueue(start) })
        const response = new Response(body, { headers: { 'content-type': snapshotPagesType } })
        return () => Promise.resolve(response)
      },
      { reason: 'truncated', status: 200 },
    ],
  ])('that %s for half a minute is given up, and the copy stays', async (_name, prepare, end) => {
    // Made beforehand, so that half a minute passes while its bytes are read, however slow the machine is.
    const answer = await prepare()
    const { store, install, ports, timers } = setUp()
    await install(await inPages(items(500)))
    let signal: AbortSignal | null | undefined
    const send = (_url: string, init?: RequestInit) => {
      signal = init?.signal
      return answer()
    }
    const other = createCopyStore({ ...ports, fetch: send as typeof fetch })
    const staging = other.stageSnapshot(source, () => undefined)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([...timers.values()]).toEqual([30_000])
    for (const run of timers.keys()) run()
    expect(await staging).toEqual({ ok: false, ...end })
    expect(signal?.aborted).toBe(true)
    expect((await store.read([uuid(4, 500)], []))?.items).toHaveLength(1)
  })

  it('is waited for as long as its bytes come', async () => {
    const { store, install, timers } = setUp()
    expect(await install(await inPages(items(500)))).toMatchObject({ itemCount: 500 })
    expect(timers.size).toBe(0)
    expect((await store.read([uuid(4, 500)], []))?.items).toHaveLength(1)
  })

  it(
    'in pages is kept as it came, and changes that touch no page leave it so',
    { tags: ['slow'], timeout: 30_000 },
    async () => {
      const { store, install, ports } = setUp()
      const rows = items(4900)
      await install(await inPages(rows))
      const packedPages = async () => {
        const database = openCopyDatabase(scope.key, ports)
        const head = await database.head.get('head')
        const pages = await database.pages.where('build').equals(head!.build).toArray()
        database.close()
        return pages.map(({ packed, text }) => packed !== undefined && text === '')
      }
      expect(await packedPages()).toEqual(Array.from({ length: 25 }, () => true))
      const changed = rows.slice(800).map((row) => ({ ...row, version: 2 }))
      await changeCopy(store, 0, changed)
      await overlayIsEmpty(ports)
      expect(await packedPages()).toEqual(Array.from({ length: 25 }, (_, page) => page < 4))
      expect(await store.refresh()).toMatchObject({
        itemCount: 4900,
        hash: sumShares([...rows.slice(0, 800), ...changed]).hash,
      })
      for (const row of [rows[0]!, rows[799]!, changed[0]!, changed.at(-1)!])
        expect((await store.read([], [row.code]))?.items).toEqual([row])
    },
  )

  it('whose page no longer opens counts as lost', async () => {
    const { make, install, ports } = setUp()
    await install(await inPages(items(300)))
    const database = openCopyDatabase(scope.key, ports)
    await database.pages
      .toCollection()
      .modify((page) => void Object.assign(page, { packed: new Uint8Array([7, 7, 7]) }))
    database.close()
    const later = make()
    await later.open(scope.key)
    expect(await later.read([uuid(4, 1)], [])).toBeNull()
    expect(await later.open(scope.key)).toBeNull()
  })
})

async function overlayIsEmpty(ports: Parameters<typeof openCopyDatabase>[1]): Promise<void> {
  const database = openCopyDatabase(scope.key, ports)
  await expect.poll(() => Dexie.waitFor(database.overlay.count()), { timeout: 20_000, interval: 100 }).toBe(0)
  database.close()
}
