import { languages, type Language } from './languages.ts'

/** A text in each language of the interface, in their order. */
export type Words = readonly [fr: string, en: string, nl: string, de: string]

/** A text in one language. */
export function wordsIn(words: Words, language: Language): string {
  return words[languages.indexOf(language)] ?? words[0]
}
