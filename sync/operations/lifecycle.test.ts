import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { releases } from '#domain/quarantine/quarantine.ts'
import { nativeStocks } from '#domain/item/item-status.ts'
import { isClosed } from '#domain/buyback/buyback-status.ts'
import { plannedSteps, refurbCosts, stepActions } from '#domain/refurb/refurb-step.ts'
import { packageNumber } from '#domain/expedition/package-number.ts'
import type { PackageOrigin } from '#domain/expedition/packing.ts'
import { stockTotals } from '#domain/stock/stock-count.ts'
import { mayBeSet } from '#domain/stock/stock-rules.ts'
import { inStockStatuses } from '#domain/item/item-transitions.ts'
import {
  bench,
  colleague,
  config,
  facts,
  id,
  native,
  op,
  operator,
  otherWarehouse,
  question,
  refurb,
  row,
  shelf,
  testedRow,
  warehouse,
} from '#tests/support/floor-world.ts'
import { isInTable, stockInTable } from '#tests/support/lifecycle-table.ts'
import { createMemoryRecords, type MemoryRecords } from '../memory-records.ts'
import type { HistoryEntry, PackageRow } from '../records.ts'
import { runOperation } from '../run-operation.ts'
import { itemFacts, type ItemRow } from '../wire/item-row.ts'
import type { Actor } from './define-operation.ts'
import { heldUpBy } from './round-of.ts'

const items = [1, 2, 3].map(id)
/** The first is open in the warehouse and the second in the store; the third nobody has opened yet. */
const boxes = [id(700), id(701), id(702)]
const [store, seller] = [id(6), id(7)]
const stocks = [shelf, bench, ...nativeStocks.map(native)]
const itemId = fc.constantFrom(...items)
const packageId = fc.constantFrom(...boxes)
const stockId = fc.constantFrom(...stocks)

const undoOf: Readonly<Record<string, string>> = {
  checkInItem: 'undoCheckIn',
  moveItem: 'undoMove',
  startRefurbDiagnosis: 'undoRefurbDiagnosisStart',
  workOnRefurbStep: 'undoRefurbStep',
  putInPackage: 'undoPackageItem',
  takeOutOfPackage: 'undoPackageItem',
}

type Captured = readonly [
  type: string | ((records: MemoryRecords) => string),
  args: (records: MemoryRecords) => Record<string, unknown>,
]

/** Packing and handing over, in the warehouse and in the store. */
const sending: fc.Arbitrary<Captured> = fc.oneof(
  fc
    .tuple(
      packageId,
      fc.constantFrom(
        [{ type: 'warehouse', warehouseId: warehouse }, otherWarehouse] as const,
        [{ type: 'store', storeId: store }, warehouse] as const,
      ),
    )
    .map(([box, [origin, destinationWarehouseId]]): Captured => [
      'openPackage',
      () => ({ packageId: box, origin, destinationWarehouseId }),
    ]),
  fc
    .tuple(itemId, packageId)
    .map(([each, box]): Captured => ['putInPackage', () => ({ itemId: each, packageId: box })]),
  fc
    .tuple(itemId, packageId)
    .map(([each, box]): Captured => ['takeOutOfPackage', () => ({ itemId: each, packageId: box })]),
  packageId.map((box): Captured => [
    'closePackage',
    (records) => {
      const content = records.package(box)?.itemIds ?? []
      const number = packageNumber(boxes.indexOf(box) + 1)
      return { packageId: box, number, itemIds: content.length === 0 ? [id(1)] : content }
    },
  ]),
  itemId.map((each): Captured => ['handOverItem', () => ({ itemId: each })]),
)

