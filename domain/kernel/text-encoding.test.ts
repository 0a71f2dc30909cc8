import { describe, expect, it } from 'vitest'
import { textOfBytes } from './text-encoding.ts'

const text = 'Téléphone réparé à neuf;l’écran;Größe;Français;où;12,50'
const encodingOf = (bytes: Uint8Array) => textOfBytes(bytes)?.encoding ?? null

/** A text as each system writes it: its letters that are none of ASCII are found among all that the system has. */
const bytesOf = (encoding: string, letter: string): number => {
  const own = ibm850[letter]
  if (encoding === 'ibm850') return own ?? letter.charCodeAt(0)
  const all = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, at) => at))
  return all.indexOf(letter)
}
const ibm850: Readonly<Record<string, number>> = { é: 0x82, à: 0x85, '’': 0x27, ö: 0x94, ß: 0xe1, ç: 0x87, ù: 0x97 }
const writtenIn = (encoding: string, words: string) =>
  Uint8Array.from([...words], (letter) => bytesOf(encoding, letter))

describe('a text file', () => {
  it.each(['windows-1252', 'macintosh', 'ibm850'])('in the letters of %s is told by them', (encoding) => {
    const read = textOfBytes(writtenIn(encoding, text))
    expect(read).toEqual({ encoding, text: encoding === 'ibm850' ? text.replace('’', "'") : text })
  })

  it.each(['windows-1252', 'macintosh', 'ibm850'])('in them is told by one word alone: %s', (encoding) => {
    expect(textOfBytes(writtenIn(encoding, 'Téléphone'))).toEqual({ encoding, text: 'Téléphone' })
  })

  // As each country writes names.
  const names = {
    ES: 'José López;Gómez;Núñez;Sánchez;Muñoz;García;Martín;Raúl;Jesús;Íñigo',
    PT: 'João;Gonçalves;Simões;Conceição;Antônio;Magalhães;Inês;Luís',
    SE: 'Håkan;Björn;Åsa;Sjöström;Mårten;Lägergren;Öberg',
    DK: 'Søren;Jørgensen;Kjær;Østergaard;Ågård;Bæk',
    FR: 'Léa;Zoé;Noël;Chloé;Benoît;François;Hélène;Jérôme;Maïté;Éloïse;Cœur;l’école;d’Été',
    DE: 'Müller;Groß;Jürgen;Schröder;Käthe;Günther;Weiß;Österreicher;Ärzte',
  }

  it.each(Object.entries(names))('with names of %s is told in either encoding', (_, list) => {
    for (const encoding of ['windows-1252', 'macintosh'] as const)
      for (const file of [list, list.replaceAll(';', '\r\n'), `email;firstname\r\na@b.example;${list}`])
        expect(textOfBytes(writtenIn(encoding, file)), encoding).toEqual({ encoding, text: file })
  })

  it.each(Object.values(names).flatMap((list) => list.split(';')))(
    'of Windows is told by one name alone: %s',
    (name) => {
      expect(textOfBytes(writtenIn('windows-1252', name))?.text).toBe(name)
      expect(textOfBytes(writtenIn('windows-1252', name.toUpperCase().replace('SS', 'ß')))?.text).toBe(
        name.toUpperCase().replace('SS', 'ß'),
      )
    },
  )

  // Those alone that might be of Windows as well (Lu’s, …berg), or whose bytes are UTF-8 too, are not told.
  const told = Object.values(names).flatMap((list) =>
    list.split(';').filter((name) => !/^(?:Luís|Ö.*|l’.*)$/.test(name)),
  )

  it.each(told)('of a Mac is told by one name alone: %s', (name) => {
    expect(textOfBytes(writtenIn('macintosh', name))).toEqual({ encoding: 'macintosh', text: name })
  })

  it.each([
    'SOCIéTé FRANçAISE',
    '“bonjour” dit-il…',
    '« Prix » : 12\u00a0000 € – 5 %',
    'it’s l’avion, d’or, foto’s, aujourd’hui',
    'Aleš, Miloš, Žarko, Božo',
    'n° 5, 2ème, 1ère, 5 m², Intel® Core™',
    'Apple\u00a0iphone',
    '• cœur et œuvre',
  ])('of Windows is taken for no other: %s', (list) => {
    expect(textOfBytes(writtenIn('windows-1252', list))).toEqual({ encoding: 'windows-1252', text: list })
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
