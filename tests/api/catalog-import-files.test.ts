// @module-tag slow
import { readFile } from 'node:fs/promises'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import type { CheckedFile } from '#sync/calls/catalog-import.ts'
import { createImportWorld, kinds, told, type ImportWorld } from '#tests/support/import-world.ts'
import { zipOf } from '#tests/support/zip-file.ts'

let imports: ImportWorld
beforeAll(async () => {
  imports = await createImportWorld()
  const file = 'identifier;name;parent_identifier\r\ncomputers;Ordinateurs;\r\n'
  await imports.run(kinds.categories, file.replace(';\r\n', `;${await topIdentifier()}\r\n`))
})
afterAll(() => imports.world.close())

const topIdentifier = async () => {
  const [top] = await imports.values(
    'select identifier from category where account_id = $1 and parent_category_id is null limit 1',
  )
  return String(top![0])
}
const given = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../support/files/${name}`, import.meta.url)))
const product = async (reference: string) => {
  const [row] = await imports.values(
    `select p.label, p.gtin, p.status, p.simple, (select x.price_cents from product_price x where x.account_id = p.account_id
       and x.product_id = p.id and x.grade = 'grade_a') from product p where p.account_id = $1 and p.buyer_reference = $2`,
    reference,
  )
  return row
}
const faults = (found: Awaited<ReturnType<ImportWorld['run']>>) =>
  found.report.ignored_lines.map(({ line, code, field, value, other }) =>
    [line, code, field, value, other].filter((part) => part !== null).join(' '),
  )
const add = (...references: readonly string[]) =>
  imports.run(
    kinds.products,
    `buyer_reference;label;main_category;gtin\r\n${references.map((one) => `${one};Known ${one};computers;3203951234567`).join('\r\n')}`,
  )
const refusedFile = async ({ id }: { readonly id: string }) => {
  const answer = await imports.manager.request(`${imports.path}/${id}/refused?language=en-GB`)
  return (await answer.text()).replace('\uFEFF', '')
}
const check = async (query: string, file: string | Uint8Array<ArrayBuffer>) => imports.ask(`/check?${query}`, { file })

describe('a file that went through a spreadsheet', () => {
  it('writes its prices and leaves a mangled GTIN as it is (I1)', async () => {
    await add('RN-00224')
    const found = await imports.run(kinds.products, await given('mangled-gtin.csv'))
    expect(told(found)).toEqual({ status: 'success', counts: [1, 0, 1, 0], ignored: [] })
    expect(found.report.notices).toEqual([
      { line: 2, code: 'LINE_NUMBER_MANGLED', field: 'gtin', value: '3,20395E+12', other: null, reference: 'RN-00224' },
    ])
    expect(await product('RN-00224')).toEqual(["Produit d'essai 1", '3203951234567', 'published', false, 19_500])
    const [row] = await imports.values(`select id from product where account_id = $1 and buyer_reference = 'RN-00224'`)
    const byId = `id;gtin;price_grade_a\r\n${String(row![0])};3,20395E+12;196,00`
    for (const kind of [kinds.products, kinds.productsById, kinds.prices])
      expect(told(await imports.run(kind, byId.replace('196', String(200 + kind.length)))).counts).toEqual([1, 0, 1, 0])
  })

  it('asks about references that are nearly those that exist, and adds none beside them (I2)', async () => {
    await add('00124', 'D-1')
    const found = await imports.run(kinds.products, await given('lost-zeros.csv'))
    expect(told(found)).toMatchObject({ status: 'error', error: 'IMPORT_ALL_REFUSED', counts: [2, 0, 0, 2] })
    expect(faults(found)).toEqual([
      '2 LINE_REFERENCE_ALIKE buyer_reference 124 00124',
      '3 LINE_REFERENCE_ALIKE buyer_reference d-1 D-1',
    ])
    expect(await refusedFile(found)).toContain('buyer_reference: “D-1” already exists')
    const count = `select count(*)::int from product where account_id = $1 and buyer_reference in ('124', 'd-1')`
    expect(await imports.values(count)).toEqual([[0]])
  })

  it('refuses a line whose values cannot be stored, and not the file', async () => {
    const long = `${'a'.repeat(199)}😀${'b'.repeat(20_000)}`
    const csv = `buyer_reference;label;main_category;comment\r\nSTORE-0;First;computers;\r\nSTORE-1;;computers;${long}`
    const found = await imports.run(kinds.products, csv)
    expect(told(found).counts).toEqual([2, 1, 0, 1])
    expect(found.report.ignored_lines.map(({ value }) => value)).toContain(`${'a'.repeat(199)}…`)
  })

  it('hands the refused lines back so that a spreadsheet keeps their codes and computes nothing', async () => {
    const head = 'buyer_reference;label;gtin;main_category'
    const lines = ['00777;=1+1;4006381333931;nowhere', `"=""00778""";'=1+1;;nowhere`]
    const done = await imports.run(kinds.products, [head, ...lines].join('\r\n'))
    const rows = (await refusedFile(done)).trim().split('\r\n')
    expect(rows.map((row) => row.split(';').slice(0, 4).join(';'))).toEqual([
      head,
      `"=""00777""";'=1+1;"=""4006381333931""";nowhere`,
      `"=""00778""";'=1+1;;nowhere`,
    ])
    const mended = rows.join('\r\n').replaceAll('nowhere', 'computers')
    expect(told(await imports.run(kinds.products, mended)).counts).toEqual([2, 2, 0, 0])
    const codes = `select buyer_reference, label, gtin from product where account_id = $1 and buyer_reference like '0077%'
      order by 1`
    expect(await imports.values(codes)).toEqual([
      ['00777', '=1+1', '4006381333931'],
      ['00778', '=1+1', null],
    ])
  })

  it('is read with quotes inside its cells (I3), guards of text (I4), short and long rows (I5)', async () => {
    expect(told(await imports.run(kinds.products, await given('stray-quote.csv'))).counts).toEqual([2, 2, 0, 0])
    expect((await product('Q-1'))?.[0]).toBe('TV 55" noire')
    const guarded = await given('text-guard.csv')
    expect((await check(kinds.products, guarded)).body).toMatchObject({ lines: 1, delimiter: ';', encoding: 'utf-8' })
    await imports.run(kinds.products, guarded)
    expect((await product('G-1'))?.[1]).toBe('0042563008123')
    const long = await imports.run(kinds.products, await given('short-rows.csv'))
    expect(told(long)).toEqual({ status: 'success', counts: [2, 2, 0, 0], ignored: [] })
    expect((await product('S-2'))?.[4]).toBe(1_200)
    const beyond = 'buyer_reference;label;main_category\r\nS-3;Long;computers;;5'
    expect(faults(await imports.run(kinds.products, beyond))).toEqual(['2 LINE_FIELD_COUNT 5'])
  })

  it('is read with the words and amounts of people (I6), and told what is accepted by its column', async () => {
    const found = await imports.run(kinds.products, await given('money-words.csv'))
    expect(told(found)).toEqual({ status: 'success', counts: [3, 3, 0, 0], ignored: [] })
    expect(await Promise.all(['M-1', 'M-2', 'M-3'].map(product))).toEqual([
      ['Prix un', null, 'published', true, 123_450],
      ['Prix deux', null, 'published', false, 1_250],
      ['Prix drei', null, 'draft', true, 123_450],
    ])
    const doubtful = 'buyer_reference;price_grade_a;status;simple\r\nM-1;1.234;visible;perhaps'
    expect(faults(await imports.run(kinds.products, doubtful))).toEqual([
      '2 LINE_VALUE_WRONG status visible',
      '2 LINE_VALUE_WRONG simple perhaps',
      '2 LINE_NUMBER_AMBIGUOUS price_grade_a 1.234',
    ])
    expect((await product('M-1'))?.[4]).toBe(123_450)
  })

  it('is read in the letters of an old Mac', async () => {
    // "Téléphone réparé à neuf", as such a system writes it.
    const letters = [
      0x54, 0x8e, 0x6c, 0x8e, 0x70, 0x68, 0x6f, 0x6e, 0x65, 0x20, 0x72, 0x8e, 0x70, 0x61, 0x72, 0x8e, 0x20, 0x88,
    ]
    const file = new Uint8Array([
      ...Buffer.from('buyer_reference;main_category;label\rMAC-1;computers;'),
      ...letters,
      ...Buffer.from(' neuf\r'),
    ])
    expect((await check(kinds.products, file)).body).toMatchObject({ encoding: 'macintosh' })
    await imports.run(kinds.products, file)
    expect((await product('MAC-1'))?.[0]).toBe('Téléphone réparé à neuf')
  })
})

