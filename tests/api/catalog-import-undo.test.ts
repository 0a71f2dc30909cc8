// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createPublish } from '#api/features/counter/publish-counter-catalog.ts'
import { csvOf } from '#tests/support/csv-file.ts'
import { countLockWaiters } from '#tests/support/lock-waiters.ts'
import { createImportWorld, kinds, told, type ImportWorld } from '#tests/support/import-world.ts'

let imports: ImportWorld
beforeAll(async () => {
  imports = await createImportWorld()
})
afterAll(() => imports.world.close())

type Line = Readonly<Record<string, string>>
const phone = (reference: string, change: Line = {}): Line => ({
  label: `Phone ${reference}`,
  brand: 'Nova',
  buyer_reference: reference,
  tac_codes: '35000001',
  main_category: 'smartphones',
  status: 'draft',
  price_grade_a: '120.50',
  ...change,
})
const phones = (prefix: string, count: number, change: Line = {}) =>
  Array.from({ length: count }, (_, at) => phone(`${prefix}-${at}`, change))
const change = (text: string, ...values: readonly unknown[]) => imports.world.change(text, ...values)
const takeBack = async (id: string, withChanged = false) => {
  expect((await imports.act(id, 'undo', { json: { withChanged } })).status).toBe(200)
  await imports.work()
  return (await imports.read(id)).undo
}
const states = async (id: string) =>
  (await imports.changes(id))['hydra:member'].map(({ reference, undo }) => `${reference} ${undo}`)

/** Everything that is said of the products of a prefix. */
const products = (prefix: string) =>
  imports.values(
    `select p.buyer_reference, p.label, p.translations, p.brand, p.gtin, p.status, p.comment, p.weight_grams, c.identifier,
       array(select t.tac from product_tac t where t.account_id = p.account_id and t.product_id = p.id order by 1),
       array(select k.identifier from product_category y join category k on k.account_id = y.account_id
         and k.id = y.category_id where y.account_id = p.account_id and y.product_id = p.id order by 1),
       (select jsonb_object_agg(x.grade, x.price_cents) from product_price x
         where x.account_id = p.account_id and x.product_id = p.id)
     from product p join category c on c.account_id = p.account_id and c.id = p.main_category_id
     where p.account_id = $1 and p.buyer_reference like $2 order by 1`,
    `${prefix}-%`,
  )
const holdCatalog = `select pg_advisory_xact_lock(hashtextextended('counter catalog ' || $1, 0))`
const countOf = async (prefix: string) => (await products(prefix)).length

