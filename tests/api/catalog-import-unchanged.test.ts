// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepPlans } from '#api/features/catalog-files/import/kept-plans.ts'
import { runImports } from '#api/features/catalog-files/import/run-imports.ts'
import { csvOf } from '#tests/support/csv-file.ts'
import { createImportWorld, kinds, told, type ImportWorld } from '#tests/support/import-world.ts'

let imports: ImportWorld
beforeAll(async () => {
  imports = await createImportWorld()
})
afterAll(() => imports.world.close())

const gtin = '4006381333931'
/** Lines of parts of 500 each. */
const linesOf = (prefix: string, count: number, changes: Readonly<Record<number, Record<string, string>>> = {}) =>
  Array.from({ length: count }, (_, at) => ({
    label: `${prefix} ${at}`,
    buyer_reference: `${prefix}-${at}`,
    gtin: '',
    main_category: 'smartphones',
    price_grade_a: '100.00',
    ...changes[at],
  }))

describe('parts of a file that change nothing', () => {
  it('are written together, up to four of them', async () => {
    const file = csvOf(linesOf('SAME', 3_200))
    await imports.run(kinds.products, file)
    const id = await imports.take(kinds.products, file)
    const plans = keepPlans(1)
    const done: number[] = []
    let ms = Date.now()
    for (let job = 0; job < 3; job++) {
      // The job hands on once it has written something.
      const now = () => new Date((ms += 10_000))
      await runImports({ database: imports.world.api.db, now }, { accountId: imports.world.accountId }, plans)
      done.push((await imports.read(id)).lines_done)
    }
    expect(done).toEqual([500, 2_500, 3_200])
    expect(told(await imports.read(id))).toEqual({ status: 'success', counts: [3_200, 0, 0, 0], ignored: [] })
  })

  it('lock the products of the first of them alone, as locks of several parts would follow no order', async () => {
    const file = csvOf(linesOf('LOCK', 2_200))
    await imports.run(kinds.products, file)
    const id = await imports.take(kinds.products, file)
    const plans = keepPlans(1)
    let ms = Date.now()
    const work = () =>
      runImports(
        { database: imports.world.api.db, now: () => new Date((ms += 10_000)) },
        { accountId: imports.world.accountId },
        plans,
      )
    await work()
    const { owner, accountId } = imports.world
    await owner.query('begin')
    try {
      const third = `select from product where account_id = $1 and buyer_reference = 'LOCK-1200' for update`
      await owner.query(third, [accountId])
      await work()
    } finally {
      await owner.query('rollback')
    }
    expect(told(await imports.read(id))).toEqual({ status: 'success', counts: [2_200, 0, 0, 0], ignored: [] })
  })

  it('end where one changes something, which the part behind it finds', async () => {
    await imports.run(kinds.products, csvOf(linesOf('NEXT', 2_200, { 1_200: { gtin } })))
    // The product of the 1,200th line gives up its code, and that of the 1,600th is new by it.
    const renewed = { label: 'New by its code', buyer_reference: '', gtin }
    const file = csvOf(linesOf('NEXT', 2_200, { 700: { price_grade_a: 'free' }, 1_600: renewed }))
    expect(told(await imports.run(kinds.products, file))).toEqual({
      status: 'success_with_ignored',
      counts: [2_200, 1, 1, 1],
      ignored: ['702 LINE_VALUE_WRONG price_grade_a'],
    })
    const named = await imports.values(
      `select label, buyer_reference, gtin from product where account_id = $1 and (gtin = $2 or buyer_reference in
         ('NEXT-1200', 'NEXT-1600')) order by label collate "C"`,
      gtin,
    )
    expect(named).toEqual([
      ['NEXT 1200', 'NEXT-1200', null],
      ['NEXT 1600', 'NEXT-1600', null],
      ['New by its code', null, gtin],
    ])
  })

  it('do what their trial has said, and what it said otherwise is told of each of them', async () => {
    await imports.run(kinds.products, csvOf(linesOf('TOLD', 1_700)))
    const change = { label: 'Told otherwise' }
    const { id } = await imports.attempt(
      kinds.products,
      csvOf(linesOf('TOLD', 1_700, { 600: change, 1_100: change, 1_650: change })),
    )
    const { owner, accountId } = imports.world
    // Another user makes two of the changes before the import is started.
    await owner.query(
      `update product set label = 'Told otherwise' where account_id = $1 and buyer_reference in ('TOLD-600', 'TOLD-1100')`,
      [accountId],
    )
    expect((await imports.act(id, 'start')).status).toBe(200)
    await imports.work()
    expect(told(await imports.read(id))).toEqual({ status: 'success', counts: [1_700, 0, 1, 0], ignored: [] })
    const kept = await imports.values(
      'select place, line, outcome, differs from catalog_import_change where account_id = $1 and import_id = $2 order by place',
      id,
    )
    expect(kept).toEqual([
      [600, 602, 'unchanged', true],
      [1_100, 1_102, 'unchanged', true],
      [1_650, 1_652, 'updated', false],
    ])
  })
})
