import { languages, type Language } from '#domain/kernel/languages.ts'
import type { Translations, TranslationsChange } from '#domain/kernel/translations.ts'

/** A draft's texts in other languages with one of them written. */
export function withText(texts: Translations, language: Language, field: string, text: string): Translations {
  return { ...texts, [language]: { ...texts[language], [field]: text } }
}

/** What is sent of texts in other languages: what was emptied as null, so that it is taken away. */
export function sentTexts(texts: Translations): TranslationsChange {
  const named = languages.flatMap((language) => {
    const sent = Object.entries(texts[language] ?? {}).map(([field, text]) => [
      field,
      text?.trim() === '' ? null : text,
    ])
    return sent.length === 0 ? [] : [[language, Object.fromEntries(sent)] as const]
  })
  return Object.fromEntries(named) as TranslationsChange
}
