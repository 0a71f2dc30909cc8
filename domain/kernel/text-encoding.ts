/** How the letters of a text file may be written. IBM 850 is what spreadsheets call "MS-DOS". */
export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh', 'ibm850'] as const
type TextEncoding = (typeof textEncodings)[number]

/** A text file as text, and how its letters were written. */
interface DecodedText {
  readonly text: string
  readonly encoding: TextEncoding
}

/** The text of a file; null where it is none in any of the encodings. */
export function textOfBytes(bytes: Uint8Array): DecodedText | null {
  const [first, second] = bytes
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  // What is valid UTF-8 is nothing else: hardly any text of another encoding is. A text may hold control
  // characters, as remains of a bad conversion, which its cell is freed of (`fieldText`); NUL it cannot hold, unless
  // each letter has two bytes, of which one is NUL in Latin letters.
  const unicode = marked ?? wideWithoutMark(bytes) ?? 'utf-8'
  const text = textIn(bytes, unicode)
  if (text !== null) return text.includes('\0') ? null : { text, encoding: unicode }
  if (marked !== null) return null
  const guesses = (['windows-1252', 'macintosh', 'ibm850'] as const).flatMap((encoding) => {
    const guessed = encoding === 'ibm850' ? textInIbm850(bytes) : textIn(bytes, encoding)
    // Almost any bytes are such a text, so those that are no letters of it say that the file is none.
    return guessed === null || /(?![\t-\r])\p{Cc}/u.test(guessed) ? [] : [{ text: guessed, encoding }]
  })
  const windows = guesses.find(({ encoding }) => encoding === 'windows-1252') ?? null
  // Hardly any file is of another system: one that may be of Windows is, unless its letters say clearly that it is none.
  let best: DecodedText | null = windows
  let most = windows === null ? 0 : likeliness(windows.text) + clearly - 1
  for (const guess of guesses) {
    if (guess === windows) continue
    const likely = likeliness(guess.text)
    if (likely > most) [best, most] = [guess, likely]
  }
  return best
}

/** Bytes of a file by which a text without a mark is known to have two for each letter. */
const lookedAt = 4_000

function wideWithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes.length < 4 || bytes.length % 2 !== 0) return null
  const seen = Math.min(bytes.length, lookedAt)
  let [even, odd] = [0, 0]
  for (let at = 0; at < seen; at += 2) {
    if (bytes[at] === 0) even += 1
    if (bytes[at + 1] === 0) odd += 1
  }
  const letters = seen / 2
  if (odd > letters * 0.6 && even === 0) return 'utf-16le'
  return even > letters * 0.6 && odd === 0 ? 'utf-16be' : null
}

/** By how much a text of another system is to be likelier than one of Windows: by one letter that is odd in the one only. */
const clearly = 2
/** Letters that are none of ASCII which are looked at: more would say nothing else. */
const mostJudged = 100_000

// Letters of Western Europe, with those by which its texts write names from elsewhere.
const letters = 'àâäéèêëîïôöùûüçœæßáíóúñåøãõìòýÿþðšž'
const capitals = 'ÀÂÄÉÈÊËÎÏÔÖÙÛÜÇŒÆÁÍÓÚÑÅØÃÕÌÒÝŸÞÐŠŽ'
/** Signs of texts, and those among them that stand before a word and never behind one. */
const signs = '€°‘“”„‚«»–—…™®©²³½£§¡¿ºª•±×µ·'
const openers = '‘“„‚«¿¡£§•±·½'
/** Small letters with a key of their own on French keyboards, which stand among capitals too. */
const keys = 'éèàçù'

/** How much a text looks like one: the letters and signs that stand where such stand, less those that do not. */
function likeliness(text: string): number {
  let [likely, judged] = [0, 0]
  for (const { 0: sign, index: at } of text.matchAll(/[^\x00-\x7f]/g)) {
    if ((judged += 1) > mostJudged) break
    const around = { before: kindOf(text[at - 1]), after: kindOf(text[at + 1]), next: text[at + 1] ?? '' }
    if (sign === '\u00a0' || sign === '\u202f') continue
    if (letters.includes(sign)) likely += smallLetter(sign, text[at - 1] ?? '', around)
    else if (capitals.includes(sign)) likely += capital(sign, around)
    else if (sign === '’') likely += isApostrophe(text, at) ? 1 : -1
    else likely += signs.includes(sign) ? signInText(sign, around) : -1
  }
  return likely
}

