// @module-tag slow
import { openXlsx, saveXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogContents, type CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { catalogExportCalls } from '#sync/calls/catalog-export.ts'
import { createExportWorld, type ExportWorld } from '#tests/support/export-world.ts'
import { importsInto, kinds, told, type Imports } from '#tests/support/import-world.ts'
import { hasOfficeSuite, savedByOfficeSuite } from '#tests/support/office-suite.ts'

let world: ExportWorld
let imports: Imports
beforeAll(async () => {
  world = await createExportWorld()
  imports = await importsInto(world)
})
afterAll(() => world.close())

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())
const fileOf = async (content: CatalogContent, format: 'csv' | 'xlsx') => {
  const { id, url } = await world.exported(content)
  expect(url).not.toBeNull()
  const address = format === 'csv' ? url! : url!.replace(/\.csv$/, '.xlsx')
  const { workbook_url: known } = (await world.read(content, id)).body as { workbook_url: string | null }
  expect(known).toBe(url!.replace(/\.csv$/, '.xlsx'))
  const response = await imports.manager.request(address)
  expect(response.status).toBe(200)
  return bytesOf(response)
}
const products = () =>
  imports.values(
    `select to_jsonb(p) - 'version', (select jsonb_object_agg(x.grade, x.price_cents) from product_price x
       where x.account_id = p.account_id and x.product_id = p.id)
     from product p where p.account_id = $1 order by p.id`,
  )

describe('an export as a workbook', () => {
  it.each(catalogContents)('of %s changes nothing when it is imported', async (content) => {
    const file = await fileOf(content, 'xlsx')
    const found = told(await imports.run(`content=${content}&strategy=uuid`, file))
    expect(found).toEqual({ status: 'success', counts: [found.counts[0], 0, 0, 0], ignored: [] })
    expect(found.counts[0]).toBeGreaterThan(1)
  })

  it('keeps codes as texts and prices as numbers, and explains each column on a sheet of its own', async () => {
    const book = await openXlsx(await fileOf('products', 'xlsx'))
    const [lines, help] = book.sheets
    expect(lines!.name).toBe('products')
    const head = lines!.rows[0]!.map(String)
    const typesIn = (column: string) =>
      new Set(
        lines!.rows
          .slice(1)
          .flatMap((row) => ((row[head.indexOf(column)] ?? null) === null ? [] : [typeof row[head.indexOf(column)]])),
      )
    expect([...typesIn('buyer_reference')]).toEqual(['string'])
    expect([...typesIn('gtin')]).toEqual(['string'])
    expect([...typesIn('price_grade_a')]).toEqual(['number'])
    expect(help!.name).toBe('Aide des colonnes')
    expect(help!.rows.slice(1).map(([column]) => column)).toEqual(head)
    expect(help!.rows.find(([column]) => column === 'status')![2]).toBe('draft, published, archived')
  })

  it('without lines is a template, in the language of who asks', async () => {
    const path = '/api/catalog-templates/products?strategy=recommerce&language=de-DE'
    const response = await imports.manager.request(path)
    expect(response.headers.get('content-disposition')).toContain('products-recommerce.xlsx')
    const template = await bytesOf(response)
    const book = await openXlsx(template)
    expect(book.sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['products', 1],
      ['Hilfe zu den Spalten', 9],
    ])
    expect((await imports.ask(`/check?${kinds.prices}`, { file: template })).code).toBe('IMPORT_NO_LINES')
    const seller = await world.api.signIn('store_manager')
    expect((await seller.request(path)).status).toBe(403)
  })

  it('is one file of its account alone, of the name that it has', async () => {
    const { id } = await world.exported('products')
    const path = catalogExportCalls.products.file.path.replace('{id}', id).replace('{file}', 'other.xlsx')
    expect((await imports.manager.request(path)).status).toBe(404)
  })
})

