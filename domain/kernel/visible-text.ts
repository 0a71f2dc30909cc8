// Control characters that no text needs; marks and embeddings that turn the direction of all that follows them, also of
// the next texts on the same line of a list or a paper; and characters without width, by which two texts that look the
// same differ.
const neverText =
  /[^\P{Cc}\t\n]|\u034f|\u17b4|\u17b5|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0080}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu

// Soft line breaks as word processors copy them, and ends of pages: they keep words apart.
const softBreaks = /[\v\f\u0085]/g
const lineBreaks = /\r\n?|[\u2028\u2029]/g

// The invisible letters that name a region stay behind a black flag alone.
const flagTags = /(\u{1f3f4}[\u{e0020}-\u{e007e}]{1,16}\u{e007f})|[\u{e0000}-\u{e007f}]/gu

// Selectors say how the character before them looks: symbols and emoji, numbers within a keycap, and letters of the
// scripts that have variants; those of Han letters make two names of one only where their bearers write them so.
const selectorsWithoutMeaning = new RegExp(
  '((?<=[\\p{Extended_Pictographic}\\p{S}\\p{Script=Han}\\p{Script=Myanmar}\\p{Script=Phags_Pa}])[\\ufe00-\\ufe0f]' +
    '|(?<=[0-9#*])\\ufe0f(?=\\u20e3)|(?<=\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]' +
    '|(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f])' +
    '|[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}\\u180b-\\u180d\\u180f]',
  'gu',
)

// Joiners are letters of some scripts: Persian words are told apart by the non-joiner, those of India and Sinhala by a
// joiner behind the sign that silences a vowel, and an emoji of several parts is one by its joiners. Where Unicode
// gives them a meaning (RFC 5892, appendix A; UTS 51) they stay, everywhere else they pass two names for one.
const joinedScripts =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}\\p{Script=Devanagari}\\p{Script=Bengali}' +
  '\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}' +
  '\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Myanmar}\\p{Script=Khmer}'
const silencing =
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u1039\\u103a\\u17d2'
const joinersWithoutMeaning = new RegExp(
  `(?:(?<=[${silencing}])|(?<=[${joinedScripts}])(?=[\\u200c\\u200d][${joinedScripts}])` +
    '|(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])(?=\\u200d\\p{Extended_Pictographic}))([\\u200c\\u200d])' +
    '|[\\u200c\\u200d]',
  'gu',
)

/** How many marks without width may stand on one letter; Unicode's own advice (UTS 39, 5.4) is four before it composes. */
const mostMarks = 3
/** And on one of a script that writes a whole syllable around its letter. */
const mostMarksOfSyllables = 6
const syllabicScripts =
  '\\p{Script=Myanmar}\\p{Script=Khmer}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Tibetan}\\p{Script=Tai_Tham}' +
  '\\p{Script=Balinese}\\p{Script=Javanese}'
// Composing sorts the marks of a letter, in time that grows with the square of their number: few are left before.
const pileOfMarks = /([\p{Mn}\p{Me}]{8})[\p{Mn}\p{Me}]+/gu
const mark = '[\\p{Mn}\\p{Me}]'
const marksAbove = new RegExp(
  `(?<=(?!${mark})[${syllabicScripts}])(${mark}{${mostMarksOfSyllables}})${mark}+` +
    `|(?<![${syllabicScripts}]|${mark})(${mark}{${mostMarks}})${mark}+`,
  'gu',
)

// What shows something, among the characters that show nothing: those that a copied text brings along, and those that
// would pass for a name. Those that join letters and emoji stay inside a text.
const shownAsNothing =
  '\\s\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0'
const shown = new RegExp(`[^${shownAsNothing}]`)

/**
 * A text as a reader sees it: composed (NFC), without what shows nothing at its ends, and without characters that hide
 * something inside; line breaks and tabs inside it stay. In time that grows with the text alone: it is asked of texts of
 * any length, before their limits are.
 */
export function visibleText(text: string): string {
  const isPlain = plain.test(text)
  // Files of the catalog ask of millions of cells, nearly all of which begin and end with a letter or a digit.
  if (isPlain && isShownAscii(text.charCodeAt(0)) && isShownAscii(text.charCodeAt(text.length - 1))) return text
  const clean = isPlain ? text : withoutHidden(text)
  const start = clean.search(shown)
  if (start === -1) return ''
  let end = clean.length
  while (!shown.test(clean[end - 1]!)) end -= 1
  return clean.slice(start, end)
}

function isShownAscii(unit: number): boolean {
  return unit > 0x20 && unit < 0x7f
}

// Most texts are plain, and need no second look.
const plain = /^[\n\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff]*$/

function withoutHidden(text: string): string {
  return text
    .replaceAll(softBreaks, ' ')
    .replaceAll(lineBreaks, '\n')
    .replaceAll(neverText, '')
    .replaceAll(flagTags, '$1')
    .replaceAll(selectorsWithoutMeaning, '$1')
    .replaceAll(joinersWithoutMeaning, '$1')
    .replaceAll(pileOfMarks, '$1')
    .normalize('NFC')
    .replaceAll(marksAbove, '$1$2')
}

const pictures = /<img\b/i
const comments = /<!--[\s\S]*?(?:-->|$)/g
const tags = /<\/?[a-z][^<>]*>/gi
const blanks = /&(?:nbsp|ensp|emsp|thinsp|zwnj|zwj|lrm|rlm|shy|#0*(?:32|160|173|8203)|#x0*(?:20|a0|ad|200b));/gi

/** Whether plain text or HTML shows anything to its reader: editors leave paragraphs behind that hold nothing. */
export function hasVisibleText(html: string): boolean {
  if (pictures.test(html)) return true
  return visibleText(html.replaceAll(comments, '').replaceAll(tags, '').replaceAll(blanks, ' ')) !== ''
}
