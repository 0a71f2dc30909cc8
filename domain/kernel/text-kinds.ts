import { visibleText } from './visible-text.ts'

/**
 * How a free text of each kind is kept. Every text that comes in from outside is of one of them: calls, operations of
 * devices, files, claims and partners' events. What shows nothing is removed and not refused, because it comes along
 * with copied texts; a person's name is refused beyond that (`isPersonName`).
 */
export const textKinds = {
  /** Of a person, as mails and papers address them. */
  personName: visibleName,
  /** One line. */
  line: visibleLine,
  /** Line breaks and tabs stay; HTML is of this kind too. */
  paragraph: visibleText,
  /** What is compared letter by letter: numbers, codes, references. */
  code: visibleCode,
  /** Without the folders that it came from. */
  fileName: visibleFileName,
} as const
export type TextKind = keyof typeof textKinds

/** A text on one line. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll(/[\t\n]+/g, ' ')
}

// Browsers read these as the dot of a host name (UTS 46).
const dot = '[.\\u2024\\u3002\\uff0e\\uff61]'

// Mail programs make a link of two words with a dot between, wherever it stands.
const linkLike = new RegExp(`(?<=[\\p{L}\\p{N}]{2}${dot})(?=\\p{L}{2})`, 'gu')

/** A person's name on one line; a dot that would make a link of it is followed by a space. */
export function visibleName(text: string): string {
  return visibleLine(text).replaceAll(linkLike, ' ')
}

// Son of, daughter of: so names are written in Malaysia and Singapore (a/l, a/p, s/o, d/o).
const slash = '(?<!(?<=\\s)[asd](?=/[lpo]\\s))/'
// And the characters of other widths and kinds that are read as these (NFKC).
const otherMarks =
  '\\uff20\\ufe6b\\uff0f\\uff3c\\ufe68\\uff1c\\ufe64\\uff1e\\ufe65\\uff5b\\ufe5b\\ufe37\\uff5d\\ufe5c\\ufe38\\uff3b\\ufe47\\uff3d\\ufe48\\uff5c' +
  '\\u2100\\u2101\\u2105\\u2106'
const marks = `[@\\\\<>{}[\\]|${otherMarks}]`
const www = `[w\\uff37\\uff57]{3}${dot}`
const refusedInNames = new RegExp(`${marks}|${slash}|${www}`, 'i')
const allRefusedInNames = new RegExp(`(?:${marks}|${slash})+|${www}`, 'gi')

/** Whether a text can be a person's name: one that holds an address of any kind is a message to its reader. */
export function isPersonName(text: string): boolean {
  return !refusedInNames.test(text)
}

/** The name in a text that can no longer be refused: it was taken where nobody could be asked again. */
export function nameWithin(text: string): string {
  return visibleName(text.replaceAll(allRefusedInNames, ' ')).replaceAll(/ {2,}/g, ' ')
}

// Numbers, symbols (but accents that are typed for an apostrophe), the punctuation of sentences in any script, and a dot
// between two words.
const saysMore = new RegExp(`\\p{N}|(?![\\u0060\\u00b4])\\p{S}|[^\\P{P}.'’‘‐()\\-·]|\\p{L}{2}${dot}\\s*\\p{L}{2}`, 'u')

/** How long a name may be that a mail repeats to a reader who has not proved to be its bearer. */
const longestMailedName = 40

/**
 * The name by which a mail addresses its reader: none where it reads like a message. Anybody can have a mail sent to an
 * address by selling something under it.
 */
export function mailedName(text: string): string {
  const name = visibleName(text)
  const isName =
    isPersonName(name) && name.length <= longestMailedName && !saysMore.test(name) && name.split(/\s+/).length <= 4
  return isName ? name : ''
}

/** A code as it is compared. */
export function visibleCode(text: string): string {
  return visibleLine(text)
    .replaceAll(/[\p{Cf}\ufe00-\ufe0f]/gu, '')
    .trim()
}

/** The name of a file, without the folders that it came from. */
export function visibleFileName(text: string): string {
  return visibleLine(text)
    .replace(/^.*[/\\]/, '')
    .replaceAll(/^\.+/g, '')
}

/** As much of a text as fits, without half a character at its end. */
export function fitting(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
