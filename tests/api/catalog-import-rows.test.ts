// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type pg from 'pg'
import { newId } from '#api/db/new-id.ts'
import { csvOf } from '#tests/support/csv-file.ts'
import { createImportWorld, kinds, told, type ImportWorld } from '#tests/support/import-world.ts'
import { createTestApi, type TestApi } from '#tests/support/api.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import { countLockWaiters } from '#tests/support/lock-waiters.ts'

let imports: ImportWorld
let second: TestApi
beforeAll(async () => {
  imports = await createImportWorld()
  second = await createTestApi({ share: imports.world.api })
  await imports.world.features('absorption')
})
afterAll(async () => {
  await second.close()
  await imports.world.close()
})

type Line = Readonly<Record<string, string>>
const run = async (kind: string, ...lines: readonly Line[]) => told(await imports.run(kind, csvOf(lines)))
const success = (...counts: readonly number[]) => ({ status: 'success', counts, ignored: [] })
const one = async (text: string, ...values: readonly unknown[]) => (await imports.values(text, ...values))[0]

describe('an import of categories', () => {
  const category = (identifier: string) =>
    one(
      `select c.name, p.identifier, o.external_id, c.buyer_account_id, c.position, c.default_weight_grams, c.absorption_type,
         c.absorption_value::float8, c.absorption_max_cents, c.version, cardinality(c.path)
       from category c left join category p on p.account_id = c.account_id and p.id = c.parent_category_id
       left join organization o on o.account_id = c.account_id and o.id = c.buyer_organization_id
       where c.account_id = $1 and c.identifier = $2`,
      identifier,
    )

  it('adds, changes and moves them, and deletes none', async () => {
    const buyer = imports.world.api.accounts.buyer.id
    const wear = { identifier: 'wear', name: 'À porter', parent_identifier: 'telephonie', buyer_external_id: 'BUY-1' }
    const watches = { identifier: 'watches', name: 'Montres', parent_identifier: 'wear', default_weight_grams: '150' }
    const absorbing = { absorption_type: 'percentage_controlled', absorption_value: '7,5', absorption_max: '20' }
    expect(await run(kinds.categories, { ...watches, ...absorbing }, { ...wear, absorption_type: '' })).toEqual(
      success(2, 2, 0, 0),
    )
    expect(await category('wear')).toEqual([
      'À porter',
      'telephonie',
      'BUY-1',
      buyer,
      2,
      null,
      'none',
      null,
      null,
      1,
      2,
    ])
    expect(await category('watches')).toEqual([
      'Montres',
      'wear',
      'BUY-1',
      buyer,
      0,
      150,
      'percentage_controlled',
      7.5,
      2_000,
      1,
      3,
    ])
    // The whole branch moves along; what the file does not name stays.
    expect(await run(kinds.categories, { identifier: 'wear', parent_identifier: 'audio' })).toEqual(success(1, 0, 1, 0))
    expect((await category('wear'))?.slice(0, 3)).toEqual(['À porter', 'audio', 'BUY-1'])
    const path = `select array_agg(a.identifier order by u.n) from category c
      cross join unnest(c.path) with ordinality u (id, n) join category a on a.account_id = c.account_id and a.id = u.id
      where c.account_id = $1 and c.identifier = 'watches'`
    expect(await one(path)).toEqual([['audio', 'wear', 'watches']])
    const id = (
      await one('select id from category where account_id = $1 and identifier = $2', 'watches')
    )?.[0] as string
    expect(await run(kinds.categoriesById, { id, identifier: 'montres', name: 'Montres' })).toEqual(success(1, 0, 1, 0))
    const fresh = newId()
    const line = { id: fresh, identifier: 'rings', name: 'Bagues', parent_identifier: 'wear' }
    expect(await run(kinds.categoriesById, line)).toEqual(success(1, 1, 0, 0))
    expect(await one('select identifier from category where account_id = $1 and id = $2', fresh)).toEqual(['rings'])
  })

  it('leaves those out that break a rule, and writes the others', async () => {
    const report = await run(
      kinds.categories,
      { identifier: 'smartphones', name: 'Smartphones', status: 'archived', parent_identifier: 'telephonie' },
      { identifier: 'Rayon', name: 'Rayon', status: '', parent_identifier: 'audio' },
      { identifier: 'vide', name: 'Rayon vide', status: 'archived', parent_identifier: '' },
      { identifier: 'vide', name: 'Encore', status: 'active', parent_identifier: '' },
    )
    expect(report).toEqual({
      status: 'success_with_ignored',
      counts: [4, 0, 1, 3],
      ignored: ['2 CATEGORY_IN_USE status', '3 CATEGORY_IDENTIFIER_SHAPE identifier', '5 LINE_REPEATED'],
    })
    const status = `select status from category where account_id = $1 and identifier = 'vide'`
    expect(await one(status)).toEqual(['archived'])
  })
})

