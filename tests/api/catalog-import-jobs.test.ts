// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createImportJobs, createImportSweep } from '#api/features/catalog-files/import/import-jobs.ts'
import { keepPlans } from '#api/features/catalog-files/import/kept-plans.ts'
import type { OpenPlan } from '#api/features/catalog-files/import/write-next.ts'
import { runImports } from '#api/features/catalog-files/import/run-imports.ts'
import { createJobRunner } from '#api/jobs/job-runner.ts'
import { csvOf } from '#tests/support/csv-file.ts'
import { createImportWorld, kinds, told, type ImportWorld } from '#tests/support/import-world.ts'
import { jobsOf } from '#tests/support/queued-job.ts'
import { withClient } from '../../scripts/prepare-database.mjs'

let imports: ImportWorld
beforeAll(async () => {
  imports = await createImportWorld()
})
afterAll(() => imports.world.close())

const lines = (count: number, prefix: string, change: Readonly<Record<string, string>> = {}) =>
  Array.from({ length: count }, (_, at) => ({
    label: `${prefix} ${at}`,
    brand: `Brand ${at % 40}`,
    buyer_reference: `${prefix}-${at}`,
    main_category: 'smartphones',
    status: 'published',
    price_grade_a: `${100 + (at % 500)}.00`,
    ...change,
  }))
/** Between how many bounds the planner believes the values of a column to be. */
const boundsOf = (table: string, column: string) =>
  withClient(imports.world.api.testDatabase.superuserUrl, async (client) => {
    const { rows } = await client.query<{ n: number | null }>(
      'select cardinality(histogram_bounds::text::text[]) as n from pg_stats where tablename = $1 and attname = $2',
      [table, column],
    )
    return rows[0]?.n ?? null
  })
const products = async (prefix: string) =>
  Number(
    (
      await imports.values(
        `select count(*) from product where account_id = $1 and buyer_reference like $2`,
        `${prefix}-%`,
      )
    )[0]?.[0],
  )
const scope = () => ({ accountId: imports.world.accountId })
const jobs = () => jobsOf(imports.world.owner, 'catalog-import', scope())
const database = () => imports.world.api.db
const now = () => new Date()

/** Lets the n-th part of an import fail in the database, as often as asked. */
async function breakAt(reference: string, run: () => Promise<unknown>): Promise<void> {
  const { owner } = imports.world
  await owner.query(`create function break_it() returns trigger language plpgsql as $$ begin
    if new.buyer_reference = '${reference}' then raise exception 'broken'; end if; return new; end $$`)
  await owner.query('create trigger break_it before insert on product for each row execute function break_it()')
  try {
    await run()
  } finally {
    await owner.query('drop trigger break_it on product')
    await owner.query('drop function break_it()')
  }
}

describe('an import whose process dies', () => {
  it('goes on with the part that was not written, and ends with counts that are right', async () => {
    const id = await imports.take(kinds.products, csvOf(lines(1_200, 'KILL')))
    // The third part does not get through: what would die with the process is its transaction.
    await breakAt('KILL-1100', () => expect(imports.work()).rejects.toThrow('broken'))
    expect(await products('KILL')).toBe(1_000)
    expect(await imports.read(id)).toMatchObject({
      status: 'in_progress',
      lines_done: 1_000,
      report: { lines_count: { found: 1_200, inserted: 1_000 } },
    })
    await imports.work()
    expect(told(await imports.read(id))).toEqual({ status: 'success', counts: [1_200, 1_200, 0, 0], ignored: [] })
    expect(await products('KILL')).toBe(1_200)
  })

  it('is taken up by the next round, once it has rested', async () => {
    const { owner, accountId } = imports.world
    const id = await imports.take(kinds.products, csvOf(lines(3, 'REST')))
    await owner.query(
      `update pgboss.job set state = 'active', started_on = now() where name = 'catalog-import' and state < 'active'`,
    )
    const warned: unknown[] = []
    const sweep = createImportSweep({
      database: database(),
      now,
      log: { warn: (...line: unknown[]) => void warned.push(line) },
    })
    expect(await sweep()).toBe(0)
    await owner.query(`update catalog_import set touched_at = now() - interval '1 minute' where account_id = $1`, [
      accountId,
    ])
    expect([await sweep(), await sweep()]).toEqual([1, 0])
    expect(warned).toHaveLength(1)
    expect((await jobs()).filter((state) => state === 'created')).toHaveLength(1)
    await imports.work()
    expect((await imports.read(id)).status).toBe('success')
  })

  it('is written once by any number of processes', async () => {
    const id = await imports.take(kinds.products, csvOf(lines(2_600, 'MANY')))
    const work = () => runImports({ database: database(), now }, scope())
    for (let round = 0; (await imports.read(id)).status === 'in_progress' && round < 50; round++)
      await Promise.all([work(), work(), work()])
    expect(told(await imports.read(id))).toEqual({ status: 'success', counts: [2_600, 2_600, 0, 0], ignored: [] })
    expect(await products('MANY')).toBe(2_600)
  })
})