describe('a broken line', () => {
  const lines = (count: number, at: number, line: string) => [
    'buyer_reference;label;main_category;status',
    ...Array.from({ length: count }, (_, n) => (n + 2 === at ? line : `B${count}-${n};Line ${n};computers;draft`)),
  ]

  it.each([
    [3, 3],
    [500, 400],
    [3000, 2501],
  ])('of %i is refused alone and named by its number %i (I3)', { tags: ['slow'] }, async (count, at) => {
    const found = await imports.run(kinds.products, lines(count, at, 'X-1;"TV 55 noire;computers;draft').join('\n'))
    expect(told(found)).toEqual({
      status: 'success_with_ignored',
      counts: [count, count - 1, 0, 1],
      ignored: [`${at} LINE_QUOTES_BROKEN`],
    })
    expect(found.report.ignored_lines[0]!.value).toBe('X-1;"TV 55 noire;computers;draft')
  })

  it('may be broken by one cell, which is named (I14)', async () => {
    const long = lines(3, 3, `L-1;${'x'.repeat(250_000)};computers;draft`)
    const [first] = (await imports.run(kinds.products, long.join('\n'))).report.ignored_lines
    expect(first).toMatchObject({ line: 3, code: 'LINE_CELL_TOO_LONG', field: 'label', other: '32767' })
    expect(first!.value!.length).toBeLessThan(210)
    const failed = lines(3, 3, 'F-1;#VALEUR!;computers;draft')
    expect(faults(await imports.run(kinds.products, failed.join('\n')))).toEqual(['3 LINE_CELL_FORMULA label #VALEUR!'])
  })

  it('is told each of its faults with what it says, and a file of such lines is an error (I11)', async () => {
    const file = 'buyer_reference;label;gtin;main_category;price_grade_a\r\nE-1;x;12;nowhere;dear\r\nE-2;;;computers;1'
    const found = await imports.run(kinds.products, file)
    expect(found).toMatchObject({ status: 'error', report: { error: 'IMPORT_ALL_REFUSED' } })
    expect(found.report.lines_count).toMatchObject({ found: 2, ignored: 2 })
    expect(faults(found)).toEqual([
      '2 LINE_VALUE_WRONG price_grade_a dear',
      '2 LINE_CATEGORY_UNKNOWN main_category nowhere',
      '2 FORM_TEXT_BETWEEN label x',
      '2 PRODUCT_GTIN_SHAPE gtin 12',
      '3 FORM_REQUIRED_BETWEEN label',
    ])
    const returned = await refusedFile(found)
    for (const reason of [
      'price_grade_a: This value is not accepted. An amount is expected, such as 1234.50.',
      'label: Enter 2 to 255 characters.',
      'label: This field is required and takes 2 to 255 characters.',
    ])
      expect(returned).toContain(reason)
  })

  it('of a question with one answer says which question (I12); of one product twice, which line was first (I13)', async () => {
    const question = 'title;answer_name;categories\r\nÉcran ?;Bon;computers'
    expect(faults(await imports.run(kinds.questions, question))).toEqual([
      '2 LINE_QUESTION_ANSWERS answer_name Bon Écran ?',
    ])
    await add('TWICE-1')
    const prices = 'buyer_reference;price_grade_a\r\nTWICE-1;10\r\nTWICE-1;20'
    const found = await imports.run(kinds.prices, prices)
    expect([told(found).counts, faults(found)]).toEqual([[2, 0, 1, 1], ['3 LINE_REPEATED 2']])
    expect((await product('TWICE-1'))?.[4]).toBe(1_000)
  })
})

