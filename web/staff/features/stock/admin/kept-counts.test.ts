import { expect, it } from 'vitest'
import type { Config } from '#sync/wire/pull.ts'
import type { OpRow } from '#web/local/outbox/outbox-database.ts'
import { waitingCounts } from './kept-counts.ts'

const [countId, stockId] = ['0198a3c0-0000-7000-8000-000000000001', '0198a3c0-0000-7000-8000-000000000002']
const config = {
  stocks: [{ id: stockId, warehouseId: 'w', name: 'Shelf', native: null, location: null }],
  warehouses: [{ id: 'w', name: 'Lyon', city: null }],
} as unknown as Config

const args = {
  countId,
  stockId,
  expectedCount: 4,
  presentCount: 3,
  missingCount: 1,
  unexpectedCount: 2,
  resolvedCount: 3,
}

function captured(change: object = {}, op: object = {}): OpRow {
  return {
    state: 'pending',
    author: { name: 'Anna' },
    capturedAtMs: Date.parse('2026-03-04T10:00:00Z'),
    op: { type: 'endStockCount', args, ...op },
    ...change,
  } as unknown as OpRow
}

it('a count that waits on the device reads as the server will tell it', () => {
  expect(waitingCounts([captured()], config)).toEqual([
    {
      id: countId,
      warehouseId: 'w',
      warehouseName: 'Lyon',
      stockId,
      stockName: 'Shelf',
      userName: 'Anna',
      endedAt: '2026-03-04T10:00:00.000Z',
      expectedCount: 4,
      presentCount: 3,
      missingCount: 1,
      unexpectedCount: 2,
      comment: null,
    },
  ])
})

it('other work, counts that are decided, and those of a stock that is gone are none', () => {
  const rows = [
    captured({ state: 'applied' }),
    captured({ state: 'tray' }),
    captured({}, { type: 'moveItem' }),
    captured({}, { args: { ...args, stockId: countId } }),
  ]
  expect(waitingCounts(rows, config)).toEqual([])
})
