import type { Language } from '../kernel/languages.ts'
import type { CatalogContent } from './catalog-csv.ts'
import type { ImportStrategy } from './catalog-import.ts'
import { keyColumns, priceColumns } from './import-fields.ts'
import { fileColumns, isTranslated } from './translated-columns.ts'

/** What is to be said of the columns of a file (IO-03): none of it keeps the file from being imported. */
export interface ColumnWarnings {
  /** Not read. */
  readonly unknown: readonly string[]
  /** What they would say stays as it is, and is empty for what is new; ids by which nothing is found are not missed. */
  readonly missing: readonly string[]
  /** The first of them counts. */
  readonly duplicated: readonly string[]
}

/** The column of a file of refused lines that says why: it is not read. */
export const reasonColumn = 'reason'

const ownIds = new Set(['id', 'question_id', 'answer_id'])

/** The name of a column as a file's head has it. */
export function columnName(head: string): string {
  return head.trim().toLowerCase()
}

/** What a file is read as, by an account of a language. */
interface ReadKind {
  readonly content: CatalogContent
  readonly strategy: ImportStrategy
  readonly own: Language
}

/** The columns that an import reads: a list of prices says nothing but prices. */
export function columnsRead({ content, strategy, own }: ReadKind): readonly string[] {
  if (strategy === 'recommerce') return ['buyer_reference', ...Object.keys(priceColumns)]
  return fileColumns(content, own)
}

/** Compares the head of a file with the columns that an import reads. */
export function checkColumns(head: readonly string[], kind: ReadKind): ColumnWarnings {
  const { content, strategy } = kind
  const names = head.map(columnName)
  const read = columnsRead(kind)
  // Languages are for who has them: a file without them lacks nothing.
  const expected = read.filter((name) => !isTranslated(content, name))
  const distinct = [...new Set(names)]
  return {
    unknown: distinct.filter((name) => name !== '' && name !== reasonColumn && !read.includes(name)),
    // Another strategy finds by these.
    missing: expected.filter((name) => !names.includes(name) && (strategy === 'uuid' || !ownIds.has(name))),
    duplicated: distinct.filter((name) => name !== '' && names.indexOf(name) !== names.lastIndexOf(name)),
  }
}

/** The columns without which nothing can be found; none where the head has what it takes. */
export function missingKeys(
  head: readonly string[],
  { content, strategy }: { readonly content: CatalogContent; readonly strategy: ImportStrategy },
): readonly string[] {
  const names = new Set(head.map(columnName))
  const groups = keyColumns[content][strategy] ?? []
  if (groups.some((group) => group.every((name) => names.has(name)))) return []
  return groups.flat().filter((name) => !names.has(name))
}