describe('a workbook with several sheets of products', () => {
  const head = ['buyer_reference', 'label', 'main_category']
  const bookOf = async (sheets: Readonly<Record<string, readonly (readonly string[])[]>>) =>
    new Uint8Array(
      await writeXlsx({
        sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows: rows.map((row) => [...row]) })),
      }),
    )
  const both = () =>
    bookOf({
      Janvier: [head, ['SHEET-1', 'Phone of January', 'smartphones']],
      'Février ; 2': [head, ['SHEET-2', 'Phone of February', 'smartphones'], ['SHEET-3', 'Lost', 'nowhere']],
      Notes: [['Ask Marie']],
    })
  const check = (query: string, file: Uint8Array<ArrayBuffer>) =>
    imports.ask(`/check?${kinds.products}${query}`, { file })
  const february = `&sheet=${encodeURIComponent('Février ; 2')}`

  it('is read by the sheet that is named, and says which others there are', async () => {
    const sheets = ['Janvier', 'Février ; 2', 'Notes']
    expect((await check('', await both())).body).toMatchObject({ code: 'IMPORT_WORKBOOK_SHEETS', details: { sheets } })
    expect((await check(february, await both())).body).toMatchObject({ lines: 2, sheet: 'Février ; 2', sheets })
    const notes = await bookOf({ Janvier: [head, ['SHEET-1', 'Phone', 'smartphones']], Notes: [['Ask'], ['Marie']] })
    expect((await check('', notes)).body).toMatchObject({ lines: 1, sheet: 'Janvier', sheets: ['Janvier', 'Notes'] })
    expect((await check('&sheet=Notes', notes)).body).toMatchObject({
      code: 'IMPORT_COLUMN_MISSING',
      details: { sheet: 'Notes', sheets: ['Janvier', 'Notes'] },
    })
  })

  it('says which other sheets there are where the one that is named has no lines', async () => {
    const { code, body } = await check('&sheet=Notes', await both())
    expect([code, body]).toMatchObject([
      'IMPORT_NO_LINES',
      { details: { sheet: 'Notes', sheets: ['Janvier', 'Février ; 2', 'Notes'] } },
    ])
  })

  it('refuses a sheet that it does not have, and a text file has none', async () => {
    expect((await check('&sheet=Mars', await both())).code).toBe('IMPORT_WORKBOOK_SHEETS')
    const text = new Uint8Array(Buffer.from('buyer_reference;label\nSHEET-4;Phone'))
    expect((await check('&sheet=Janvier', text)).code).toBe('IMPORT_WORKBOOK_SHEETS')
  })

  it('is tried, written and returned by that sheet, and the other one is another import', async () => {
    const file = await both()
    const tried = await imports.attempt(`${kinds.products}${february}`, file)
    expect(tried.trial).toMatchObject({ inserted: 1, ignored: 1 })
    expect((await imports.act(tried.id, 'start')).status).toBe(200)
    await imports.work()
    expect(told(await imports.read(tried.id))).toMatchObject({
      counts: [2, 1, 0, 1],
      ignored: ['3 LINE_CATEGORY_UNKNOWN main_category'],
    })
    const labels = await imports.values(
      `select label from product where account_id = $1 and buyer_reference like 'SHEET-%'`,
    )
    expect(labels).toEqual([['Phone of February']])
    const refused = await imports.manager.request(`${imports.path}/${tried.id}/refused`)
    expect(await refused.text()).toContain('SHEET-3')
    const other = await imports.ask(`?${kinds.products}&sheet=Janvier&file_name=file.xlsx&id=${tried.id}`, { file })
    expect(other).toMatchObject({ status: 409, code: 'IMPORT_ID_TAKEN' })
  })
})

// LibreOffice is no part of the product: where it is not installed, its round trip is not tried.
describe.skipIf(!hasOfficeSuite)('a file that LibreOffice has opened and saved, where it is installed', () => {
  it.each([
    ['csv', 'csv'],
    ['csv', 'xlsx'],
    ['xlsx', 'xlsx'],
    ['xlsx', 'csv'],
  ] as const)(
    'from %s as %s changes nothing but the price that was changed',
    { timeout: 240_000 },
    async (from, to) => {
      const before = await products()
      const saved = await savedByOfficeSuite(await fileOf('products', from), from, to)
      for (const kind of [kinds.products, kinds.productsById]) {
        const found = await imports.run(kind, saved)
        expect([told(found).status, told(found).counts.slice(1), found.report.notices]).toEqual([
          'success',
          [0, 0, 0],
          [],
        ])
      }
      expect(await products()).toEqual(before)
      // Codes that came as formulas lose their results where a library changes the file in place of a person.
      if (from === 'csv' || to === 'csv') return
      const book = await openXlsx(saved)
      const rows = book.sheets[0]!.rows
      const at = rows[0]!.indexOf('price_grade_a')
      const line = rows.findIndex((row, n) => n > 0 && typeof row[at] === 'number')
      rows[line]![at] = Number(rows[line]![at]) + 1.25
      const changed = await imports.run(kinds.products, new Uint8Array(await saveXlsx(book)))
      expect(told(changed).counts.slice(1)).toEqual([0, 1, 0])
      const after = await products()
      expect(after.filter((row, n) => JSON.stringify(row) !== JSON.stringify(before[n]))).toHaveLength(1)
    },
  )
})