describe('an import that is taken back', { timeout: 240_000 }, () => {
  it('leaves the products as they were before, and none of the new ones', async () => {
    await imports.run(
      kinds.products,
      csvOf([
        phone('BACK-0', { label_de_de: 'Handy', gtin: '4006381333931', comment: 'Old', price_grade_b: '80.00' }),
        phone('BACK-1'),
      ]),
    )
    const before = await products('BACK')
    const { id } = await imports.run(
      kinds.products,
      csvOf([
        phone('BACK-0', {
          label: 'Other',
          label_de_de: '',
          label_nl_be: 'Telefoon',
          gtin: '',
          comment: '',
          tac_codes: '35000002|35000003',
          main_category: 'cameras',
          secondary_categories: 'smartphones',
          weight_grams: '200',
          status: 'published',
          price_grade_a: '99.00',
          price_grade_b: '',
          price_grade_c: '10.00',
        }),
        phone('BACK-1', { price_grade_a: '121.00' }),
        phone('BACK-2'),
      ]),
    )
    expect(await countOf('BACK')).toBe(3)
    expect((await imports.read(id)).changes_count).toBe(3)
    expect(await takeBack(id)).toMatchObject({ status: 'done', undone: 3, left: 0, by: { name: expect.any(String) } })
    expect(await products('BACK')).toEqual(before)
    expect(await states(id)).toEqual(['BACK-0 undone', 'BACK-1 undone', 'BACK-2 undone'])
    // What is taken back is not taken back twice: who asked for it gets the answer again, that was lost.
    const again = await imports.act(id, 'undo', { json: {} })
    expect(again).toMatchObject({ status: 200, body: { undo: { status: 'done', undone: 3 } } })
    for (const refused of [
      await imports.act(id, 'undo', { json: { withChanged: true } }),
      await imports.act(id, 'undo', { json: {}, as: await imports.world.api.signIn('admin') }),
    ])
      expect(refused).toMatchObject({ status: 409, code: 'IMPORT_NOT_UNDOABLE' })
    // The same file is an import like any other again.
    expect(told(await imports.run(kinds.products, csvOf([phone('BACK-2')]))).counts).toEqual([1, 1, 0, 0])
  })

  it('leaves and lists what was changed since, until a person decides', async () => {
    await imports.run(kinds.products, csvOf(phones('SINCE', 3)))
    const before = await products('SINCE')
    const { id } = await imports.run(kinds.products, csvOf(phones('SINCE', 4, { price_grade_a: '90.00' })))
    await change(
      `update product_price x set price_cents = 9100 from product p where x.account_id = $1 and p.account_id = $1
         and p.id = x.product_id and p.buyer_reference = 'SINCE-1'`,
    )
    // What the import did not write may be changed all the same.
    await change(`update product set comment = 'Mine' where account_id = $1 and buyer_reference = 'SINCE-2'`)
    await change(`update product set label = 'Renamed' where account_id = $1 and buyer_reference = 'SINCE-3'`)
    expect(await takeBack(id)).toMatchObject({ status: 'partly', undone: 2, left: 2 })
    expect(await states(id)).toEqual(['SINCE-0 undone', 'SINCE-1 changed', 'SINCE-2 undone', 'SINCE-3 changed'])
    expect((await imports.changes(id, 'state=changed'))['hydra:totalItems']).toBe(2)
    expect((await imports.act(id, 'undo', { json: {} })).code).toBe('IMPORT_NOT_UNDOABLE')
    expect(await takeBack(id, true)).toMatchObject({ status: 'done', undone: 4, left: 0 })
    const kept = await products('SINCE')
    expect(kept.map(([reference]) => reference)).toEqual(['SINCE-0', 'SINCE-1', 'SINCE-2'])
    expect(kept[2]?.[6]).toBe('Mine')
    expect([kept[0], kept[1]]).toEqual([before[0], before[1]])
  })

  it('leaves and lists what is new once something that it left empty is filled in', async () => {
    const { id } = await imports.run(kinds.products, csvOf(phones('FILLED', 3)))
    await change(
      `insert into product_price (account_id, product_id, grade, price_cents)
       select account_id, id, 'grade_b', 5000 from product where account_id = $1 and buyer_reference = 'FILLED-0'`,
    )
    await change(`update product set gtin = '4006381333962' where account_id = $1 and buyer_reference = 'FILLED-1'`)
    expect(await takeBack(id)).toMatchObject({ status: 'partly', undone: 1, left: 2 })
    expect(await states(id)).toEqual(['FILLED-0 changed', 'FILLED-1 changed', 'FILLED-2 undone'])
    expect(await takeBack(id, true)).toMatchObject({ status: 'done', undone: 3, left: 0 })
    expect(await countOf('FILLED')).toBe(0)
  })

  it('leaves and lists new products that are used since, and archives those that stores may still sell', async () => {
    const { id } = await imports.run(kinds.products, csvOf(phones('USED', 3)))
    const idOf = async (reference: string) =>
      String(
        (
          await imports.values(`select id from product where account_id = $1 and buyer_reference = $2`, reference)
        )[0]?.[0],
      )
    const [used, sold] = [await idOf('USED-0'), await idOf('USED-1')]
    await change(
      `insert into refurb_question (account_id, id, product_id, position, label, type)
       select $1, $2, $3, 1, 'Asked', 'multiple'`,
      newId(),
      used,
    )
    await change(
      `insert into counter_catalog_part (account_id, id, products, created_at) values ($1, $2, $3, now())`,
      'a'.repeat(32),
      JSON.stringify({ [sold]: {} }),
    )
    expect(await takeBack(id)).toMatchObject({ status: 'partly', undone: 2, left: 1 })
    expect(await states(id)).toEqual(['USED-0 used', 'USED-1 archived', 'USED-2 undone'])
    expect((await products('USED')).map((row) => [row[0], row[5]])).toEqual([
      ['USED-0', 'draft'],
      ['USED-1', 'archived'],
    ])
    // It is looked at again once it is used no longer.
    await change(`delete from refurb_question where account_id = $1 and product_id = $2`, used)
    expect(await takeBack(id)).toMatchObject({ status: 'done', undone: 3, left: 0 })
    expect(await countOf('USED')).toBe(1)
  })

  it('is in no catalog of the stores that is published at the same time', async () => {
    await imports.run(kinds.products, csvOf([phone('KEPT-0', { status: 'published' })]))
    const { id } = await imports.run(kinds.products, csvOf([phone('RACE-0', { status: 'published' })]))
    const [[gone] = []] = await imports.values(
      `select id from product where account_id = $1 and buyer_reference = 'RACE-0'`,
    )
    const { api, owner, accountId } = imports.world
    const publish = createPublish({ database: api.db, now: () => new Date() })
    // The catalog is read, and waits for what holds the lock; only then the product is deleted.
    await owner.query('begin')
    let published: ReturnType<typeof publish>
    try {
      await owner.query(holdCatalog, [accountId])
      published = publish(accountId)
      // A rejection while the lock is waited for is told below.
      published.catch(() => undefined)
      await expect.poll(() => countLockWaiters(owner), { timeout: 60_000 }).toBe(1)
      await owner.query(`delete from product where account_id = $1 and id = $2`, [accountId, gone])
      await owner.query('commit')
    } finally {
      // Ends the transaction where something has failed, so that no other test waits for its lock.
      await owner.query('rollback')
    }
    const { parts } = await published
    const named = await imports.values(
      `select k from counter_catalog_part p cross join lateral jsonb_object_keys(p.products) k
       where p.account_id = $1 and p.id = any ($2)`,
      parts,
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.flat()).not.toContain(gone)
    expect(await takeBack(id)).toMatchObject({ undone: 1, left: 0 })
  })

  it('leaves what a category holds that is no longer there', async () => {
    await imports.run(kinds.products, csvOf([phone('PLACE-0', { main_category: 'cameras' })]))
    const { id } = await imports.run(kinds.products, csvOf([phone('PLACE-0')]))
    await change(`update category set status = 'archived' where account_id = $1 and identifier = 'cameras'`)
    expect(await takeBack(id)).toMatchObject({ status: 'partly', left: 1 })
    expect(await states(id)).toEqual(['PLACE-0 misplaced'])
    await change(`update category set status = 'active' where account_id = $1 and identifier = 'cameras'`)
    expect(await takeBack(id)).toMatchObject({ status: 'done' })
    expect((await products('PLACE'))[0]?.[8]).toBe('cameras')
  })

  it('leaves in the archive what stands in a category that was archived since', async () => {
    await imports.run(kinds.products, csvOf([phone('CLOSED-0', { main_category: 'cameras' })]))
    const { id } = await imports.run(
      kinds.products,
      csvOf([phone('CLOSED-0', { main_category: 'cameras', status: 'archived' })]),
    )
    const statusOf = async () => (await products('CLOSED'))[0]?.[5]
    expect(await statusOf()).toBe('archived')
    await change(`update category set status = 'archived' where account_id = $1 and identifier = 'cameras'`)
    expect(await takeBack(id)).toMatchObject({ status: 'partly', left: 1 })
    expect([await states(id), await statusOf()]).toEqual([['CLOSED-0 misplaced'], 'archived'])
    await change(`update category set status = 'active' where account_id = $1 and identifier = 'cameras'`)
    expect(await takeBack(id)).toMatchObject({ status: 'done' })
    expect(await statusOf()).toBe('draft')
  })

  it('is one of several that wrote the same, and comes off from the top', async () => {
    const price = async () => (await products('STACK'))[0]?.[11]
    await imports.run(kinds.products, csvOf([phone('STACK-0')]))
    const first = await imports.run(kinds.products, csvOf([phone('STACK-0', { price_grade_a: '1.00' })]))
    const second = await imports.run(kinds.products, csvOf([phone('STACK-0', { price_grade_a: '2.00' })]))
    expect(await takeBack(first.id)).toMatchObject({ status: 'partly', left: 1 })
    expect(await price()).toEqual({ grade_a: 200 })
    expect(await takeBack(second.id)).toMatchObject({ status: 'done' })
    expect(await price()).toEqual({ grade_a: 100 })
    expect(await takeBack(first.id, true)).toMatchObject({ status: 'done' })
    expect(await price()).toEqual({ grade_a: 12_050 })
  })

  it('puts categories back, the new ones from below', async () => {
    const tree = () =>
      imports.values(
        `select c.identifier, c.name, c.description, c.default_weight_grams, c.translations, p.identifier
         from category c left join category p on p.account_id = c.account_id and p.id = c.parent_category_id
         where c.account_id = $1 order by 1`,
      )
    const before = await tree()
    const line = (identifier: string, values: Line) => ({ identifier, name: `Name ${identifier}`, ...values })
    const { id, report } = await imports.run(
      kinds.categories,
      csvOf([
        line('undo-child', { parent_identifier: 'undo-top' }),
        line('undo-top', { parent_identifier: 'smartphones' }),
        line('cameras', {
          name: 'Otherwise',
          description: 'New',
          default_weight_grams: '12',
          parent_identifier: 'undo-top',
        }),
      ]),
    )
    expect(report.lines_count).toMatchObject({ inserted: 2, updated: 1 })
    expect(await tree()).not.toEqual(before)
    const undo = await takeBack(id)
    expect(await states(id)).toEqual(['undo-child undone', 'undo-top undone', 'cameras undone'])
    expect(undo).toMatchObject({ status: 'done', undone: 3 })
    expect(await tree()).toEqual(before)
    const again = await imports.run(kinds.categories, csvOf([line('undo-used', { parent_identifier: 'smartphones' })]))
    await imports.run(kinds.products, csvOf([phone('IN-0', { main_category: 'undo-used' })]))
    expect(await takeBack(again.id)).toMatchObject({ status: 'partly', left: 1 })
    expect(await states(again.id)).toEqual(['undo-used used'])
  })

  it('puts questions back with their answers and the categories that ask them', async () => {
    const line = (answer: string, values: Line = {}) => ({
      title: 'Undone?',
      categories: 'smartphones',
      answer_name: answer,
      best_grade: 'grade_a',
      impact_type: 'amount',
      impact_value: '-10.00',
      ...values,
    })
    const questions = () =>
      imports.values(
        `select q.title, q.description,
           (select jsonb_agg(jsonb_build_array(a.name, a.best_grade, a.impact_type, a.impact_value, a.position) order by a.position)
            from answer a where a.account_id = q.account_id and a.question_id = q.id),
           array(select c.identifier from category_question y join category c on c.account_id = y.account_id
             and c.id = y.category_id where y.account_id = q.account_id and y.question_id = q.id order by 1)
         from question q where q.account_id = $1 order by q.title`,
      )
    await imports.run(kinds.questions, csvOf([line('Good one'), line('Bad one')]))
    const before = await questions()
    const words = { description: 'Said', categories: 'smartphones|cameras' }
    const { id } = await imports.run(
      kinds.questions,
      csvOf([
        line('Good one', { ...words, impact_value: '-20.00' }),
        line('Third one', words),
        line('Bad one', words),
        { ...line('Only one'), title: 'New question?' },
        { ...line('Other one'), title: 'New question?' },
      ]),
    )
    expect(await questions()).not.toEqual(before)
    expect(await takeBack(id)).toMatchObject({ status: 'done', undone: 2 })
    expect(await questions()).toEqual(before)
  })
})

