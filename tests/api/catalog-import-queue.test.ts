// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createImportJobs } from '#api/features/catalog-files/import/import-jobs.ts'
import { runImports } from '#api/features/catalog-files/import/run-imports.ts'
import { csvOf } from '#tests/support/csv-file.ts'
import { createImportWorld, kinds, told, type ImportWorld } from '#tests/support/import-world.ts'
import { countOf, phone, phones } from '#tests/support/phone-lines.ts'
import { jobsOf } from '#tests/support/queued-job.ts'
import { slowClock } from '#tests/support/slow-clock.ts'
import type { TestSession } from '#tests/support/api.ts'

let imports: ImportWorld
beforeAll(async () => {
  imports = await createImportWorld()
})
afterAll(() => imports.world.close())

/** Lets one job work on one part. */
async function workOnce(): Promise<void> {
  await runImports({ database: imports.world.api.db, now: slowClock() }, { accountId: imports.world.accountId })
}

describe('the queue', { timeout: 240_000 }, () => {
  it('lets a short file go past a long one, whose own lines about the same are left out then', async () => {
    await imports.run(kinds.products, csvOf(phones('PASS', 1)))
    const long = await imports.take(
      kinds.products,
      csvOf([...phones('LONG', 20), phone('PASS-0', { price_grade_a: '1.00' })]),
    )
    // As if it had as many lines as a long one has.
    await imports.world.change(`update catalog_import set lines_found = 2001 where account_id = $1 and id = $2`, long)
    const short = await imports.take(kinds.prices, csvOf([{ buyer_reference: 'PASS-0', price_grade_a: '2.00' }]))
    expect((await imports.read(long)).waits_for).toBe(1)
    expect((await imports.read(short)).waits_for).toBe(0)
    await workOnce()
    expect((await imports.read(short)).status).toBe('success')
    expect((await imports.read(long)).lines_done).toBe(0)
    await imports.work()
    expect(told(await imports.read(long))).toEqual({
      status: 'success_with_ignored',
      counts: [2_001, 20, 0, 1],
      ignored: ['22 LINE_OVERTAKEN'],
    })
    const price = `select x.price_cents from product p join product_price x on x.account_id = p.account_id
      and x.product_id = p.id where p.account_id = $1 and p.buyer_reference = 'PASS-0'`
    expect(await imports.values(price)).toEqual([[200]])
  })

  it('takes nothing for overtaken that a later file has only tried', async () => {
    await imports.run(kinds.products, csvOf(phones('SEAM', 1)))
    const first = await imports.take(kinds.products, csvOf([phone('SEAM-0', { price_grade_a: '1.00' })]))
    const second = await imports.attempt(kinds.prices, csvOf([{ buyer_reference: 'SEAM-0', price_grade_a: '2.00' }]))
    expect((await imports.act(second.id, 'start')).status).toBe(200)
    await workOnce()
    expect((await imports.read(second.id)).lines_done).toBe(0)
    expect(told(await imports.read(first))).toEqual({ status: 'success', counts: [1, 0, 1, 0], ignored: [] })
    expect((await imports.act(second.id, 'cancel')).status).toBe(204)
    await imports.work()
    const price = `select x.price_cents from product p join product_price x on x.account_id = p.account_id
      and x.product_id = p.id where p.account_id = $1 and p.buyer_reference = 'SEAM-0'`
    expect(await imports.values(price)).toEqual([[100]])
  })

  it('forgets what is cancelled: of one that runs the written parts stay, and can be taken back', async () => {
    const id = await imports.take(kinds.products, csvOf(phones('STOP', 510)))
    const next = await imports.take(kinds.products, csvOf(phones('STOPPED', 1)))
    await workOnce()
    expect((await imports.act(id, 'cancel')).status).toBe(204)
    expect((await imports.act(next, 'cancel')).status).toBe(204)
    await imports.work()
    const cancelled = await imports.read(id)
    expect(cancelled).toMatchObject({ status: 'cancelled', cancelled_by: { name: expect.any(String) } })
    expect([cancelled.lines_done, await countOf(imports, 'STOP')]).toEqual([500, 500])
    expect(await imports.read(next)).toMatchObject({ status: 'cancelled', lines_done: 0 })
    expect(await imports.act(id, 'cancel')).toMatchObject({ status: 409, code: 'IMPORT_ENDED' })
    await imports.act(id, 'undo', { json: {} })
    await imports.work()
    expect((await imports.read(id)).undo).toMatchObject({ status: 'done' })
    expect(await countOf(imports, 'STOP')).toBe(0)
  })

  it('writes the file of each account, whatever id another has given its own', async () => {
    const { api, owner, accountId } = imports.world
    const otherId = api.accounts.other.id
    await owner.query(
      `insert into category (account_id, id, identifier, name, position) values ($1, $2, 'smartphones', 'Phones', 0)`,
      [otherId, newId()],
    )
    const id = newId()
    const send = async (as: TestSession, account: string, prefix: string) =>
      (
        await as.request(`/api/accounts/${account}/imports?${kinds.products}&file_name=f.csv&id=${id}`, {
          method: 'POST',
          body: csvOf(phones(prefix, 510)),
          headers: { 'content-type': 'text/csv' },
        })
      ).status
    const other = await api.signIn('manager@other.example')
    expect([await send(imports.manager, accountId, 'MINE'), await send(other, otherId, 'THEIRS')]).toEqual([200, 200])
    const [jobs] = createImportJobs({ database: api.db, now: slowClock() })
    // One part of each in turn, by one process.
    for (let turn = 0; turn < 2; turn++) for (const each of [accountId, otherId]) await jobs.run({ accountId: each })
    const { rows } = await owner.query<Record<string, unknown>>(
      `select account_id, split_part(buyer_reference, '-', 1) as prefix, count(*)::int as count from product
       where buyer_reference like 'MINE-%' or buyer_reference like 'THEIRS-%' group by 1, 2 order by 2`,
    )
    expect(rows).toEqual([
      { account_id: accountId, prefix: 'MINE', count: 510 },
      { account_id: otherId, prefix: 'THEIRS', count: 510 },
    ])
  })

  it('tries long files apart from short ones', async () => {
    const queued = async (count: number) => {
      const file = csvOf(phones('APART', count))
      const { body } = await imports.ask(`?${kinds.products}&file_name=f.csv&try=true`, { file })
      const data = { accountId: imports.world.accountId, importId: String(body['id']) }
      return [
        (await jobsOf(imports.world.owner, 'catalog-trial', data)).length,
        (await jobsOf(imports.world.owner, 'catalog-trial-long', data)).length,
      ]
    }
    expect(await queued(2)).toEqual([1, 0])
    expect(await queued(2_001)).toEqual([0, 1])
  })
})

