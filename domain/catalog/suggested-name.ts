import { searchedText, wordsOf } from './search-words.ts'

/** Fewest letters and digits for which something is suggested: one alone begins half of the catalog. */
export const shortestSuggested = 2

/** Whether a text that is being typed is long enough for suggestions. */
export function isSuggestible(text: string): boolean {
  return wordsOf(searchedText(text)).join('').length >= shortestSuggested
}

/**
 * Whether what is typed names a brand or category: each of its words is one of the name's, and the last one may be the
 * beginning of one. A word that only products have leads to them and to no brand beside.
 */
export function isNamedBy(name: string, text: string): boolean {
  const asked = wordsOf(searchedText(text))
  const own = wordsOf(name)
  return (
    asked.length > 0 &&
    asked.every((word, at) => own.some((one) => (at === asked.length - 1 ? one.startsWith(word) : one === word)))
  )
}