const action: fc.Arbitrary<Captured> = fc.oneof(
  itemId.map((each): Captured => [
    'checkInItem',
    (records) => ({ code: records.item(each)!.code, itemId: each, warehouseId: warehouse }),
  ]),
  fc
    .tuple(itemId, fc.constantFrom(question.fine, question.worn, question.broken), fc.option(fc.constant('locked')))
    .map(([each, answerId, setAside]): Captured => [
      'testItem',
      () => ({
        itemId: each,
        warehouseId: warehouse,
        answers: [{ questionId: question.screen, answerId }],
        photos: [],
        ...(setAside === null ? {} : { setAside }),
      }),
    ]),
  fc
    .tuple(itemId, fc.constantFrom(...releases))
    .map(([each, release]): Captured => ['releaseFromQuarantine', () => ({ itemId: each, release })]),
  fc.tuple(itemId, stockId).map(([each, to]): Captured => ['moveItem', () => ({ itemId: each, stockId: to })]),
  fc
    .tuple(itemId, stockId, fc.constantFrom('found', 'not_found', 'put_back'))
    .map(([each, of, resolution]): Captured => [
      'resolveCountLine',
      () => ({ countId: id(900), stockId: of, itemId: each, resolution }),
    ]),
  itemId.map((each): Captured => ['startRefurbDiagnosis', () => ({ itemId: each })]),
  fc
    .tuple(itemId, fc.constantFrom(refurb.weak, refurb.healthy), fc.subarray([refurb.dull]), stockId)
    .map(([each, battery, look, to]): Captured => [
      'finalizeRefurbDiagnosis',
      () => ({
        itemId: each,
        answers: [
          { questionId: refurb.state, answerIds: [battery] },
          { questionId: refurb.look, answerIds: look },
        ],
        stockId: to,
      }),
    ]),
  fc
    .tuple(
      itemId,
      fc.constantFrom(refurb.battery, refurb.polish),
      fc.constantFrom(...stepActions),
      stockId,
      fc.boolean(),
    )
    .map(([each, stepId, what, to, isStale]): Captured => [
      'workOnRefurbStep',
      (records) => {
        const step = itemFacts(records.item(each)!).steps.find((one) => one.stepId === stepId)
        const seenRevision = isStale ? 0 : (step?.revision ?? 0)
        const confirmed = what === 'start' ? (step?.stockId ?? to) : to
        return { itemId: each, stepId, action: what, seenRevision, stockId: confirmed, comment: 'because' }
      },
    ]),
  itemId.map((each): Captured => ['confirmRefurbSteps', () => ({ itemId: each })]),
  { weight: 8, arbitrary: sending },
  fc.tuple(itemId, packageId).map(([each, box]): Captured => [
    (records) => undoOf[records.item(each)!.last?.type ?? ''] ?? 'undoMove',
    (records) => {
      const item = records.item(each)!
      const target = { itemId: each, targetOpId: item.last?.opId ?? id(404) }
      if (item.last?.type === 'checkInItem') return { ...target, code: item.code }
      const isPacking = item.last?.type === 'putInPackage' || item.last?.type === 'takeOutOfPackage'
      return isPacking ? { ...target, packageId: box } : target
    },
  ]),
)
const minute = fc.integer({ min: 0, max: 59 })
const anybody = fc.tuple(action, fc.constantFrom(operator, colleague), minute)
const history = fc.array(
  fc.oneof({ weight: 2, arbitrary: anybody }, { weight: 1, arbitrary: fc.tuple(sending, fc.constant(seller), minute) }),
  { minLength: 10, maxLength: 60, size: 'max' },
)

const working = plannedSteps(config.refurbSteps ?? [], warehouse)
const inTransit = {
  status: 'item_in_transit',
  buybackStatus: 'bb_in_transit',
  stockId: null,
  warehouseId: null,
} as const
const inStore = {
  ...inTransit,
  status: 'item_awaiting_inventory',
  buybackStatus: 'bb_awaiting_inventory',
  storeId: store,
} as const
const labelled = facts({ hasReturnLabel: true })

/** Places in the life of an item where a history may begin. */
const starts: readonly ((n: number) => ItemRow)[] = [
  (n) => row(n, { facts: labelled }),
  (n) => row(n, { buybackStatus: 'bb_completed' }),
  (n) => testedRow(n, { stockId: shelf }),
  (n) => row(n, inTransit),
  (n) => row(n, { status: 'item_in_quarantine', stockId: native('in_quarantine'), facts: labelled }),
  (n) => row(n, { status: 'item_in_quarantine', buybackStatus: 'bb_completed', stockId: native('in_quarantine') }),
  (n) => row(n, { status: 'item_to_return', stockId: native('customer_return'), facts: labelled }),
  (n) => testedRow(n, { status: 'item_refurb_in_progress', stockId: shelf, facts: facts({ steps: working }) }),
  (n) =>
    testedRow(n, {
      status: 'item_refurb_in_progress',
      facts: facts({ steps: working.map((step) => ({ ...step, status: 'completed' })) }),
    }),
  (n) => testedRow(n, { status: 'item_refurb_completed', stockId: native('refurbishment_completed') }),
  (n) => row(n, { ...inStore, facts: facts({ circuit: 'store_drop' }) }),
  (n) => row(n, { ...inStore, status: 'item_lost_store', facts: facts({ circuit: 'web_drop' }) }),
  (n) => row(n, { ...inStore, facts: facts({ circuit: 'store_drop_label', hasTransportLabel: true }) }),
]
const begin = fc.tuple(...items.map((_each, at) => fc.constantFrom(...starts).map((make) => make(at + 1))))

