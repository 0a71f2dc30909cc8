// @module-tag slow
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportWorld, kinds, told, type ImportWorld, type TestFile } from '#tests/support/import-world.ts'
import { zipOf } from '#tests/support/zip-file.ts'

// What spreadsheets of several systems and languages write, each read through the calls.
let imports: ImportWorld
beforeAll(async () => {
  imports = await createImportWorld()
})
afterAll(() => imports.world.close())

const product = async (reference: string) => {
  const [row] = await imports.values(
    `select p.label, p.gtin, p.status, p.simple, p.comment, (select x.price_cents from product_price x
       where x.account_id = p.account_id and x.product_id = p.id and x.grade = 'grade_a')
     from product p where p.account_id = $1 and p.buyer_reference = $2`,
    reference,
  )
  return row
}
const run = async (file: TestFile) => {
  const found = await imports.run(kinds.products, file)
  const faults = found.report.ignored_lines.map(({ line, code, field, value }) => [line, code, field, value].join(' '))
  return { ...told(found), ignored: faults, notices: found.report.notices.map(({ line, code }) => `${line} ${code}`) }
}
const all = (count: number) => ({ status: 'success', counts: [count, count, 0, 0], ignored: [], notices: [] })

const rows = (mark: string) => [
  ['buyer_reference', 'label', 'main_category', 'status', 'simple', 'price_grade_a', 'comment'],
  [`${mark}-1`, 'Écran "55"', 'smartphones', 'veröffentlicht', 'ja', '1.234,50 €', 'eins\nzwei; drei'],
  ['', '', '', '', '', '', ''],
  [`${mark}-2`, 'Größe', 'smartphones', 'entwurf', 'nein', '1 234,50', ''],
  [`${mark}-3`, 'L’été', 'smartphones', 'concept', 'nee', '€ 0,99', ''],
]
const csv = (table: readonly (readonly string[])[], delimiter: string, end = '\r\n') =>
  table
    .map((row) =>
      row.map((cell) => (/["\n;,\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter),
    )
    .join(end)
const bytes = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
const utf16 = (text: string, isBig: boolean) => {
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return bytes(isBig ? little.swap16() : little)
}

describe('a text file', { timeout: 120_000 }, () => {
  it.each([
    ['of semicolons', 'SEMI', (text: (delimiter: string) => string) => text(';')],
    ['of tabs, with a mark of its bytes', 'TAB', (text: (delimiter: string) => string) => `\uFEFF${text('\t')}`],
    ['of commas', 'COMMA', (text: (delimiter: string) => string) => text(',')],
    [
      'of UTF-16, as Excel saves Unicode text',
      'WIDE',
      (text: (delimiter: string) => string) => utf16(text('\t'), false),
    ],
    ['of UTF-16 of the other order', 'BIG', (text: (delimiter: string) => string) => utf16(text(';'), true)],
  ])('%s is read with its words, amounts and breaks within cells', async (_, mark, fileOf) => {
    expect(await run(fileOf((delimiter) => csv(rows(mark), delimiter)))).toEqual(all(3))
    expect(await Promise.all([1, 2, 3].map((at) => product(`${mark}-${at}`)))).toEqual([
      ['Écran "55"', null, 'published', true, 'eins\nzwei; drei', 123_450],
      ['Größe', null, 'draft', false, null, 123_450],
      ['L’été', null, 'draft', false, null, 99],
    ])
  })

  it('of old ends of lines, and one that ends without any, is read', async () => {
    expect(await run(csv(rows('CR'), ';', '\r'))).toEqual(all(3))
    expect(await run(`${csv(rows('LF'), ';', '\n')}\n\n\n`)).toEqual(all(3))
  })
})

describe('a workbook', { timeout: 120_000 }, () => {
  const head = ['buyer_reference', 'label', 'gtin', 'main_category', 'status', 'price_grade_a', 'weight_grams']

  it('is read whatever else stands in it: sheets that are hidden, empty rows, columns behind the last', async () => {
    const file = new Uint8Array(
      await writeXlsx({
        sheets: [
          {
            name: 'Old prices',
            hidden: true,
            rows: [head, ['OLD-1', 'Old phone', null, 'smartphones', 'draft', 1, 1]],
          },
          {
            name: 'Now',
            rows: [
              [...head, null, null],
              [],
              ['NEW-1', 'New phone', 3203951234567, 'smartphones', 'draft', 12.5, 180, null],
              [],
            ],
          },
        ],
      }),
    )
    expect(await run(file)).toEqual(all(1))
    expect(await product('NEW-1')).toEqual(['New phone', '3203951234567', 'draft', false, null, 1_250])
    expect(await product('OLD-1')).toBeUndefined()
  })

  it('gives what its formulas have computed, and names cells whose formulas have failed, dates and percentages', async () => {
    const cell = (kind: string, value: string) => `<c t="${kind}"><v>${value}</v></c>`
    const texts = (...values: readonly string[]) =>
      values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('')
    const line = (...cells: readonly string[]) => `<row>${cells.join('')}</row>`
    const sheet = [
      line(texts(...head)),
      line(
        `<c t="str"><f>"FX"&amp;"-1"</f><v>FX-1</v></c>`,
        texts('Computed phone', '', 'smartphones', 'draft'),
        '<c><f>100*2</f><v>200</v></c>',
        cell('n', '180'),
      ),
      line(texts('FX-2', 'Failed phone', '', 'smartphones', 'draft'), cell('e', '#DIV/0!'), cell('n', '1')),
      line(texts('FX-3', 'Share of a phone', '', 'smartphones', 'draft'), cell('n', '0.155'), cell('n', '0.5')),
      line(texts('FX-4', 'Dated phone', '', 'smartphones', 'draft'), cell('d', '2026-11-26T00:00:00'), cell('n', '1')),
    ]
    const found = await run(workbook(`<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`))
    expect(found.ignored).toEqual([
      '3 LINE_CELL_FORMULA price_grade_a #DIV/0!',
      '4 LINE_VALUE_WRONG weight_grams 0.5',
      '4 LINE_VALUE_WRONG price_grade_a 0.155',
      '5 LINE_VALUE_WRONG price_grade_a 2026-11-26T00:00:00',
    ])
    expect(found.counts).toEqual([4, 1, 0, 3])
    expect((await product('FX-1'))?.[5]).toBe(20_000)
  })

  it('with a title over its columns says which columns it lacks, and shows what it has', async () => {
    const file = new Uint8Array(
      await writeXlsx({ sheets: [{ name: 'A', rows: [['Our prices', null, null], head, ['TITLE-1', 'Phone']] }] }),
    )
    const outcome = await imports.ask(`/check?${kinds.products}`, { file })
    expect([outcome.status, outcome.code]).toEqual([422, 'IMPORT_COLUMN_MISSING'])
  })

  const workbook = (sheet: string) =>
    zipOf({
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml':
        '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="x" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': sheet,
    })
})
