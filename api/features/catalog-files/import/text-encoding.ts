import type { CheckedFile } from '#sync/calls/catalog-import.ts'

/** A text file as text, and how its letters were written. */
interface DecodedText {
  readonly text: string
  readonly encoding: NonNullable<CheckedFile['encoding']>
}

/** The text of a file; null where it is none in any of the encodings. */
export function textOfBytes(bytes: Uint8Array): DecodedText | null {
  const [first, second] = bytes
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  // What is valid UTF-8 is nothing else: hardly any text of another encoding is. A text may hold control
  // characters, as remains of a bad conversion, which its cell is freed of (`fieldText`); NUL it cannot hold.
  const unicode = marked ?? 'utf-8'
  const text = textIn(bytes, unicode)
  if (text !== null) return text.includes('\0') ? null : { text, encoding: unicode }
  if (marked !== null) return null
  const guesses = (['windows-1252', 'macintosh'] as const).flatMap((encoding) => {
    const guessed = textIn(bytes, encoding)
    // Almost any bytes are such a text, so those that are no letters of it say that the file is none.
    return guessed === null || /(?![\t-\r])\p{Cc}/u.test(guessed) ? [] : [{ text: guessed, encoding }]
  })
  const windows = guesses.find(({ encoding }) => encoding === 'windows-1252') ?? null
  const mac = guesses.find(({ encoding }) => encoding === 'macintosh')
  // A text that is none of Windows is one of a Mac only where it looks like one.
  const least = windows === null ? 0 : likeliness(windows.text)
  return mac !== undefined && likeliness(mac.text) > least ? mac : windows
}

// Letters of the four languages and signs of their texts: what is one of them in the right encoding is none in the other.
const usual = /[àâäéèêëîïôöùûüçœæßÀÂÄÉÈÊËÎÏÔÖÙÛÜÇŒ€°’‘“”«»–…]/g
const unusual = /[^\x00-\x7fàâäéèêëîïôöùûüçœæßÀÂÄÉÈÊËÎÏÔÖÙÛÜÇŒ€°’‘“”«»–…\u00a0]/g

function likeliness(text: string): number {
  return (text.match(usual)?.length ?? 0) - (text.match(unusual)?.length ?? 0)
}

function textIn(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
