import { languages, type Language } from './languages.ts'
import type { Translations } from './translations.ts'

/** A text in each language of the interface, in their order. */
export type Words = readonly [fr: string, en: string, nl: string, de: string]

/** Of a text in each language those that are not the account's, which has its own. */
export function translationsOfWords<Field extends string>(
  words: Readonly<Record<Field, Words>>,
  own: Language,
): Translations<Field> {
  const others = languages.filter((language) => language !== own)
  const said = (language: Language) =>
    Object.fromEntries(Object.entries<Words>(words).map(([field, each]) => [field, wordsIn(each, language)]))
  return Object.fromEntries(others.map((language) => [language, said(language)])) as Translations<Field>
}

/** A text in one language. */
export function wordsIn(words: Words, language: Language): string {
  return words[languages.indexOf(language)] ?? words[0]
}
