import { commonHashes, mostGuessedHashes } from './common-passwords.gen.ts'
import { readHashes, passwordHash } from './password-hashes.ts'

/** Knows the passwords that are guessed first. */
export interface CommonPasswords {
  /** Whether a password is one of the 100,000 most common, or a slight change of one. */
  has(password: string): boolean
}

const signs: Readonly<Record<string, readonly string[]>> = {
  '0': ['o'],
  '1': ['i', 'l'],
  '3': ['e'],
  '4': ['a'],
  '5': ['s'],
  '7': ['t'],
  '@': ['a'],
  $: ['s'],
  '!': ['i'],
  '€': ['e'],
}

/** Digits and signs around a word that change little: a year, a date, `123!`. */
const longestTail = 6
const shortestWord = 4

/**
 * Reads the list that ships. Case is no difference, nor are signs that stand for letters; of the 16,000 that are guessed
 * first, neither is what digits and signs stand before or after.
 */
export function createCommonPasswords(): CommonPasswords {
  const isCommon = readHashes(commonHashes)
  const isGuessedFirst = readHashes(mostGuessedHashes)
  return {
    has(password) {
      const plain = password.normalize('NFKC').toLowerCase()
      if (spellings(plain).some((one) => isCommon(passwordHash(one)))) return true
      const words = wordsWithin(plain).flatMap(spellings)
      return words.some((word) => isGuessedFirst(passwordHash(word)))
    },
  }
}

/** A text as typed, and with the letters that its signs stand for. */
function spellings(text: string): readonly string[] {
  const read = (choice: number) =>
    text.replace(/[013457@$!€]/g, (sign) => signs[sign]?.[choice] ?? signs[sign]?.[0] ?? sign)
  return [text, read(0), read(1)]
}

/** What is left where digits and signs at the ends go; as many as stay may be letters of the word, as in `p@ssw0rd`. */
function wordsWithin(text: string): readonly string[] {
  const head = /^[^\p{L}]*/u.exec(text)?.[0].length ?? 0
  const tail = /[^\p{L}]*$/u.exec(text)?.[0].length ?? 0
  const words: string[] = []
  for (let before = 0; before <= Math.min(head, longestTail); before++)
    for (let after = 0; after <= Math.min(tail, longestTail - before); after++) {
      const word = text.slice(before, text.length - after)
      if (word.length >= shortestWord) words.push(word)
    }
  return words
}
