import { catalogColumns, type CatalogContent } from './catalog-csv.ts'
import type { ImportStrategy } from './catalog-import.ts'
import { keyColumns, priceColumns } from './import-fields.ts'

/** What is to be said of the columns of a file (IO-03): none of it keeps the file from being imported. */
export interface ColumnWarnings {
  /** Not read. */
  readonly unknown: readonly string[]
  /** What they would say stays as it is, and is empty for what is new; ids by which nothing is found are not missed. */
  readonly missing: readonly string[]
  /** The first of them counts. */
  readonly duplicated: readonly string[]
}

const ownIds = new Set(['id', 'question_id', 'answer_id'])

/** The name of a column as a file's head has it. */
export function columnName(head: string): string {
  return head.trim().toLowerCase()
}

/** The columns that an import reads: a list of prices says nothing but prices. */
export function columnsRead(content: CatalogContent, strategy: ImportStrategy): readonly string[] {
  if (strategy === 'recommerce') return ['buyer_reference', ...Object.keys(priceColumns)]
  return catalogColumns[content]
}

/** Compares the head of a file with the columns that an import reads. */
export function checkColumns(
  head: readonly string[],
  { content, strategy }: { readonly content: CatalogContent; readonly strategy: ImportStrategy },
): ColumnWarnings {
  const names = head.map(columnName)
  const read = columnsRead(content, strategy)
  const distinct = [...new Set(names)]
  return {
    unknown: distinct.filter((name) => name !== '' && !read.includes(name)),
    // Another strategy finds by these.
    missing: read.filter((name) => !names.includes(name) && (strategy === 'uuid' || !ownIds.has(name))),
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