describe('taking back', { timeout: 240_000 }, () => {
  it('is told of what was changed since while it goes on, and does not drop that', async () => {
    const count = 301
    await imports.run(kinds.products, csvOf(phones('WAITING', count)))
    const { id } = await imports.run(kinds.products, csvOf(phones('WAITING', count, { price_grade_a: '90.00' })))
    await imports.world.change(
      `update product_price x set price_cents = 9100 from product p where x.account_id = $1 and p.account_id = $1
         and p.id = x.product_id and p.buyer_reference in ('WAITING-0', 'WAITING-300')`,
    )
    const ask = (withChanged: boolean) => imports.act(id, 'undo', { json: { withChanged } })
    expect((await ask(false)).status).toBe(200)
    await workOnce()
    expect((await imports.read(id)).undo).toMatchObject({ status: 'in_progress', undone: 299, left: 1 })
    expect((await ask(true)).body).toMatchObject({ undo: { status: 'in_progress', undone: 299, left: 0 } })
    // The other choice is no longer what is done.
    expect([(await ask(true)).status, (await ask(false)).code]).toEqual([200, 'IMPORT_NOT_UNDOABLE'])
    await imports.work()
    expect((await imports.read(id)).undo).toMatchObject({ status: 'done', undone: count, left: 0 })
  })

  it('comes again where a catalog is being published, and has not failed by that', async () => {
    const { id } = await imports.run(kinds.products, csvOf(phones('BUSY', 2)))
    const { owner, accountId } = imports.world
    expect((await imports.act(id, 'undo', { json: {} })).status).toBe(200)
    await owner.query(`update pgboss.job set state = 'completed' where name = 'catalog-import'`)
    await owner.query('begin')
    try {
      await owner.query(`select pg_advisory_xact_lock(hashtextextended('counter catalog ' || $1, 0))`, [accountId])
      await workOnce()
    } finally {
      await owner.query('rollback')
    }
    const failures = 'select undo_status, undo_failures from catalog_import where account_id = $1 and id = $2'
    expect(await imports.values(failures, id)).toEqual([['in_progress', 0]])
    expect((await jobsOf(owner, 'catalog-import', { accountId })).filter((state) => state === 'created')).toHaveLength(
      1,
    )
    await imports.work()
    expect((await imports.read(id)).undo).toMatchObject({ status: 'done', undone: 2 })
  })
})

describe('a file', { timeout: 240_000 }, () => {
  it('under a known id is the same import, and another file is a conflict', async () => {
    const id = newId()
    const send = (file: string, kind: string = kinds.products) =>
      imports.ask(`?${kind}&file_name=f.csv&id=${id}`, { file })
    const file = csvOf([phone('SAME-0')])
    expect([(await send(file)).status, (await send(file)).status]).toEqual([200, 200])
    expect(await send(csvOf([phone('SAME-1')]))).toMatchObject({ status: 409, code: 'IMPORT_ID_TAKEN' })
    expect((await send(file, kinds.prices)).code).toBe('IMPORT_ID_TAKEN')
    await imports.work()
    expect((await send(file)).body).toMatchObject({ status: 'success' })
    expect(await countOf(imports, 'SAME')).toBe(1)
  })

  it('is kept as it came', async () => {
    const bytes = new TextEncoder().encode(csvOf([phone('KEPT-é')]))
    const { id } = await imports.run(kinds.products, bytes)
    const answer = await imports.manager.request(`${imports.path}/${id}/file`)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
    const analyst = await imports.world.api.signIn('root_management_unit_analyst')
    expect((await analyst.request(`${imports.path}/${id}/file`)).status).toBe(403)
  })
})
