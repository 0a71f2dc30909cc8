import { describe, expect, it } from 'vitest'
import { moveItem } from '#sync/operations/stock/move-item.ts'
import { type ItemRow } from '#sync/wire/item-row.ts'
import { createDevice, createServer, operator, scope, signIn } from '#tests/support/device-fixture.ts'
import { itemRow, otherWarehouseId, uuid, warehouseId } from '#tests/support/rows.ts'
import { createServedCopy } from '#tests/support/served-copy.ts'
import { openCopyDatabase } from '#web/local/copy/copy-database.ts'
import { type CopyStore } from '#web/local/copy/copy-store.ts'
import type { ItemFilter, ItemListQuery } from './list-query.ts'

const none = { isWhole: false, rows: [], cleared: [] }
const [control, done, , , toRefurbish] = [uuid(3, 0), uuid(3, 1), uuid(3, 2), uuid(3, 3), uuid(3, 4)]
const tested = { status: 'item_completed', buybackStatus: 'bb_completed', tested: true } as const
const here = { warehouseId, stockId: toRefurbish, ...tested } as const

const query = (filter: ItemFilter = {}, more: Partial<ItemListQuery> = {}): ItemListQuery => ({
  filter,
  search: '',
  sort: 'createdAt',
  order: 'asc',
  offset: 0,
  limit: 100,
  ...more,
})

const codes = async (store: CopyStore, asked: ItemListQuery) =>
  (await store.list(asked, none))!.rows.map(({ code }) => Number(code) - 10_000_000)

