import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { create } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { textMark, type Sheet } from '#domain/document/sheet.ts'
import { isPrintable } from '#domain/kernel/printable-letters.ts'
import { textWidthMm } from '#domain/document/fit-text.ts'
import { sheetPdf } from './sheet-pdf.ts'

const place = { xMm: 5, yMm: 5, widthMm: 90, maxLines: 3, sizeMm: 5, minSizeMm: 3 }
const sheetOf = (text: string, bold: boolean): Sheet => ({
  title: 'Label',
  widthMm: 100,
  heightMm: 150,
  pages: [[textMark(text, { ...place, bold })]],
})

/** The streams of a PDF, inflated. */
function streamsOf(pdf: Uint8Array): readonly string[] {
  const raw = Buffer.from(pdf)
  const streams: string[] = []
  for (let at = raw.indexOf('stream\n'); at !== -1; at = raw.indexOf('stream\n', at + 1)) {
    const from = at + 'stream\n'.length
    const to = raw.indexOf('\nendstream', from)
    if (raw.subarray(at - 3, at).toString() !== 'end' && to !== -1)
      streams.push(inflateSync(raw.subarray(from, to)).toString('latin1'))
  }
  return streams
}

/** What a reader copies out of a PDF that uses one type: its glyphs by the table of letters that it carries. */
function textOf(pdf: Uint8Array): string {
  const streams = streamsOf(pdf)
  const letters = new Map<number, string>()
  for (const [, from = '', list = ''] of streams.join('\n').matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    for (const [index, [, codes = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      letters.set(
        Number.parseInt(from, 16) + index,
        String.fromCharCode(...(codes.match(/[0-9a-f]{4}/gi) ?? []).map((code) => Number.parseInt(code, 16))),
      )
  return streams
    .flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\] TJ/g)])
    .map(([, shown = '']) =>
      [...shown.matchAll(/<([0-9a-f]+)>/gi)]
        .flatMap(([, glyphs = '']) => glyphs.match(/.{4}/g) ?? [])
        .map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? '?')
        .join(''),
    )
    .join(' ')
}

const names = 'Łukasz Žižka Ștefan €'

describe('a sheet as PDF', () => {
  it.each([false, true])('keeps the letters of Central Europe, bold: %s', async (bold) => {
    expect(textOf(await sheetPdf(sheetOf(names, bold), new Date(0)))).toBe(names)
  })

  it('keeps what the four languages write', async () => {
    const all = 'Œuvre façade ÿ Straße Größe geïnd «5 €» – l’été „so“ ½'
    expect(textOf(await sheetPdf(sheetOf(all, false), new Date(0)))).toBe(all)
  })

  it('holds its own letters alone when others are written beside it', async () => {
    const texts = ['Straße', 'Łódź', 'œuvre', 'geïnd']
    const made = await Promise.all(texts.map((text) => sheetPdf(sheetOf(text, false), new Date(0))))
    expect(made.map(textOf)).toEqual(texts)
    const alone = await sheetPdf(sheetOf(texts[0]!, false), new Date(0))
    expect(alone.length).toBe(made[0]!.length)
  })

  it('keeps a letter that also stands under a mark', async () => {
    for (const text of ['Stan Ștefan', 'Ștefan Stan', 'Țara Tudor', 'Žižka Zola', 'Ñandú N', 'fi ffl office'])
      expect(textOf(await sheetPdf(sheetOf(text, false), new Date(0)))).toBe(text)
  })

  it('prints Cyrillic, Greek and Vietnamese letters, and what else the type has', async () => {
    for (const text of [
      'Юрий Щербаков',
      '12 улица Ленина',
      'Παπαδόπουλος',
      'Nguyễn Thị Hương',
      'Ґалаґан Їжак',
      'ıðħŋŧ ƏƏ',
    ])
      for (const isBold of [false, true]) expect(textOf(await sheetPdf(sheetOf(text, isBold), new Date(0)))).toBe(text)
  })

  it('measures every letter that it prints at least as wide as the type has it, and hardly wider', () => {
    const require = createRequire(import.meta.url)
    for (const [face, isBold] of [
      ['400Regular/Arimo_400Regular.ttf', false],
      ['700Bold/Arimo_700Bold.ttf', true],
    ] as const) {
      const type = create(readFileSync(require.resolve(`@expo-google-fonts/arimo/${face}`)))
      if (!('unitsPerEm' in type)) throw new Error('a collection of types')
      for (let code = 0x20; code < 0x2200; code += 1) {
        const letter = String.fromCodePoint(code)
        if (!isPrintable(letter) || letter.normalize('NFC') !== letter || !/\p{L}/u.test(letter)) continue
        expect(type.hasGlyphForCodePoint(code), letter).toBe(true)
        const wide = (type.glyphForCodePoint(code).advanceWidth * 1000) / type.unitsPerEm
        const measured = textWidthMm(letter, 1000, isBold)
        expect(measured, letter).toBeGreaterThan(wide - 7)
        expect(measured, letter).toBeLessThan(wide + 20)
      }
    }
  })

  it('carries its type, as wide as the layout measured it', async () => {
    const pdf = Buffer.from(await sheetPdf(sheetOf(names, false), new Date(0))).toString('latin1')
    expect(pdf).toContain('/FontFile2')
    expect(pdf).toMatch(/Arimo/)
    expect(textWidthMm('Ł', 10)).toBeCloseTo(textWidthMm('L', 10))
    expect(textWidthMm('ď', 10)).toBeGreaterThan(textWidthMm('d', 10))
  })
})
