// @module-tag slow
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportWorld, kinds, told, type ImportWorld, type TestFile } from '#tests/support/import-world.ts'
import { workbook, zipOf } from '#tests/support/zip-file.ts'

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

  it('gives what its formulas have computed, and names cells whose formulas have failed', async () => {
    const sheet = [
      line(texts(...head)),
      line(
        `<c t="str"><f>"FX"&amp;"-1"</f><v>FX-1</v></c>`,
        texts('Computed phone', '', 'smartphones', 'draft'),
        '<c><f>100*2</f><v>200</v></c>',
        cell('n', '180'),
      ),
      line(texts('FX-2', 'Failed phone', '', 'smartphones', 'draft'), cell('e', '#DIV/0!'), cell('n', '1')),
      line(texts('FX-3', 'Half a gram', '', 'smartphones', 'draft'), cell('n', '1'), cell('n', '0.555')),
    ]
    const found = await run(workbook({ One: sheet.join('') }))
    expect(found.ignored).toEqual([
      '3 LINE_CELL_FORMULA price_grade_a #DIV/0!',
      '4 LINE_VALUE_WRONG weight_grams 0.5550',
    ])
    expect(found.counts).toEqual([3, 1, 0, 2])
    expect((await product('FX-1'))?.[5]).toBe(20_000)
  })

  it('takes no date and no percentage for a price, however its cell holds it', async () => {
    const sheet = [
      line(texts(...head)),
      line(texts('LOOK-1', 'Dated price', '', 'smartphones', 'draft'), styled('date', '46143')),
      line(texts('LOOK-2', 'Price in percent', '', 'smartphones', 'draft'), styled('percent', '0.155')),
      line(texts('LOOK-3', 'Moment', '', 'smartphones', 'draft'), cell('d', '2026-11-26T00:00:00')),
      line(texts('LOOK-4', 'Price in euros', '', 'smartphones', 'draft'), styled('euro', '12.5')),
    ]
    const found = await run(workbook({ One: sheet.join('') }))
    expect(found.ignored).toEqual([
      '2 LINE_VALUE_WRONG price_grade_a 2026-05-01',
      '3 LINE_VALUE_WRONG price_grade_a 15.5 %',
      '4 LINE_VALUE_WRONG price_grade_a 2026-11-26',
    ])
    expect((await product('LOOK-4'))?.[5]).toBe(1_250)
    const answers = (value: string) =>
      ['Neuf', 'Rayé'].map((name) => line(texts('Le châssis ?', name, 'smartphones', 'percentage'), value)).join('')
    const questions = line(texts('title', 'answer_name', 'categories', 'impact_type', 'impact_value'))
    await imports.run(kinds.questions, workbook({ One: questions + answers(styled('percent', '-0.1')) }))
    const impact = `select distinct impact_value::int from answer where account_id = $1 and name in ('Neuf', 'Rayé')
      and question_id in (select id from question where title = 'Le châssis ?')`
    expect(await imports.values(impact)).toEqual([[-10]])
  })

  it('makes no second product of a code that became a date or lost its last digits, and leaves what was there', async () => {
    await run(`buyer_reference;label;main_category;gtin;price_grade_a\nCODE-1;Phone one;smartphones;3203951234567;1`)
    const [row] = await imports.values(`select id from product where account_id = $1 and buyer_reference = 'CODE-1'`)
    const id = String(row![0])
    const columns = ['id', 'buyer_reference', 'label', 'main_category', 'gtin', 'price_grade_a']
    const sheet = [
      line(texts(...columns)),
      line(texts(id), styled('date', '46143'), texts('Phone one', 'smartphones', '3203951234567'), cell('n', '20')),
      line(texts(''), styled('date', '46144'), texts('Phone two', 'smartphones', ''), cell('n', '20')),
      line(texts(''), cell('n', '3569870123456780'), texts('Phone three', 'smartphones', ''), cell('n', '20')),
    ]
    const found = await run(workbook({ One: sheet.join('') }))
    expect(found).toMatchObject({
      counts: [3, 0, 1, 2],
      ignored: [
        '3 LINE_CODE_DATED buyer_reference 2026-05-02',
        '4 LINE_NUMBER_MANGLED buyer_reference 3.56987012345678E+15',
      ],
      notices: ['2 LINE_CODE_DATED'],
    })
    expect(await product('CODE-1')).toEqual(['Phone one', '3203951234567', 'draft', false, null, 2_000])
    const dated = await run(`buyer_reference;label;main_category;price_grade_a\n12-Mar;Phone;smartphones;1`)
    expect(dated.ignored).toEqual(['2 LINE_CODE_DATED buyer_reference 12-Mar'])
  })

  it('reads prices that it has computed rounded, as it shows them, and says so', async () => {
    const sheet = [
      line(texts(...head)),
      line(texts('ROUND-1', 'First phone', '', 'smartphones', 'draft'), computed('107.415')),
      line(texts('ROUND-2', 'Other phone', '', 'smartphones', 'draft'), cell('n', '209.98949999999999')),
      line(texts('ROUND-3', 'Typed price', '', 'smartphones', 'draft', '107.415')),
      line(texts('ROUND-4', 'Constant', '', 'smartphones', 'draft'), cell('n', '1.199')),
    ]
    const done = await imports.run(kinds.products, workbook({ One: sheet.join('') }))
    expect(done.report.notices.map(({ line: at, code, value, other }) => [at, code, value, other])).toEqual([
      [2, 'LINE_AMOUNT_ROUNDED', '107.415', '107.42'],
      [3, 'LINE_AMOUNT_ROUNDED', '209.9895', '209.99'],
    ])
    // A person may have meant a hundred thousand.
    expect(done.report.ignored_lines.map(({ line: at, code }) => [at, code])).toEqual([
      [4, 'LINE_NUMBER_AMBIGUOUS'],
      [5, 'LINE_NUMBER_AMBIGUOUS'],
    ])
    expect([(await product('ROUND-1'))?.[5], (await product('ROUND-2'))?.[5]]).toEqual([10_742, 20_999])
  })

  it('hands a refused line back with its computed price as it was read, so that it comes in once it is mended', async () => {
    const one = texts('ROUND-9', 'Refused phone', 'wrong', 'smartphones', 'draft')
    const done = await imports.run(
      kinds.products,
      workbook({ One: line(texts(...head)) + line(one, computed('107.415')) }),
    )
    expect(done.report.ignored_lines.map(({ line: at, code }) => [at, code])).toEqual([[2, 'PRODUCT_GTIN_SHAPE']])
    const answer = await imports.manager.request(`${imports.path}/${done.id}/refused?language=en-GB`)
    const text = (await answer.text()).replace('\uFEFF', '')
    expect(text).toContain('107.42')
    expect(text).not.toContain('107.415')
    expect(await run(text.replaceAll('wrong', ''))).toEqual(all(1))
    expect((await product('ROUND-9'))?.[5]).toBe(10_742)
  })

  it('says in each row of merged cells what the first says, and takes none away across columns', async () => {
    await run(`buyer_reference;label;main_category;price_grade_a;weight_grams\nMERGE-4;Fourth;smartphones;55;10`)
    const price = (value: string) => cell('n', value)
    const sheet = [
      line(texts(...head)),
      line(texts('MERGE-1', 'First phone', '', 'smartphones', 'published'), price('10'), price('180')),
      line(texts('MERGE-2', 'Second phone', '', '', ''), '<c/>', price('181')),
      line(texts('MERGE-3', 'Third phone', '', '', ''), price('30'), price('182')),
      line(texts('MERGE-4', 'Fourth', '', 'smartphones', 'draft'), price('56')),
    ].join('')
    const merges =
      '<mergeCells count="4">' +
      ['D2:D4', 'E2:E4', 'F2:F3', 'F5:G5'].map((ref) => `<mergeCell ref="${ref}"/>`).join('') +
      '</mergeCells>'
    const found = await run(workbook({ One: sheet }, { behind: merges }))
    expect(found).toMatchObject({ counts: [4, 3, 0, 1], ignored: ['5 LINE_CELLS_MERGED  56'] })
    expect(await Promise.all([1, 2, 3, 4].map((at) => product(`MERGE-${at}`)))).toEqual([
      ['First phone', null, 'published', false, null, 1_000],
      ['Second phone', null, 'published', false, null, 1_000],
      ['Third phone', null, 'published', false, null, 3_000],
      ['Fourth', null, 'draft', false, null, 5_500],
    ])
  })

  it('is read from its head on, wherever that stands, and from the one sheet that has one', async () => {
    const rows = (mark: string) =>
      line(texts('Our prices')) + line(texts('')) + line(texts(...head)) + line(texts(mark, 'Phone', '', 'smartphones'))
    const notes = line(texts('Notes')) + line(texts('Ask Marie'))
    // As Numbers exports its tables, with a sheet that lists them.
    const file = workbook({ 'Export Summary': notes, 'Tarifs - Tableau 1': rows('HEAD-1') })
    const { body } = await imports.ask(`/check?${kinds.products}`, { file })
    expect(body).toMatchObject({ lines: 1, sheet: 'Tarifs - Tableau 1', head_line: 3, hidden_lines: 0 })
    expect(await run(file)).toEqual(all(1))
    const both = await imports.ask(`/check?${kinds.products}`, { file: workbook({ A: rows('A'), B: rows('B') }) })
    expect(both.body).toMatchObject({ code: 'IMPORT_WORKBOOK_SHEETS', details: { sheets: ['A', 'B'] } })
    const csvFile = `Our prices, of November\r\n\r\n${csv(rows2, ';')}`
    expect((await imports.ask(`/check?${kinds.products}`, { file: csvFile })).body).toMatchObject({
      lines: 1,
      delimiter: ';',
      sheet: null,
      head_line: 3,
    })
    expect(await run(csvFile)).toEqual(all(1))
    expect(await product('HEAD-2')).toEqual(['Phone', null, 'draft', false, 'one\ntwo', null])
  })
  const rows2 = [
    ['buyer_reference', 'label', 'main_category', 'comment'],
    ['HEAD-2', 'Phone', 'smartphones', 'one\ntwo'],
  ]

  it('reads rows that it hides as the others, and says how many', async () => {
    const sheet =
      line(texts(...head)) +
      line(texts('HIDE-1', 'Shown phone', '', 'smartphones')) +
      `<row hidden="1">${texts('HIDE-2', 'Hidden phone', '', 'smartphones')}</row>`
    const file = workbook({ One: sheet })
    expect((await imports.ask(`/check?${kinds.products}`, { file })).body).toMatchObject({ lines: 2, hidden_lines: 1 })
    expect(await run(file)).toEqual(all(2))
  })
})

