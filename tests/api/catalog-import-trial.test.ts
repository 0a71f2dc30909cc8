// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportSweep } from '#api/features/catalog-files/import/import-jobs.ts'
import { tryImport } from '#api/features/catalog-files/import/try-import.ts'
import { distributionBounds } from '#domain/catalog-files/import-trial.ts'
import { csvOf } from '#tests/support/csv-file.ts'
import { createImportWorld, kinds, told, type ImportWorld } from '#tests/support/import-world.ts'
import { countLockWaiters } from '#tests/support/lock-waiters.ts'
import { countOf, phone, phones } from '#tests/support/phone-lines.ts'
import { jobsOf } from '#tests/support/queued-job.ts'

let imports: ImportWorld
beforeAll(async () => {
  imports = await createImportWorld()
})
afterAll(() => imports.world.close())

const now = () => new Date()
const start = async (id: string) => {
  expect((await imports.act(id, 'start')).status).toBe(200)
  await imports.work()
  return imports.read(id)
}

describe('a trial', { timeout: 240_000 }, () => {
  it('says of the whole file what the import then does, and writes nothing', async () => {
    await imports.run(kinds.products, csvOf(phones('SAY', 510)))
    const file = csvOf([
      ...phones('SAY', 508),
      phone('SAY-508', { price_grade_a: '103.00', price_grade_b: '50.00' }),
      phone('SAY-509', { price_grade_a: '20.00', label: 'Other' }),
      phone('SAY-510'),
      phone('SAY-511', { gtin: '1' }),
      phone('SAY-510'),
    ])
    const tried = await imports.attempt(kinds.products, file)
    expect(tried).toMatchObject({ status: 'tried', lines_done: 513, changes_count: 3, ended_at: null })
    expect(tried.trial).toMatchObject({ inserted: 1, updated: 2, ignored: 2 })
    expect(tried.report.lines_count).toEqual({ found: 513, inserted: 1, updated: 2, ignored: 2 })
    expect(tried.report.ignored_lines.map(({ line }) => line)).toEqual([513, 514])
    expect(await countOf(imports, 'SAY')).toBe(510)
    const { prices } = tried.trial!
    expect(prices).toMatchObject({ rising: 1, falling: 1, added: 1, removed: 0 })
    expect(prices.largestRise).toMatchObject({ line: 510, column: 'price_grade_a', before: 10_000, after: 10_300 })
    expect(prices.largestFall).toMatchObject({ line: 511, before: 10_000, after: 2_000 })
    const up = distributionBounds.indexOf(5)
    expect(prices.bins.flatMap((n, bin) => (n === 0 ? [] : [bin]))).toEqual([0, up])
    const changes = await imports.changes(tried.id)
    expect(changes['hydra:totalItems']).toBe(3)
    expect(changes['hydra:member'][0]).toMatchObject({
      line: 510,
      outcome: 'updated',
      reference: 'SAY-508',
      changes: [
        { column: 'price_grade_a', isAmount: true, before: 10_000, after: 10_300 },
        { column: 'price_grade_b', before: null, after: 5_000 },
      ],
    })
    // It is found by what it does, by its columns, by how its prices move, and by its words.
    for (const [query, references] of [
      ['outcome=inserted', ['SAY-510']],
      ['column=label', ['SAY-509', 'SAY-510']],
      ['moves=up', ['SAY-508']],
      ['moves=down', ['SAY-509']],
      ['q=say-508', ['SAY-508']],
      ['page=2&itemsPerPage=2', ['SAY-510']],
    ] as const) {
      const { body } = await imports.ask(`/${tried.id}/changes?${query}`)
      const found = (body as unknown as typeof changes)['hydra:member']
      expect(
        found.map(({ reference }) => reference),
        query,
      ).toEqual(references)
    }
    // The history shows what was started alone.
    const { results } = (await imports.ask('')).body as unknown as { readonly results: readonly { id: string }[] }
    expect(results.map(({ id }) => id)).not.toContain(tried.id)
    const done = await start(tried.id)
    expect(told(done).counts).toEqual([513, 1, 2, 2])
    expect(done).toMatchObject({ status: 'success_with_ignored', lines_differing: 0, changes_count: 3 })
    expect((await imports.act(tried.id, 'start')).status).toBe(200)
    expect(await countOf(imports, 'SAY')).toBe(511)
  })

  it('counts and lists the prices that empty fields take away, and no others', async () => {
    await imports.run(kinds.products, csvOf(phones('GOES', 3)))
    const file = 'buyer_reference;price_grade_a;price_grade_b\nGOES-0;;\nGOES-1;90;\nGOES-2;100;;\nGOES-3;;'
    const tried = await imports.attempt(kinds.prices, file)
    expect(tried.trial?.prices).toMatchObject({ removed: 1, falling: 1, rising: 0 })
    const { 'hydra:member': goes } = await imports.changes(tried.id, 'moves=removed')
    expect(goes.map(({ reference, changes }) => [reference, ...changes])).toEqual([
      ['GOES-0', { column: 'price_grade_a', isAmount: true, before: 10_000, after: null }],
    ])
  })

  it('lets later lines find what earlier ones would have written', async () => {
    const file = csvOf([
      { identifier: 'tried-child', name: 'Child', parent_identifier: 'tried-top' },
      { identifier: 'tried-top', name: 'Top one', parent_identifier: 'smartphones' },
    ])
    const tried = await imports.attempt(kinds.categories, file)
    expect(tried.trial).toMatchObject({ inserted: 2, ignored: 0 })
    // A product that has no reference is found by its GTIN by a line of another part.
    const many = [
      phone('', { gtin: '4006381333931', label: 'By code' }),
      ...phones('FILL', 505),
      phone('FOUND-0', { gtin: '4006381333931', label: 'By code' }),
    ]
    const products = await imports.attempt(kinds.products, csvOf(many))
    expect(products.trial).toMatchObject({ inserted: 506, updated: 1, ignored: 0 })
    const done = await start(products.id)
    expect(told(done).counts).toEqual([507, 506, 1, 0])
    expect(done.lines_differing).toBe(0)
    expect(told(await start(tried.id)).counts).toEqual([2, 2, 0, 0])
    expect((await imports.read(tried.id)).lines_differing).toBe(0)
  })

  it('knows what is nearly the same as what an earlier part would have written', async () => {
    const file = csvOf([
      phone('ALIKE-A'),
      phone('', { gtin: '0042563008123', label: 'By zeros' }),
      ...phones('AFAR', 505),
      phone('alike-a'),
      phone('', { gtin: '042563008123', label: 'By zeros, too' }),
    ])
    const tried = await imports.attempt(kinds.products, file)
    const done = await start(tried.id)
    expect(told(done)).toMatchObject({
      counts: [509, 507, 1, 1],
      ignored: ['509 LINE_REFERENCE_ALIKE buyer_reference'],
    })
    expect(tried.trial).toMatchObject({ inserted: 507, updated: 1, ignored: 1 })
    expect(done.lines_differing).toBe(0)
  })

  it('tells what the import did otherwise, where the catalog has changed in between', async () => {
    await imports.run(kinds.products, csvOf(phones('BETWEEN', 3)))
    const tried = await imports.attempt(kinds.products, csvOf(phones('BETWEEN', 4, { price_grade_a: '90.00' })))
    await imports.run(
      kinds.products,
      csvOf([
        phone('BETWEEN-0', { price_grade_a: '95.00' }),
        phone('BETWEEN-1', { price_grade_a: '90.00' }),
        phone('BETWEEN-3', { price_grade_a: '1.00' }),
      ]),
    )
    const done = await start(tried.id)
    expect(told(done).counts).toEqual([4, 0, 3, 0])
    expect(done.lines_differing).toBe(3)
    const differing = (await imports.changes(tried.id, 'differs=true'))['hydra:member']
    expect(differing.map(({ reference, outcome }) => [reference, outcome])).toEqual([
      ['BETWEEN-0', 'updated'],
      ['BETWEEN-1', 'unchanged'],
      ['BETWEEN-3', 'updated'],
    ])
    // What it did not do is not taken back either.
    await imports.act(tried.id, 'undo', { json: {} })
    await imports.work()
    expect((await imports.read(tried.id)).undo).toMatchObject({ status: 'done', undone: 3 })
  })

  it('hands the refused lines back as a file, which is corrected and given in again', async () => {
    const lines = [phone('MEND-0'), phone('MEND-1', { gtin: '1', label: 'A; "quoted" one' }), phone('MEND-2')]
    const done = await imports.run(kinds.products, csvOf(lines))
    expect(told(done).counts).toEqual([3, 2, 0, 1])
    const answer = await imports.manager.request(`${imports.path}/${done.id}/refused?language=en-GB`)
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''file-refused.csv")
    const text = (await answer.text()).replace('\uFEFF', '')
    expect(text).toContain('gtin: An EAN/GTIN has 8, 12, 13 or 14 digits.')
    expect(text.trim().split('\r\n')).toHaveLength(2)
    const mended = text.replace(/;1;(?=.*EAN)/, ';4006381333948;').replace(';1;gtin:', ';4006381333948;gtin:')
    const check = await imports.ask(`/check?${kinds.products}`, { file: mended })
    expect((check.body as { columns?: { unknown: string[] } }).columns?.unknown).toEqual([])
    expect(told(await imports.run(kinds.products, mended)).counts).toEqual([1, 1, 0, 0])
    const label = `select label from product where account_id = $1 and buyer_reference = 'MEND-1'`
    expect(await imports.values(label)).toEqual([['A; "quoted" one']])
    // A file without refused lines has none to hand back.
    const whole = await imports.run(kinds.products, csvOf([phone('MEND-0')]))
    expect((await imports.ask(`/${whole.id}/refused`)).status).toBe(404)
  })

  it('begins again where its process has died, and counts nothing twice', async () => {
    const { body } = await imports.ask(`?${kinds.products}&file_name=f.csv&try=true`, {
      file: csvOf(phones('DIED', 700)),
    })
    const { id } = body as unknown as { readonly id: string }
    const scope = { accountId: imports.world.accountId, importId: id }
    const { owner } = imports.world
    await owner.query(`create function break_it() returns trigger language plpgsql as $$ begin
      if new.place = 600 then raise exception 'broken'; end if; return new; end $$`)
    await owner.query(
      'create trigger break_it before insert on catalog_import_change for each row execute function break_it()',
    )
    await expect(tryImport({ database: imports.world.api.db, now }, scope)).rejects.toThrow('broken')
    await owner.query('drop trigger break_it on catalog_import_change')
    await owner.query('drop function break_it()')
    expect(await imports.read(id)).toMatchObject({ status: 'trying', lines_done: 500, changes_count: 500 })
    expect((await imports.act(id, 'start')).code).toBe('IMPORT_NOT_TRIED')
    await tryImport({ database: imports.world.api.db, now }, scope)
    expect(await imports.read(id)).toMatchObject({ status: 'tried', lines_done: 700, changes_count: 700 })
    expect(await countOf(imports, 'DIED')).toBe(0)
    // Cancelled, it is forgotten.
    expect((await imports.act(id, 'cancel')).status).toBe(204)
    expect((await imports.ask(`/${id}`)).status).toBe(404)
  })

  it('ends after four tries that fail in a later part, and has nothing to be taken back', async () => {
    const { body } = await imports.ask(`?${kinds.products}&file_name=f.csv&try=true`, {
      file: csvOf([...phones('GIVEN', 600), phone('GIVEN-0', { gtin: '1' })]),
    })
    const { id } = body as unknown as { readonly id: string }
    const { owner, accountId, api } = imports.world
    await owner.query(`create function break_it() returns trigger language plpgsql as $$ begin
      if new.place = 550 then raise exception 'broken'; end if; return new; end $$`)
    await owner.query(
      'create trigger break_it before insert on catalog_import_change for each row execute function break_it()',
    )
    for (let time = 0; time < 4; time++)
      await expect(tryImport({ database: api.db, now }, { accountId, importId: id })).rejects.toThrow('broken')
    await owner.query('drop trigger break_it on catalog_import_change')
    await owner.query('drop function break_it()')
    const ended = await imports.read(id)
    expect(ended).toMatchObject({ status: 'error', lines_done: 0, changes_count: 0 })
    expect(ended.report).toMatchObject({ error: 'IMPORT_FAILED', lines_count: { inserted: 0, updated: 0, ignored: 0 } })
    expect((await imports.changes(id))['hydra:totalItems']).toBe(0)
    expect((await imports.act(id, 'undo', { json: {} })).code).toBe('IMPORT_NOT_UNDOABLE')
  })

  it('is taken up again once no job is left for it, four times at most', async () => {
    const { body } = await imports.ask(`?${kinds.products}&file_name=f.csv&try=true`, {
      file: csvOf([phone('LEFT-0')]),
    })
    const { id } = body as unknown as { readonly id: string }
    const { owner, accountId, api } = imports.world
    const data = { accountId, importId: id }
    const sweep = createImportSweep({ database: api.db, now, log: { warn: () => undefined } })
    await imports.world.change(
      `update catalog_import set touched_at = now() - interval '1 minute' where account_id = $1 and id = $2`,
      id,
    )
    const statuses: string[] = []
    for (let time = 0; time < 4; time++) {
      // A job that waits is left to the queue.
      await sweep()
      expect((await jobsOf(owner, 'catalog-trial', data)).filter((state) => state === 'created')).toHaveLength(1)
      // Its processes have died as often as the queue tries.
      await owner.query(`update pgboss.job set state = 'failed' where name = 'catalog-trial' and data = $1`, [
        JSON.stringify(data),
      ])
      await sweep()
      statuses.push((await imports.read(id)).status)
    }
    expect(statuses).toEqual(['trying', 'trying', 'trying', 'error'])
    expect((await imports.read(id)).report.error).toBe('IMPORT_FAILED')
  })

  it('is forgotten after a day that nobody has started it', async () => {
    const kept = await imports.attempt(kinds.products, csvOf([phone('DAY-0')]))
    const old = await imports.attempt(kinds.products, csvOf([phone('DAY-1')]))
    await imports.world.change(
      `update catalog_import set created_at = now() - interval '25 hours' where account_id = $1 and id = $2`,
      old.id,
    )
    await createImportSweep({ database: imports.world.api.db, now, log: { warn: () => undefined } })()
    expect([(await imports.ask(`/${kept.id}`)).status, (await imports.ask(`/${old.id}`)).status]).toEqual([200, 404])
  })
})

