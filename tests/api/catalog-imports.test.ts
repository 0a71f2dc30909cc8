// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import type { CheckedFile, ImportPage } from '#sync/calls/catalog-import.ts'
import { csvOf } from '#tests/support/csv-file.ts'
import { createAccount } from '#tests/support/factories.ts'
import { createImportWorld, kinds, told, type ImportWorld } from '#tests/support/import-world.ts'
import { jobsOf } from '#tests/support/queued-job.ts'

let imports: ImportWorld
beforeAll(async () => {
  imports = await createImportWorld()
})
afterAll(() => imports.world.close())

const phone = (reference: string, change: Readonly<Record<string, string>> = {}) => ({
  label: `Phone ${reference}`,
  buyer_reference: reference,
  main_category: 'smartphones',
  price_grade_a: '120.50',
  ...change,
})
const countOf = async (table: string) =>
  Number((await imports.values(`select count(*) from ${table} where account_id = $1`))[0]?.[0])
const send = (query: string, file: string | Uint8Array<ArrayBuffer>, address = '') =>
  imports.ask(`${address}?${query}${address === '' ? '&file_name=f.csv' : ''}`, { file })

describe('who may import', () => {
  it.each([
    ['admin', 200],
    ['root_management_unit_manager', 200],
    ['root_management_unit_analyst', 403],
    ['management_unit_manager', 403],
    ['store_manager', 403],
    ['warehouse_manager', 403],
    ['buyer_manager', 403],
  ])('is decided by catalog.import: %s %s (IO-09)', async (who, status) => {
    const as = await imports.world.api.signIn(who)
    expect((await imports.ask('', { as })).status).toBe(status)
    const file = csvOf([phone('X')])
    expect((await imports.ask(`/check?${kinds.products}`, { as, file })).status).toBe(status)
  })

  it('asks for another account in vain', async () => {
    const other = imports.world.api.accounts.other.id
    const id = await imports.take(kinds.products, csvOf([phone('OWN')]))
    const as = await imports.world.api.signIn('admin')
    for (const [path, init] of [
      ['', {}],
      [`/${id}`, {}],
      [`/check?${kinds.products}`, { file: csvOf([phone('X')]) }],
      [`?${kinds.products}&file_name=f.csv`, { file: csvOf([phone('X')]) }],
    ] as const) {
      const { file } = init as { readonly file?: string }
      const response = await as.request(`/api/accounts/${other}/imports${path}`, {
        method: file === undefined ? 'GET' : 'POST',
        ...(file === undefined ? {} : { body: file, headers: { 'content-type': 'text/csv' } }),
      })
      expect(response.status, path).toBe(404)
    }
    expect((await imports.ask(`/${newId()}`)).code).toBe('REQUEST_NOT_FOUND')
    await imports.work()
  })
})

describe('the history', () => {
  it('is searched by words of the file’s name, who made it, and the day', async () => {
    const file = csvOf([phone('FOUND')])
    await imports.ask(`?${kinds.products}&file_name=${encodeURIComponent('Prix_Été.csv')}`, { file })
    await imports.work()
    const found = async (q: string) => (await imports.ask(`?q=${encodeURIComponent(q)}`)).body as unknown as ImportPage
    const { results } = await found('ete prix')
    expect(results.map(({ file_name: name }) => name)).toEqual(['Prix_Été.csv'])
    const [{ id, created_by: maker, created_at: at } = { id: '', created_by: null, created_at: '' }] = results
    // The day is the account's, which is another one than in UTC around midnight.
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date(at))
    for (const q of [maker!.name, day])
      expect(
        (await found(q)).results.map((one) => one.id),
        q,
      ).toContain(id)
    expect(await found('automne')).toEqual({ results: [], pagination: { total_pages: 1 } })
  })
})

