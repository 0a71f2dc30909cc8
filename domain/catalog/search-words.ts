import { writtenImei } from '../kernel/imei.ts'

/** Words of a search that count; what follows them is left out. */
const mostWords = 10

/** Shortest text that may be a code. */
const shortestCode = 4

/** A word of a search. */
export interface QueryWord {
  readonly word: string
  /** Whether it was written as one with digits, as the parts of a model code are. */
  readonly inCode: boolean
}

/** A text as searches compare it: lower case, without accents. */
function searchText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('Œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('Æ', 'ae')
    .toLowerCase()
    .replaceAll('ß', 'ss')
}

/** The words of a text as searches compare them: no accents, no case, letters and digits apart. */
export function wordsOf(text: string): readonly string[] {
  return (
    searchText(text)
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .match(/\d+|[^\d\s]+/g) ?? []
  )
}

/**
 * A text as it is searched: an IMEI as its digits alone, and words without an article that an apostrophe joins to them
 * (« l’iphone »), which no name of the catalog has.
 */
export function searchedText(text: string): string {
  return writtenImei(text) ?? text.replaceAll(/(?<![\p{L}\p{N}])(?:[cdjlmnst]|qu)['’ʼ＇](?=\p{L}{2})/giu, '')
}

/** The words that a search asks for, each with how it was written. */
export function askedWords(text: string): readonly QueryWord[] {
  return text
    .split(/\s+/)
    .flatMap((token) => wordsOf(token).map((word) => ({ word, inCode: /\d/.test(token) })))
    .slice(0, mostWords)
}

/** A code as searches compare it: letters and digits alone, numbers without leading zeros; null where nothing is left. */
export function searchCode(text: string): string | null {
  const code = searchText(text)
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^0+/, '')
  return code === '' ? null : code
}

/** The codes that a text may be, to be found exactly; of an IMEI its type allocation code counts too. */
export function askedCodes(text: string): readonly string[] {
  const code = searchCode(text)
  if (code === null || code.length < shortestCode || !/\d/.test(code)) return []
  const trimmed = text.trim()
  const tac = /^\d{15,17}$/.test(trimmed) ? searchCode(trimmed.slice(0, 8)) : null
  return tac === null ? [code] : [code, tac]
}
