import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideBatch } from '#api/sync/decide-batch.ts'
import { fail } from '#domain/kernel/result.ts'
import { runOperation } from '#sync/run-operation.ts'
import { createSaleWorld, type SaleWorld } from '#tests/support/sale-world.ts'
import { runCounterSchedule, type CounterFlaws } from './simulation/counter-schedule.ts'
import { knownSeeds } from './simulation/known-seeds.ts'
import { tellStaleSeed } from './simulation/sees-defects.ts'

// A quick check runs a few, and leaves the defects to the whole run.
const isQuick = process.env.SIMULATION_SCHEDULES !== undefined
const schedules = isQuick ? 3 : 40
const patience = 40

let world: SaleWorld
beforeAll(async () => {
  world = await createSaleWorld()
})
afterAll(() => world.close())

it(`keeps every promise of a counter over ${schedules} seeded schedules`, async () => {
  let sold = 0
  let taken = 0
  for (let seed = 1; seed <= schedules; seed++)
    await runCounterSchedule(world, seed).then(
      (report) => {
        sold += report.sold
        taken += report.taken
      },
      (error: unknown) => {
        throw new Error(`seed ${seed}`, { cause: error })
      },
    )
  expect(taken).toBeGreaterThan(schedules / 2)
  expect(sold).toBeGreaterThan(3 * schedules)
})

/** Ways in which such a counter goes wrong. */
const defects: readonly (readonly [string, CounterFlaws])[] = [
  [
    'a sale is judged by the catalog of today',
    {
      wrapCounter: (counter) => ({
        ...counter,
        async load(tx, accountId, sales, items) {
          const [row] = await tx
            .selectFrom('counter_catalog')
            .select('version')
            .where('account_id', '=', accountId)
            .where('replaced_at', 'is', null)
            .execute()
          const version = row?.version ?? ''
          const today = sales.map((sale) => ({ ...sale, version }))
          const records = await counter.load(tx, accountId, today, items)
          const { offer } = records
          return Object.assign(records, {
            offer: (question: Parameters<typeof offer>[0]) => offer({ ...question, version }),
          })
        },
      }),
    },
  ],
  [
    'a catalog is forgotten as soon as another one is published',
    {
      wrapCounter: (counter) => ({
        ...counter,
        async load(...of) {
          const records = await counter.load(...of)
          const { offer } = records
          return Object.assign(records, {
            offer: (question: Parameters<typeof offer>[0]) =>
              records.replacedAtMs(question.version) === null
                ? offer(question)
                : fail({ code: 'COUNTER_PRICES_UNKNOWN' as const }),
          })
        },
      }),
    },
  ],
  [
    'the age of prices is counted by the clock of the device',
    {
      push: {
        run(records, op, context) {
          const catalog = op.args['catalog'] as { version: string } | undefined
          if (catalog === undefined || op.type !== 'sellInStore') return runOperation(records, op, context)
          const ageMs = Math.abs(context.atMs - Date.parse(op.capturedAt))
          return runOperation(records, { ...op, args: { ...op.args, catalog: { ...catalog, ageMs } } }, context)
        },
      },
    },
  ],
  [
    'the promise of the web is judged on the day of the delivery',
    {
      push: {
        run(records, op, context) {
          const catalog = op.args['catalog'] as { version: string } | undefined
          if (catalog === undefined || op.type !== 'finalizeInStore') return runOperation(records, op, context)
          return runOperation(
            records,
            { ...op, args: { ...op.args, catalog: { ...catalog, confirmedAtMs: null } } },
            context,
          )
        },
      },
    },
  ],
  ['two devices are given the same numbers', { sameNumbers: true }],
  [
    'of a cart one product alone is written',
    {
      wrapCounter: (counter) => ({
        ...counter,
        write: (tx, batch) =>
          counter.write(tx, {
            ...batch,
            sales: batch.sales.map((captured) =>
              captured.sale.kind === 'sale'
                ? { ...captured, sale: { ...captured.sale, contracts: captured.sale.contracts.slice(0, 1) } }
                : captured,
            ),
          }),
      }),
    },
  ],
  [
    'nobody asks for papers and mail',
    {
      wrapCounter: (counter) => ({
        ...counter,
        async write(tx, batch) {
          await counter.write(tx, batch)
          return { announce: () => Promise.resolve() }
        },
      }),
    },
  ],
  [
    'a sale is acknowledged and not written',
    {
      push: {
        decideBatch: (batch) => decideBatch(batch).map((each) => ({ ...each, writes: { ...each.writes, sales: [] } })),
      },
    },
  ],
]

describe.skipIf(isQuick)('the simulation of counters sees it when', () => {
  it.each(defects)('%s', async (name, flaws) => {
    const firstSeed = knownSeeds[name] ?? 1
    let seen: unknown = null
    let tried = 0
    for (; tried < patience && seen === null; tried++)
      seen = await runCounterSchedule(world, firstSeed + tried, flaws).then(
        () => null,
        (error: unknown) => error,
      )
    expect(seen, 'no schedule failed').toHaveProperty('name', 'Violation')
    // The push itself finds fault with no defect: one of its own codes would mean that the schedule is wrong.
    expect(String(seen)).not.toContain('SYNC_')
    tellStaleSeed(name, { firstSeed, shownBy: firstSeed + tried - 1, tried })
  })
})
