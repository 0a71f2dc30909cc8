import { blind, defect, missedStep, withFacts, withItem, type PlantedDefect } from './blind-server.ts'

const farAhead = 1_000_000
const inStocks = ['item_completed', 'item_refurb_completed', 'item_in_quarantine', 'item_awaiting_compliancy_tests']

const packable = ['item_completed', 'item_refurb_completed']

/** Colleagues without a network, who do what the others do. */
const colleagues = {
  'as a colleague': 200,
  network: 60,
  sync: 60,
  crash: 0,
  'crash at a commit': 0,
  'storage error': 0,
  'session ends': 0,
  eviction: 0,
  'newer operation': 0,
  'another writer': 0,
  'change of operator': 0,
  scan: 0,
  burst: 0,
  shift: 0,
  'floor work': 0,
  pack: 0,
  count: 0,
}

/** A server that takes every author to have known of what colleagues did, so that the same fact told twice is refused. */
function refusedToTheSecond(
  name: string,
  type: string,
  weights: Readonly<Record<string, number>>,
  beginsAt: readonly string[],
): PlantedDefect {
  const run = blind([type], {
    item: (item, { basedOn }) => (basedOn > 0 ? { ...item, version: basedOn } : item),
    saveItem: (row, before) => ({ ...row, version: (before?.version ?? 0) + 1 }),
  })
  const planted = defect(name, run, { ...colleagues, ...weights }, beginsAt)
  return { ...planted, needsLong: true, seenAs: 'a colleague had done the same before' }
}

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
  missedStep(
    'a check-in elsewhere is taken for a repeat',
    blind(['checkInItem'], {
      item: (item, { args }) => ({
        ...item,
        status: 'item_completed',
        tested: true,
        warehouseId: String(args['warehouseId']),
        version: farAhead,
      }),
      saveItem: (row, before) => ({ ...before!, last: row.last, version: before!.version + 1 }),
    }),
    ['checkIn'],
    ['item_in_transit'],
  ),
  missedStep(
    'a package is taken to hold what was never put in it',
    blind(['putInPackage'], {
      package: (row, { args }) => (row.status === 'open' ? withItem(row, String(args['itemId'])) : row),
      item: (item) => ({ ...item, version: farAhead }),
      saveItem: (row, before) => ({ ...row, facts: before?.facts ?? null, version: (before?.version ?? 0) + 1 }),
    }),
    ['openPackage', 'putInPackage', 'putInPackage'],
    packable,
  ),
  missedStep(
    'another end of a step is taken for a repeat',
    blind(['workOnRefurbStep'], {
      item: (item, { args }) => ({
        ...withFacts(item, ({ steps }) => ({
          steps: steps.map((step) => ({ ...step, status: args['action'] === 'cancel' ? 'cancelled' : 'completed' })),
        })),
        version: farAhead,
      }),
      saveItem: (row, before) => ({ ...row, facts: before?.facts ?? null, version: (before?.version ?? 0) + 1 }),
    }),
    ['workOnStep'],
    ['item_refurb_in_progress'],
  ),
  refusedToTheSecond('what a colleague has checked in is refused to the second', 'checkInItem', { scan: 120 }, [
    'item_in_transit',
  ]),
  refusedToTheSecond('a move that a colleague has made is refused to the second', 'moveItem', { 'floor work': 100 }, [
    'item_in_quarantine',
    'item_to_return',
  ]),
  refusedToTheSecond(
    'a step that a colleague has ended alike is refused to the second',
    'workOnRefurbStep',
    { 'floor work': 140 },
    ['item_refurb_in_progress'],
  ),
  refusedToTheSecond(
    'what a colleague has put in a package is refused to the second',
    'putInPackage',
    { pack: 120 },
    packable,
  ),
  refusedToTheSecond(
    'a package that a colleague has closed alike is refused to the second',
    'closePackage',
    { pack: 120 },
    packable,
  ),
]
