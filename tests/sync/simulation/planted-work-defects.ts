import { writeBatch } from '#api/sync/write-batch.ts'
import { changeOf } from '#domain/item/item-state.ts'
import { itemFacts } from '#sync/wire/item-row.ts'
import { blind, missedStep, withFacts, type PlantedDefect } from './blind-server.ts'

const inStocks = ['item_completed', 'item_refurb_completed']
const refurbishing = ['item_refurb_in_progress']

/** Rules of rounds, counts and the workshop, each left out by a server. */
export const plantedWorkDefects: readonly PlantedDefect[] = [
  missedStep(
    'a count ends with numbers that do not add up',
    blind(['endStockCount'], { args: addedUp }),
    ['endCount'],
    inStocks,
  ),
  missedStep(
    'a count ends twice',
    blind(['endStockCount'], { records: () => ({ count: () => undefined }) }),
    ['endCount'],
    inStocks,
  ),
  missedStep(
    'a count puts back what stands where it belongs',
    blind(['resolveCountLine'], {
      item: (item, { args }) => (args['resolution'] === 'put_back' ? { ...item, stockId: null } : item),
      saveItem: (row, before) => ({ ...row, stockId: before!.stockId }),
    }),
    ['countLine'],
    inStocks,
  ),
  missedStep(
    'what stands in no stock is counted',
    blind(['resolveCountLine'], {
      item: (item) => ({ ...item, status: 'item_completed' }),
      saveItem: (row, before) => ({ ...row, status: before!.status }),
    }),
    ['countLine'],
    ['item_in_transit', 'item_created'],
  ),
  missedStep(
    'a round ends where its operator does not work',
    blind(['endCheckInRound'], { actor: { warehouseIds: 'all' } }),
    ['endRound'],
    ['item_in_transit'],
    { weights: { scan: 60 } },
  ),
  missedStep(
    'a round ends twice',
    blind(['endCheckInRound'], { records: () => ({ round: () => undefined }) }),
    ['endRound'],
    ['item_in_transit'],
    { weights: { scan: 60 } },
  ),
  missedStep(
    'a round ends with another count and no word about it',
    blind(['endCheckInRound'], { args: (args) => ({ ...args, comment: 'as told' }) }),
    ['endRound'],
    ['item_in_transit'],
    { weights: { scan: 60 } },
  ),
  missedStep(
    'a diagnosis is begun on what is not tested',
    blind(['startRefurbDiagnosis'], {
      item: (item) => (item.status.startsWith('item_refurb') ? item : { ...item, status: 'item_completed' }),
    }),
    ['startDiagnosis'],
    ['item_awaiting_compliancy_tests', 'item_in_quarantine'],
  ),
  missedStep(
    'a diagnosis takes an answer of another question',
    blind(['finalizeRefurbDiagnosis'], {
      config: ({ refurbQuestions = [], ...config }) => {
        const answers = refurbQuestions.flatMap((each) => each.answers)
        return { ...config, refurbQuestions: refurbQuestions.map((each) => ({ ...each, answers })) }
      },
    }),
    ['startDiagnosis', 'endDiagnosis'],
    ['item_completed'],
  ),
  missedStep(
    'a diagnosis leaves a question open',
    blind(['finalizeRefurbDiagnosis'], {
      config: (config) => ({
        ...config,
        refurbQuestions: (config.refurbQuestions ?? []).map((each) => ({ ...each, type: 'multiple' as const })),
      }),
    }),
    ['startDiagnosis', 'endDiagnosis'],
    ['item_completed'],
  ),
  missedStep(
    'a diagnosis forgets a step that is due',
    blind(['finalizeRefurbDiagnosis'], {
      config: (config) => ({
        ...config,
        refurbQuestions: (config.refurbQuestions ?? []).map((each) => ({
          ...each,
          answers: each.answers.map((answer) => ({ ...answer, stepIds: answer.stepIds.slice(1) })),
        })),
      }),
    }),
    ['startDiagnosis', 'endDiagnosis'],
    ['item_completed'],
  ),
  missedStep(
    'a step is begun in another stock than its own',
    blind(['workOnRefurbStep'], {
      item: (item, { args }) =>
        args['action'] !== 'start'
          ? item
          : withFacts(item, ({ steps }) => ({
              steps: steps.map((step) => ({ ...step, stockId: String(args['stockId']) })),
            })),
      saveItem: (row, before) =>
        withFacts(row, ({ steps }) => ({
          steps: steps.map((step) => ({
            ...step,
            stockId: before!.facts!.steps.find(({ stepId }) => stepId === step.stepId)!.stockId,
          })),
        })),
    }),
    ['workOnStep'],
    refurbishing,
  ),
  missedStep(
    'a step is completed without saying where the item goes',
    blind(['workOnRefurbStep'], {
      args: (args) => ({ stockId: '01a209d3-e889-7f6a-be5a-1cb61716ef55', ...args }),
      records: (records, { args }) => ({
        stock: (id) => records.stock(id) ?? records.stock(records.item(String(args['itemId']))?.stockId ?? id),
      }),
    }),
    ['workOnStep'],
    refurbishing,
  ),
  missedStep(
    'a step is cancelled without a reason',
    blind(['workOnRefurbStep'], { args: (args) => ({ ...args, comment: 'none' }) }),
    ['workOnStep'],
    refurbishing,
  ),
  missedStep(
    'any action on a step follows any other',
    blind(['workOnRefurbStep'], {
      item: (item, { args }) =>
        withFacts(item, ({ steps }) => ({
          steps: steps.map((step) =>
            step.stepId !== args['stepId'] || args['action'] === 'start'
              ? step
              : { ...step, status: args['action'] === 'resume' ? ('paused' as const) : ('in_progress' as const) },
          ),
        })),
    }),
    ['workOnStep'],
    refurbishing,
  ),
  missedStep(
    'a step moves that another user has moved since',
    blind(['workOnRefurbStep'], {
      item: (item, { actor }) =>
        withFacts(item, ({ steps }) => ({ steps: steps.map((step) => ({ ...step, actorId: actor })) })),
    }),
    ['workOnStep'],
    refurbishing,
  ),
  missedStep(
    'a step is worked on of what is lost',
    blind(['workOnRefurbStep'], {
      item(item, _op, records) {
        const stockId = itemFacts(item).steps[0]?.stockId ?? ''
        const warehouseId = records.stock(stockId)?.warehouseId ?? null
        return item.stockId === null ? { ...item, status: 'item_refurb_in_progress', warehouseId, stockId } : item
      },
      saveItem: (row, before) => ({ ...row, ...changeOf(before!) }),
    }),
    ['workOnStep'],
    refurbishing,
    { weights: { 'another writer': 60 } },
  ),
  missedStep(
    'steps are confirmed of what is not refurbished',
    blind(['confirmRefurbSteps'], { item: (item) => ({ ...item, status: 'item_refurb_in_progress' }) }),
    ['confirmSteps'],
    ['item_completed'],
  ),
  {
    // SETTLE-5
    name: 'a count ends while a line of it is being refused',
    make: () => ({
      ...missedStep('', blind([], {}), ['countLine', 'endCount'], inStocks).make(),
      server: {
        push: {
          lockRounds: () => Promise.resolve(),
          // What is decided takes a moment to be seen by others, as on a busy database.
          async writeBatch(sql, batch) {
            await new Promise((resolve) => setTimeout(resolve, 30))
            await writeBatch(sql, batch)
          },
        },
      },
    }),
  },
]

function addedUp(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...args, presentCount: args['expectedCount'], missingCount: 0, unexpectedCount: 0, resolvedCount: 0 }
}
