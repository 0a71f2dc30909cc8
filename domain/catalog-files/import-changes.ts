import { grades } from '../catalog/grade.ts'
import type { StoredProduct } from '../catalog/product.schema.ts'
import type { CatalogContent } from './catalog-columns.ts'
import type { ImportedCategory } from './import-categories.ts'
import type { ImportedAnswer, ImportedQuestion } from './import-questions.ts'
import { translationsAfter, translationValues, writingFields } from './translated-columns.ts'

/** What a line does to what it is about; `unchanged` where a trial had said that it would change it. */
export const changeOutcomes = ['inserted', 'updated', 'unchanged'] as const
export type ChangeOutcome = (typeof changeOutcomes)[number]

/** How far taking back has come: `partly` where something was left as it is. */
export const undoStatuses = ['in_progress', 'done', 'partly', 'error'] as const
export type UndoStatus = (typeof undoStatuses)[number]

/**
 * What became of something when its import was taken back. Undone or archived: taken back; what devices of stores may
 * still sell is archived instead of deleted. Changed, used, misplaced: left as it is, because it was changed since,
 * because something refers to it, or because what it would return to is no longer there. Gone: it was deleted since.
 */
export const undoOutcomes = ['undone', 'archived', 'changed', 'used', 'misplaced', 'gone'] as const
export type UndoOutcome = (typeof undoOutcomes)[number]

/** The outcomes that leave something as it is. */
export const leftOutcomes = ['changed', 'used', 'misplaced'] as const satisfies readonly UndoOutcome[]

/** What an answer of a question says. */
type AnswerValues = Readonly<Record<string, string | number | boolean | null>>

/** A value before or after an import; null where there is none. */
export type ChangedValue = string | number | boolean | readonly string[] | AnswerValues | null

/** Values by their path: those of the row, `prices.grade_a`, `translations.de-DE.label`, `answer <id>`. */
export type ChangedValues = Readonly<Record<string, ChangedValue>>

/** Rows of each content, as an import finds and leaves them. */
export interface ImportedRows {
  readonly categories: ImportedCategory
  readonly products: StoredProduct
  readonly diagnostic: ImportedQuestion
}

/** What an import does to one thing. */
export interface ImportChange {
  readonly thingId: string
  readonly line: number
  readonly outcome: ChangeOutcome
  readonly name: string
  readonly reference: string | null
  readonly before: ChangedValues
  readonly after: ChangedValues
  /** Columns of the file that say the changes. */
  readonly fields: readonly string[]
  readonly rises: boolean
  readonly falls: boolean
}

/** The values of a product by their paths. */
export function productValues({ id: _id, prices, translations, ...values }: StoredProduct): ChangedValues {
  return {
    ...values,
    secondaryCategoryIds: values.secondaryCategoryIds.filter((each) => each !== values.mainCategoryId),
    ...Object.fromEntries(grades.map((grade) => [`prices.${grade}`, prices[grade] ?? null])),
    ...translationValues('product', translations),
  }
}

/** A product with other values. */
export function productWith(product: StoredProduct, values: ChangedValues): StoredProduct {
  const all = { ...productValues(product), ...values }
  const prices = Object.fromEntries(
    grades.flatMap((grade) => {
      const cents = all[`prices.${grade}`]
      return typeof cents === 'number' ? [[grade, cents]] : []
    }),
  )
  return {
    ...product,
    ...plainOf(values, product),
    prices,
    translations: translationsAfter('product', product.translations, cellsOf(all)),
  }
}

/** The values of a category by their paths. */
export function categoryValues({ id: _id, translations, ...values }: ImportedCategory): ChangedValues {
  return { ...values, ...translationValues('category', translations) }
}

/** A category with other values. */
export function categoryWith(category: ImportedCategory, values: ChangedValues): ImportedCategory {
  const all = { ...categoryValues(category), ...values }
  return {
    ...category,
    ...plainOf(values, category),
    translations: translationsAfter('category', category.translations, cellsOf(all)),
  }
}

const answerPath = 'answer '

/** The values of a question by their paths; each answer is one value. */
export function questionValues({ id: _id, translations, answers, ...values }: ImportedQuestion): ChangedValues {
  return {
    ...values,
    ...translationValues('question', translations),
    ...Object.fromEntries(answers.map((answer) => [`${answerPath}${answer.id}`, answerValues(answer)])),
  }
}

/** A question with other values; an answer whose value is null is gone, and stands under `lost`. */
export function questionWith(
  question: ImportedQuestion,
  values: ChangedValues,
): { readonly question: ImportedQuestion; readonly lost: readonly string[] } {
  const all = { ...questionValues(question), ...values }
  const isLost = ({ id }: ImportedAnswer) => all[`${answerPath}${id}`] === null
  const answers = question.answers.filter((answer) => !isLost(answer)).map((answer) => answerWith(answer, values))
  return {
    lost: question.answers.filter(isLost).map(({ id }) => id),
    question: {
      ...question,
      ...plainOf(values, question),
      translations: translationsAfter('question', question.translations, cellsOf(all)),
      answers,
    },
  }
}

// Said of such an answer alone, as in what imports of earlier versions have kept.
function answerValues({ id: _id, translations, isLast, ...values }: ImportedAnswer): AnswerValues {
  const told = Object.entries(translationValues('answer', translations)).filter(([, value]) => value !== null)
  return { ...values, ...(isLast === true && { isLast }), ...(Object.fromEntries(told) as AnswerValues) }
}