type Kind = 'small' | 'capital' | 'digit' | 'other'

interface Around {
  readonly before: Kind
  readonly after: Kind
  readonly next: string
}

function kindOf(letter: string | undefined): Kind {
  if (letter === undefined) return 'other'
  if (letter >= '0' && letter <= '9') return 'digit'
  if ((letter >= 'a' && letter <= 'z') || letters.includes(letter)) return 'small'
  return (letter >= 'A' && letter <= 'Z') || capitals.includes(letter) ? 'capital' : 'other'
}

const isLetter = (kind: Kind): boolean => kind === 'small' || kind === 'capital'
const isVowel = (letter: string): boolean => /^[aeiouyàâäéèêëîïôöùûüáíóú]$/i.test(letter)

function smallLetter(letter: string, previous: string, { before, after, next }: Around): number {
  if (!isLetter(before) && !isLetter(after)) return 'àé'.includes(letter) && before !== 'digit' ? 1 : 0
  if (after === 'digit' || (before === 'digit' && !keys.includes(letter))) return -1
  if (after === 'capital' && !keys.includes(letter)) return -1
  // Letters that stand at few places only: what is another letter there is one of them in the wrong encoding.
  if (letter === 'ß') return isVowel(previous) ? 1 : -1
  if (letter === 'œ') return /[uidt]/.test(next) || !isLetter(before) ? 1 : -1
  if (letter === 'ç') return after !== 'small' || /[aouâôáóúãõî]/.test(next) ? 1 : -1
  if (letter === 'ù') return after === 'small' ? -1 : 1
  if (letter === 'š' || letter === 'ž') return after !== 'small' || isVowel(next) ? 1 : -1
  return 1
}

// Inside of a word it is odd, and at the end of one that is no word of capitals.
function capital(letter: string, { before, after, next }: Around): number {
  if (!isLetter(before) && !isLetter(after)) return 0
  if (before === 'digit' || after === 'digit') return -1
  if (isLetter(before)) return before === 'capital' && after !== 'small' ? 1 : -1
  if (letter === 'Š' || letter === 'Ž') return after === 'capital' || isVowel(next) ? 1 : -1
  if (letter === 'Œ') return after === 'capital' || /[uidn]/.test(next) ? 1 : -1
  return 1
}

function signInText(sign: string, { before, after }: Around): number {
  if (isLetter(before) && (isLetter(after) || openers.includes(sign))) return -1
  // It leaves a word or an amount open.
  if (sign === '…' && before === 'other') return 0
  return sign === '€' && isLetter(after) ? -1 : 1
}

/** Whether a sign divides a word as languages do: behind what is short for another word, or before an ending. */
function isApostrophe(text: string, at: number): boolean {
  const [before = ''] = /\p{L}*$/u.exec(text.slice(Math.max(0, at - 12), at)) ?? []
  const [after = ''] = /^\p{L}*/u.exec(text.slice(at + 1, at + 13)) ?? []
  if (before.length <= 2 || after === '') return true
  return /(?:qu|[rnu]d|tr)$/i.test(before) || /^(?:s|t|re|ve|ll|d|m|er|en)$/i.test(after)
}

function textIn(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

// No decoder of the platform knows this encoding: its letters of the bytes from 0x80 on.
const ibm850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

function textInIbm850(bytes: Uint8Array): string {
  // Windows-1252 has one letter for each byte as well, each another one.
  const windows = new TextDecoder('windows-1252')
  const others = windows.decode(Uint8Array.from({ length: 128 }, (_, at) => 128 + at))
  const letterOf = new Map([...others].map((letter, at) => [letter, ibm850[at]!]))
  return windows.decode(bytes).replaceAll(/[^\x00-\x7f]/g, (letter) => letterOf.get(letter) ?? letter)
}