describe('columns of other names (I7)', () => {
  it('are known by the words of the languages', async () => {
    const file = await given('own-words.csv')
    const { columns } = (await check(kinds.products, file)).body as unknown as CheckedFile
    expect(columns.head.map(({ name, column, by }) => [name, column, by])).toEqual([
      ['Référence', 'buyer_reference', 'words'],
      ['Libellé', 'label', 'words'],
      ['EAN', 'gtin', 'words'],
      ['Catégorie', 'main_category', 'words'],
      ['Prix A', 'price_grade_a', 'words'],
    ])
    expect(columns.head[1]!.samples).toEqual(['Mes propres en-têtes'])
    expect(told(await imports.run(kinds.products, file)).counts).toEqual([1, 1, 0, 0])
    expect(await product('W-1')).toEqual(['Mes propres en-têtes', '3203954151737', 'draft', false, 9_900])
  })

  it('are said by hand, remembered, and of this account and content alone', async () => {
    const file = 'Mon code maison;Ce que je paie\r\nHAND-1;12,5'
    await add('HAND-1')
    const refused = await check(kinds.prices, file)
    expect(refused.code).toBe('IMPORT_COLUMN_MISSING')
    expect(refused.body['details']).toMatchObject({
      columns: ['buyer_reference'],
      head: [
        { name: 'Mon code maison', column: null, by: null, samples: ['HAND-1'] },
        { name: 'Ce que je paie', column: null, by: null, samples: ['12,5'] },
      ],
    })
    const columns = [
      { name: 'Mon code maison', column: 'buyer_reference' },
      { name: 'Ce que je paie', column: 'price_grade_a' },
    ]
    const match = (account: string, json: unknown) =>
      imports.manager.request(`/api/accounts/${account}/import-columns`, { method: 'PUT', json })
    const { accountId } = imports.world
    expect((await match(imports.world.api.accounts.other.id, { content: 'products', columns })).status).toBe(404)
    expect((await match(accountId, { content: 'products', columns })).status).toBe(204)
    const checked = (await check(kinds.prices, file.toUpperCase())).body as unknown as CheckedFile
    expect(checked.columns.head.map(({ column, by }) => [column, by])).toEqual([
      ['buyer_reference', 'choice'],
      ['price_grade_a', 'choice'],
    ])
    const id = await imports.take(kinds.prices, file)
    // What is said later is of later files.
    expect((await match(accountId, { content: 'products', columns: [{ ...columns[1], column: null }] })).status).toBe(
      204,
    )
    await imports.work()
    expect(told(await imports.read(id)).counts).toEqual([1, 0, 1, 0])
    expect((await product('HAND-1'))?.[4]).toBe(1_250)
    expect((await check(kinds.categories, 'Mon code maison;name\r\nx;y')).code).toBe('IMPORT_COLUMN_MISSING')
  })

  it('is matched by several people at once, in whatever order they name its columns', async () => {
    const names = Array.from({ length: 200 }, (_, at) => `Colonne ${at}`)
    const match = (order: readonly string[]) =>
      imports.manager.request(`/api/accounts/${imports.world.accountId}/import-columns`, {
        method: 'PUT',
        json: { content: 'products', columns: order.map((name) => ({ name, column: 'label' })) },
      })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => match(at % 2 === 0 ? names : names.toReversed())),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
    expect(imports.world.api.logLines.filter((line) => line.includes('"deadlock"'))).toEqual([])
  })
})

