import { describe, expect, it } from 'vitest'
import { createDevice, createServer, operator, signIn } from '#tests/support/device-fixture.ts'
import { uuid, warehouseId } from '#tests/support/rows.ts'
import { moveItems, undoMoves } from './move-items.ts'

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
})
