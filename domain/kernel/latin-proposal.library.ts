import anyAscii from 'any-ascii'
import { latinLetters } from './latin-letters.ts'

/**
 * A spelling of a name in Latin letters, for its bearer to correct: the library goes by letters, and knows neither the
 * country of a name nor the vowels that some scripts leave out. Empty where there is nothing to spell.
 */
export function latinProposal(name: string): string {
  const words = name.normalize('NFKC').split(/\s+/u)
  return words.flatMap((word) => spelledWord(word) || []).join(' ')
}

/** A text in which characters that `isKept` does not know are spelled in Latin letters. */
export function transliterateUnless(text: string, isKept: (character: string) => boolean): string {
  return [...text.normalize('NFC')].map((character) => (isKept(character) ? character : anyAscii(character))).join('')
}

function spelledWord(word: string): string {
  // Signs and pictures have names of their own, which are nobody's.
  const letters = [...latinLetters(word)].filter((letter) => /[\p{L}\p{M}'’-]/u.test(letter))
  const isInCapitals = letters.filter((letter) => /\p{Lu}/u.test(letter)).length > 1 && !/\p{Ll}/u.test(word)
  const said = letters
    // The library begins each Chinese or Korean syllable with a capital; a name is one word.
    .map((letter) => (/[A-Za-z]/.test(letter) ? letter : cased(letter, isInCapitals)))
    .join('')
    .replaceAll(/[^A-Za-z'-]/g, '')
    .replaceAll(/^['-]+|['-]+$/g, '')
  return said.charAt(0).toUpperCase() + said.slice(1)
}

function cased(letter: string, isInCapitals: boolean): string {
  const said = anyAscii(letter)
  if (isInCapitals) return said.toUpperCase()
  return /\p{Lo}/u.test(letter) ? said.toLowerCase() : said
}
