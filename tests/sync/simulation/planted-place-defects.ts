import type { Question } from '#domain/catalog/questionnaire.ts'
import { createFindOperation, operations } from '#sync/operations/registry.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { blind, missedStep, withFacts, withLabel, type PlantedDefect } from './blind-server.ts'

const everyType = [...operations.keys()]
const inStocks = ['item_completed', 'item_refurb_completed', 'item_in_quarantine', 'item_awaiting_compliancy_tests']
const quarantined = ['item_in_quarantine']
const toTest = ['item_awaiting_compliancy_tests']
const onTheWay = ['item_in_transit', 'item_created']
const isReturn = ({ status, leftStatus }: ItemRow) =>
  ['item_in_quarantine', 'item_to_return'].includes(leftStatus ?? status)

/** What each undo is for. */
const undone: Readonly<Record<string, string>> = {
  undoMove: 'moveItem',
  undoRefurbDiagnosisStart: 'startRefurbDiagnosis',
  undoRefurbStep: 'workOnRefurbStep',
  undoCheckIn: 'checkInItem',
}

/** A server that finds every stock fit for what is put there. */
function takesAnyStock(type: string) {
  return blind([type], {
    records: (records, { args }) => ({
      stock(id) {
        const stock = records.stock(id)
        const item = records.item(String(args['itemId']))
        const native = item !== undefined && isReturn(item) ? 'in_quarantine' : null
        return stock === undefined ? undefined : { ...stock, native }
      },
    }),
  })
}