describe('what is kept of files', { timeout: 240_000 }, () => {
  const sweepAt = (at: Date) =>
    createImportSweep({ database: imports.world.api.db, now: () => at, log: { warn: () => undefined } })()
  const days = (count: number) => new Date(Date.now() + count * 24 * 3_600_000)

  it('goes 90 days after the end, which the answer says before, and takes the way back with it', async () => {
    const { id, ended_at, kept_until, forgotten_at } = await imports.run(kinds.products, csvOf([phone('KEPT-0')]))
    expect(forgotten_at).toBeNull()
    expect(Date.parse(kept_until!) - Date.parse(ended_at!)).toBe(90 * 24 * 3_600_000)
    await sweepAt(days(89))
    expect(await imports.read(id)).toMatchObject({ has_file: true, forgotten_at: null })
    const at = days(91)
    // A few go in each round, those first that have ended first.
    for (let round = 0; round < 20; round++) await sweepAt(at)
    const { report, ...after } = await imports.read(id)
    expect(after).toMatchObject({ has_file: false, kept_until: null, forgotten_at: at.toISOString() })
    expect(report.lines_count).toMatchObject({ found: 1, inserted: 1 })
    expect((await imports.act(id, 'undo', { json: {} })).code).toBe('IMPORT_NOT_UNDOABLE')
    for (const file of ['file', 'refused']) expect((await imports.ask(`/${id}/${file}`)).status, file).toBe(404)
    expect((await imports.changes(id))['hydra:member']).toEqual([])
    const left = 'select count(*)::int from catalog_import_change where account_id = $1 and import_id = $2'
    expect(await imports.values(left, id)).toEqual([[0]])
  })

  it('goes by so many changes in a round, and nothing is taken back or started of what goes', async () => {
    const long = await imports.run(kinds.products, csvOf([phone('ROUND-0')]))
    const tried = await imports.attempt(kinds.products, csvOf([phone('ROUND-1')]))
    const { change, owner } = imports.world
    for (const id of [long.id, tried.id])
      await change(
        `insert into catalog_import_change (account_id, import_id, place, line, thing_id, outcome, name, before, after,
           fields, rises, falls)
         select $1, $2, n, n + 2, gen_random_uuid(), 'inserted', 'Phone', '{}', '{}', '{}', false, false
         from generate_series(1, 6000) n`,
        id,
      )
    await change(
      `update catalog_import set created_at = created_at - interval '91 days', ended_at = ended_at - interval '91 days'
       where account_id = $1 and id = any ($2)`,
      [long.id, tried.id],
    )
    const left = async (id: string) =>
      (
        await imports.values(
          'select count(*)::int from catalog_import_change where account_id = $1 and import_id = $2',
          id,
        )
      )[0]?.[0]
    await sweepAt(new Date())
    expect([await left(long.id), await left(tried.id)]).toEqual([1_001, 1_001])
    expect((await imports.act(long.id, 'undo', { json: {} })).code).toBe('IMPORT_NOT_UNDOABLE')
    expect((await imports.act(tried.id, 'start')).code).toBe('IMPORT_NOT_TRIED')
    await sweepAt(new Date())
    expect([await left(long.id), await left(tried.id)]).toEqual([0, 0])
    expect(await imports.read(long.id)).toMatchObject({ has_file: false, forgotten_at: expect.any(String) })
    expect((await imports.ask(`/${tried.id}`)).status).toBe(404)
    // What had neither a file nor changes is kept until no day.
    const bare = await imports.run(kinds.products, csvOf([phone('ROUND-0')]))
    expect(bare.kept_until).toEqual(expect.any(String))
    await owner.query('update catalog_import set file = null where id = $1', [bare.id])
    expect((await imports.read(bare.id)).kept_until).toBeNull()
  })

  it('keeps no import from being taken up where it cannot go', async () => {
    const old = await imports.run(kinds.products, csvOf([phone('STUCK-0')]))
    await imports.world.change(
      `update catalog_import set ended_at = ended_at - interval '91 days' where account_id = $1 and id = $2`,
      old.id,
    )
    const waiting = await imports.take(kinds.products, csvOf([phone('STUCK-1')]))
    const { owner, accountId } = imports.world
    await owner.query(`update pgboss.job set state = 'completed' where name = 'catalog-import'`)
    await imports.world.change(
      `update catalog_import set touched_at = now() - interval '1 minute' where account_id = $1 and id = $2`,
      waiting,
    )
    await owner.query(`create function break_it() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`)
    await owner.query(
      'create trigger break_it before delete on catalog_import_change for each row execute function break_it()',
    )
    try {
      await expect(sweepAt(new Date())).rejects.toThrow('broken')
    } finally {
      await owner.query('drop trigger break_it on catalog_import_change')
      await owner.query('drop function break_it()')
    }
    expect((await jobsOf(owner, 'catalog-import', { accountId })).filter((state) => state === 'created')).toHaveLength(
      1,
    )
    await imports.work()
    expect((await imports.read(waiting)).status).toBe('success')
  })

  it('is of a user the last ten that were tried and not started', async () => {
    const ids: string[] = []
    for (let at = 0; at < 12; at++) ids.push((await imports.attempt(kinds.products, csvOf([phone(`MANY-${at}`)]))).id)
    const statuses = await Promise.all(ids.map(async (id) => (await imports.ask(`/${id}`)).status))
    expect(statuses).toEqual([404, 404, ...Array.from({ length: 10 }, () => 200)])
    // The one that would be forgotten next is being started, and stays.
    const { owner, accountId } = imports.world
    await owner.query('begin')
    let sent: ReturnType<typeof imports.ask>
    try {
      await owner.query(`update catalog_import set status = 'in_progress' where account_id = $1 and id = $2`, [
        accountId,
        ids[2],
      ])
      sent = imports.ask(`?${kinds.products}&file_name=f.csv&try=true`, { file: csvOf([phone('MANY-12')]) })
      await expect.poll(() => countLockWaiters(owner), { timeout: 60_000 }).toBe(1)
    } finally {
      await owner.query('commit')
    }
    expect((await sent).status).toBe(200)
    expect(await imports.read(ids[2]!)).toMatchObject({ status: 'in_progress' })
  })
})
