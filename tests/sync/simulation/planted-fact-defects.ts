import { blind, defect, withFacts, type PlantedDefect } from './blind-server.ts'

const quiet = { network: 25, 'change of operator': 15, pack: 0, scan: 0, burst: 0, count: 0 }
const arriving = {
  ...quiet,
  network: 5,
  'newer operation': 0,
  crash: 0,
  'crash at a commit': 0,
  eviction: 0,
  'another writer': 0,
}
const inStocks = ['item_completed', 'item_refurb_completed']
const working = { ...quiet, shift: 160, 'floor work': 40 }

/** A server that puts on the shelf of what waits for its refurbishment what has had it. */
function leavesOnTheWay(type: string) {
  return blind([type], {
    records: (records) => ({
      nativeStock: (warehouseId, kind) =>
        records.nativeStock(warehouseId, kind === 'refurbishment_completed' ? 'to_refurbish' : kind),
    }),
  })
}

/** Rules of what an item becomes and remembers by itself, each left out by a server; devices know them all. */
export const plantedFactDefects: readonly PlantedDefect[] = [
  defect(
    'a kept product is put back in stock by no move',
    blind(['moveItem'], {
      saveItem: (row, before) =>
        before?.status === 'item_to_reintegrate_to_stock' ? { ...row, status: before.status } : row,
    }),
    working,
    ['item_in_quarantine'],
  ),
  defect(
    'a count forgets what it did not find',
    blind(['resolveCountLine'], { saveItem: (row) => withFacts(row, () => ({ missingSinceMs: null })) }),
    { ...quiet, count: 160, shift: 0, 'floor work': 0 },
    inStocks,
  ),
  defect(
    'what is worked on stays missing',
    blind(['moveItem', 'startRefurbDiagnosis'], {
      saveItem: (row, before) =>
        withFacts(row, ({ missingSinceMs }) => ({
          missingSinceMs: missingSinceMs ?? before?.facts?.missingSinceMs ?? null,
        })),
    }),
    { ...working, count: 160 },
    inStocks,
  ),
  {
    name: 'what an undone check-in gives back stays out of its package',
    needsLong: true,
    make: () => ({
      weights: {
        ...arriving,
        'newer operation': 1,
        pack: 70,
        scan: 200,
        undo: 150,
        sync: 60,
        shift: 0,
        'floor work': 0,
      },
      itemCount: 1,
      hasStore: true,
      server: { push: { run: blind(['undoCheckIn'], { package: (row) => ({ ...row, status: 'closed' }) }) } },
    }),
  },
  defect('confirmed steps leave a product where it was', leavesOnTheWay('confirmRefurbSteps'), working, [
    'item_refurb_in_progress',
  ]),
  defect(
    'a diagnosis that makes no step due leaves a product where it was',
    leavesOnTheWay('finalizeRefurbDiagnosis'),
    working,
    ['item_completed'],
  ),
  defect(
    'time worked between two devices is counted by their own clocks',
    blind(['workOnRefurbStep'], {
      item: (item, { args, deviceId }) =>
        withFacts(item, ({ steps }) => ({
          steps: steps.map((step) =>
            step.stepId === args['stepId'] && step.runningSince !== null
              ? { ...step, runningSince: { ...step.runningSince, deviceId } }
              : step,
          ),
        })),
    }),
    working,
    ['item_refurb_in_progress'],
  ),
  defect(
    'a test forgets its photos',
    blind(['testItem'], {
      saveItem: (row) =>
        withFacts(row, ({ control }) => ({ control: control === null ? null : { ...control, photos: [] } })),
    }),
    working,
    ['item_awaiting_compliancy_tests'],
  ),
]