describe('a file', () => {
  const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding))

  it.each([
    ['nothing', '', 'IMPORT_FILE_MISSING'],
    ['spaces', ' \r\n ', 'IMPORT_FILE_MISSING'],
    ['a head alone', 'label;buyer_reference\r\n;\r\n', 'IMPORT_NO_LINES'],
    ['no key', csvOf([{ label: 'x', brand: 'y' }]), 'IMPORT_COLUMN_MISSING'],
    ['an open quote in its head', '"label;buyer_reference\r\nPhone;R', 'IMPORT_CSV_BROKEN'],
    ['bytes of a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), 'IMPORT_ENCODING_UNKNOWN'],
    ['no letters of Windows-1252', bytes('label;buyer_reference\r\nÉ \u0081;1', 'latin1'), 'IMPORT_ENCODING_UNKNOWN'],
    ['UTF-16 that does not say so, with a head alone', bytes('label;buyer_reference', 'utf16le'), 'IMPORT_NO_LINES'],
  ])('of %s is refused, and nothing is kept (IO-02)', async (_, file, code) => {
    const before = await countOf('catalog_import')
    expect((await send(kinds.products, file)).code).toBe(code)
    expect((await send(kinds.products, file, '/check')).code).toBe(code)
    expect(await countOf('catalog_import')).toBe(before)
  })

  it('is refused with what is missing, where it breaks, and where its strategy is none of its type', async () => {
    const lacking = await send('content=diagnostic&strategy=uuid', csvOf([{ question_id: newId(), title: 'x' }]))
    expect(lacking.body['details']).toMatchObject({ columns: ['answer_id'] })
    const broken = await send(kinds.products, '\r\n"label;buyer_reference\r\nA;1')
    expect(broken.body['details']).toEqual({ line: 2 })
    expect((await send('content=categories&strategy=recommerce', csvOf([{ identifier: 'x' }]))).code).toBe(
      'IMPORT_STRATEGY_UNFIT',
    )
    expect((await send('content=users&strategy=generic', csvOf([{ identifier: 'x' }]))).status).toBe(422)
  })

  it('of more bytes or lines than may be is refused', { tags: ['slow'] }, async () => {
    const large = new Uint8Array(importLimits.bytes + 1).fill(0x61)
    expect((await send(kinds.products, large)).code).toBe('REQUEST_TOO_LARGE')
    const lines = `buyer_reference\n${'R\n'.repeat(importLimits.lines + 1)}`
    expect((await send(kinds.products, lines)).code).toBe('IMPORT_TOO_MANY_LINES')
    expect((await send(kinds.products, lines.slice(0, -2), '/check')).status).toBe(200)
  })

  it('that is no CSV is refused by its type', async () => {
    const response = await imports.manager.request(`${imports.path}/check?${kinds.products}`, {
      method: 'POST',
      json: { a: 1 },
    })
    expect(response.status).toBe(415)
  })

  it.each([
    ['utf-8', ';', (text: string) => bytes(text, 'utf8')],
    ['utf-8', ',', (text: string) => bytes(text, 'utf8')],
    ['utf-16le', '\t', (text: string) => bytes(text, 'utf16le')],
    ['windows-1252', ';', (text: string) => bytes(text.replace('\uFEFF', ''), 'latin1')],
  ] as const)('is read in %s with %j between its fields', async (encoding, delimiter, encoded) => {
    const reference = `${encoding} ${delimiter} end`
    const file = encoded(csvOf([phone(reference, { label: 'Téléphone réparé' })], delimiter))
    const checked = (await send(kinds.products, file, '/check')).body as unknown as CheckedFile
    expect(checked).toMatchObject({ lines: 1, encoding, delimiter })
    expect(told(await imports.run(kinds.products, file)).counts).toEqual([1, 1, 0, 0])
    const label = 'select label from product where account_id = $1 and buyer_reference = $2'
    // A reference is one line, where a tab is a space.
    expect(await imports.values(label, reference.replace('\t', ' '))).toEqual([['Téléphone réparé']])
  })

  it('that is UTF-8 is read so, and freed of the remains of an older encoding in it', async () => {
    for (const [mark, label, shown] of [
      ['\uFEFF', 'Écran l\u0092été\u0085', 'Écran lété'],
      ['', 'Ecran l\u0092ete', 'Ecran lete'],
      ['\uFEFF', 'Screen\u000Bof glass\u007F!', 'Screen of glass!'],
    ] as const) {
      const reference = `remains ${label}`
      const file = `${mark}${csvOf([phone(reference, { label })]).replace('\uFEFF', '')}`
      expect((await send(kinds.products, file, '/check')).body).toMatchObject({
        encoding: 'utf-8',
        columns: { unknown: [] },
      })
      expect(told(await imports.run(kinds.products, file)).counts).toEqual([1, 1, 0, 0])
      const kept = 'select label from product where account_id = $1 and buyer_reference = $2'
      expect(await imports.values(kept, `remains ${shown}`)).toEqual([[shown]])
      expect(told(await imports.run(kinds.products, file)).counts).toEqual([1, 0, 0, 0])
    }
  })

  it('is told about its columns before it is imported (IO-03)', async () => {
    const head = 'LABEL;buyer_reference;colour;label'
    const { columns } = (await send(kinds.products, `${head}\nA phone;R9;red;Twice`, '/check'))
      .body as unknown as CheckedFile
    expect([columns.unknown, columns.duplicated]).toEqual([['colour'], ['label']])
    expect(columns.missing).toContain('main_category')
    expect(columns.missing).not.toContain('label')
  })

  it('may have any number of ignored lines of one question', async () => {
    const lines = Array.from({ length: 15_000 }, () => 'Screen;Cracked;no such category').join('\n')
    const report = told(await imports.run(kinds.questions, `title;answer_name;categories\n${lines}`))
    expect([report.status, report.counts]).toEqual(['error', [15_000, 0, 0, 15_000]])
  })

  it('is one import however often it is sent under its id', async () => {
    const id = newId()
    const query = `${kinds.products}&id=${id}`
    const [first, second] = [await send(query, csvOf([phone('ONCE')])), await send(query, csvOf([phone('ONCE')]))]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect((await send(query, csvOf([phone('TWICE')]))).code).toBe('IMPORT_ID_TAKEN')
    expect(await jobsOf(imports.world.owner, 'catalog-import', { accountId: imports.world.accountId })).toContain(
      'created',
    )
    await imports.work()
    expect(
      await imports.values('select 1 from product where account_id = $1 and buyer_reference = $2', 'TWICE'),
    ).toEqual([])
  })
})

