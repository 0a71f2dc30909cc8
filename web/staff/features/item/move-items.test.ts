import { describe, expect, it } from 'vitest'
import { createDevice, createServer, operator, signIn } from '#tests/support/device-fixture.ts'
import { itemRow, uuid, warehouseId } from '#tests/support/rows.ts'
import { moveItems, undoMoves, type MoveReport } from './move-items.ts'

const [control, done, quarantine, toRefurbish] = [uuid(3, 0), uuid(3, 1), uuid(3, 3), uuid(3, 4)]
const here = { status: 'item_completed', buybackStatus: 'bb_completed', tested: true, warehouseId } as const

describe('moving several items', () => {
  it('tells exactly what moved, what did not and why, and takes it back', async () => {
    const server = createServer(4, { ...here, stockId: toRefurbish })
    server.put({ ...server.item(uuid(4, 2))!, stockId: done })
    server.put({ ...server.item(uuid(4, 3))!, status: 'item_in_quarantine', stockId: quarantine })
    const device = createDevice(server)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    device.offline = true
    const list = await engine.listItems({ filter: {}, search: '', sort: 'code', order: 'asc', offset: 0, limit: 9 })
    const steps: number[] = []
    const report = await moveItems(engine, list!.rows, done, (count) => steps.push(count))
    expect(steps).toEqual([1, 2, 3, 4])
    expect(report.moved.map(({ item }) => item.id)).toEqual([uuid(4, 1), uuid(4, 4)])
    expect([...report.skipped].map(([code, items]) => [code, items.map(({ id }) => id)])).toEqual([
      ['STOCK_MOVE_SAME_STOCK', [uuid(4, 2)]],
      ['STOCK_NOT_ALLOWED', [uuid(4, 3)]],
    ])
    await moveItems(engine, list!.rows.slice(3), control, () => undefined)
    const back = await undoMoves(engine, report, () => undefined)
    expect(back.moved.map(({ item }) => item.id)).toEqual([uuid(4, 1)])
    expect([...back.skipped.keys()]).toEqual(['UNDO_NOT_LATEST'])
    expect((await engine.view([uuid(4, 1)]))[0]?.item.stockId).toBe(toRefurbish)
    await device.close()
  })

  it('counts nothing as moved that the server alone can judge before it has', async () => {
    const server = createServer(1, { ...here, stockId: toRefurbish })
    const device = createDevice(server)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    server.put(itemRow(2, { ...here, stockId: toRefurbish }))
    server.put(itemRow(3, { ...here, status: 'item_in_quarantine', stockId: quarantine }))
    const items = [1, 2, 3].map((number) => ({ ...itemRow(number), warehouseId }))
    device.offline = true
    const away = await moveItems(engine, items, done, () => undefined)
    expect(idsOf(away)).toEqual({ moved: [uuid(4, 1)], undecided: [uuid(4, 2), uuid(4, 3)], skipped: [] })
    device.offline = false
    const back = await undoMoves(engine, away, () => undefined)
    expect(idsOf(back)).toEqual({
      moved: [uuid(4, 1), uuid(4, 2)],
      undecided: [],
      skipped: [['SYNC_BLOCKED', [uuid(4, 3)]]],
    })
    const report = await moveItems(engine, items.slice(1), done, () => undefined)
    expect(idsOf(report)).toEqual({
      moved: [uuid(4, 2)],
      undecided: [],
      skipped: [['STOCK_NOT_ALLOWED', [uuid(4, 3)]]],
    })
    await device.close()
  })

  it.each(['sync', 'operations'] as const)(
    'leaves what is not judged open where the device fails at %s',
    async (fails) => {
      const server = createServer(1, { ...here, stockId: toRefurbish })
      const device = createDevice(server)
      const engine = await device.openTab()
      await signIn(engine, server, operator(1))
      server.put(itemRow(2, { ...here, stockId: toRefurbish }))
      device.offline = true
      const failing = { ...engine, [fails]: () => Promise.reject(new Error('the disk fails')) }
      const items = [1, 2].map((number) => ({ ...itemRow(number), warehouseId }))
      const report = await moveItems(failing, items, done, () => undefined, 20)
      expect(idsOf(report)).toEqual({ moved: [uuid(4, 1)], undecided: [uuid(4, 2)], skipped: [] })
      await device.close()
    },
  )

  it('waits no longer for the server than it may', async () => {
    const server = createServer(1, { ...here, stockId: toRefurbish })
    const device = createDevice(server)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    server.put(itemRow(2, { ...here, stockId: toRefurbish }))
    const silence = Promise.withResolvers<void>()
    device.intercept = (_path, next) => silence.promise.then(next)
    const report = await moveItems(engine, [{ ...itemRow(2), warehouseId }], done, () => undefined, 20)
    expect(idsOf(report)).toEqual({ moved: [], undecided: [uuid(4, 2)], skipped: [] })
    silence.resolve()
    await device.close()
  })
})

function idsOf({ moved, undecided, skipped }: MoveReport) {
  return {
    moved: moved.map(({ item }) => item.id),
    undecided: undecided.map(({ item }) => item.id),
    skipped: [...skipped].map(([code, items]) => [code, items.map(({ id }) => id)]),
  }
}