/** Rules of places, stocks, rights and the account's settings, each left out by a server. */
export const plantedPlaceDefects: readonly PlantedDefect[] = [
  missedStep(
    'people work in a warehouse that is not theirs',
    blind(everyType, { actor: { warehouseIds: 'all' } }),
    ['startDiagnosis', 'workOnStep', 'release'],
    ['item_completed', 'item_refurb_in_progress'],
  ),
  missedStep(
    'a stock of another warehouse is taken for one of this',
    blind(['checkInItem', 'testItem', 'moveItem', 'finalizeRefurbDiagnosis', 'workOnRefurbStep', 'resolveCountLine'], {
      records: (records, _op, { actor }) => ({
        stock: (id) =>
          records.stock(id) ?? { id, warehouseId: actor.warehouseIds[0]!, name: '', native: null, location: null },
      }),
    }),
    ['move', 'countLine', 'test'],
    inStocks,
  ),
  missedStep(
    'what stands in another warehouse is moved',
    blind(['moveItem'], {
      item: (item, { args }, records) => ({
        ...item,
        warehouseId: records.stock(String(args['stockId']))?.warehouseId ?? item.warehouseId,
      }),
    }),
    ['move'],
    inStocks,
  ),
  missedStep(
    'what stands in no stock is moved',
    blind(['moveItem'], {
      item: (item, { args }, records) =>
        item.stockId !== null
          ? item
          : {
              ...item,
              status: 'item_completed',
              warehouseId: records.stock(String(args['stockId']))?.warehouseId ?? null,
            },
    }),
    ['move'],
    onTheWay,
  ),
  missedStep(
    'an item is moved where it stands',
    blind(['moveItem'], { item: (item) => ({ ...item, stockId: null }) }),
    ['move'],
    inStocks,
  ),
  missedStep(
    'a check-in puts what comes back in any stock',
    takesAnyStock('checkInItem'),
    ['checkIn'],
    ['item_completed', 'item_refurb_completed'],
    { weights: { 'another writer': 120 } },
  ),
  missedStep('a test puts an item in any stock', takesAnyStock('testItem'), ['test'], toTest),
  missedStep(
    'a diagnosis puts an item in any stock',
    takesAnyStock('finalizeRefurbDiagnosis'),
    ['startDiagnosis', 'endDiagnosis'],
    ['item_completed'],
  ),
  missedStep(
    'a completed step puts an item in any stock',
    takesAnyStock('workOnRefurbStep'),
    ['workOnStep'],
    ['item_refurb_in_progress'],
  ),
  missedStep(
    'a product inside a warehouse is checked in once more',
    blind(['checkInItem'], {
      item: (item) => (item.stockId === null ? item : { ...item, status: 'item_in_transit', tested: false }),
    }),
    ['checkIn'],
    inStocks,
  ),
  missedStep(
    'products are checked in where the account has no check-in',
    blind(['checkInItem'], {
      config: (config) => ({ ...config, settings: { ...config.settings, warehouseCheckinRequirement: 'optional' } }),
    }),
    ['checkIn'],
    onTheWay,
    { settings: { checkIn: 'disabled' } },
  ),
  missedStep(
    'a product is tested before its check-in',
    blind(['testItem'], {
      config: (config) => ({ ...config, settings: { ...config.settings, warehouseCheckinRequirement: 'optional' } }),
    }),
    ['test'],
    onTheWay,
    { settings: { checkIn: 'mandatory' } },
  ),
  missedStep(
    'a test says nothing where the account asks for a comment',
    blind(['testItem'], {
      config: (config) => ({ ...config, settings: { ...config.settings, isWarehouseCommentMandatory: false } }),
    }),
    ['test'],
    toTest,
    { settings: { commentsTests: true } },
  ),
  missedStep(
    'a product is tested in another warehouse than it stands in',
    blind(['testItem'], { item: (item, { args }) => ({ ...item, warehouseId: String(args['warehouseId']) }) }),
    ['test'],
    toTest,
  ),
  missedStep(
    'a product is tested where it is not bound for',
    blind(['testItem'], {
      item: (item, { args }) => ({ ...item, destinationWarehouseId: String(args['warehouseId']) }),
      saveItem: (row, before) => ({ ...row, destinationWarehouseId: before!.destinationWarehouseId }),
    }),
    ['test'],
    onTheWay,
  ),
  missedStep(
    'a test leaves a question open',
    blind(['testItem'], {
      config: (config) => ({
        ...config,
        questionnaires: (config.questionnaires ?? []).map((each) => ({ ...each, questions: [] })),
      }),
      records: (records) => ({
        questionnaire(id) {
          const known = records.questionnaire(id)
          return known === undefined ? undefined : { ...known, questions: [] }
        },
      }),
      item: (item) =>
        withFacts(item, ({ declaration }) => ({ declaration: declaration && { ...declaration, answers: [] } })),
    }),
    ['test'],
    toTest,
  ),
  missedStep(
    'a test takes an answer of another question',
    blind(['testItem'], {
      records: (records, { args }) => ({
        questionnaire(id) {
          const known = records.questionnaire(id)
          const given = args['answers'] as readonly { readonly answerId: string }[]
          return known === undefined ? undefined : { ...known, questions: known.questions.map(withAnswers(given)) }
        },
      }),
    }),
    ['test'],
    toTest,
  ),
  missedStep(
    'a product is tested whose buyback is closed',
    blind(['testItem'], { item: (item) => ({ ...item, buybackStatus: 'bb_in_processing' }) }),
    ['test'],
    ['item_to_return'],
    { weights: { 'another writer': 120 } },
  ),
  missedStep(
    'a test finds a product that the account does not have',
    blind(['testItem'], { args: ({ productId: _unknown, ...args }) => args }),
    ['test'],
    toTest,
  ),
  missedStep(
    'a closed buyback lets its product out of quarantine by any way',
    blind(['releaseFromQuarantine'], { item: (item) => ({ ...item, buybackStatus: 'bb_in_processing' }) }),
    ['release'],
    quarantined,
  ),
  missedStep(
    'a product is set apart for its way back without a label',
    blind(['releaseFromQuarantine'], { item: withLabel }),
    ['release'],
    quarantined,
  ),
  missedStep(
    'a product goes back without a label',
    blind(['handOverItem'], { item: withLabel }),
    ['handOver'],
    ['item_to_return'],
  ),
  {
    // PUSH-5
    name: 'people do what they have no right to',
    make: () => ({
      ...missedStep('', blind([], {}), ['release'], quarantined).make(),
      server: { push: { find: findForAnybody() } },
    }),
  },
  missedStep(
    'anybody settles the refusals of everybody',
    blind(['settleRefusal'], {
      records: (_records, { actor }) => ({ authorOf: () => ({ userId: actor, warehouseId: null }) }),
    }),
    ['move', 'settle'],
    inStocks,
    { weights: { 'change of operator': 120 } },
  ),
  missedStep(
    'what was applied is settled as if it had been refused',
    blind(['settleRefusal'], {
      records: (records) => ({
        outcome(opId) {
          const known = records.outcome(opId)
          return known === undefined ? undefined : { ...known, status: 'rejected' }
        },
      }),
    }),
    ['move', 'settle'],
    inStocks,
  ),
  {
    ...missedStep(
      'what has arrived stays in its open package',
      blind(['checkInItem', 'testItem'], { package: (row) => ({ ...row, status: 'closed' }) }),
      ['checkIn', 'openPackage'],
      onTheWay,
      { itemCount: 8, weights: { misstep: 100, scan: 200, pack: 200, sync: 60, 'change of operator': 80 } },
    ),
    needsLong: true,
  },
  missedStep(
    'an undo takes back an action of another kind',
    blind(Object.keys(undone), {
      item: (item, { type }) => (item.last === null ? item : { ...item, last: { ...item.last, type: undone[type]! } }),
    }),
    ['undo', 'undo', 'startDiagnosis', 'move'],
    ['item_completed'],
  ),
  missedStep(
    'the undo of a check-in takes back what was done since',
    blind(['undoCheckIn'], {
      item: (item, { args, actor }) =>
        item.last === null
          ? item
          : { ...item, last: { ...item.last, opId: String(args['targetOpId']), type: 'checkInItem', actor } },
    }),
    ['undo', 'checkIn', 'move'],
    onTheWay,
  ),
]

/** As if these answers were a question's own. */
function withAnswers(given: readonly { readonly answerId: string }[]) {
  return (question: Question): Question => {
    const added = given.map(({ answerId }) => ({ ...question.answers[0]!, id: answerId }))
    return { ...question, answers: [...question.answers, ...added] }
  }
}

/** Operations that ask for a right which everybody has. */
function findForAnybody() {
  const open = everyType.map((type) => [type, { ...operations.get(type)!, permission: 'dashboard.read' }] as const)
  return createFindOperation(new Map(open))
}
