import { languages, type Language } from './languages.ts'

/**
 * Texts of one thing in other languages than the account's, by language and field. The account's own texts stand in the
 * fields themselves; a language or field that is absent is not translated yet.
 */
export type Translations<Field extends string = string> = Readonly<
  Partial<Record<Language, Readonly<Partial<Record<Field, string | undefined>>> | undefined>>
>

/** Translations as a change names them: a text, null to take one away, absent to leave it. */
export type TranslationsChange<Field extends string = string> = Readonly<
  Partial<Record<Language, Readonly<Partial<Record<Field, string | null | undefined>>> | undefined>>
>

/**
 * A text for a reader: in the reader's language, else in the account's, else in the first language that has it. Null as
 * language reads the account's.
 */
export function textIn(
  own: string | null,
  translations: Translations | null,
  field: string,
  language: Language | null,
): string | null {
  const wished = language === null ? undefined : translations?.[language]?.[field]
  if (wished !== undefined) return wished
  if (own !== null && own !== '') return own
  const other = languages.find((each) => translations?.[each]?.[field] !== undefined)
  return other === undefined ? own : translations![other]![field]!
}

/** A row of texts for a reader, without its translations. */
export function wordedFor<Row extends { readonly translations: Translations }, Field extends keyof Row & string>(
  row: Row,
  fields: readonly Field[],
  language: Language | null,
): Omit<Row, 'translations'> {
  const { translations, ...texts } = row
  const worded = fields.map((field) => [field, textIn(row[field] as string | null, translations, field, language)])
  return { ...texts, ...(Object.fromEntries(worded) as object) }
}

/** Translations without those of a field, for a copy that has a text of its own in it. */
export function withoutField<All extends Translations>(translations: All, field: string): All {
  const left = languages.map((language) => [language, { ...translations[language], [field]: undefined }])
  return Object.fromEntries(left) as All
}

/** Fields that say something in the account's language and nothing in another. */
export function missingIn<Field extends string>(
  own: Readonly<Partial<Record<Field, string | null>>>,
  translations: TranslationsChange,
  fields: readonly Field[],
  language: Language,
): readonly Field[] {
  const isBlank = (text: string | null | undefined): boolean => (text ?? '').trim() === ''
  return fields.filter((field) => !isBlank(own[field]) && isBlank(translations[language]?.[field]))
}
