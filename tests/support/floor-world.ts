import { nativeStocks, type NativeStock } from '#domain/item/item-status.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import { createMemoryRecords, type LoadedRows, type MemoryRecords } from '#sync/memory-records.ts'
import type { RunContext } from '#sync/operations/define-operation.ts'
import { operations, readyOperation } from '#sync/operations/registry.ts'
import { heldUpBy } from '#sync/operations/round-of.ts'
import { runOperation } from '#sync/run-operation.ts'
import { noFacts, type ItemFacts } from '#sync/wire/item-facts.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Operation, Outcome } from '#sync/wire/operation.ts'
import type { Config } from '#sync/wire/pull.ts'

/** A UUID whose last digits are a number. */
export const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

export const warehouse = id(1)
export const operator = id(2)
export const colleague = id(4)
export const otherWarehouse = id(5)
/** A stock of the warehouse’s own. */
export const shelf = id(30)
export const bench = id(31)
/** The native stocks of the warehouse by kind. */
export const native = (kind: NativeStock) => id(10 + nativeStocks.indexOf(kind))

export const question = { screen: id(40), fine: id(41), worn: id(42), broken: id(43) }

/** Refurb steps and the answers that make them due. */
export const refurb = {
  battery: id(80),
  polish: id(81),
  state: id(85),
  weak: id(86),
  healthy: id(87),
  look: id(90),
  dull: id(91),
}

export const config: Config = {
  stocks: [
    ...nativeStocks.map((kind) => ({
      id: native(kind),
      warehouseId: warehouse,
      name: kind,
      native: kind,
      location: null,
    })),
    ...nativeStocks.map((kind, at) => ({
      id: id(20 + at),
      warehouseId: otherWarehouse,
      name: kind,
      native: kind,
      location: null,
    })),
    { id: shelf, warehouseId: warehouse, name: 'Shelf 1', native: null, location: 'A1' },
    { id: bench, warehouseId: warehouse, name: 'Bench', native: null, location: 'B1' },
  ],
  warehouses: [
    { id: warehouse, name: 'Lyon', city: null },
    { id: otherWarehouse, name: 'Lille', city: null },
  ],
  settings: {
    warehouseCheckinRequirement: 'mandatory',
    isWarehouseCommentMandatory: false,
    timeZone: 'UTC',
    currency: 'EUR',
  },
  refurbSteps: [
    { id: refurb.battery, name: 'Battery', stockId: bench, costs: [{ warehouseId: warehouse, costCents: 2_500 }] },
    {
      id: refurb.polish,
      name: 'Polish',
      stockId: native('to_refurbish'),
      costs: [{ warehouseId: otherWarehouse, costCents: 900 }],
    },
  ],
  refurbQuestions: [
    {
      id: refurb.state,
      label: 'Battery',
      type: 'unique',
      answers: [
        { id: refurb.weak, label: 'Weak', stepIds: [refurb.battery] },
        { id: refurb.healthy, label: 'Healthy', stepIds: [] },
      ],
    },
    {
      id: refurb.look,
      label: 'Look',
      type: 'multiple',
      answers: [{ id: refurb.dull, label: 'Dull', stepIds: [refurb.polish, refurb.battery] }],
    },
  ],
  questionnaires: [
    {
      id: id(50),
      questions: [
        {
          id: question.screen,
          title: 'Screen',
          answers: [
            { id: question.fine, name: 'Fine', bestGrade: 'grade_a', impact: { type: 'none' } },
            { id: question.worn, name: 'Worn', bestGrade: 'grade_b', impact: { type: 'none' } },
            { id: question.broken, name: 'Broken', bestGrade: 'grade_d', impact: { type: 'none' } },
          ],
        },
      ],
    },
  ],
}

export const declaration: Declaration = {
  productId: id(60),
  simple: false,
  prices: { grade_a: 10_000, grade_b: 9_000, grade_d: 4_000 },
  questionnaireId: id(50),
  answers: [{ questionId: question.screen, answerId: question.fine }],
  grade: 'grade_a',
  priceCents: 10_000,
  absorption: { type: 'value', value: 1_000, maxCents: null },
  modifiers: [],
}

/** Facts of an item whose condition was declared. */
export const facts = (change: Partial<ItemFacts> = {}): ItemFacts => ({
  ...noFacts,
  productId: declaration.productId,
  declaration,
  ...change,
})

/** An item that awaits its test in the warehouse. */
export function row(n: number, change: Partial<ItemRow> = {}): ItemRow {
  return {
    id: id(n),
    version: 1,
    level: 'full',
    code: String(20_000_000 + n),
    buybackCode: String(2_000_000_000_000 + n),
    imei: null,
    status: 'item_awaiting_compliancy_tests',
    buybackStatus: 'bb_in_processing',
    stockId: native('awaiting_control'),
    warehouseId: warehouse,
    destinationWarehouseId: warehouse,
    tested: false,
    leftStatus: null,
    keepsMoney: false,
    last: null,
    brand: null,
    productLabel: null,
    serialNumber: null,
    declaredGrade: null,
    declaredPriceCents: null,
    storeId: null,
    createdAtMs: 0,
    promisedOn: null,
    latestMoveAtMs: null,
    facts: facts(),
    ...change,
  }
}

/** An item that has passed its test and stands in *to refurbish*. */
export const testedRow = (n: number, change: Partial<ItemRow> = {}): ItemRow =>
  row(n, {
    status: 'item_completed',
    buybackStatus: 'bb_completed',
    stockId: native('to_refurbish'),
    tested: true,
    ...change,
  })

let next = 100_000

/** An operation as its device captures it; the lanes are those of its definition. */
export function op(type: string, args: Record<string, unknown>, change: Partial<Operation> = {}): Operation {
  const n = next++
  const plain: Operation = {
    opId: id(n),
    deviceId: id(3),
    seq: n,
    lanes: ['x'],
    type,
    v: operations.get(type)?.v ?? 1,
    args,
    actor: operator,
    module: 'rps',
    basedOn: 0,
    dependsOn: [],
    capturedAt: '2026-11-21T08:00:00.000Z',
    ...change,
  }
  const ready = readyOperation(plain)
  return ready.ok ? { ...plain, lanes: [...ready.value.definition.lanes(ready.value.args)] } : plain
}

export const context: RunContext = {
  actor: { userId: operator, userType: 'warehouse_operator', warehouseIds: [warehouse] },
  atMs: 1_000,
}

/** Runs operations over rows as the server does, each as its own actor, ten seconds apart. */
export function run(loaded: Partial<LoadedRows>, ops: readonly Operation[], userType = context.actor.userType) {
  const records: MemoryRecords = createMemoryRecords({ config, items: [], ...loaded })
  const outcomes: Outcome[] = ops.map((each, at) => {
    const who = { ...context.actor, userId: each.actor, userType }
    const outcome = runOperation(records, each, { actor: who, atMs: 1_000 + 10_000 * at })
    records.decide(outcome, heldUpBy(each))
    return outcome
  })
  return { records, outcomes, codes: outcomes.map((outcome) => outcome.code ?? outcome.status) }
}
