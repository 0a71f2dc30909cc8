// Letters that are no base with an accent, as passports and registries of their countries spell them.
const capitals: readonly (readonly [letter: string, spelling: string])[] = [
  ['ẞ', 'Ss'],
  ['Æ', 'Ae'],
  ['Œ', 'Oe'],
  ['Ø', 'O'],
  ['Ð', 'D'],
  ['Đ', 'D'],
  ['Ɖ', 'D'],
  ['Ɗ', 'D'],
  ['Þ', 'Th'],
  ['Ł', 'L'],
  ['Ħ', 'H'],
  ['Ŋ', 'N'],
  ['Ɲ', 'N'],
  ['Ŧ', 'T'],
  ['Ɓ', 'B'],
  ['Ƃ', 'B'],
  ['Ƈ', 'C'],
  ['Ə', 'A'],
  ['Ɛ', 'E'],
  ['Ǝ', 'E'],
  ['Ƒ', 'F'],
  ['Ɠ', 'G'],
  ['Ɣ', 'G'],
  ['Ǥ', 'G'],
  ['Ɨ', 'I'],
  ['Ɩ', 'I'],
  ['Ƙ', 'K'],
  ['Ɔ', 'O'],
  ['Ɵ', 'O'],
  ['Ƥ', 'P'],
  ['Ɍ', 'R'],
  ['Ƭ', 'T'],
  ['Ʈ', 'T'],
  ['Ʉ', 'U'],
  ['Ʊ', 'U'],
  ['Ʋ', 'V'],
  ['Ƴ', 'Y'],
  ['Ɏ', 'Y'],
  ['Ƶ', 'Z'],
  ['Ʒ', 'Z'],
  ['Ꞑ', 'N'],
  ['Ɦ', 'H'],
]
// Whose capital is another letter's, or none; and the marks that stand for a catch of the breath.
const others: readonly (readonly [letter: string, spelling: string])[] = [
  ['ß', 'ss'],
  ['ı', 'i'],
  ['ĸ', 'q'],
  ['ŉ', "'n"],
  ['ſ', 's'],
  ['ʼ', "'"],
  ['ʻ', "'"],
  ['ʽ', "'"],
  ['ʹ', "'"],
  ['ʾ', "'"],
  ['ʿ', "'"],
  ['ˈ', "'"],
  ['ꞌ', "'"],
  ['Ꞌ', "'"],
  ['ʔ', "'"],
]
const spelled: ReadonlyMap<string, string> = new Map([
  ...capitals,
  ...capitals.flatMap(([letter, spelling]) => {
    const small = letter.toLowerCase()
    return small === letter || small === 'ß' ? [] : [[small, spelling.toLowerCase()] as const]
  }),
  ...others,
])

// As German authorities and banks spell them.
const umlauts: ReadonlyMap<string, string> = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['Ä', 'Ae'],
  ['Ö', 'Oe'],
  ['Ü', 'Ue'],
])

/** How a text is spelled in Latin letters. */
export interface LatinSpelling {
  /** Whether ä, ö and ü are spelled ae, oe and ue, as in Germany and Austria. */
  readonly umlauts?: boolean
}

/**
 * A text in the letters A to Z, as far as they spell it; letters of other scripts and all other characters stay. The one
 * table of papers, labels and bank files.
 */
export function latinLetters(text: string, spelling: LatinSpelling = {}): string {
  const characters = [...text.normalize('NFC')]
  return characters
    .map((character, index) => {
      const said = (spelling.umlauts === true ? umlauts.get(character) : undefined) ?? latinOf(character)
      const isUpper = said.length > 1 && said !== said.toLowerCase() && standsInCapitals(characters, index)
      return isUpper ? said.toUpperCase() : said
    })
    .join('')
}

/** Whether the letters A to Z spell a text: it has a letter, and none of another script. */
export function isLatinText(text: string): boolean {
  const said = latinLetters(text)
  return /[A-Za-z]/.test(said) && !/[^\P{L}A-Za-z]/u.test(said)
}

function latinOf(character: string): string {
  const known = spelled.get(character)
  if (known !== undefined) return known
  if (/^[ -~]$/.test(character) || !/[\p{L}\p{M}\p{Nl}]/u.test(character)) return character
  const base = [...character.normalize('NFKD')].map((part) => spelled.get(part) ?? part).join('')
  const plain = base.replaceAll(/\p{M}/gu, '')
  return /^[A-Za-z']*$/.test(plain) ? plain : character
}

/** Whether a capital stands in a word of capitals: beside one, and beside no small letter. */
function standsInCapitals(characters: readonly string[], index: number): boolean {
  const [before = '', after = ''] = [characters[index - 1], characters[index + 1]]
  const isSmall = (letter: string): boolean => /\p{Ll}/u.test(letter)
  const isCapital = (letter: string): boolean => /\p{Lu}/u.test(letter)
  return !isSmall(after) && (isCapital(after) || isCapital(before))
}