describe('a workbook', () => {
  const head = ['buyer_reference', 'label', 'gtin', 'main_category', 'status', 'simple', 'price_grade_a']
  const book = async (
    rows: readonly (readonly (string | number | boolean | null)[])[],
    sheets: readonly string[] = ['Feuille 1'],
  ) => {
    const all = sheets.map((name) => ({ name, rows: rows.map((row) => [...row]) }))
    return new Uint8Array(await writeXlsx({ sheets: all }))
  }

  it('is read as a file is: numbers, yes and no, texts, and rows by their numbers', async () => {
    const file = await book([
      head,
      ['X-1', 'Écran 55"', 3203954151737, 'computers', 'publié', true, 1234.5],
      [],
      ['X-2', '=1+1', '0042563008123', 'computers', 'draft', false, '12,50 €'],
      ['X-3', 'x', null, 'computers', 'draft', null, 195.00000000000003],
    ])
    expect((await check(kinds.products, file)).body).toMatchObject({
      lines: 3,
      format: 'xlsx',
      encoding: null,
      delimiter: null,
    })
    const found = await imports.run(kinds.products, file)
    expect(faults(found)).toEqual(['5 FORM_TEXT_BETWEEN label x'])
    expect(await Promise.all(['X-1', 'X-2'].map(product))).toEqual([
      ['Écran 55"', '3203954151737', 'published', true, 123_450],
      ['=1+1', '0042563008123', 'draft', false, 1_250],
    ])
  })

  it('is read by the one sheet that has lines; of several, all are named', async () => {
    const rows = [head, ['Y-1', 'One of a sheet', null, 'computers', 'draft', false, 1]]
    expect((await check(kinds.products, await book(rows, ['A', 'B']))).body).toMatchObject({
      code: 'IMPORT_WORKBOOK_SHEETS',
      details: { sheets: ['A', 'B'] },
    })
    expect((await check(kinds.products, await book(rows, ['Aide des colonnes', 'B']))).status).toBe(200)
    const withEmpty = await writeXlsx({
      sheets: [
        { name: 'Empty', rows: [] },
        { name: 'B', rows: rows.map((row) => [...row]) },
      ],
    })
    expect((await check(kinds.products, new Uint8Array(withEmpty))).body).toMatchObject({ lines: 1 })
    expect((await check(kinds.products, await book([head]))).code).toBe('IMPORT_NO_LINES')
    expect((await check(kinds.products, await book([]))).code).toBe('IMPORT_FILE_MISSING')
  })

  const compound = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
  const bytes = (...parts: readonly Iterable<number>[]) => new Uint8Array(parts.flatMap((part) => [...part]))
  it.each([
    ['of the old format', () => bytes(compound, new Uint8Array(600)), 'IMPORT_WORKBOOK_OLD'],
    [
      'with a password',
      () => bytes(compound, new Uint8Array(600), Buffer.from('EncryptedPackage', 'utf16le')),
      'IMPORT_WORKBOOK_ENCRYPTED',
    ],
    ['with macros', () => zipOf({ '[Content_Types].xml': '<x/>', 'xl/vbaProject.bin': 'x' }), 'IMPORT_WORKBOOK_MACROS'],
    ['that is none', () => zipOf({ 'readme.txt': 'x' }), 'IMPORT_WORKBOOK_BROKEN'],
    [
      'whose parts are none',
      () => zipOf({ '[Content_Types].xml': 'x', 'xl/workbook.xml': '<', '_rels/.rels': '<a' }),
      'IMPORT_WORKBOOK_BROKEN',
    ],
    ['that breaks off', async () => (await book([head, ['1']])).slice(0, 500), 'IMPORT_WORKBOOK_BROKEN'],
    [
      'that unpacks to more than may be',
      () =>
        zipOf(
          { '[Content_Types].xml': '<x/>', 'xl/worksheets/sheet1.xml': 'x' },
          { 'xl/worksheets/sheet1.xml': importLimits.unpackedBytes + 1 },
        ),
      'IMPORT_WORKBOOK_TOO_LARGE',
    ],
    [
      'that hides how much it unpacks to',
      () =>
        zipOf({ '[Content_Types].xml': '<x/>', 'xl/worksheets/sheet1.xml': 'xxxx' }, { 'xl/worksheets/sheet1.xml': 0 }),
      'IMPORT_WORKBOOK_BROKEN',
    ],
  ] as const)('%s is refused, and says so', async (_, file, code) => {
    const outcome = await check(kinds.products, new Uint8Array(await file()))
    expect([outcome.status, outcome.code]).toEqual([422, code])
  })

  it('that declares less than it unpacks to is not unpacked further', async () => {
    const sheet = `<worksheet><sheetData>${'<row><c t="inlineStr"><is><t>gtin</t></is></c></row>'.repeat(100_000)}</sheetData></worksheet>`
    const parts = await workbookParts(sheet)
    const outcome = await check(kinds.products, zipOf(parts, { 'xl/worksheets/sheet1.xml': 2_000 }))
    expect([outcome.status, outcome.code]).toEqual([422, 'IMPORT_WORKBOOK_BROKEN'])
  })

  it('with a million empty rows is read by those that are not', { tags: ['slow'] }, async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const row = (texts: readonly string[]) => `<row>${texts.map(cell).join('')}</row>`
    const sheet = `<worksheet><sheetData>${row(['buyer_reference', 'label', 'main_category'])}${row(['EMPTY-1', 'First', 'computers'])}${'<row><c/></row>'.repeat(1_000_000)}${row(['EMPTY-2', '', 'computers'])}</sheetData></worksheet>`
    const before = process.memoryUsage().arrayBuffers
    const found = await imports.run(kinds.products, zipOf(await workbookParts(sheet)))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150_000_000)
    expect([told(found).counts, faults(found)]).toEqual([[2, 1, 0, 1], ['1000003 FORM_REQUIRED_BETWEEN label']])
  })

  const workbookParts = async (sheet: string) => ({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml':
      '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
  })
})