const openBox = (n: number, origin: PackageOrigin, destinationWarehouseId: string): PackageRow => ({
  id: boxes[n]!,
  version: 1,
  origin,
  destinationWarehouseId,
  status: 'open',
  itemIds: [],
  number: null,
  openedBy: colleague,
  closedAtMs: null,
})
const openBoxes = [
  openBox(0, { type: 'warehouse', warehouseId: warehouse }, otherWarehouse),
  openBox(1, { type: 'store', storeId: store }, warehouse),
]

/** Who acts: the seller sends from the store, everybody else works in the warehouse. */
const actorOf = (userId: string): Actor =>
  userId === seller
    ? { userId, userType: 'store_seller', warehouseIds: [], storeIds: [store] }
    : { userId, userType: 'admin', warehouseIds: [warehouse] }

/** An action as the table calls it, which has rows of their own for packages of stores. */
function rowOf(records: MemoryRecords, { action: name, details }: HistoryEntry): string {
  const origin = records.package(String(details?.['packageId']))?.origin
  return origin?.type === 'store' && ['put_in_package', 'close_package'].includes(name) ? `${name}_of_store` : name
}

/** Plays a history and calls back after each applied operation with what it wrote. */
function play(
  begun: readonly ItemRow[],
  steps: readonly (readonly [Captured, string, number])[],
  look: (records: MemoryRecords, written: ReturnType<MemoryRecords['takeWrites']>) => void,
): Set<string> {
  const records = createMemoryRecords({
    config,
    items: begun,
    packages: openBoxes,
    packageBlocks: [{ firstSerial: 1, lastSerial: boxes.length }],
  })
  const applied = new Set<string>()
  for (const [at, [[kind, args], actor, clock]] of steps.entries()) {
    const type = typeof kind === 'string' ? kind : kind(records)
    const capturedAt = `2026-11-21T08:${String(clock).padStart(2, '0')}:00.000Z`
    const each = op(type, args(records), { actor, deviceId: actor, capturedAt })
    const outcome = runOperation(records, each, { actor: actorOf(actor), atMs: 1_000 * at })
    expect(outcome.code).not.toBe('SYNC_ARGS_INVALID')
    if (outcome.status !== 'applied') {
      // The refusal counts as settled at once, so that it holds nothing up here.
      expect(records.takeWrites()).toMatchObject({ items: [], packages: [], counts: [] })
      continue
    }
    records.decide(outcome, heldUpBy(each))
    applied.add(type)
    look(records, records.takeWrites())
  }
  return applied
}

