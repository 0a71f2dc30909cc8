import { expect, it } from 'vitest'
import type { Config, StockRow } from '#sync/wire/pull.ts'
import type { FeedbackKind } from '#web/scan/feedback-tones.ts'
import { createCountSession, type CountEngine } from './count-session.ts'

const stock = { id: 'counted', warehouseId: 'w', name: 'To refurbish', native: null } as StockRow
const other = { ...stock, id: 'other', name: 'Shelf 4' }

it('the barcode of another stock stops a count with that stock’s name and a sentence', () => {
  const heard: FeedbackKind[] = []
  const session = createCountSession({
    engine: {} as CountEngine,
    config: () => ({ stocks: [stock, other] }) as unknown as Config,
    run: { countId: 'c', stockId: stock.id, stockName: stock.name, startedAtMs: 0 } as never,
    stock,
    runsId: 'runs',
    newId: () => 'shown',
    nowMs: () => 0,
    signal: (kind) => heard.push(kind),
  })
  session.seeStock(stock.id)
  expect([session.state().shown, heard]).toEqual([null, ['done']])
  session.seeStock(other.id)
  expect(session.state().shown?.verdict).toMatchObject({
    word: 'wrongStock',
    place: 'Shelf 4',
    reason: 'COUNT_OTHER_STOCK',
  })
  expect(heard).toEqual(['done', 'wrong'])
})
