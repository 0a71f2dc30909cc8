import type { Language } from '../kernel/languages.ts'
import type { CatalogContent } from './catalog-columns.ts'
import type { ImportStrategy } from './catalog-import.ts'
import { findNamedColumn } from './column-words.ts'
import { keyColumns, priceColumns } from './import-fields.ts'
import { plainWords } from './plain-words.ts'
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
  if (strategy === 'recommerce') return ['id', 'buyer_reference', ...Object.keys(priceColumns)]
  return fileColumns(content, own)
}

/** What a person has said of the columns of such files: a name in a head, and the column that it is; an empty one is none. */
export type ColumnMatching = Readonly<Record<string, string>>

/** By what a name in a head is known to be a column. */
type MatchedBy = 'name' | 'words' | 'choice'

/** A name in the head of a file, with the column that it is; null where it is not read. */
export interface MatchedColumn {
  readonly name: string
  readonly column: string | null
  readonly by: MatchedBy | null
}

/** How a name is remembered: the same whatever its case, accents and signs; one of signs alone, as it is. */
export function rememberedName(name: string): string {
  const words = plainWords(name)
  return (words === '' ? name.trim().toLowerCase() : words).slice(0, 255)
}

/**
 * The columns of a head: as the account has said, else by their own names, else by the words of the four
 * languages. A column is read in one place alone, the surest and then the first.
 */
export function matchColumns(
  head: readonly string[],
  kind: ReadKind,
  matching: ColumnMatching = {},
): readonly MatchedColumn[] {
  const read = columnsRead(kind)
  const found = new Map<number, { readonly column: string; readonly by: MatchedBy }>()
  const taken = new Set<string>()
  const take = (at: number, column: string | null | undefined, by: MatchedBy): void => {
    if (column === null || column === undefined || !read.includes(column) || taken.has(column)) return
    taken.add(column)
    found.set(at, { column, by })
  }
  const chosen = head.map((name) => (name.trim() === '' ? undefined : matching[rememberedName(name)]))
  const isOpen = (at: number) => chosen[at] === undefined && !found.has(at)
  for (const at of head.keys()) take(at, chosen[at], 'choice')
  for (const [at, name] of head.entries()) if (isOpen(at)) take(at, columnName(name), 'name')
  for (const [at, name] of head.entries()) if (isOpen(at)) take(at, findNamedColumn(kind.content, read, name), 'words')
  return head.map((name, at) => ({ name, column: found.get(at)?.column ?? null, by: found.get(at)?.by ?? null }))
}

/** Compares the columns of a file with those that an import reads. */
export function checkColumns(matched: readonly MatchedColumn[], kind: ReadKind): ColumnWarnings {
  const { content, strategy } = kind
  // Languages are for who has them: a file without them lacks nothing.
  const expected = columnsRead(kind).filter((name) => !isTranslated(content, name))
  const has = new Set(matched.map(({ column }) => column))
  const names = matched.filter(({ name }) => name.trim() !== '')
  const times = new Map<string, number>()
  for (const { name } of names) times.set(columnName(name), (times.get(columnName(name)) ?? 0) + 1)
  const twice = (name: string) => (times.get(name) ?? 0) > 1
  const readNames = new Set(names.filter(({ column }) => column !== null).map(({ name }) => columnName(name)))
  const unread = names.filter(({ column }) => column === null).map(({ name }) => columnName(name))
  return {
    unknown: [...new Set(unread.filter((name) => name !== reasonColumn && (!twice(name) || !readNames.has(name))))],
    // Another strategy finds by these.
    missing: expected.filter((name) => !has.has(name) && (strategy === 'uuid' || !ownIds.has(name))),
    duplicated: [...new Set(unread.filter((name) => twice(name) && readNames.has(name)))],
  }
}

/** The columns without which nothing can be found; none where the file has what it takes. */
export function missingKeys(
  columns: readonly (string | null)[],
  { content, strategy }: { readonly content: CatalogContent; readonly strategy: ImportStrategy },
): readonly string[] {
  const names = new Set(columns)
  const groups = keyColumns[content][strategy] ?? []
  if (groups.some((group) => group.every((name) => names.has(name)))) return []
  return groups.flat().filter((name) => !names.has(name) && (strategy === 'uuid' || !ownIds.has(name)))
}

/** Letters of a name in a head: what has more is none. */
const nameLetters = 255

/** Whether a row names columns by which lines are found, and at least one more: it is the head, wherever it stands. */
export function namesColumns(cells: readonly string[], kind: ReadKind, matching: ColumnMatching = {}): boolean {
  const names = cells.map((cell) => (cell.length > nameLetters ? '' : cell))
  const columns = matchColumns(names, kind, matching).map(({ column }) => column)
  return columns.filter((column) => column !== null).length > 1 && missingKeys(columns, kind).length === 0
}