describe('an import', () => {
  it('is told whole, as it waits and once it has ended (IO-06, IO-07)', async () => {
    const lines = [phone('TOLD-1'), phone('TOLD-2', { label: 'x' }), phone('TOLD-3', { price_grade_a: '1' })]
    const id = await imports.take(kinds.products, csvOf(lines))
    const waiting = await imports.read(id)
    expect(waiting).toMatchObject({
      id,
      origin: 'user',
      status: 'in_progress',
      content: 'products',
      strategy: 'generic',
      file_name: 'file.csv',
      started_at: null,
      ended_at: null,
      source_account: null,
      destination_account: { id: imports.world.accountId },
      created_by: { id: imports.manager.user.id, name: expect.stringMatching(/\S \S/) as string },
      lines_done: 0,
      report: { error: null, lines_count: { found: 3, inserted: 0, updated: 0, ignored: 0 }, ignored_lines: [] },
    })
    await imports.work()
    const ended = await imports.read(id)
    expect(ended).toMatchObject({ status: 'success_with_ignored', lines_done: 3 })
    expect(told(ended)).toEqual({
      status: 'success_with_ignored',
      counts: [3, 2, 0, 1],
      ignored: ['3 FORM_TEXT_BETWEEN label'],
    })
    const times = [ended.created_at, ended.queued_at, ended.started_at, ended.ended_at].map((time) => Date.parse(time!))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    // The history hands the file out.
    expect(
      await imports.values('select file is not null from catalog_import where account_id = $1 and id = $2', id),
    ).toEqual([[true]])
  })

  it(
    'does nothing more the second time, and lists what is new first, page by page (IO-15)',
    { tags: ['slow'] },
    async () => {
      const file = csvOf([phone('AGAIN'), phone('AGAIN-2')])
      expect(told(await imports.run(kinds.products, file)).counts).toEqual([2, 2, 0, 0])
      const products = await countOf('product')
      for (let time = 0; time < 10; time++)
        expect(told(await imports.run(kinds.products, file))).toEqual({
          status: 'success',
          counts: [2, 0, 0, 0],
          ignored: [],
        })
      expect(await countOf('product')).toBe(products)
      const total = await countOf('catalog_import')
      const pages: ImportPage[] = []
      for (let page = 1; page <= Math.ceil(total / 10) + 1; page++)
        pages.push((await imports.ask(`?page=${page}`)).body as unknown as ImportPage)
      expect(new Set(pages.map((page) => page.pagination.total_pages))).toEqual(new Set([Math.ceil(total / 10)]))
      const listed = pages.flatMap(({ results }) => results)
      expect(listed).toHaveLength(total)
      const made = listed.map((each) => Date.parse(each.created_at))
      expect(made).toEqual(made.toSorted((a, b) => b - a))
      expect((await imports.ask('?page=0')).status).toBe(422)
      expect((await imports.ask('?size=1')).status).toBe(400)
    },
  )

  it(
    'waits for those before it, of which the account may have so many',
    { tags: ['slow'], timeout: 120_000 },
    async () => {
      const first = await imports.take(kinds.products, csvOf([phone('TURN', { price_grade_a: '1' })]))
      const ids = [first]
      while (ids.length < importLimits.waiting)
        ids.push(await imports.take(kinds.products, csvOf([phone('TURN', { price_grade_a: String(ids.length + 1) })])))
      expect((await send(kinds.products, csvOf([phone('TURN')]))).code).toBe('IMPORT_TOO_MANY_WAITING')
      await imports.work()
      const ended = await Promise.all(ids.map(imports.read))
      expect(ended.map(({ status }) => status)).toEqual(ids.map(() => 'success'))
      const order = ended.map(({ ended_at }) => Date.parse(ended_at!))
      expect(order).toEqual(order.toSorted((a, b) => a - b))
      const price = `select x.price_cents from product p join product_price x on x.account_id = p.account_id
      and x.product_id = p.id where p.account_id = $1 and p.buyer_reference = 'TURN'`
      expect(await imports.values(price)).toEqual([[importLimits.waiting * 100]])
    },
  )

  it('leaves lines out that have something behind the last column, and reads those that end before it', async () => {
    const file =
      'label;buyer_reference;main_category\r\nGood one;LEN-1;smartphones\r\nShort;LEN-2\r\n\r\nLong;LEN-3;smartphones;x'
    expect(told(await imports.run(kinds.products, file))).toEqual({
      status: 'success_with_ignored',
      counts: [3, 1, 0, 2],
      ignored: ['3 LINE_VALUE_MISSING main_category', '5 LINE_FIELD_COUNT'],
    })
  })
})

describe('a client that is deleted', () => {
  it('takes its imports along (ORG-10)', async () => {
    const { owner, api } = imports.world
    const { id } = await createAccount(owner, 'Client qui part')
    await owner.query(
      `insert into catalog_import (account_id, id, content, strategy, status, file_name, created_at, queued_at,
         ended_at, touched_at, lines_found) values ($1, $2, 'products', 'uuid', 'success', 'f.csv', now(), now(), now(), now(), 0)`,
      [id, newId()],
    )
    await owner.query(`update account set status = 'inactive' where id = $1`, [id])
    const admin = await api.signIn('admin')
    expect((await admin.request(`/api/accounts/${id}`, { method: 'DELETE' })).status).toBe(204)
    const left = await owner.query('select 1 from catalog_import where account_id = $1', [id])
    expect(left.rowCount).toBe(0)
  })
})