describe('a part that is decided while the one before it is written', () => {
  /** Sends a file, lets its first part be written, does something, and lets the rest be written. */
  async function between(file: string, act: (plan: OpenPlan) => Promise<unknown> | void) {
    const id = await imports.take(kinds.products, file)
    const plans = keepPlans(1)
    let ms = Date.now()
    // The job hands on after a part.
    await runImports({ database: database(), now: () => new Date((ms += 10_000)) }, scope(), plans)
    expect(await imports.read(id)).toMatchObject({ status: 'in_progress', lines_done: 500 })
    await act(plans.get({ ...scope(), id })!)
    await runImports({ database: database(), now }, scope(), plans)
    return told(await imports.read(id))
  }
  const [line] = lines(1, 'AHEAD')

  it('counts where it finds nothing', async () => {
    const found = await between(csvOf(lines(520, 'FIRST')), () => Promise.resolve())
    expect(found).toEqual({ status: 'success', counts: [520, 520, 0, 0], ignored: [] })
    expect(await products('FIRST')).toBe(520)
  })

  it('is decided again where it finds what the part before it wrote, or what was written since', async () => {
    const more = ['ahead-3', 'BETWEEN-1', 'AHEAD-500'].map((reference) => ({ ...line, buyer_reference: reference }))
    const found = await between(csvOf([...lines(500, 'AHEAD'), ...more]), () =>
      imports.world.change(
        `insert into product (account_id, id, label, main_category_id, buyer_reference)
         select account_id, $2, 'In between', id, 'between-1' from category
         where account_id = $1 and identifier = 'smartphones'`,
        newId(),
      ),
    )
    expect(found).toEqual({
      status: 'success_with_ignored',
      counts: [503, 501, 0, 2],
      ignored: ['502 LINE_REFERENCE_ALIKE buyer_reference', '503 LINE_REFERENCE_ALIKE buyer_reference'],
    })
  })

  const marked = 'Decided before'
  /** Changes what is foreseen of the next part, so that what is written shows whether it counted. */
  const mark = ({ foreseen }: OpenPlan) => {
    for (const product of foreseen?.decided.inserted ?? []) Object.assign(product, { label: marked })
  }
  const labelOf = async (reference: string) =>
    (
      await imports.values(`select label from product where account_id = $1 and buyer_reference = $2`, reference)
    )[0]?.[0]

  it('counts too where it names fewer categories than the part before it', async () => {
    const mixed = lines(500, 'FEWER').map((one, at) => ({
      ...one,
      main_category: at % 2 === 0 ? 'smartphones' : 'cameras',
    }))
    const found = await between(csvOf([...mixed, ...lines(1, 'FEWER-LAST')]), mark)
    expect(found.counts).toEqual([501, 501, 0, 0])
    expect(await labelOf('FEWER-LAST-0')).toBe(marked)
  })

  it('is not decided before where it names a category that the part before it does not', async () => {
    const others = lines(1, 'OTHERS-LAST', { main_category: 'cameras' })
    const found = await between(csvOf([...lines(500, 'OTHERS'), ...others]), ({ foreseen }) =>
      expect(foreseen).toBeNull(),
    )
    expect(found.counts).toEqual([501, 501, 0, 0])
    const [row] = await imports.values(
      `select c.identifier from product p join category c on c.account_id = p.account_id and c.id = p.main_category_id
       where p.account_id = $1 and p.buyer_reference = 'OTHERS-LAST-0'`,
    )
    expect(row).toEqual(['cameras'])
  })

  it('is decided again where its category has been archived since', async () => {
    const archive = (status: string) =>
      imports.world.change(
        `update category set status = $2 where account_id = $1 and identifier = 'smartphones'`,
        status,
      )
    const found = await between(csvOf(lines(501, 'SHUT')), () => archive('archived'))
    await archive('active')
    expect(found).toEqual({
      status: 'success_with_ignored',
      counts: [501, 500, 0, 1],
      ignored: ['502 LINE_CATEGORY_UNKNOWN main_category'],
    })
  })
})

