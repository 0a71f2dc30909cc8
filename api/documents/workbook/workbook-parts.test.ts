import { describe, expect, it } from 'vitest'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { zipOf } from '#tests/support/zip-file.ts'
import { BrokenPart, LargePart, sharedTexts, sheetRows, workbookStyles } from './workbook-parts.ts'
import { zipDirectory } from './zip-directory.ts'

const run = `<t>${'a'.repeat(20_000)}</t>`
const most = importLimits.fieldLetters + 1
const entryOf = async (name: string, text: string) => {
  const bytes = zipOf({ [name]: text })
  const [entry] = zipDirectory(bytes) ?? []
  return { bytes, entry: entry! }
}

it('of a text that many cells share no more is kept than a cell may have', async () => {
  const name = 'xl/sharedStrings.xml'
  const escaped = '_x0041_'.repeat(importLimits.fieldLetters)
  const { bytes, entry } = await entryOf(
    name,
    `<sst><si>${`<r>${run}</r>`.repeat(50)}</si><si><t>short</t></si><si><t>${' '.repeat(20_000)}</t></si><si><t>${escaped}</t></si><si><t>a_x0000_b_xD800_</t></si></sst>`,
  )
  const texts = await sharedTexts(bytes, new Map([[name, entry]]))
  expect(texts.map(({ length }) => length)).toEqual([most, 5, 0, importLimits.fieldLetters, 3])
  expect(texts[4]).toBe('ab\ufffd')
})

it('of a text in a row no more is kept either', async () => {
  const row = `<row><c t="inlineStr"><is>${`<r>${run}</r>`.repeat(50)}</is></c></row>`
  const { bytes, entry } = await entryOf(
    'xl/worksheets/sheet1.xml',
    `<worksheet><sheetData>${row}</sheetData></worksheet>`,
  )
  for await (const { values } of sheetRows(bytes, entry, { shared: [] }))
    expect(values.map(({ text }) => text.length)).toEqual([most])
})

describe('the rows of a sheet', () => {
  const read = async (rows: string) => {
    const { bytes, entry } = await entryOf(
      'xl/worksheets/sheet1.xml',
      `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    )
    const lines: number[] = []
    for await (const { line } of sheetRows(bytes, entry, { shared: [] })) lines.push(line)
    return lines
  }
  const row = (number: string) => `<row r="${number}"><c><v>1</v></c></row>`

  it('are those of a spreadsheet: each once, in their order', async () => {
    expect(await read(`${row('2')}<row><c><v>1</v></c></row>${row('1048576')}`)).toEqual([2, 3, 1_048_576])
    for (const numbers of [['2', '2'], ['3', '2'], ['0'], ['x'], ['1.5'], ['1048577']])
      await expect(read(numbers.map(row).join('')), numbers.join()).rejects.toThrow(BrokenPart)
  })

  it('hold no more texts of their own than are kept', { timeout: 120_000 }, async () => {
    const text = 'a'.repeat(importLimits.fieldLetters)
    const cells = `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
    await expect(read(cells.repeat(1_000))).rejects.toThrow(LargePart)
    expect(await read(cells.repeat(10))).toHaveLength(10)
  })
})

it('looks of cells are of the formats of numbers alone, and not of those that conditions give', async () => {
  const bytes = zipOf({
    'xl/workbook.xml': '<workbook/>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.00"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>' +
      '<dxfs><dxf><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></dxf></dxfs></styleSheet>',
  })
  const parts = new Map((zipDirectory(bytes) ?? []).map((entry) => [entry.name, entry]))
  expect((await workbookStyles(bytes, parts)).looks).toEqual(['number'])
})

it('three decimals of a cell are those of an amount where a formula has made them, of its own or a shared one', async () => {
  const cells = '<c><v>1.199</v></c><c><f>A1*3</f><v>1.199</v></c><c><f t="shared" si="0"/><v>1.199</v></c>'
  const { bytes, entry } = await entryOf(
    'xl/worksheets/sheet1.xml',
    `<worksheet><sheetData><row>${cells}<c><v>1.199</v></c></row></sheetData></worksheet>`,
  )
  for await (const { values } of sheetRows(bytes, entry, { shared: [] }))
    expect(values.map(({ text, isFinerThanCents }) => `${text} ${isFinerThanCents}`)).toEqual([
      '1.199 false',
      '1.199 true',
      '1.199 true',
      '1.199 false',
    ])
})
