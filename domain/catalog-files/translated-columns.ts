import { categoryTexts } from '../catalog/category-rules.ts'
import { productTexts } from '../catalog/product-rules.ts'
import { answerTexts, questionTexts } from '../catalog/question-limits.ts'
import { languages, type Language } from '../kernel/languages.ts'
import type { TranslationsChange } from '../kernel/translations.ts'
import { catalogColumns, type CatalogContent } from './catalog-columns.ts'
import { importFields, type ImportField } from './import-fields.ts'
import type { FieldValues } from './import-line.ts'

/** A column of a text in one language: `label_de_de` is what `label` says in German. */
interface TranslatedColumn extends ImportField {
  readonly column: string
  readonly language: Language
  readonly field: string
}

/** What the texts of a file are of; a line of the diagnostic says those of a question and of an answer. */
export type TextOwner = 'category' | 'product' | 'question' | 'answer'

const texts: Readonly<Record<TextOwner, { readonly content: CatalogContent; readonly fields: readonly string[] }>> = {
  category: { content: 'categories', fields: categoryTexts },
  product: { content: 'products', fields: productTexts },
  question: { content: 'diagnostic', fields: questionTexts },
  answer: { content: 'diagnostic', fields: answerTexts },
}

/** Columns of the texts of something, in each language. */
export const translatedColumns = Object.fromEntries(
  Object.entries(texts).map(([owner, { content, fields }]) => [owner, columnsOf(owner, content, fields)]),
) as Readonly<Record<TextOwner, readonly TranslatedColumn[]>>

function columnsOf(owner: string, content: CatalogContent, fields: readonly string[]): readonly TranslatedColumn[] {
  const place = owner === 'answer' ? 'answers.' : ''
  const columns = Object.entries<ImportField>(importFields[content])
  return fields.flatMap((field) => {
    const [column] = columns.find(([, { path }]) => path === `${place}${field}`)!
    return languages.map((language) => ({
      column: `${column}_${language.toLowerCase().replace('-', '_')}`,
      language,
      field,
      kind: 'text' as const,
      path: `${place}translations.${language}.${field}`,
    }))
  })
}

const ownersOf: Readonly<Record<CatalogContent, readonly TextOwner[]>> = {
  categories: ['category'],
  products: ['product'],
  diagnostic: ['question', 'answer'],
}

/** Columns of a file of an account, whose own language has its texts in the columns without one. */
export function fileColumns(content: CatalogContent, own: Language): readonly string[] {
  const translated = ownersOf[content].flatMap((owner) => translatedColumns[owner])
  return [
    ...catalogColumns[content],
    ...translated.filter(({ language }) => language !== own).map(({ column }) => column),
  ]
}

/** Whether a column says a text in one language; a file may do without it. */
export function isTranslated(content: CatalogContent, name: string): boolean {
  return ownersOf[content].some((owner) => translatedColumns[owner].some(({ column }) => column === name))
}

/** The columns of texts in each language with what they write. */
export function translatedFields(owner: TextOwner): Readonly<Record<string, ImportField>> {
  return Object.fromEntries(translatedColumns[owner].map((field) => [field.column, field]))
}

/** All columns of a file that write something. */
export function writingFields(content: CatalogContent): Readonly<Record<string, ImportField>> {
  return Object.assign({}, importFields[content], ...ownersOf[content].map(translatedFields)) as Readonly<
    Record<string, ImportField>
  >
}

/** Translations as the values of a line, by their paths; null where a text is not translated. */
export function translationValues(owner: TextOwner, translations: TranslationsChange = {}): FieldValues {
  const values = translatedColumns[owner].map(
    ({ path, language, field }) => [path, translations[language]?.[field] ?? null] as const,
  )
  return Object.fromEntries(values)
}

/** Translations as values leave them: null for one that was there before. Undefined where nothing is to be said of any. */
export function translationsAfter(
  owner: TextOwner,
  present: TranslationsChange | undefined,
  values: FieldValues,
): TranslationsChange | undefined {
  const after: { [Each in Language]?: Record<string, string | null> } = {}
  for (const { path, language, field } of translatedColumns[owner]) {
    const value = values[path]
    if (typeof value === 'string') (after[language] ??= {})[field] = value
    else if (present?.[language]?.[field] !== undefined) (after[language] ??= {})[field] = null
  }
  return Object.keys(after).length === 0 ? undefined : after
}

/** Values that are no translations. */
export function withoutTranslations(values: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([path]) => !path.includes('translations.')))
}
