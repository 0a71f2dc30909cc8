import { runOperation } from '#sync/run-operation.ts'
import { itemFacts } from '#sync/wire/item-row.ts'
import { blind, defect, withFacts, withItem, withLabel, withTarget, type PlantedDefect } from './blind-server.ts'

/** Everybody keeps working on the same few things, often without a network. */
const crowded = { network: 25, 'change of operator': 15 }

const toRefurbish = ['item_refurb_in_progress']
const toPack = ['item_completed', 'item_refurb_completed']
const toTest = ['item_awaiting_compliancy_tests', 'item_in_quarantine']

const refurbishing = { ...crowded, shift: 60, 'floor work': 60, pack: 0, scan: 4, count: 0, burst: 0 }
const packing = {
  ...crowded,
  pack: 160,
  sync: 40,
  'undo work': 25,
  scan: 0,
  burst: 0,
  count: 0,
  shift: 0,
  'floor work': 0,
}

const toReturn = ['item_to_return']
const returning = { ...crowded, 'floor work': 120, shift: 30, pack: 0, scan: 0, burst: 0, count: 0 }

/** Rules of the floor, each left out by a server; devices know them all. */
export const plantedFloorDefects: readonly PlantedDefect[] = [
  defect(
    'a step is completed twice',
    blind(['workOnRefurbStep'], {
      item: (item, { args }) =>
        withFacts(item, ({ steps }) => ({
          steps: steps.map((step) =>
            step.stepId === args['stepId'] && args['action'] === 'complete'
              ? { ...step, status: 'in_progress' as const, revision: Number(args['seenRevision']) }
              : step,
          ),
        })),
    }),
    refurbishing,
    toRefurbish,
  ),
  defect(
    'steps are confirmed while one is open',
    // The device refuses it first: it gets here where another one has reopened a step in the meantime.
    blind(['confirmRefurbSteps'], {
      item: (item) =>
        withFacts(item, ({ steps }) => ({ steps: steps.map((step) => ({ ...step, status: 'completed' as const })) })),
      records: () => ({ refusedInRound: () => [] }),
    }),
    { ...refurbishing, 'undo work': 60 },
    toRefurbish,
  ),
  defect(
    'a clock set back makes the time worked negative',
    blind(['workOnRefurbStep'], {
      saveItem(row, before, op) {
        const steps = before === undefined ? [] : itemFacts(before).steps
        return withFacts(row, (facts) => ({
          steps: facts.steps.map((step) => {
            const was = steps.find(({ stepId }) => stepId === step.stepId)
            if (was?.runningSince == null || step.runningSince !== null) return step
            return { ...step, workedMs: was.workedMs + Date.parse(op.capturedAt) - was.runningSince.deviceMs }
          }),
        }))
      },
    }),
    { ...refurbishing, clock: 60 },
    toRefurbish,
  ),
  defect(
    'an undo forgets the facts that its action changed',
    blind(['undoRefurbStep'], {
      item: (item) => (item.last === null ? item : { ...item, last: { ...item.last, beforeFacts: {} } }),
    }),
    { ...refurbishing, 'undo work': 60 },
    toRefurbish,
  ),
  defect(
    'an undo takes back what another user did since',
    blind(['undoRefurbStep'], {
      item: (item, { args, actor }) =>
        item.last === null ? item : { ...item, last: { ...item.last, opId: String(args['targetOpId']), actor } },
    }),
    { ...refurbishing, 'undo work': 60 },
    toRefurbish,
  ),
  defect(
    'the undo of a move takes back what another user did since',
    blind(['undoMove'], { item: (item, op) => withTarget(item, op, 'moveItem') }),
    { ...crowded, shift: 60, 'floor work': 60, 'undo work': 60, pack: 0, scan: 0, burst: 0, count: 20 },
    toPack,
  ),
  defect(
    'the undo of a begun diagnosis takes back what another user did since',
    blind(['undoRefurbDiagnosisStart'], { item: (item, op) => withTarget(item, op, 'startRefurbDiagnosis') }),
    { ...refurbishing, 'undo work': 60 },
    toPack,
  ),
  defect(
    'a diagnosis is begun twice',
    blind(['startRefurbDiagnosis'], {
      item: (item) => (item.status.startsWith('item_refurb') ? { ...item, status: 'item_completed' } : item),
    }),
    refurbishing,
    toPack,
  ),
  defect(
    'a diagnosis is ended twice',
    blind(['finalizeRefurbDiagnosis'], {
      item: (item) =>
        item.status.startsWith('item_refurb') ? { ...item, status: 'item_refurb_diagnostic_in_progress' } : item,
    }),
    refurbishing,
    toPack,
  ),
  defect(
    'an item leaves quarantine twice',
    blind(['releaseFromQuarantine'], {
      item: (item) =>
        item.status === 'item_in_quarantine'
          ? item
          : { ...item, status: 'item_in_quarantine', buybackStatus: 'bb_in_processing' },
    }),
    {
      network: 50,
      sync: 20,
      'change of operator': 10,
      shift: 0,
      'floor work': 160,
      pack: 0,
      count: 0,
      scan: 0,
      burst: 0,
    },
    ['item_in_quarantine'],
  ),
  defect(
    'a count finds what stands elsewhere',
    blind(['resolveCountLine'], {
      item: (item, { args }) =>
        args['resolution'] === 'put_back' ? item : { ...item, stockId: String(args['stockId']) },
    }),
    { ...crowded, count: 120, shift: 30, 'floor work': 30, pack: 0 },
    toPack,
  ),
  defect(
    'a quarantined item is put on any shelf',
    blind(['moveItem'], {
      records: (records, op) => ({
        stock: (id) => {
          const stock = records.stock(id)
          const item = records.item(String(op.args['itemId']))
          const isKept = item?.status === 'item_in_quarantine' || item?.status === 'item_to_return'
          return stock === undefined ? undefined : { ...stock, native: isKept ? 'in_quarantine' : null }
        },
      }),
    }),
    { ...crowded, shift: 60, 'floor work': 60, pack: 0, count: 40 },
    toTest,
  ),
  defect(
    'an item is settled by a second test',
    blind(['testItem'], {
      item: (item) => ({
        ...item,
        status: 'item_awaiting_compliancy_tests',
        buybackStatus: 'bb_in_processing',
        tested: false,
      }),
    }),
    { ...crowded, shift: 90, 'floor work': 60, pack: 0, count: 0 },
    toTest,
  ),
  defect(
    'an item lies in two packages',
    blind(['putInPackage'], { item: (item) => withFacts(item, () => ({ packageId: null })) }),
    packing,
    toPack,
  ),
  defect(
    'a closed package takes another item',
    blind(['putInPackage'], { package: (row) => ({ ...row, status: 'open' }) }),
    packing,
    toPack,
  ),
  defect(
    'an item is taken out of a closed package',
    blind(['takeOutOfPackage'], { package: (row, { args }) => withItem(row, String(args['itemId'])) }),
    packing,
    toPack,
  ),
  defect(
    'the undo of a scan changes a closed package',
    blind(['undoPackageItem'], {
      item: (item, op) =>
        withFacts(withTarget(item, op, 'putInPackage'), () => ({ packageId: String(op.args['packageId']) })),
      package: (row, { args }) => withItem(row, String(args['itemId'])),
    }),
    { ...packing, 'undo work': 80 },
    toPack,
  ),
  defect(
    'an item is handed to the carrier twice',
    blind(['handOverItem'], {
      item: (item) =>
        item.status === 'item_returned'
          ? withLabel({ ...item, status: 'item_to_return', warehouseId: item.destinationWarehouseId })
          : item,
    }),
    returning,
    toReturn,
  ),
  defect(
    'a product goes back a second time with its first label',
    blind(['handOverItem'], { item: withLabel }),
    { ...returning, scan: 160, network: 60 },
    toReturn,
  ),
  defect(
    'a product on its way stays bound for where it was tested',
    blind(['closePackage'], {
      saveItem: (row, before) => ({
        ...row,
        destinationWarehouseId: before?.destinationWarehouseId ?? row.destinationWarehouseId,
      }),
    }),
    packing,
    toPack,
  ),
  {
    ...defect(
      'a package closes with what its operator did not see',
      (records, op, context) => {
        const row = records.package(String(op.args['packageId']))
        const seesAll = op.type === 'closePackage' && row !== undefined && row.itemIds.length > 0
        return runOperation(records, seesAll ? { ...op, args: { ...op.args, itemIds: [...row.itemIds] } } : op, context)
      },
      packing,
      toPack,
    ),
    needsLong: true,
  },
  defect(
    'a count, the steps or a package end over what was refused',
    blind(['endStockCount', 'confirmRefurbSteps', 'closePackage', 'endCheckInRound'], {
      records: () => ({ refusedInRound: () => [] }),
    }),
    { ...crowded, count: 100, pack: 30 },
    toPack,
  ),
  defect(
    // SETTLE-5
    'a package closes over what is refused of an item in it',
    blind(['closePackage'], { records: () => ({ refusedOfItem: () => [] }) }),
    packing,
    toPack,
  ),
  {
    // RESTORE-4
    name: 'two devices draw the same package numbers',
    make: () => ({
      weights: packing,
      itemCount: 6,
      beginsAt: toPack,
      server: {
        wrapDraw(draw) {
          let first: ReturnType<typeof draw> | null = null
          return async (owner) => {
            const drawn = draw(owner)
            first ??= drawn
            await drawn
            return first
          }
        },
      },
    }),
  },
]