describe('taking back', { timeout: 240_000 }, () => {
  it('breaks off at any part and goes on with nothing half and nothing twice', { timeout: 300_000 }, async () => {
    const count = 500
    await imports.run(kinds.products, csvOf(phones('KILL', count)))
    const before = await products('KILL')
    const { id } = await imports.run(
      kinds.products,
      csvOf([...phones('KILL', count, { price_grade_a: '1.00', brand: 'Other' }), ...phones('FRESH', 100)]),
    )
    expect((await imports.act(id, 'undo', { json: {} })).status).toBe(200)
    const { owner } = imports.world
    // Each part of 300 dies once, with what it had written so far.
    for (const [reference, undone] of [
      ['KILL-320', 0],
      ['KILL-0', 300],
    ] as const) {
      await owner.query(`create function break_it() returns trigger language plpgsql as $$ begin
        if new.buyer_reference = '${reference}' then raise exception 'broken'; end if; return new; end $$`)
      await owner.query('create trigger break_it before update on product for each row execute function break_it()')
      await expect(imports.work()).rejects.toThrow('broken')
      await owner.query('drop trigger break_it on product')
      await owner.query('drop function break_it()')
      const { undo } = await imports.read(id)
      expect(undo).toMatchObject({ status: 'in_progress', undone, left: 0 })
      const written = await imports.values(
        `select count(*)::int from product where account_id = $1 and (buyer_reference like 'FRESH-%'
           or (buyer_reference like 'KILL-%' and brand = 'Other'))`,
      )
      expect(written).toEqual([[count + 100 - undone]])
    }
    await imports.work()
    expect((await imports.read(id)).undo).toMatchObject({ status: 'done', undone: count + 100, left: 0 })
    expect(await products('KILL')).toEqual(before)
    expect(await countOf('FRESH')).toBe(0)
    const steps = `select sum(cardinality(h.grades))::int from product_price_change h join product p on p.account_id = h.account_id
      and p.id = h.product_id where h.account_id = $1 and p.buyer_reference like 'KILL-%'`
    // Made, imported, taken back: each price once.
    expect(await imports.values(steps)).toEqual([[3 * count]])
  })

  it('is given up after five tries, and can be asked for again', async () => {
    const { id } = await imports.run(kinds.products, csvOf(phones('POISON', 2)))
    await imports.act(id, 'undo', { json: {} })
    const { owner } = imports.world
    await owner.query(`create function break_it() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`)
    await owner.query('create trigger break_it before delete on product for each row execute function break_it()')
    for (let time = 0; time < 5; time++) await expect(imports.work()).rejects.toThrow('broken')
    await owner.query('drop trigger break_it on product')
    await owner.query('drop function break_it()')
    expect((await imports.read(id)).undo).toMatchObject({ status: 'error', undone: 0 })
    expect(await takeBack(id)).toMatchObject({ status: 'done', undone: 2 })
  })

  it('is for those who may import, of an import that has ended and has written something', async () => {
    const { id } = await imports.run(kinds.products, csvOf(phones('WHO', 1)))
    const analyst = await imports.world.api.signIn('root_management_unit_analyst')
    expect((await imports.act(id, 'undo', { json: {}, as: analyst })).status).toBe(403)
    expect((await imports.act(newId(), 'undo', { json: {} })).status).toBe(404)
    const same = await imports.run(kinds.products, csvOf(phones('WHO', 1)))
    expect((await imports.act(same.id, 'undo', { json: {} })).code).toBe('IMPORT_NOT_UNDOABLE')
    const waiting = await imports.take(kinds.products, csvOf(phones('WHO', 2)))
    expect((await imports.act(waiting, 'undo', { json: {} })).code).toBe('IMPORT_NOT_UNDOABLE')
    await imports.work()
  })
})
