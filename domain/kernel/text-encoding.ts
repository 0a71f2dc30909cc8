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
  // A text that is none of Windows is one of another system only where it looks like one.
  let best: DecodedText | null = windows
  let most = windows === null ? 0 : likeliness(windows.text)
  for (const guess of guesses) {
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

// Letters of the four languages and signs of their texts: what is one of them in the right encoding is none in the other.
const usual = /[àâäéèêëîïôöùûüçœæßÀÂÄÉÈÊËÎÏÔÖÙÛÜÇŒ€°’‘“”«»–…]/g
const unusual = /[^\x00-\x7fàâäéèêëîïôöùûüçœæßÀÂÄÉÈÊËÎÏÔÖÙÛÜÇŒ€°’‘“”«»–…\u00a0]/g
// What has the accents of another encoding stands in the middle of words as a capital or a sign.
const inWords = /\p{Ll}[ÀÂÄÉÈÊËÎÏÔÖÙÛÜÇŒ€°“«»–…]\p{Ll}/gu

function likeliness(text: string): number {
  const count = (letters: RegExp): number => text.match(letters)?.length ?? 0
  return count(usual) - count(unusual) - 2 * count(inWords)
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
