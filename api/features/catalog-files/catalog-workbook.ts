import type { CellValue } from 'hucre'
import { sheetBook, type BookColumn, type HelpKind } from '#api/documents/workbook/sheet-book.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { readCell, type CellKind } from '#domain/catalog-files/import-cell.ts'
import type { ImportField } from '#domain/catalog-files/import-fields.ts'
import { textOfSheet } from '#domain/kernel/sheet-text.ts'
import { writingFields } from '#domain/catalog-files/translated-columns.ts'
import type { Language } from '#domain/kernel/languages.ts'

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
  const told = columns.map((column, at): BookColumn => {
    const kind = kinds[at]!
    return {
      name: column,
      kind: columnKind(column, fields[column]),
      words: Object.keys(fields[column]?.words ?? {}),
      example: exampleOf(column, fields[column]),
      numberFormat: kind === 'whole' ? '0' : isNumber(kind) ? '0.00' : '@',
    }
  })
  const rows = lines.map((line) => line.map((cell, at) => valueOf(kinds[at] ?? 'text', cell)))
  return sheetBook(content, told, rows, language)
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
