import type { CellValue, ColumnDef } from 'hucre'
import { writeXlsx } from 'hucre/xlsx'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { helpSheetName } from '#domain/catalog-files/help-sheet.ts'
import { readCell, type CellKind } from '#domain/catalog-files/import-cell.ts'
import type { ImportField } from '#domain/catalog-files/import-fields.ts'
import { textOfSheet } from '#domain/kernel/sheet-text.ts'
import { writingFields } from '#domain/catalog-files/translated-columns.ts'
import type { Language } from '#domain/kernel/languages.ts'
import deDE from '#locales/de-DE/catalog-import.json' with { type: 'json' }
import enGB from '#locales/en-GB/catalog-import.json' with { type: 'json' }
import frFR from '#locales/fr-FR/catalog-import.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/catalog-import.json' with { type: 'json' }

const texts = { 'de-DE': deDE, 'en-GB': enGB, 'fr-FR': frFR, 'nl-BE': nlBE } as const

/** Lines that a workbook has at most: all of it is in memory while it is made. */
export const mostWorkbookLines = 20_000

const isNumber = (kind: CellKind): boolean => kind === 'amount' || kind === 'rate' || kind === 'whole'

/**
 * A file of the catalog as a workbook: numbers are numbers, all else is text, so that codes keep their digits; a second
 * sheet explains each column. Without lines it is a template.
 */
export async function catalogWorkbook(
  content: CatalogContent,
  columns: readonly string[],
  lines: readonly (readonly string[])[],
  language: Language,
): Promise<Uint8Array<ArrayBuffer>> {
  const fields = writingFields(content)
  const kinds = columns.map((column) => fields[column]?.kind ?? 'text')
  const definitions = columns.map((column, at): ColumnDef => {
    const kind = kinds[at]!
    const numFmt = kind === 'whole' ? '0' : isNumber(kind) ? '0.00' : '@'
    return { width: 18, numFmt }
  })
  const rows = [[...columns], ...lines.map((line) => line.map((cell, at) => valueOf(kinds[at] ?? 'text', cell)))]
  const { help } = texts[language]
  const told = columns.map((column) => [
    column,
    help.kind[columnKind(column, fields[column])],
    Object.keys(fields[column]?.words ?? {}).join(', '),
    exampleOf(column, fields[column]),
  ])
  const bytes = await writeXlsx({
    sheets: [
      { name: content, columns: definitions, rows, freezePane: { rows: 1 } },
      {
        name: helpSheetName[language],
        columns: [24, 44, 44, 30].map((width) => ({ width })),
        rows: [[help.column, help.holds, help.words, help.example], ...told],
      },
    ],
  })
  return new Uint8Array(bytes)
}

function valueOf(kind: CellKind, cell: string): CellValue {
  const text = textOfSheet(cell)
  if (text === '') return null
  // A text that looks marked itself keeps its mark, which reading takes off.
  if (!isNumber(kind)) return textOfSheet(text) === text ? text : cell
  const read = readCell(kind, text)
  if (!read.ok || typeof read.value !== 'number') return text
  return kind === 'whole' ? read.value : read.value / 100
}

type HelpKind = keyof (typeof enGB)['help']['kind']

function columnKind(column: string, field: ImportField | undefined): HelpKind {
  if (field?.words !== undefined) return 'words'
  if (field !== undefined && field.isCode === true) return field.kind === 'codes' ? 'codes' : 'code'
  if (field !== undefined) return field.kind
  return column.endsWith('id') && !column.startsWith('buyer')
    ? 'id'
    : column.endsWith('ies') || column === 'categories'
      ? 'list'
      : 'name'
}

const examples: Readonly<Record<string, string>> = {
  id: '019a6410-0000-7000-8000-000000000001',
  buyer_reference: 'RN-00224',
  gtin: '3203954151737',
  tac_codes: '35123456|01356700',
  main_category: 'smartphones',
  secondary_categories: 'smartphones|tablets',
  categories: 'smartphones|tablets',
  identifier: 'smartphones',
  parent_identifier: 'phones',
}

function exampleOf(column: string, field: ImportField | undefined): string {
  const [word] = Object.keys(field?.words ?? {})
  const byKind = {
    amount: '195.00',
    rate: '-10',
    whole: '180',
    yes_no: 'true',
    list: 'a|b',
    codes: '35123456',
    text: '',
  }
  return examples[column] ?? word ?? (field === undefined ? '' : byKind[field.kind])
}
