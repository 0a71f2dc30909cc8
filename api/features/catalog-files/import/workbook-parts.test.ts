import { expect, it } from 'vitest'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { zipOf } from '#tests/support/zip-file.ts'
import { sharedTexts, sheetRows } from './workbook-parts.ts'
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
  for await (const { values } of sheetRows(bytes, entry, []))
    expect(values.map(({ text }) => text.length)).toEqual([most])
})