describe('an import of products', () => {
  const product = async (reference: string) => {
    const row = await one(
      `select p.label, p.brand, p.gtin, p.status, p.simple, p.weight_grams, c.identifier,
         (select string_agg(t.tac, ',' order by t.tac) from product_tac t
           where t.account_id = p.account_id and t.product_id = p.id),
         (select string_agg(k.identifier, ',' order by k.identifier) from product_category y
           join category k on k.account_id = y.account_id and k.id = y.category_id
           where y.account_id = p.account_id and y.product_id = p.id),
         (select string_agg(x.grade || ' ' || x.price_cents, ',' order by x.grade) from product_price x
           where x.account_id = p.account_id and x.product_id = p.id)
       from product p join category c on c.account_id = p.account_id and c.id = p.main_category_id
       where p.account_id = $1 and p.buyer_reference = $2`,
      reference,
    )
    return (row as readonly (string | number | boolean | null)[] | undefined)?.map((value) => value ?? '-').join(' | ')
  }

  it('writes each of its fields, codes, places and prices', async () => {
    const line = {
      label: 'Pixel 9',
      brand: "'+Google",
      buyer_reference: 'PX9',
      gtin: '0840353900001',
      tac_codes: '35000001|35000002',
      main_category: 'smartphones',
      secondary_categories: 'audio|cameras',
      status: 'published',
      simple: 'FAUX',
      weight_grams: '198',
      price_grade_a: '310.00',
      price_grade_b: '280,5',
    }
    expect(await run(kinds.products, line)).toEqual(success(1, 1, 0, 0))
    expect(await product('PX9')).toBe(
      'Pixel 9 | +Google | 0840353900001 | published | false | 198 | smartphones | 35000001,35000002 | audio,cameras | ' +
        'grade_a 31000,grade_b 28050',
    )
    const change = {
      buyer_reference: 'PX9',
      tac_codes: '35000002,35000003',
      secondary_categories: '',
      price_grade_b: '',
    }
    expect(await run(kinds.products, { ...change, price_grade_a: '300', price_grade_c: '1' })).toEqual(
      success(1, 0, 1, 0),
    )
    expect(await product('PX9')).toBe(
      'Pixel 9 | +Google | 0840353900001 | published | false | 198 | smartphones | 35000002,35000003 | - | ' +
        'grade_a 30000,grade_c 100',
    )
    expect(await run(kinds.prices, { buyer_reference: 'PX9', label: 'No', price_grade_c: '2' })).toEqual(
      success(1, 0, 1, 0),
    )
    expect(await product('PX9')).toMatch(/^Pixel 9 .* grade_a 30000,grade_c 200$/)
    const id = newId()
    const named = { id, label: 'By its id', buyer_reference: 'BY-ID', main_category: 'audio' }
    expect(await run(kinds.productsById, named, { ...named, id: 'x' }, { ...named, id: '' })).toEqual({
      status: 'success_with_ignored',
      counts: [3, 1, 0, 2],
      ignored: ['3 LINE_ID_INVALID id', '4 LINE_KEY_MISSING id'],
    })
    expect(await one('select id from product where account_id = $1 and label = $2', 'By its id')).toEqual([id])
  })

  it('knows nothing of another account', async () => {
    const { other } = imports.world.api.accounts
    const [id, categoryId, label] = [newId(), newId(), 'Theirs']
    await imports.world.owner.query(
      `insert into category (account_id, id, identifier, name) values ($1, $2, 'theirs', 'Theirs')`,
      [other.id, categoryId],
    )
    await imports.world.owner.query(
      'insert into product (account_id, id, label, main_category_id) values ($1, $2, $3, $4)',
      [other.id, id, label, categoryId],
    )
    const line = { id, label: 'Taken over', buyer_reference: 'FOREIGN', main_category: 'audio' }
    expect(await run(kinds.productsById, line)).toEqual(success(1, 1, 0, 0))
    const after = await imports.world.owner.query('select label from product where account_id = $1 and id = $2', [
      other.id,
      id,
    ])
    expect(after.rows).toEqual([{ label }])
  })

  it('is seen at once by the public site, the office’s list and the counter', async () => {
    const { world } = imports
    const seller = await world.api.signIn('store_seller')
    const catalog = async () =>
      ((await (await seller.request('/api/counter/catalog')).json()) as { readonly version: string }).version
    const search = async () => JSON.stringify(await world.read('/api/public/products?search_product_buyback=zenfone'))
    const listed = async () => (await imports.manager.request('/api/products?search_product_buyback=Zenfone')).text()
    const before = await catalog()
    expect(await search()).not.toContain('Zenfone 11')
    const line = { label: 'Zenfone 11', buyer_reference: 'ZF11', main_category: 'smartphones', status: 'published' }
    expect(await run(kinds.products, { ...line, price_grade_a: '99' })).toEqual(success(1, 1, 0, 0))
    expect(await search()).toContain('Zenfone 11')
    expect(await listed()).toContain('9900')
    expect(await catalog()).not.toBe(before)
    expect(await run(kinds.prices, { buyer_reference: 'ZF11', price_grade_a: '98' })).toEqual(success(1, 0, 1, 0))
    expect(await listed()).toContain('9800')
    expect(
      await imports.values(
        `select h.before_cents[1], h.after_cents[1], h.origin, u.email like 'root_management_unit_manager@%'
         from product_price_change h join product p on p.account_id = h.account_id and p.id = h.product_id
         left join user_account u on u.account_id = h.account_id and u.id = h.changed_by
         where h.account_id = $1 and p.buyer_reference = 'ZF11' order by h.id`,
      ),
    ).toEqual([
      [null, 9_900, 'import', true],
      [9_900, 9_800, 'import', true],
    ])
    expect(await run(kinds.products, { buyer_reference: 'ZF11', status: 'draft' })).toEqual(success(1, 0, 1, 0))
    expect(await search()).not.toContain('Zenfone 11')
  })
})

