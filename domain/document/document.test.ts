import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codesOn, expectSound } from '#tests/support/sound-sheet.ts'
import deDE from '#locales/de-DE/document.json' with { type: 'json' }
import enGB from '#locales/en-GB/document.json' with { type: 'json' }
import frFR from '#locales/fr-FR/document.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/document.json' with { type: 'json' }
import { grades } from '../catalog/grade.ts'
import { commandCode, resolveCode, scanCommands, stockCode } from '../item/resolve-code.ts'
import { commandSheetPages } from './command-sheet.ts'
import type { ItemLabel, PackageContent, ReturnLabel } from './document-content.ts'
import { labelSizes, mediaMm, mediaOfKind, packageDocumentKinds } from './document-kind.ts'
import { fitText, isBuiltInText, labelText, printableText, textWidthMm } from './fit-text.ts'
import { itemLabelSheet } from './item-label.ts'
import { packageSheet } from './package-papers.ts'
import { returnLabelSheet } from './return-label.ts'
import { code128Modules, type Sheet } from './sheet.ts'
import { testLabelSheet } from './test-label.ts'

const languages = [frFR.print, enGB.print, nlBE.print, deDE.print]
const texts = fc.constantFrom(...languages)
const name = fc.oneof(
  fc.string({ maxLength: 120 }),
  fc.lorem({ maxCount: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
)
const code = fc.oneof(fc.stringMatching(/^\d{8}$/), fc.stringMatching(/^\d{13}$/), fc.stringMatching(/^[0-9A-Z]{13}$/))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const item: fc.Arbitrary<ItemLabel> = fc.record({
  code,
  buybackCode: fc.stringMatching(/^\d{13}$/),
  product: name,
  imei: maybe(fc.stringMatching(/^\d{15}$/)),
  serialNumber: maybe(name),
  grade: maybe(fc.constantFrom(...grades)),
  gradeOf: fc.constantFrom('declaration', 'control'),
  stock: maybe(name),
  warehouse: maybe(name),
  createdOn: fc.constant('12.11.2026'),
})
const place = fc.record({ name, lines: fc.array(name, { maxLength: 6 }) })
const back: fc.Arbitrary<ReturnLabel> = fc.record({
  number: fc.stringMatching(/^904\d{15}$/),
  from: place,
  to: place,
  product: name,
  measures: maybe(fc.constantFrom('450 g', '1.234,56 kg, 1000 × 1000 × 1000 cm')),
  code,
  createdOn: fc.constant('12.11.2026'),
})
const content: fc.Arbitrary<PackageContent> = fc.record({
  number: fc.stringMatching(/^04\d{11}$/),
  from: place,
  to: place,
  closedOn: maybe(fc.constant('12.11.2026 14:32')),
  weight: maybe(fc.constantFrom('450 g', '1.234,56 kg')),
  lines: fc.array(
    fc.record({
      code,
      buybackCode: fc.stringMatching(/^\d{13}$/),
      product: name,
      imei: maybe(fc.stringMatching(/^\d{15}$/)),
    }),
    { minLength: 1, maxLength: 60 },
  ),
})

describe('papers', () => {
  it('of items keep every mark on the page and off the others, in each language and medium', () => {
    fc.assert(
      fc.property(item, texts, fc.constantFrom(...mediaOfKind.item_label), (label, words, media) => {
        const sheet = itemLabelSheet(label, words, media)
        expect(sheet).toMatchObject(mediaMm[media])
        expectSound(sheet)
        expect(new Set(codesOn(sheet))).toEqual(new Set([label.code]))
      }),
      { numRuns: 200 },
    )
  })

  it('for the way back keep every mark on the page and off the others, in each language and medium', () => {
    fc.assert(
      fc.property(back, texts, fc.constantFrom(...mediaOfKind.return_label), (label, words, media) => {
        const sheet = returnLabelSheet(label, words, media)
        expect(sheet).toMatchObject(mediaMm[media])
        expectSound(sheet)
        expect(codesOn(sheet)).toEqual([label.number])
      }),
      { numRuns: 200 },
    )
  })

  it.each(packageDocumentKinds)('of the kind %s keep every mark on the page and off the others', (kind) => {
    fc.assert(
      fc.property(content, texts, fc.constantFrom(...mediaOfKind[kind]), (of, words, media) => {
        const sheet = packageSheet(kind, of, words, media)
        expect(sheet).toMatchObject(mediaMm[media])
        expectSound(sheet)
        expect(new Set(codesOn(sheet))).toEqual(new Set([of.number]))
      }),
      { numRuns: 60 },
    )
  })

  it('list every product of a package once, whatever the number of pages', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.constantFrom(...mediaOfKind.packing_slip), (count, media) => {
        const lines = Array.from({ length: count }, (_, at) => ({
          code: String(10_000_000 + at),
          buybackCode: '2100000000012',
          product: `Phone ${at}`,
          imei: null,
        }))
        const { pages } = packageSheet(
          'packing_slip',
          {
            number: '0400000000017',
            from: { name: 'A', lines: [] },
            to: { name: 'B', lines: [] },
            closedOn: null,
            weight: null,
            lines,
          },
          frFR.print,
          media,
        )
        const shown = pages.flat().flatMap((mark) => (mark.kind === 'text' ? mark.lines : []))
        for (const at of lines.keys()) expect(shown.filter((line) => line === `Phone ${at}`)).toHaveLength(1)
        expect(shown).toContain(`Page ${pages.length} sur ${pages.length}`)
      }),
      { numRuns: 30 },
    )
  })

  it('with commands hold each chosen one, and every stock, as barcodes that resolve', () => {
    const stock = fc.record({ id: fc.uuid({ version: 7 }), name, location: maybe(name) })
    fc.assert(
      fc.property(
        fc.subarray([...scanCommands]),
        fc.array(stock, { maxLength: 30 }),
        texts,
        (commands, stocks, words) => {
          const sheet = commandSheetPages({ place: 'Workshop', commands, stocks }, words)
          expectSound(sheet)
          const codes = codesOn(sheet)
          for (const command of commands) expect(codes).toContain(commandCode(command))
          for (const { id } of stocks) expect(codes).toContain(stockCode(id))
          for (const text of codes) expect(resolveCode(text, 'any').reserved).toBe(false)
          expect(codes).toHaveLength(commands.length + 2 * stocks.length)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('have bars that a hand scanner reads: a module of a quarter millimetre and its blanks', () => {
    const sheet = commandSheetPages(
      {
        place: 'W',
        commands: scanCommands,
        stocks: [{ id: '0199f0a0-1234-7abc-8def-012345678901', name: 'S', location: null }],
      },
      deDE.print,
    )
    for (const mark of sheet.pages.flat()) {
      if (mark.kind !== 'code128') continue
      expect(mark.moduleMm, mark.text).toBeGreaterThanOrEqual(0.25)
      expect((mark.widthMm - code128Modules(mark.text) * mark.moduleMm) / 2, mark.text).toBeGreaterThanOrEqual(0)
    }
  })

  it('that test a printer fit its label', () => {
    for (const media of labelSizes)
      for (const words of languages)
        expectSound(testLabelSheet({ printer: 'Zebra '.repeat(30), at: '2026-11-12T10:00' }, words, media))
  })
})

describe('a text in its room', () => {
  it('never leaves it', () => {
    fc.assert(
      fc.property(
        name,
        fc.integer({ min: 8, max: 90 }),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        (text, widthMm, maxLines, bold) => {
          const { lines, sizeMm } = fitText(text, { widthMm, maxLines, sizeMm: 5, minSizeMm: 2.4, bold })
          expect(lines.length).toBeLessThanOrEqual(maxLines)
          expect(sizeMm).toBeGreaterThanOrEqual(2.4)
          for (const line of lines) expect(textWidthMm(line, sizeMm, bold)).toBeLessThanOrEqual(widthMm + 1e-9)
        },
      ),
    )
  })
  it('stays whole where there is room, and ends in an ellipsis where there is none', () => {
    const room = { widthMm: 40, maxLines: 2, sizeMm: 5, minSizeMm: 3 }
    expect(fitText('Samsung Galaxy', room)).toEqual({ lines: ['Samsung Galaxy'], sizeMm: 5 })
    expect(fitText('Samsung Galaxy S22 Ultra', room).lines.join(' ')).toBe('Samsung Galaxy S22 Ultra')
    expect(fitText('Samsung '.repeat(30), room).lines.at(-1)).toMatch(/…$/)
  })
  it('keeps letters that printers have and spells others', () => {
    expect(printableText('Müller – façade œuvre 5 €')).toBe('Müller – façade œuvre 5 €')
    expect(printableText('Łódź ½ ﬁn 漢\u0007x')).toBe('Łódź ½ fin ? x')
    expect(printableText('12 улица Ленина, Αθήνα, Nguyễn Thị Hương')).toBe('12 улица Ленина, Αθήνα, Nguyễn Thị Hương')
    expect(printableText('ıðħŋŧłøæœßþđ Ŋ Ə')).toBe('ıðħŋŧłøæœßþđ Ŋ Ə')
    expect(printableText('ꞌAli Ƀ 5 − 3')).toBe("'Ali Ƀ 5 - 3")
  })
  it('keeps the letters of Central Europe for a label printer, and says which lines need its Unicode type', () => {
    expect(labelText('Łukasz Dvořák, Őrségi út, Đorđe')).toBe('Łukasz Dvořák, Őrségi út, Đorđe')
    expect(labelText('Ștefan Țurcanu, GROẞE ﬁn 漢')).toBe('Ştefan Ţurcanu, GROSSE fin ?')
    expect(labelText('12 улица Ленина, Αθήνα, Nguyễn Thị')).toBe('12 улица Ленина, Αθήνα, Nguyen Thi')
    expect(labelText('Əliyev ɓ −5')).toBe('Aliyev b -5')
    expect(['Žižka – façade 5 €', 'Łukasz'].map(isBuiltInText)).toEqual([true, false])
  })
})

const textsOn = ({ pages }: Sheet) =>
  pages.flatMap((page) => page.flatMap((mark) => ('lines' in mark ? mark.lines : [])))

it.each(languages)('every word of a small tracking sheet stands there whole (%#)', (words) => {
  const at = { name: 'Lager', lines: ['1 rue Neuve', '59000 Lille'] }
  const line = { code: '10000012', buybackCode: '2100000000012', product: 'Phone', imei: null }
  const of = { number: '0400000000012', from: at, to: at, closedOn: null, weight: null, lines: [line] }
  const said = textsOn(packageSheet('tracking_sheet', of, words, '100x150'))
  expect(said.filter((text) => text.endsWith('…'))).toEqual([])
  expect(said.join(' ')).toContain(words.package.counted)
})

it('a parcel abroad says its country, and what is in it, however long the names are', () => {
  const lines = ['Königsbrücker Landstraße 123', 'Hinterhof, 2. Aufgang', '01109 Dresden', 'Deutschland']
  const to = { name: 'Maximiliane Freifrau von Hohenstein-Wagner, geborene Albrechtsberger', lines }
  const label = {
    number: '904000000000000012',
    from: to,
    to,
    product: 'Samsung Galaxy S22 Ultra 5G 256 GB Phantomschwarz',
    measures: '1.450 g, 18 × 9 × 4 cm',
    code: '10000012',
    createdOn: '12.11.2026',
  }
  const sheet = returnLabelSheet(label, deDE.print, '100x150')
  expectSound(sheet)
  const said = textsOn(sheet)
  for (const text of lines) expect(said.filter((one) => one === text)).toHaveLength(2)
  expect(said.join(' ')).toContain(label.product)
})
