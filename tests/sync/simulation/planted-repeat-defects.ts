import { blind, missedStep, type PlantedDefect } from './blind-server.ts'

const farAhead = 1_000_000
const inStocks = ['item_completed', 'item_refurb_completed', 'item_in_quarantine', 'item_awaiting_compliancy_tests']

/** Rules of repeats (OP-7), each left out by a server. */
export const plantedRepeatDefects: readonly PlantedDefect[] = [
  missedStep(
    'a move elsewhere is taken for a repeat',
    blind(['moveItem'], {
      item: (item, { args }) => ({ ...item, stockId: String(args['stockId']), version: farAhead }),
      saveItem: (row, before) => ({ ...row, stockId: before!.stockId, version: before!.version + 1 }),
    }),
    ['move'],
    inStocks,
  ),
  missedStep(
    'a move to where the product was seen is taken for a repeat',
    blind(['moveItem'], {
      item: (item) => ({ ...item, version: farAhead }),
      saveItem: (row, before) => ({ ...row, version: before!.version + 1 }),
    }),
    ['move'],
    inStocks,
  ),
  missedStep(
    'a check-in that a colleague has repeated is undone',
    blind(['checkInItem'], {
      saveItem: (row, before) =>
        before !== undefined && row.status === before.status && row.stockId === before.stockId
          ? { ...row, last: before.last }
          : row,
    }),
    ['checkIn'],
    ['item_in_transit'],
    { weights: { scan: 200, undo: 200, network: 60, misstep: 60 } },
  ),
]
