import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { catalogContents } from '#domain/catalog-files/catalog-columns.ts'
import { fileColumns } from '#domain/catalog-files/translated-columns.ts'
import { createExportWorld, linesOf, type ExportWorld } from '#tests/support/export-world.ts'

let world: ExportWorld

beforeAll(async () => {
  world = await createExportWorld()
})
afterEach(() => world.forget())
afterAll(() => world.close())

describe('a file of the catalog (IO-21, IO-24, IO-26)', () => {
  it('of products says all that their columns hold', { tags: ['slow'] }, async () => {
    const { url, entries_count } = await world.exported('products')
    const { response, text } = await world.fileOf(url)
    expect(url).toMatch(/^\/api\/products\/exports\/[0-9a-f-]{36}\/products-[a-z-]+-2026-11-26\.csv$/)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${url?.split('/').at(-1)}"`)
    expect(text.split('\r\n')[0]).toBe(`\uFEFF${fileColumns('products', 'fr-FR').join(';')}`)
    const lines = linesOf(text)
    expect(lines).toHaveLength(entries_count ?? 0)
    const stored = await world.rows(`
      select p.id, p.label, coalesce(brand, '') as brand, coalesce(manufacturer_model, '') as manufacturer_model,
        coalesce(buyer_reference, '') as buyer_reference, coalesce(gtin, '') as gtin,
        coalesce((select string_agg(tac, '|' order by tac) from product_tac t where t.product_id = p.id), '') as tac_codes,
        c.identifier as main_category, coalesce((select string_agg(k.identifier, '|' order by k.identifier) from product_category y
          join category k on k.id = y.category_id where y.product_id = p.id and k.id <> p.main_category_id), '')
          as secondary_categories, p.status, simple::text, imei_collect::text, buyback_zero_not_allowed::text,
        coalesce(comment, '') as comment, coalesce(height_cm::text, '') as height_cm,
        coalesce(length_cm::text, '') as length_cm, coalesce(width_cm::text, '') as width_cm,
        coalesce(weight_grams::text, '') as weight_grams, ${[
          'functional',
          'grade_a',
          'grade_b',
          'grade_c',
          'grade_d',
          'grade_e',
        ]
          .map(
            (grade) => `coalesce((select (price_cents / 100.0)::numeric(9, 2)::text from product_price i
              where i.product_id = p.id and i.grade = '${grade}'), '') as price_${grade}`,
          )
          .join(', ')}
      from product p join category c on c.id = p.main_category_id where p.account_id = $1 order by p.id`)
    expect(lines).toMatchObject(stored)
    const full = lines.find(({ id }) => id === world.products['IP13'])
    expect(Object.values(full ?? {}).filter((cell) => cell === '')).toHaveLength(3 + 3)
    expect(full).toMatchObject({ secondary_categories: 'audio|cameras', tac_codes: '01234567|35123456' })
  })

  it('marks what a spreadsheet would compute, and leaves numbers alone', async () => {
    const products = await world.fileOf((await world.exported('products')).url)
    expect(products.text).toContain(`;'=cmd|' /C calc'!A0;`)
    const diagnostic = await world.fileOf((await world.exported('diagnostic')).url)
    expect(diagnostic.text).toContain(';percentage;-20;-10.50;')
    expect(diagnostic.text).toContain(';amount;-19.99;;')
    expect(diagnostic.text).toContain(`;'-h;'@d;`)
  })

  it('that an import does not take whole comes in pieces, each with the head, and nothing is missing or twice', async () => {
    const { id, pieces, url } = await world.exported('products')
    expect(pieces).toEqual([])
    await world.owner.query(
      `insert into export_part (account_id, export_id, number, bytes)
       select $1, $2, n, convert_to('line ' || n || E'\r\n', 'UTF8') from generate_series(3, 160) n`,
      [world.accountId, id],
    )
    await world.owner.query(`update export_job set entries_count = 160000, parts_count = 160 where id = $1`, [id])
    const large = (await world.read('products', id)).body
    expect(large.pieces).toEqual([1, 2].map((piece) => url?.replace('.csv', `-${piece}.csv`)))
    const texts = await Promise.all(large.pieces.map(async (piece) => (await world.fileOf(piece)).text))
    const [head] = texts[0]!.split('\r\n')
    expect(texts.map((text) => text.split('\r\n')[0])).toEqual([head, head])
    const lines = texts.map((text) => text.split('\r\n').slice(1, -1))
    const whole = (await world.fileOf(url)).text.split('\r\n').slice(1, -1)
    expect(lines.flat()).toEqual(whole)
    expect(lines[1]).toEqual(Array.from({ length: 9 }, (_, at) => `line ${152 + at}`))
    expect((await world.fileOf(large.pieces[0]!.replace('-1.csv', '-3.csv'))).response.status).toBe(404)
  })

  it('of categories has each before those that stand in it', async () => {
    const { url, entries_count } = await world.exported('categories')
    const lines = linesOf((await world.fileOf(url)).text)
    expect(entries_count).toBe(8)
    expect(lines.map(({ identifier, parent_identifier: parent }) => [identifier, parent])).toEqual([
      ['telephonie', ''],
      ['smartphones', 'telephonie'],
      ['audio', ''],
      ['ecouteurs', 'audio'],
      ['kopfhoerer', 'audio'],
      ['boormachines', ''],
      ['cameras', ''],
      ['vide', ''],
    ])
    expect(lines[0]).toMatchObject({
      id: world.categories['telephonie'],
      identifier: 'telephonie',
      name: 'Téléphonie',
      parent_identifier: '',
      buyer_external_id: '=B1',
      status: 'active',
      description: '<p>a;b</p>\n"c"',
      children_description: '+2',
      highlighted_instruction: "'=x",
      image_alt: '@alt',
      default_weight_grams: '200',
      default_height_cm: '1',
      default_length_cm: '2',
      default_width_cm: '0',
      absorption_type: 'percentage_declared',
      absorption_value: '12.5',
      absorption_max: '20.50',
    })
    expect(lines[2]).toMatchObject({ absorption_type: 'value', absorption_value: '12.50', absorption_max: '' })
  })

  it('of questions has a line for each answer, in the order in which categories ask', { tags: ['slow'] }, async () => {
    const { url, entries_count } = await world.exported('diagnostic')
    const lines = linesOf((await world.fileOf(url)).text)
    expect(entries_count).toBe(9)
    expect(lines.map(({ title, answer_name }) => `${title} ${answer_name}`)).toEqual(
      ['Première', 'Deuxième', 'Troisième'].flatMap((title) =>
        ['Oui', 'Non', 'Peut-être'].map((name) => `${title} ${name}`),
      ),
    )
    expect(lines[1]).toMatchObject({
      question_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      title: 'Première',
      how_to_test: '-h',
      description: '@d',
      categories: 'audio|smartphones',
      answer_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      answer_name: 'Non',
      answer_description: '-\nx',
      best_grade: 'grade_e',
      impact_type: 'percentage',
      impact_value: '-20',
      impact_cap: '-10.50',
    })
  })

  it('of an empty catalog is its head', async () => {
    const other = await world.api.signIn('admin@other.example')
    const { body } = await world.start('products', other, world.api.accounts.other.id)
    const scope = { accountId: world.api.accounts.other.id, exportId: body.id }
    await world.jobs()[0].run(scope)
    const { entries_count, url } = (await world.read('products', body.id, other)).body
    expect(entries_count).toBe(0)
    expect((await world.fileOf(url, other)).text).toBe(`\uFEFF${fileColumns('products', 'fr-FR').join(';')}\r\n`)
  })

  it('bears the day of the account’s time zone', async () => {
    world.setClock('2026-11-26T23:30:00Z')
    expect((await world.exported('categories')).url).toContain('-2026-11-27.csv')
  })
})