function answerWith(answer: ImportedAnswer, values: ChangedValues): ImportedAnswer {
  const then = values[`${answerPath}${answer.id}`]
  if (then === undefined || then === null || typeof then !== 'object' || Array.isArray(then)) return answer
  const said = then as AnswerValues
  return {
    ...answer,
    ...plainOf(said, answer),
    isLast: said['isLast'] === true,
    translations: translationsAfter('answer', answer.translations, { ...said }),
  }
}

/** Values that the row itself has, under their own names. */
function plainOf<Row extends object>(values: ChangedValues, row: Row): Partial<Row> {
  return Object.fromEntries(Object.entries(values).filter(([path]) => path in row && path !== 'id')) as Partial<Row>
}

const cellsOf = (values: ChangedValues) =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | null] => entry[0].includes('translations.')),
  )

const valuesOf = { categories: categoryValues, products: productValues, diagnostic: questionValues } as const

/** The values of a row of a content. */
export function rowValues<Content extends CatalogContent>(content: Content, row: ImportedRows[Content]): ChangedValues {
  return (valuesOf[content] as (row: ImportedRows[Content]) => ChangedValues)(row)
}

/** What a line does to a row, which is null before where it is new. */
export function changeOf<Content extends CatalogContent>(
  content: Content,
  {
    line,
    before,
    after,
  }: {
    readonly line: number
    readonly before: ImportedRows[Content] | null
    readonly after: ImportedRows[Content]
  },
): ImportChange {
  const then = before === null ? {} : rowValues(content, before)
  const now = rowValues(content, after)
  const paths = [...new Set([...Object.keys(then), ...Object.keys(now)])].filter(
    (path) => !isSameValue(then[path] ?? null, now[path] ?? null),
  )
  const prices = paths.filter((path) => path.startsWith('prices.')).map((path) => [then[path], now[path]] as const)
  const moved = prices.filter((pair): pair is readonly [number, number] =>
    pair.every((cents) => typeof cents === 'number'),
  )
  return {
    thingId: after.id,
    line,
    outcome: before === null ? 'inserted' : 'updated',
    ...namesOf(content, after),
    // Nothing was there before what is new: naming each value that was not takes as long as naming what is.
    before: before === null ? {} : picked(then, paths),
    after: picked(now, paths),
    fields: [...new Set(paths.map((path) => columnOf(content, path)))],
    rises: moved.some(([from, to]) => to > from),
    falls: moved.some(([from, to]) => to < from),
  }
}

/**
 * Whether everything that a change wrote still stands in a row. Where the row was new, nothing may have been filled in
 * since either: taking back deletes it whole.
 */
export function isUnchangedSinceImport(
  { outcome, after }: Pick<ImportChange, 'outcome' | 'after'>,
  present: ChangedValues,
): boolean {
  const paths = outcome === 'inserted' ? new Set([...Object.keys(after), ...Object.keys(present)]) : Object.keys(after)
  return [...paths].every((path) => isSameValue(after[path] ?? null, present[path] ?? null))
}

/** Whether two values say the same; the order of a list says nothing. */
export function isSameValue(one: ChangedValue, other: ChangedValue): boolean {
  if (isPlain(one) && isPlain(other)) return (one === '' ? null : one) === (other === '' ? null : other)
  return canonical(one) === canonical(other)
}

function isPlain(value: ChangedValue): value is string | number | boolean | null {
  return value === null || typeof value !== 'object'
}

function canonical(value: ChangedValue): string {
  if (value === null || value === '') return 'null'
  if (Array.isArray(value)) return JSON.stringify([...(value as readonly string[])].toSorted())
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, each]) => each !== null)
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const picked = (values: ChangedValues, paths: readonly string[]): ChangedValues =>
  Object.fromEntries(paths.map((path) => [path, values[path] ?? null]))

const columnsByPath: Readonly<Record<CatalogContent, ReadonlyMap<string, string>>> = {
  categories: byPath('categories', { parentId: 'parent_identifier', buyerId: 'buyer_external_id' }),
  products: byPath('products', { mainCategoryId: 'main_category', secondaryCategoryIds: 'secondary_categories' }),
  diagnostic: byPath('diagnostic', { categoryIds: 'categories' }),
}

function byPath(content: CatalogContent, looked: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const written = Object.entries(writingFields(content)).map(([column, { path }]) => [path, column] as const)
  return new Map([...written, ...Object.entries(looked)])
}

/** The column of the file that says a value. */
export function columnOf(content: CatalogContent, path: string): string {
  return columnsByPath[content].get(path) ?? (path.startsWith(answerPath) ? 'answer_name' : path)
}

function namesOf<Content extends CatalogContent>(
  content: Content,
  row: ImportedRows[Content],
): Pick<ImportChange, 'name' | 'reference'> {
  if (content === 'categories') {
    const { name, identifier } = row as ImportedCategory
    return { name, reference: identifier }
  }
  if (content === 'products') {
    const { label, buyerReference, gtin } = row as StoredProduct
    return { name: label, reference: buyerReference ?? gtin }
  }
  return { name: (row as ImportedQuestion).title, reference: null }
}