describe('a line that is left out', () => {
  // Letters that are one pair of UTF-16, and those that NFC takes apart.
  it.each([
    ['is cut within a letter', `${'x'.repeat(119)}🙂🙂`, 'x'.repeat(119)],
    ['is longer once it is composed', '\u0958'.repeat(120), '\u0915\u093c'.repeat(60)],
  ])('is named by what its label begins with where that %s', async (_, label, name) => {
    const { id, report } = await imports.run(
      kinds.products,
      csvOf([{ buyer_reference: '', label, main_category: 'nowhere' }]),
    )
    expect(report.error).toBe('IMPORT_ALL_REFUSED')
    expect(
      await imports.values(
        'select distinct line, reference from catalog_import_ignored where account_id = $1 and import_id = $2',
        id,
      ),
    ).toEqual([[2, name]])
  })
})

describe('a price that is changed while an import waits for its product', { timeout: 120_000 }, () => {
  let form: pg.Client
  beforeAll(async () => {
    form = await connectAsOwner(imports.world.api.testDatabase.ownerUrl)
  })
  afterAll(() => form.end())

  const priceOf = async (reference: string) =>
    (
      await one(
        `select x.price_cents from product_price x join product p on p.account_id = x.account_id
           and p.id = x.product_id where x.account_id = $1 and p.buyer_reference = $2`,
        reference,
      )
    )?.[0]
  /** Changes a price as a form does, and lets work wait for its product before it is kept. */
  const changeAmid = async (reference: string, cents: number, work: () => Promise<unknown>) => {
    const { accountId, owner } = imports.world
    await form.query('begin')
    let done: Promise<unknown>
    try {
      await form.query('update product set id = id where account_id = $1 and buyer_reference = $2', [
        accountId,
        reference,
      ])
      done = work()
      // A rejection while the lock is waited for is told below.
      done.catch(() => undefined)
      await expect.poll(() => countLockWaiters(owner), { timeout: 60_000 }).toBe(1)
      await form.query(
        `update product_price x set price_cents = $3 from product p where x.account_id = $1 and p.account_id = $1
           and p.id = x.product_id and p.buyer_reference = $2`,
        [accountId, reference, cents],
      )
      await form.query('commit')
    } finally {
      // Ends the transaction where something has failed, so that no other test waits for its lock.
      await form.query('rollback')
    }
    await done
  }
  const phone = { label: 'Phone', main_category: 'smartphones', status: 'draft', price_grade_a: '1.00' }
  const undo = async (id: string) => {
    expect((await imports.act(id, 'undo', { json: {} })).status).toBe(200)
  }

  it('is what the import has found, and what taking it back brings back', async () => {
    await run(kinds.products, { ...phone, buyer_reference: 'AMID-1' })
    const id = await imports.take(kinds.prices, csvOf([{ buyer_reference: 'AMID-1', price_grade_a: '2.00' }]))
    await changeAmid('AMID-1', 300, imports.work)
    expect(await priceOf('AMID-1')).toBe(200)
    await undo(id)
    await imports.work()
    expect(await priceOf('AMID-1')).toBe(300)
  })

  it('stays where the import is taken back', async () => {
    await run(kinds.products, { ...phone, buyer_reference: 'AMID-2' })
    const { id } = await imports.run(kinds.prices, csvOf([{ buyer_reference: 'AMID-2', price_grade_a: '2.00' }]))
    await undo(id)
    await changeAmid('AMID-2', 300, imports.work)
    expect(await priceOf('AMID-2')).toBe(300)
    expect((await imports.read(id)).undo).toMatchObject({ status: 'partly', left: 1 })
  })
})