describe('the list of a copy', () => {
  it('tells every item of its own place, and none that is known by code alone', async () => {
    const { store, install } = createServedCopy()
    const rows = [itemRow(1, here), itemRow(2, { level: 'slim' }), itemRow(3)]
    await install(rows)
    const page = await store.list(query(), none)
    expect(page).toMatchObject({ total: 2, itemCount: 2 })
    expect(page!.rows[0]).toEqual({
      id: rows[0]!.id,
      code: rows[0]!.code,
      buybackCode: rows[0]!.buybackCode,
      imei: rows[0]!.imei,
      serialNumber: null,
      brand: 'Fairphone',
      productLabel: 'Fairphone 5',
      status: 'item_completed',
      buybackStatus: 'bb_completed',
      stockId: toRefurbish,
      warehouseId,
      destinationWarehouseId: warehouseId,
      declaredGrade: 'grade_a',
      declaredPriceCents: 12_000,
      paidCents: null,
      plannedCostCents: 0,
      completedCostCents: 0,
      createdAtMs: 1_700_000_000_000,
      latestMoveAtMs: null,
      promisedOn: null,
      work: 'diagnose',
      isMissing: false,
      isPending: false,
    })
  })

  it('reads price, costs, open steps and absence of the facts, as an object and as text', async () => {
    const { store, install, change } = createServedCopy()
    const step = { plannedCostCents: 700, status: 'completed' }
    const facts = {
      validated: { grade: null, priceCents: 9000, paymentCents: 8500 },
      steps: [step, { ...step, plannedCostCents: 300, status: 'to_do' }],
      missingSinceMs: 5,
    } as unknown as NonNullable<ItemRow['facts']>
    const row = itemRow(1, { ...here, status: 'item_refurb_in_progress', facts: JSON.stringify(facts) as never })
    const other = itemRow(2, { ...here, facts: JSON.stringify({ declaration: { prices: {} }, steps: [] }) as never })
    await install([row, other])
    const shown = {
      paidCents: 8500,
      plannedCostCents: 1000,
      completedCostCents: 700,
      work: 'steps',
      isMissing: true,
    }
    expect((await store.list(query({ isMissing: true }), none))!.rows).toMatchObject([shown])
    expect((await store.list(query({ isMissing: false }), none))!.rows).toMatchObject([
      { paidCents: null, plannedCostCents: 0, work: 'diagnose' },
    ])
    await change(0, [{ ...row, version: 2, facts }])
    expect((await store.list(query({ works: ['steps'] }), none))!.rows).toMatchObject([shown])
  })

  it('tells no price of a cancelled buyback whose customer has no money and is owed none', async () => {
    const { store, install } = createServedCopy()
    const facts = { validated: { grade: null, priceCents: 9000, paymentCents: 8500 } } as never
    const cancelled = { ...here, facts, buybackStatus: 'bb_cancelled' } as const
    const [back, kept] = ['item_to_return', 'item_to_reintegrate_to_stock'] as const
    await install([
      itemRow(1, { ...cancelled, status: back }),
      itemRow(2, { ...cancelled, status: back, keepsMoney: true }),
      itemRow(3, { ...cancelled, status: kept }),
    ])
    expect((await store.list(query({}, { sort: 'code' }), none))!.rows).toMatchObject([
      { paidCents: null },
      { paidCents: 8500 },
      { paidCents: 8500 },
    ])
  })

  it('filters by status, stock, brand, work, age and promised day, and counts what each value would give', async () => {
    const { store, install } = createServedCopy()
    await install([
      itemRow(1, { ...here, promisedOn: '2026-11-20' }),
      itemRow(2, { ...here, stockId: done, brand: 'Apple', createdAtMs: 5 }),
      itemRow(3, { ...here, status: 'item_in_quarantine', promisedOn: '2026-11-25' }),
      itemRow(4, { status: 'item_registered_in_warehouse', warehouseId }),
      itemRow(5),
    ])
    expect(await codes(store, query({ inStock: true }, { sort: 'code' }))).toEqual([1, 2, 3])
    expect(await codes(store, query({ statuses: ['item_completed'] }, { sort: 'code' }))).toEqual([1, 2])
    expect(await codes(store, query({ stockIds: [done] }))).toEqual([2])
    expect(await codes(store, query({ brands: ['Apple'] }))).toEqual([2])
    expect(await codes(store, query({ works: ['forward', 'check_in'] }, { sort: 'code' }))).toEqual([4, 5])
    expect(await codes(store, query({ createdBeforeMs: 6 }))).toEqual([2])
    expect(await codes(store, query({ promisedFrom: '2026-11-20', promisedTo: '2026-11-24' }))).toEqual([1])
    expect(await codes(store, query({ warehouseIds: [otherWarehouseId] }))).toEqual([])
    const { facets } = (await store.list(query({ stockIds: [toRefurbish], inStock: true }), none))!
    expect(facets.statuses).toEqual({ item_completed: 1, item_in_quarantine: 1 })
    expect(facets.stocks).toEqual({ [toRefurbish]: 2, [done]: 1 })
    expect(facets.brands).toEqual({ Fairphone: 2 })
    expect(facets.works).toEqual({ diagnose: 1, release: 1 })
  })

  it('counts and shows what arrives untested as a test where it is asked to, whatever the copy was loaded under', async () => {
    const { store, install } = createServedCopy()
    const back = { ...tested, status: 'item_in_transit', warehouseId: null, stockId: null } as const
    const waiting = { status: 'item_awaiting_compliancy_tests', warehouseId, stockId: control } as const
    await install([itemRow(1), itemRow(2, back), itemRow(3, waiting)])
    const both = query({ works: ['test', 'diagnose'] })
    expect(await codes(store, both)).toEqual([3])
    const page = (await store.list(query({ works: ['test', 'diagnose'], testsArrivals: true }), none))!
    expect(page.rows.map(({ code, work }) => [Number(code) - 10_000_000, work])).toEqual([
      [1, 'test'],
      [3, 'test'],
    ])
    expect(page.facets.works).toEqual({ test: 2, check_in: 1 })
    expect((await store.list(both, none))!.facets.works).toEqual({ test: 1, check_in: 2 })
  })

  it('sorts by each column both ways, the unpromised after the promised', async () => {
    const { store, install } = createServedCopy()
    await install([
      itemRow(1, { brand: 'Zebra', promisedOn: '2026-11-20', createdAtMs: 3000, declaredPriceCents: null }),
      itemRow(2, { brand: 'Éclair', createdAtMs: 2000, latestMoveAtMs: 9000, declaredPriceCents: 5 }),
      itemRow(3, { brand: 'apple', promisedOn: '2026-11-19', createdAtMs: 1000, declaredPriceCents: 0 }),
    ])
    const sorted = (sort: ItemListQuery['sort'], order: 'asc' | 'desc' = 'asc') =>
      codes(store, query({}, { sort, order }))
    expect(await sorted('product')).toEqual([3, 2, 1])
    expect(await sorted('createdAt')).toEqual([3, 2, 1])
    expect(await sorted('createdAt', 'desc')).toEqual([1, 2, 3])
    expect(await sorted('promisedOn')).toEqual([3, 1, 2])
    expect(await sorted('urgency')).toEqual([3, 1, 2])
    expect(await sorted('latestMove', 'desc')).toEqual([2, 3, 1])
    expect(await sorted('declaredPrice')).toEqual([1, 3, 2])
    expect(await sorted('code', 'desc')).toEqual([3, 2, 1])
  })

  it('sorts by the promised day only what is not settled, and tells the two apart', async () => {
    const { store, install } = createServedCopy()
    await install([
      itemRow(1, { ...here, promisedOn: '2026-11-01' }),
      itemRow(2, { promisedOn: '2026-11-30' }),
      itemRow(3, { promisedOn: '2026-11-29' }),
    ])
    expect(await codes(store, query({}, { sort: 'urgency' }))).toEqual([3, 2, 1])
    expect(await codes(store, query({ isSettled: true }))).toEqual([1])
    expect(await codes(store, query({ isSettled: false }))).toEqual([2, 3])
  })

  it('finds by words without accents, by the beginning or end of a code, and by a code in groups', async () => {
    const { store, install } = createServedCopy()
    await install([
      itemRow(1, { brand: 'Société', productLabel: 'Téléphone Ünïque 128' }),
      itemRow(2, { productLabel: 'Fairphone 5', serialNumber: 'AB12CD' }),
    ])
    const found = (search: string) => codes(store, query({}, { search }))
    expect(await found('telephone UNIQUE')).toEqual([1])
    expect(await found('unique fairphone')).toEqual([])
    expect(await found('10000002')).toEqual([2])
    expect(await found('2 000000 000001')).toEqual([1])
    expect(await found('0002')).toEqual([2])
    expect(await found('ab12')).toEqual([2])
    expect(await found('fairphone 350000000000002')).toEqual([2])
    expect(await found('zz')).toEqual([])
  })

  it('follows rows that a pull moves in, out, or away', async () => {
    const { store, install, change } = createServedCopy()
    await install([itemRow(1), itemRow(2, here), itemRow(3, here), itemRow(4, { level: 'slim' })])
    expect(await codes(store, query({ inStock: true }))).toEqual([2, 3])
    await change(
      0,
      [itemRow(1, { ...here, version: 2 }), itemRow(4, here), itemRow(3, { level: 'slim' })],
      [uuid(4, 2)],
    )
    const page = await store.list(query({ inStock: true }), none)
    expect(page!.rows.map(({ code }) => Number(code) - 10_000_000)).toEqual([1, 4])
    expect(page).toMatchObject({ total: 2, itemCount: 2, facets: { stocks: { [toRefurbish]: 2 } } })
  })

  it('gives any window of a list in the order of the whole, whatever has changed', async () => {
    const { store, install, change } = createServedCopy()
    const rows = Array.from({ length: 1000 }, (_, at) =>
      itemRow(at + 1, { ...here, createdAtMs: 1_700_000_000_000 + 1000 * ((at * 37) % 101) }),
    )
    await install(rows)
    const changed = rows
      .filter((_, at) => at % 7 === 0)
      .map((row) => ({ ...row, version: 2, createdAtMs: row.createdAtMs + 500_000 }))
    await change(0, changed, [rows[1]!.id])
    const whole = await codes(store, query({}, { limit: 2000 }))
    expect(whole).toHaveLength(999)
    const windows = await Promise.all([0, 333, 666].map((offset) => codes(store, query({}, { offset, limit: 333 }))))
    expect(windows.flat()).toEqual(whole)
    expect(await codes(store, query({}, { order: 'desc', limit: 2000 }))).toEqual(whole.toReversed())
    const now = new Map([...rows, ...changed].map((row) => [Number(row.code) - 10_000_000, row]))
    const times = whole.map((number) => now.get(number)!.createdAtMs)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it(
    'says the same after changes have been merged into the pages, and after a restart',
    { tags: ['slow'], timeout: 40_000 },
    async () => {
      const { store, make, install, change, ports } = createServedCopy()
      const rows = Array.from({ length: 5000 }, (_, at) => itemRow(at + 1, here))
      await install(rows)
      await store.list(query(), none)
      await change(
        0,
        rows.slice(0, 4500).map((row) => ({ ...row, version: 2, brand: 'Merged' })),
        [rows[4999]!.id],
      )
      const counts = async (asked: CopyStore) =>
        (await asked.list(query({ stockIds: [toRefurbish] }), none))!.facets.brands
      expect(await counts(store)).toEqual({ Merged: 4500, Fairphone: 499 })
      const database = openCopyDatabase(scope.key, ports)
      await expect.poll(() => database.overlay.count(), { timeout: 20_000 }).toBe(0)
      expect(await counts(store)).toEqual({ Merged: 4500, Fairphone: 499 })
      const later = make()
      await later.open(scope.key)
      expect(await counts(later)).toEqual({ Merged: 4500, Fairphone: 499 })
      await expect.poll(() => database.lists.count(), { timeout: 20_000 }).toBe(1)
      const [kept] = await database.lists.toArray()
      await database.lists.put({ ...kept!, table: { ...kept!.table, products: [{ brand: 'Kept', label: null }] } })
      database.close()
      const last = make()
      await last.open(scope.key)
      expect(Object.keys(await counts(last))).toContain('Kept')
    },
  )

  it('makes a table again that was kept when cancelled buybacks had prices', async () => {
    const { store, make, ports, install } = createServedCopy()
    await install([itemRow(1, here)])
    await store.list(query(), none)
    const database = openCopyDatabase(scope.key, ports)
    await expect.poll(() => database.lists.count()).toBe(1)
    const [kept] = await database.lists.toArray()
    await database.lists.put({
      ...kept!,
      version: 2,
      table: { ...kept!.table, products: [{ brand: 'Old', label: null }] },
    })
    database.close()
    const later = make()
    await later.open(scope.key)
    expect((await later.list(query(), none))!.rows).toMatchObject([{ brand: 'Fairphone' }])
  })

  it('is another one after a snapshot, and none without a copy', async () => {
    const { store, make, install } = createServedCopy()
    expect(await store.list(query(), none)).toBeNull()
    await install([itemRow(1, here)])
    expect(await codes(store, query())).toEqual([1])
    const other = make()
    await other.open(scope.key)
    expect(await codes(other, query())).toEqual([1])
    await install([itemRow(2, here)], { cursor: 'c7' })
    expect(await codes(store, query())).toEqual([2])
    expect(await codes(other, query())).toEqual([1])
    await other.refresh()
    expect(await codes(other, query())).toEqual([2])
  })
})

describe('the list on a device', () => {
  async function started(count: number, overrides: Partial<ItemRow>) {
    const server = createServer(count, overrides)
    const device = createDevice(server)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    return { server, device, engine }
  }

  it('shows an item moved offline in its new stock, and counts it there', async () => {
    const { device, engine } = await started(30, here)
    const before = await engine.listItems(query({ stockIds: [toRefurbish] }))
    expect(before).toMatchObject({ total: 30 })
    device.offline = true
    for (const number of [3, 4]) await engine.dispatch(moveItem, { itemId: uuid(4, number), stockId: done })
    const moved = await engine.listItems(query({ stockIds: [done] }, { sort: 'code' }))
    expect(moved!.rows.map(({ id, isPending }) => [id, isPending])).toEqual([
      [uuid(4, 3), true],
      [uuid(4, 4), true],
    ])
    expect(moved!.facets.stocks).toEqual({ [toRefurbish]: 28, [done]: 2 })
    const reopened = await device.openTab()
    expect(await reopened.listItems(query({ stockIds: [done] }))).toMatchObject({ total: 2 })
    device.offline = false
    await engine.sync()
    await engine.sync()
    const confirmed = await engine.listItems(query({ stockIds: [done] }))
    expect(confirmed!.rows.map(({ isPending }) => isPending)).toEqual([false, false])
    await device.close()
  })

  it('tells the ids alone of whatever a filter finds, in the order of the codes, the own work on top', async () => {
    const { device, engine } = await started(30, here)
    device.offline = true
    for (const number of [3, 4]) await engine.dispatch(moveItem, { itemId: uuid(4, number), stockId: done })
    expect(await engine.listIds({ stockIds: [done] })).toEqual([uuid(4, 3), uuid(4, 4)])
    expect(await engine.listIds({ stockIds: [toRefurbish] })).toHaveLength(28)
    expect(await engine.listIds({ stockIds: [control] })).toEqual([])
    await engine.signOut()
    expect(await engine.listIds({ stockIds: [done] })).toBeNull()
    await device.close()
  })

  it('puts an item back whose move the server refuses', async () => {
    const { server, device, engine } = await started(5, here)
    device.offline = true
    await engine.dispatch(moveItem, { itemId: uuid(4, 2), stockId: done })
    expect(await engine.listItems(query({ stockIds: [done] }))).toMatchObject({ total: 1 })
    // Since then it has gone where a move is refused.
    server.put(itemRow(2, { ...here, version: 2, status: 'item_in_transit', stockId: null, warehouseId: null }))
    device.offline = false
    await engine.sync()
    await engine.sync()
    expect(await engine.listItems(query({ stockIds: [done] }))).toMatchObject({ total: 0 })
    expect(await engine.listItems(query({ stockIds: [toRefurbish] }))).toMatchObject({ total: 4 })
    await device.close()
  })

  it('says that the copy fails, and tells the device’s own work again once it answers', async () => {
    const server = createServer(5, here)
    let isBroken = false
    const device = createDevice(server, undefined, (copy) => ({
      ...copy,
      list: (...args) =>
        isBroken ? Promise.reject(new DOMException('the disk fails', 'UnknownError')) : copy.list(...args),
    }))
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    expect(await engine.listItems(query({ stockIds: [toRefurbish] }))).toMatchObject({ total: 5 })
    device.offline = true
    await engine.dispatch(moveItem, { itemId: uuid(4, 2), stockId: done })
    isBroken = true
    await expect(engine.listItems(query({ stockIds: [done] }))).rejects.toThrow('the disk fails')
    isBroken = false
    expect(await engine.listItems(query({ stockIds: [done] }))).toMatchObject({ total: 1 })
    await device.close()
  })

  it('has no list before its copy has come', async () => {
    const device = createDevice(createServer(3))
    device.offline = true
    const engine = await device.openTab()
    expect(await engine.listItems(query())).toBeNull()
    await device.close()
  })

  it('tells what it captured of an item, and what its author captured since a moment', async () => {
    const { device, engine } = await started(3, here)
    device.offline = true
    await engine.dispatch(moveItem, { itemId: uuid(4, 1), stockId: done })
    const between = device.clockMs
    await engine.dispatch(moveItem, { itemId: uuid(4, 2), stockId: control })
    expect((await engine.operationsOf(uuid(4, 1))).map(({ op }) => op.args['stockId'])).toEqual([done])
    expect((await engine.capturedSince(0)).map(({ op }) => op.args['itemId'])).toEqual([uuid(4, 2), uuid(4, 1)])
    expect((await engine.capturedSince(between)).map(({ op }) => op.args['itemId'])).toEqual([uuid(4, 2)])
    await device.close()
  })
})