describe('an import that cannot be written', () => {
  it('is given up after five tries, says so, keeps what it wrote, and lets the next one in', async () => {
    const id = await imports.take(kinds.products, csvOf(lines(600, 'POISON')))
    const next = await imports.take(kinds.products, csvOf(lines(1, 'NEXT')))
    await breakAt('POISON-550', async () => {
      for (let time = 0; time < 5; time++) await expect(imports.work()).rejects.toThrow('broken')
    })
    expect(told(await imports.read(id))).toEqual({
      status: 'error',
      error: 'IMPORT_FAILED',
      counts: [600, 500, 0, 0],
      ignored: [],
    })
    await imports.work()
    expect((await imports.read(next)).status).toBe('success')
  })
})

describe('a long import', () => {
  it('hands on to another job before it would pass for dead', async () => {
    const id = await imports.take(kinds.products, csvOf(lines(1_100, 'LONG')))
    let ms = Date.now()
    // Each look at the clock costs two seconds.
    const slow = () => new Date((ms += 2_000))
    await imports.world.owner.query(`update pgboss.job set state = 'completed' where name = 'catalog-import'`)
    await runImports({ database: database(), now: slow }, scope())
    const { status, lines_done } = await imports.read(id)
    expect([status, lines_done]).toEqual(['in_progress', 1_000])
    expect((await jobs()).filter((state) => state === 'created')).toHaveLength(1)
    await imports.work()
    expect((await imports.read(id)).status).toBe('success')
  })

  // An older server runs the same statements for fewer lines.
  it.skipIf(process.env.TEST_POSTGRES_BIN)(
    'of 20,000 lines is written by the jobs of the server, its ignored lines among them',
    { timeout: 600_000 },
    async () => {
      const many = lines(20_000, 'BULK').map((line, at) =>
        at % 1_000 === 0 ? { ...line, gtin: '1' } : { ...line, gtin: '' },
      )
      const runner = createJobRunner({
        databaseUrl: imports.world.api.testDatabase.appUrl,
        log: { warn: () => undefined },
        now,
        handlers: createImportJobs({ database: database(), now }),
      })
      await runner.start()
      try {
        const id = await imports.take(kinds.products, csvOf(many))
        await expect
          .poll(async () => (await imports.read(id)).status, { timeout: 290_000, interval: 500 })
          .not.toBe('in_progress')
        const { counts, ignored, status } = told(await imports.read(id))
        expect([status, counts]).toEqual(['success_with_ignored', [20_000, 19_980, 0, 20]])
        expect(ignored).toHaveLength(20)
        expect(await products('BULK')).toBe(19_980)
        // Once nothing is left to be written, the search is planned by as many bounds as PostgreSQL takes by itself.
        await expect.poll(() => boundsOf('searched_product', 'product_id'), { timeout: 120_000 }).toBe(101)
        // What is written is known again, of a few parts as of many.
        const again = await imports.take(kinds.products, csvOf(many.slice(0, 2_000)))
        await expect
          .poll(async () => (await imports.read(again)).status, { timeout: 290_000, interval: 500 })
          .not.toBe('in_progress')
        expect(told(await imports.read(again)).counts).toEqual([2_000, 0, 0, 2])
      } finally {
        await runner.stop()
      }
    },
  )

  it('of an unknown account is none', async () => {
    await runImports({ database: database(), now }, { accountId: newId() })
  })
})