describe('an import of questions', () => {
  const answers = (title: string) =>
    imports.values(
      `select a.position, a.name, a.best_grade, a.impact_type, a.impact_value, a.impact_cap_cents, q.version
       from question q join answer a on a.account_id = q.account_id and a.question_id = q.id
       where q.account_id = $1 and q.title = $2 order by a.position`,
      title,
    )
  const asked = (identifier: string) =>
    imports.values(
      `select y.position, q.title from category_question y join category c on c.account_id = y.account_id
         and c.id = y.category_id join question q on q.account_id = y.account_id and q.id = y.question_id
       where y.account_id = $1 and c.identifier = $2 order by y.position`,
      identifier,
    )
  const screen = { title: 'L’écran ?', how_to_test: 'Regardez.\nBien.', categories: 'smartphones|cameras' }
  const fine = { ...screen, answer_name: 'Intact', best_grade: 'grade_a', impact_type: 'none', impact_value: '' }
  const cracked = {
    ...screen,
    answer_name: 'Fissuré',
    best_grade: 'grade_d',
    impact_type: 'percentage',
    impact_value: '-15',
  }

  it('adds them behind the others of their categories, and changes what it names', async () => {
    const body = { ...fine, title: 'La coque ?', categories: 'smartphones' }
    const bad = {
      ...cracked,
      title: 'La coque ?',
      categories: 'smartphones',
      impact_type: 'amount',
      impact_value: '-10.5',
    }
    expect(await run(kinds.questions, fine, { ...cracked, impact_cap: '-150' }, body, bad)).toEqual(success(4, 4, 0, 0))
    expect(await answers('L’écran ?')).toEqual([
      [1, 'Intact', 'grade_a', 'none', 0, null, 1],
      [2, 'Fissuré', 'grade_d', 'percentage', -15, -15_000, 1],
    ])
    expect((await answers('La coque ?'))[1]).toEqual([2, 'Fissuré', 'grade_d', 'amount', -1_050, null, 1])
    expect(await asked('smartphones')).toEqual([
      [1, 'L’écran ?'],
      [2, 'La coque ?'],
    ])
    expect(await asked('cameras')).toEqual([[1, 'L’écran ?']])
    const more = { ...cracked, answer_name: 'Éteint', impact_value: '-50' }
    expect(await run(kinds.questions, { ...cracked, impact_value: '-20' }, more)).toEqual(success(2, 1, 1, 0))
    expect(await answers('L’écran ?')).toEqual([
      [1, 'Intact', 'grade_a', 'none', 0, null, 2],
      [2, 'Fissuré', 'grade_d', 'percentage', -20, -15_000, 2],
      [3, 'Éteint', 'grade_d', 'percentage', -50, null, 2],
    ])
    expect(await run(kinds.questions, { ...cracked, impact_value: '-20' }, more)).toEqual(success(2, 0, 0, 0))
  })

  it('finds by ids, and takes no answer of another question', async () => {
    const ids = `select q.id, a.id from question q join answer a on a.account_id = q.account_id and a.question_id = q.id
      where q.account_id = $1 and q.title = $2 order by a.position`
    const [first] = (await imports.values(ids, 'L’écran ?')) as readonly [readonly [string, string]]
    const [other] = (await imports.values(ids, 'La coque ?')) as readonly [readonly [string, string]]
    const line = { question_id: first[0], answer_id: first[1], title: 'La vitre ?', answer_name: 'Comme neuve' }
    expect(await run(kinds.questionsById, line)).toEqual(success(1, 0, 1, 0))
    expect((await answers('La vitre ?')).map(([, name]) => name)).toEqual(['Comme neuve', 'Fissuré', 'Éteint'])
    expect((await run(kinds.questionsById, { ...line, answer_id: other[1] })).ignored).toEqual([
      '2 LINE_ID_TAKEN answer_id',
    ])
    expect((await answers('La coque ?')).map(([, name]) => name)).toEqual(['Intact', 'Fissuré'])
    // Also where lines are found by their titles: a question that is renamed in a file that was exported is no second one.
    const renamed = { ...line, title: 'Le verre ?', answer_name: 'Neuf' }
    expect(await run(kinds.questions, renamed)).toEqual(success(1, 0, 1, 0))
    expect((await answers('Le verre ?')).map(([, name]) => name)).toEqual(['Neuf', 'Fissuré', 'Éteint'])
    expect(await answers('La vitre ?')).toEqual([])
  })

  it('ignores a question whole', async () => {
    const lines = [fine, { ...cracked, answer_name: 'x' }].map((line) => ({ ...line, title: 'Entière ?' }))
    expect((await run(kinds.questions, ...lines)).ignored).toEqual([
      '2 LINE_QUESTION_IGNORED',
      '3 FORM_TEXT_BETWEEN answer_name',
    ])
    expect(await answers('Entière ?')).toEqual([])
  })
})
