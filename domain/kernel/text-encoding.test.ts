import { describe, expect, it } from 'vitest'
import { textOfBytes } from './text-encoding.ts'

const text = 'Téléphone réparé à neuf;l’écran;Größe;Français;où;12,50'
const encodingOf = (bytes: Uint8Array) => textOfBytes(bytes)?.encoding ?? null

// As each system writes the letters of the text that are none of ASCII.
const letters: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'windows-1252': { é: 0xe9, à: 0xe0, '’': 0x92, ö: 0xf6, ß: 0xdf, ç: 0xe7, ù: 0xf9 },
  macintosh: { é: 0x8e, à: 0x88, '’': 0xd5, ö: 0x9a, ß: 0xa7, ç: 0x8d, ù: 0x9d },
  ibm850: { é: 0x82, à: 0x85, '’': 0x27, ö: 0x94, ß: 0xe1, ç: 0x87, ù: 0x97 },
}
const writtenIn = (encoding: string, words: string) =>
  Uint8Array.from([...words], (letter) => letters[encoding]?.[letter] ?? letter.charCodeAt(0))

describe('a text file', () => {
  it.each(['windows-1252', 'macintosh', 'ibm850'])('in the letters of %s is told by them', (encoding) => {
    const read = textOfBytes(writtenIn(encoding, text))
    expect(read).toEqual({ encoding, text: encoding === 'ibm850' ? text.replace('’', "'") : text })
  })

  it.each(['windows-1252', 'macintosh', 'ibm850'])('in them is told by one word alone: %s', (encoding) => {
    expect(textOfBytes(writtenIn(encoding, 'Téléphone'))).toEqual({ encoding, text: 'Téléphone' })
  })

  it('in capitals of Windows is none of another system', () => {
    expect(textOfBytes(Uint8Array.from([0xc9, 0x43, 0x52, 0x41, 0x4e]))).toEqual({
      encoding: 'windows-1252',
      text: 'ÉCRAN',
    })
  })

  it('of two bytes a letter is read with a mark of their order and without', () => {
    const little = Buffer.from(text, 'utf16le')
    const big = Buffer.from(little).swap16()
    for (const [bytes, encoding] of [
      [little, 'utf-16le'],
      [big, 'utf-16be'],
      [Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-16le'],
    ] as const)
      expect(textOfBytes(new Uint8Array(bytes))).toEqual({ encoding, text })
  })

  it('is none where it holds what no text does', () => {
    expect(encodingOf(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0xff, 1]))).toBeNull()
    expect(encodingOf(new Uint8Array(Buffer.from('a\0b;c')))).toBeNull()
    expect(encodingOf(Uint8Array.from([0xff, 0xfe, 0x41]))).toBeNull()
  })
})