describe('who may export (IO-17)', () => {
  it.each(['admin', 'root_management_unit_manager', 'root_management_unit_analyst'])(
    'a person of type %s',
    async (type) => {
      const person = await world.api.signIn(type)
      for (const content of catalogContents) {
        const { body, status } = await world.start(content, person)
        expect(status).toBe(200)
        expect((await world.read(content, body.id, person)).status).toBe(200)
      }
    },
  )

  it('a buyer, of the retailer that is worked for', async () => {
    const buyer = await world.api.signIn('buyer_manager')
    const viewed = buyer.user.viewedAccountId
    expect((await world.start('products', buyer, viewed)).status).toBe(200)
    const elsewhere = [world.accountId, world.api.accounts.buyer.id].find((id) => id !== viewed)!
    expect(await world.start('products', buyer, elsewhere)).toMatchObject({
      status: 404,
      body: { code: 'REQUEST_NOT_FOUND' },
    })
  })

  it.each(['management_unit_manager', 'store_manager', 'warehouse_manager'])('nobody of type %s', async (type) => {
    const { url, id } = await world.exported('products')
    const person = await world.api.signIn(type)
    const before = await world.rows('select count(*) from export_job where account_id = $1')
    for (const content of catalogContents)
      expect(await world.start(content, person)).toMatchObject({
        status: 403,
        body: { code: 'ACCESS_PERMISSION_MISSING' },
      })
    expect((await world.read('products', id, person)).status).toBe(403)
    expect((await world.fileOf(url, person)).response.status).toBe(403)
    expect(await world.rows('select count(*) from export_job where account_id = $1')).toEqual(before)
  })

  it('nobody of another account, nor for one', async () => {
    const { url, id } = await world.exported('products')
    const other = await world.api.signIn('admin@other.example')
    expect((await world.start('products', other)).status).toBe(404)
    expect((await world.read('products', id, other)).status).toBe(404)
    expect((await world.fileOf(url, other)).response.status).toBe(404)
    expect((await world.start('products', world.manager, world.api.accounts.other.id)).status).toBe(404)
    expect((await world.start('products', world.manager, newId())).status).toBe(404)
    expect((await world.ask('/api/products/exports', 'POST')).status).toBe(422)
    expect((await world.ask('/api/products/exports?account_id=x', 'POST')).status).toBe(422)
  })

  it('nobody without a session', async () => {
    const { url } = await world.exported('products')
    expect((await world.api.request(url ?? '')).status).toBe(401)
  })

  it('and only under the file’s own address', async () => {
    const { url, id } = await world.exported('products')
    expect((await world.fileOf(`${url}x`)).response.status).toBe(404)
    expect((await world.read('categories', id)).status).toBe(404)
    expect((await world.fileOf((url ?? '').replace('/products/', '/categories/'))).response.status).toBe(404)
    expect((await world.read('products', newId())).status).toBe(404)
  })
})