describe('a file of another kind', () => {
  const others: readonly (readonly [string, string, TestFile])[] = [
    ['OpenDocument', 'IMPORT_WORKBOOK_OLD', zipOf({ mimetype: 'application/x', 'content.xml': '<x/>' })],
    ['Numbers', 'IMPORT_WORKBOOK_OLD', zipOf({ 'Index/Document.iwa': 'x', 'Metadata/Properties.plist': 'x' })],
    ['a page of HTML', 'IMPORT_WORKBOOK_OLD', '<html><table><tr><td>gtin</td></tr></table></html>'],
    ['a page of XML', 'IMPORT_WORKBOOK_OLD', '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><W/>'],
    ['PDF', 'IMPORT_ENCODING_UNKNOWN', '%PDF-1.7\n'],
    ['a document of a word processor', 'IMPORT_ENCODING_UNKNOWN', '{\\rtf1\\ansi gtin}'],
  ]
  it.each(others)('as %s is told to be saved otherwise, whatever it is called (%s)', async (_, code, file) => {
    const outcome = await imports.ask(`/check?${kinds.products}`, { file })
    expect([outcome.status, outcome.code]).toEqual([422, code])
  })
})

const cell = (kind: string, value: string) => `<c t="${kind}"><v>${value}</v></c>`
const computed = (value: string) => `<c><f>A1</f><v>${value}</v></c>`
const texts = (...values: readonly string[]) =>
  values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('')
const line = (...cells: readonly string[]) => `<row>${cells.join('')}</row>`
const looks = ['plain', 'date', 'percent', 'euro'] as const
const styled = (look: (typeof looks)[number], value: string) => `<c s="${looks.indexOf(look)}"><v>${value}</v></c>`