describe('any sequence of floor work', () => {
  it('reaches only statuses of the table, from statuses of the table', { tags: ['slow'] }, () => {
    const reached = new Set<string>()
    const rows = new Set<string>()
    fc.assert(
      fc.property(begin, history, (begun, steps) => {
        const repeated = new Set<unknown>()
        const applied = play(begun, steps, (records, { items: written }) => {
          for (const { entry, row } of written) {
            const name = rowOf(records, entry)
            rows.add(name)
            // What two users did without knowing of each other changes nothing the second time, nor does its undo.
            const isRepeat = entry.details?.['isRepeat'] === true || repeated.has(entry.details?.['targetOpId'])
            if (entry.details?.['isRepeat'] === true) repeated.add(row.last?.opId)
            if (isRepeat) {
              expect(entry.after).toEqual(entry.before)
              continue
            }
            expect(
              isInTable(name, entry.before.status, entry.after.status, 'mandatory'),
              `${name}: ${entry.before.status} to ${entry.after.status}`,
            ).toBe(true)
          }
        })
        for (const type of applied) reached.add(type)
      }),
      { numRuns: 600 },
    )
    expect(reached.size).toBeGreaterThan(14)
    for (const name of ['put_in_package', 'close_package', 'put_in_package_of_store', 'close_package_of_store'])
      expect(rows).toContain(name)
    expect(rows).toContain('hand_over')
  })

  it(
    'keeps every item in one place, in the stock of the table where that names one, and the totals of the stocks equal to the items',
    { tags: ['slow'] },
    () => {
      const stocksReached = new Set<string>()
      fc.assert(
        fc.property(begin, history, (begun, steps) => {
          const ledger = new Map(stockTotals(begun))
          play(begun, steps, (records, { items: written }) => {
            for (const { row: saved, entry } of written) {
              const { before, after } = entry
              if (before.stockId !== null) ledger.set(before.stockId, (ledger.get(before.stockId) ?? 0) - 1)
              if (after.stockId !== null) ledger.set(after.stockId, (ledger.get(after.stockId) ?? 0) + 1)
              expect(inStockStatuses.includes(saved.status)).toBe(saved.stockId !== null)
              if (saved.stockId !== null) expect(records.stock(saved.stockId)?.warehouseId).toBe(saved.warehouseId)
              const kind = saved.stockId === null ? null : (records.stock(saved.stockId)?.native ?? null)
              if (entry.action === 'move') expect(mayBeSet(kind, saved.status)).toBe(true)
              const named = stockInTable(entry.action, before.status, after.status)
              if (named !== null) {
                expect(kind).toBe(named)
                stocksReached.add(named)
              }
            }
            const counted = [...ledger].filter(([, count]) => count !== 0)
            expect(new Map(counted)).toEqual(stockTotals(items.map((each) => records.item(each)!)))
          })
        }),
        { numRuns: 300 },
      )
      expect(stocksReached.size).toBe(4)
    },
  )

  it('never makes a cost, a price or a time negative, and never pays twice', { tags: ['slow'] }, () => {
    fc.assert(
      fc.property(begin, history, (begun, steps) => {
        const validated = new Map<string, unknown>()
        play(begun, steps, (_records, { items: written }) => {
          for (const { row: saved, entry } of written) {
            const { steps: all, validated: price, control } = itemFacts(saved)
            const { plannedCents, completedCents } = refurbCosts(all)
            expect(completedCents).toBeLessThanOrEqual(plannedCents)
            expect(completedCents).toBeGreaterThanOrEqual(0)
            for (const { workedMs } of all) expect(workedMs).toBeGreaterThanOrEqual(0)
            expect(control?.priceCents ?? 0).toBeGreaterThanOrEqual(0)
            expect(price?.paymentCents ?? 0).toBeGreaterThanOrEqual(0)
            if (validated.has(saved.id)) expect(price).toEqual(validated.get(saved.id))
            if (price !== null) validated.set(saved.id, price)
            if (isClosed(entry.before.buybackStatus) && !entry.action.startsWith('undo'))
              expect(entry.after.buybackStatus).toBe(entry.before.buybackStatus)
          }
        })
      }),
      { numRuns: 300 },
    )
  })

  it('holds each packed item in exactly one open package, and changes no closed one', { tags: ['slow'] }, () => {
    fc.assert(
      fc.property(begin, history, (begun, steps) => {
        const closed = new Map<string, readonly string[]>()
        play(begun, steps, (records) => {
          const rows = boxes.map((box) => records.package(box)).filter((each) => each !== undefined)
          const open = rows.filter(({ status }) => status === 'open')
          const held = open.flatMap(({ itemIds }) => itemIds)
          expect(new Set(held).size).toBe(held.length)
          for (const { id: box, itemIds } of open)
            for (const each of itemIds) expect(itemFacts(records.item(each)!).packageId).toBe(box)
          for (const { id: box, itemIds, status, number } of rows) {
            if (status === 'closed') expect(number).toBe(packageNumber(boxes.indexOf(box) + 1))
            if (closed.has(box)) expect(itemIds).toEqual(closed.get(box))
            if (status === 'closed') closed.set(box, itemIds)
          }
        })
      }),
      { numRuns: 300 },
    )
  })
})
