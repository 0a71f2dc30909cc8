import { languages, type Language } from './languages.ts'
import { hasVisibleText } from './visible-text.ts'

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
export function withoutField<All extends TranslationsChange>(translations: All, field: string): All {
  const left = languages.map((language) => [language, { ...translations[language], [field]: undefined }])
  return Object.fromEntries(left) as All
}

/** Translations with a field under another name. */
export function renamedField<All extends TranslationsChange>(translations: All, field: string, name: string): All {
  const renamed = Object.entries(translations).map(([language, texts]) => [
    language,
    Object.fromEntries(Object.entries(texts ?? {}).map(([key, text]) => [key === field ? name : key, text])),
  ])
  return Object.fromEntries(renamed) as All
}

/** What a change of translations says of some fields. */
export function changeOfFields(translations: TranslationsChange, fields: readonly string[]): TranslationsChange {
  const kept = languages.flatMap((language) => {
    const texts = translations[language]
    if (texts === undefined) return []
    return [[language, Object.fromEntries(Object.entries(texts).filter(([field]) => fields.includes(field)))]]
  })
  return Object.fromEntries(kept) as TranslationsChange
}

/** What a change of translations says that is not there already. */
export function changedTranslations(present: Translations, change: TranslationsChange): TranslationsChange {
  const changed = languages.flatMap((language) => {
    const texts = Object.entries(change[language] ?? {}).filter(
      ([field, text]) => text !== undefined && (text ?? undefined) !== present[language]?.[field],
    )
    return texts.length === 0 ? [] : [[language, Object.fromEntries(texts)] as const]
  })
  return Object.fromEntries(changed) as TranslationsChange
}

/** Fields that say something in the account's language and nothing in another. */
export function missingIn<Field extends string>(
  own: Readonly<Partial<Record<Field, string | null>>>,
  translations: TranslationsChange,
  fields: readonly Field[],
  language: Language,
): readonly Field[] {
  const isBlank = (text: string | null | undefined): boolean => !hasVisibleText(text ?? '')
  return fields.filter((field) => !isBlank(own[field]) && isBlank(translations[language]?.[field]))
}

/** The translations of some fields, where a row has more of them than the reader is shown. */
export function onlyFields<Field extends string>(all: Translations, fields: readonly Field[]): Translations<Field> {
  const named = languages.flatMap((language) => {
    const texts = fields.flatMap((field) => {
      const text = all[language]?.[field]
      return text === undefined ? [] : [[field, text] as const]
    })
    return texts.length === 0 ? [] : [[language, Object.fromEntries(texts)] as const]
  })
  return Object.fromEntries(named) as Translations<Field>
}
