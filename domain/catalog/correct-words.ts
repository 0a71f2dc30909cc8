import { editDistance } from './edit-distance.ts'

/** A word that was searched, and what the catalog knows of it. */
export interface SearchedWord {
  readonly word: string
  readonly known: boolean
  /** Whether it was written as one with digits, as the parts of a model code are. */
  readonly inCode: boolean
  /** Words of the catalog that look like it, the likest first. */
  readonly similar: readonly string[]
}

/** Most words that one mistyped word may stand for. */
const mostAlternatives = 3

/**
 * The words to search in place of a text that found nothing: an unknown word becomes the words nearest to it, or is
 * left out where none is near. Digits, and letters of a code, never mean others. Null where
 * nothing changes or no word would be left.
 */
export function correctWords(words: readonly SearchedWord[]): readonly (readonly string[])[] | null {
  if (words.every(({ known }) => known)) return null
  if (words.some(({ known, word }) => !known && /\d/.test(word))) return null
  const corrected = words.map(({ word, known, similar }) => (known ? [word] : nearest(word, similar)))
  if (words.some(({ inCode }, at) => inCode && corrected[at]?.length === 0)) return null
  const left = corrected.filter((alternatives) => alternatives.length > 0)
  return left.length === 0 ? null : left
}

function nearest(word: string, similar: readonly string[]): readonly string[] {
  const limit = typingErrors(word)
  const measured = similar.map((other) => ({ other, distance: editDistance(word, other, limit) }))
  const closest = Math.min(...measured.map(({ distance }) => distance))
  if (closest > limit) return []
  return measured
    .filter(({ distance }) => distance === closest)
    .slice(0, mostAlternatives)
    .map(({ other }) => other)
}

/** How many wrong letters a word of this length may have. */
function typingErrors({ length }: string): number {
  if (length < 4) return 0
  return length < 7 ? 1 : 2
}
