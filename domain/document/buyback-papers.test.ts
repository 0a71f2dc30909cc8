import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codesOn, expectSound } from '#tests/support/sound-sheet.ts'
import deDE from '#locales/de-DE/document.json' with { type: 'json' }
import enGB from '#locales/en-GB/document.json' with { type: 'json' }
import frFR from '#locales/fr-FR/document.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/document.json' with { type: 'json' }
import deJourney from '#locales/de-DE/journey.json' with { type: 'json' }
import enJourney from '#locales/en-GB/journey.json' with { type: 'json' }
import frJourney from '#locales/fr-FR/journey.json' with { type: 'json' }
import nlJourney from '#locales/nl-BE/journey.json' with { type: 'json' }
import { grades } from '../catalog/grade.ts'
import { paymentTypes } from '../circuit/payment-type.ts'
import type { BuybackContent } from './buyback-content.ts'
import { receiptSheet } from './buyback-receipt.ts'
import { buybackTrackingSheet } from './buyback-tracking-sheet.ts'
import { shippingLabelSheet } from './shipping-label.ts'
import { voucherSheet } from './voucher.ts'
import { mediaMm } from './document-kind.ts'
import { code128Modules, filled, type Sheet } from './sheet.ts'
import type { SignedWith } from './signature.ts'
import { transferOrderSheet, type TransferOrder } from './transfer-order.ts'
import { fillTransferOrderTerms, transferOrderVariables, type TransferOrderVariable } from './transfer-order-terms.ts'

const texts = fc.constantFrom(frFR.print, enGB.print, nlBE.print, deDE.print)
const name = fc.oneof(
  fc.string({ maxLength: 120 }),
  fc.lorem({ maxCount: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const place = fc.record({ name, lines: fc.array(name, { maxLength: 6 }) })
const amount = fc.constantFrom('12,50 €', '−1.234.567,00 €', '€ 0,00')
const content: fc.Arbitrary<BuybackContent> = fc.record({
  number: fc.stringMatching(/^2\d{12}$/),
  accountName: name,
  createdOn: fc.constant('12.11.2026'),
  customer: place,
  buyer: fc.record({
    name,
    lines: fc.array(name, { maxLength: 6 }),
    siret: maybe(fc.stringMatching(/^\d{14}$/)),
    capital: maybe(name),
  }),
  store: maybe(place),
  warehouse: place,
  product: name,
  measures: maybe(fc.constantFrom('450 g', '1.234,56 kg, 1000 × 1000 × 1000 cm')),
  imei: maybe(fc.stringMatching(/^\d{15}$/)),
  serialNumber: maybe(name),
  grade: maybe(fc.constantFrom(...grades)),
  answers: fc.array(fc.record({ question: name, answer: name }), { maxLength: 40 }),
  estimate: maybe(amount),
  impacts: fc.array(fc.record({ label: name, amount }), { maxLength: 3 }),
  total: amount,
  paymentType: maybe(fc.constantFrom(...paymentTypes)),
  paymentLabel: maybe(name),
  instructions: fc.array(name, { maxLength: 6 }),
})
const terms = fc
  .array(fc.oneof(fc.lorem({ maxCount: 120 }), name), { minLength: 1, maxLength: 12 })
  .map((paragraphs) => paragraphs.join('\n').slice(0, 5_000))
const point = fc.tuple(fc.nat(4000), fc.nat(4000))
const signature: fc.Arbitrary<SignedWith | null> = fc.option(
  fc.oneof(
    fc.record({ name }),
    fc.record({
      width: fc.constant(4000),
      height: fc.constant(4000),
      path: fc.array(point, { minLength: 1 }).map((points) => `M${points.map((at) => at.join(' ')).join('L')}`),
    }),
  ),
  { nil: null },
)
const runs = { numRuns: 80 }

const linesOf = (pages: Sheet['pages']) =>
  pages.flatMap((page) => page.flatMap((mark) => (mark.kind === 'text' ? mark.lines : [])))

describe('papers of a buyback keep every mark on the page and off the others, in each language:', () => {
  it('the transfer order, with its code on the first page of each copy', () => {
    fc.assert(
      fc.property(
        content,
        terms,
        texts,
        fc.integer({ min: 1, max: 3 }),
        signature,
        (of, said, words, copies, signed) => {
          const sheet = transferOrderSheet({ ...of, terms: said, signature: signed }, words, copies)
          expect(sheet).toMatchObject(mediaMm.a4)
          expectSound(sheet)
          expect(codesOn(sheet)).toEqual(Array.from({ length: copies }, () => of.number))
          expect(sheet.pages.length % copies).toBe(0)
        },
      ),
      runs,
    )
  })

  it('the tracking sheet', () => {
    fc.assert(
      fc.property(content, texts, (of, words) => {
        const sheet = buybackTrackingSheet(of, words)
        expectSound(sheet)
        expect(new Set(codesOn(sheet))).toEqual(new Set([of.number]))
      }),
      runs,
    )
  })

  it('the shipping label, which has the number of the parcel alone as bars', () => {
    fc.assert(
      fc.property(content, texts, fc.stringMatching(/^905\d{15}$/), (of, words, shippingNumber) => {
        const sheet = shippingLabelSheet({ ...of, shippingNumber, withoutPostage: true }, words)
        expectSound(sheet)
        expect(codesOn(sheet)).toEqual([shippingNumber])
      }),
      runs,
    )
  })

  it('the receipt', () => {
    fc.assert(
      fc.property(content, texts, (of, words) => {
        const sheet = receiptSheet(of, words)
        expectSound(sheet)
        expect(codesOn(sheet)).toEqual([of.number])
        expect(sheet.pages).toHaveLength(1)
      }),
      runs,
    )
  })

  it('the voucher and the gift card, with their code', () => {
    const voucher = fc.record({
      kind: fc.constantFrom('voucher' as const, 'gift_card' as const),
      accountName: name,
      code: fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{20}([0-9A-HJKMNP-TV-Z]{8})?$/),
      amount,
      issuedOn: fc.constant('12.11.2026'),
      buybackNumber: fc.stringMatching(/^2\d{12}$/),
      conditions: maybe(terms),
    })
    fc.assert(
      fc.property(voucher, texts, (of, words) => {
        const sheet = voucherSheet(of, words)
        expectSound(sheet)
        expect(codesOn(sheet)).toEqual([of.code])
      }),
      runs,
    )
  })
})

const namedValues = Object.fromEntries(transferOrderVariables.map((name) => [name, name])) as Record<
  TransferOrderVariable,
  string
>

const plain: BuybackContent = {
  number: '2000000000015',
  accountName: 'Reprise',
  createdOn: '12/11/2026',
  customer: { name: 'Anna Martin', lines: ['1 rue Neuve', '69001 Lyon', 'France'] },
  buyer: {
    name: 'Réemploi SAS',
    lines: ['2 quai Vieux', '33000 Bordeaux'],
    siret: '12345678900011',
    capital: '10 000 €',
  },
  store: null,
  warehouse: { name: 'Atelier', lines: ['3 allée Grise', '44000 Nantes'] },
  product: 'Apple iPhone 13',
  measures: '250 g, 20 × 10 × 5 cm',
  imei: '356938035643809',
  serialNumber: null,
  grade: 'grade_b',
  answers: [{ question: 'L’écran est-il intact ?', answer: 'Oui' }],
  estimate: '100,00 €',
  impacts: [{ label: 'Bon d’achat', amount: '10,00 €' }],
  total: '110,00 €',
  paymentType: 'voucher',
  paymentLabel: 'Bon d’achat',
  instructions: ['Imprimez le bon', 'Glissez-le dans le colis'],
}

it('the label of a parcel says what its product weighs and measures, where that is known (CAT-40)', () => {
  const labelled = { ...plain, shippingNumber: '904000000000000017', withoutPostage: false }
  const textsOf = ({ pages }: Sheet) => pages.flat().flatMap((mark) => (mark.kind === 'text' ? mark.lines : []))
  expect(textsOf(shippingLabelSheet(labelled, frFR.print))).toEqual(
    expect.arrayContaining(['Apple iPhone 13', 'Poids', '250 g, 20 × 10 × 5 cm']),
  )
  expect(textsOf(shippingLabelSheet({ ...labelled, measures: null }, frFR.print))).not.toContain('Poids')
})

describe('a transfer order', () => {
  it.each([frFR, enGB, nlBE, deDE])(
    'has no hole where the buyer’s number and capital are unknown (O16)',
    ({ print }) => {
      const own = 'Sold to {{buyer_long_name}} (SIRET {{buyer_siret}}, capital {{buyer_capital}}), {{buyer_address}}.'
      const values = { ...namedValues, buyer_siret: '', buyer_capital: '' }
      const { siret, capital, defaultTerms } = print.buyback
      const labels = [siret, capital].map((word) => filled(word, { siret: '', capital: '' }).trim())
      for (const terms of [own, defaultTerms]) {
        const order = { ...plain, terms: fillTransferOrderTerms(terms, values).text, signature: null }
        const said = (buyer: Partial<BuybackContent['buyer']>) =>
          linesOf(transferOrderSheet({ ...order, buyer: { ...plain.buyer, ...buyer } }, print, 1).pages)
        const neither = said({ siret: null, capital: null }).join('\n')
        for (const label of labels) expect(neither).not.toContain(label)
        expect(neither).not.toMatch(/\(\s*[,)]|,\s*[,.)]|SIRET|\{\{|null|undefined/)
        expect(neither).toContain('Réemploi SAS')
        // One that is known is said without the other.
        expect(said({ siret: null }).join('\n')).toContain(filled(capital, { capital: '10 000 €' }))
        expect(said({ capital: null }).join('\n')).toContain(filled(siret, { siret: '12345678900011' }))
      }
    },
  )

  it('says all of its terms, in order, on every copy, however long they are', () => {
    const words = Array.from({ length: 700 }, (_, index) => `mot${index}`)
    const order = {
      ...plain,
      terms: `${words.slice(0, 350).join(' ')}\n${words.slice(350).join(' ')}`,
      signature: null,
    }
    const { pages } = transferOrderSheet(order, frFR.print, 2)
    expect(pages.length).toBeGreaterThan(2)
    for (const copy of [pages.slice(0, pages.length / 2), pages.slice(pages.length / 2)])
      expect(
        linesOf(copy)
          .join(' ')
          .match(/mot\d+/g),
      ).toEqual(words)
  })

  it('names its copy and its page', () => {
    const { pages } = transferOrderSheet({ ...plain, terms: 'Court.', signature: null }, frFR.print, 3)
    expect(pages).toHaveLength(3)
    for (const [index, page] of pages.entries()) {
      const lines = linesOf([page])
      expect(lines).toContain(`Exemplaire ${index + 1} sur 3`)
      expect(lines).toContain('Page 1 sur 1')
    }
  })

  const sites = [
    [frFR, frJourney],
    [enGB, enJourney],
    [deDE, deJourney],
    [nlBE, nlJourney],
  ] as const
  it.each(sites)(
    'names the condition as the site does, and the document and account of its seller by their ends',
    ({ print }, site) => {
      const document = {
        type: 'identity_card',
        end: 'PFW4',
        issuedOn: '4/5/2022',
        authority: 'Préfecture du Nord',
      } as const
      const order = { ...plain, terms: 'Court.', signature: null }
      const linesWith = (change: Partial<TransferOrder>) =>
        linesOf(transferOrderSheet({ ...order, ...change }, print, 1).pages)
      for (const grade of grades) expect(linesWith({ grade }), grade).toContain(site.grade[grade])
      const said = linesWith({ proof: { document, account: { ibanEnd: '0189', holder: 'Anna Martin' } } }).join(' ')
      for (const words of ['•••• PFW4', '4/5/2022', 'Préfecture du Nord', 'IBAN •••• 0189, Anna Martin'])
        expect(said).toContain(words)
      expect(linesWith({}).join('\n')).not.toContain('••••')
    },
  )

  it('shows both parties, the price line by line, and where to sign', () => {
    const lines = linesOf(transferOrderSheet({ ...plain, terms: 'Court.', signature: null }, frFR.print, 1).pages)
    for (const line of [
      'Anna Martin',
      'Réemploi SAS',
      'SIRET 12345678900011',
      'Capital social : 10 000 €',
      '100,00 €',
      '10,00 €',
      '110,00 €',
      'Pour le cessionnaire',
    ])
      expect(lines).toContain(line)
    expect(lines.join(' ')).not.toContain('Exemplaire')
  })
})

it('bars of the papers have modules that a hand scanner reads', () => {
  const voucher = {
    kind: 'voucher',
    accountName: 'R',
    code: 'Z'.repeat(20),
    amount: '1 €',
    issuedOn: '',
    buybackNumber: plain.number,
    conditions: null,
  } as const
  const sheets = [
    transferOrderSheet({ ...plain, terms: 'Court.', signature: null }, frFR.print, 1),
    buybackTrackingSheet(plain, frFR.print),
    shippingLabelSheet({ ...plain, shippingNumber: '905000000000000001', withoutPostage: false }, frFR.print),
    receiptSheet(plain, frFR.print),
    voucherSheet(voucher, frFR.print),
  ]
  for (const mark of sheets.flatMap(({ pages }) => pages.flat())) {
    if (mark.kind !== 'code128') continue
    expect(mark.moduleMm, mark.text).toBeGreaterThanOrEqual(0.25)
    expect((mark.widthMm - code128Modules(mark.text) * mark.moduleMm) / 2, mark.text).toBeGreaterThanOrEqual(0)
  }
})

it('a label that a carrier would not take says that it is without postage, and no other one (O12)', () => {
  const says = (withoutPostage: boolean): string =>
    JSON.stringify(shippingLabelSheet({ ...plain, shippingNumber: '905000000000000001', withoutPostage }, frFR.print))
  const [first] = frFR.print.buyback.withoutPostage.split(' :')
  expect(says(true)).toContain(first)
  expect(says(false)).not.toContain(first)
})

it('the transfer order says the numbers of the buyer’s company whole, however long its name and address are', () => {
  const place = { name: 'Wiederverkauf Nova Deutschland GmbH & Co. Kommanditgesellschaft', lines: ['1', '2', '3', '4'] }
  const of: BuybackContent = {
    number: '2100000000012',
    accountName: 'Maison Reprise',
    createdOn: '12.11.2026',
    customer: place,
    buyer: { ...place, siret: '73282932000074', capital: '1.000.000,00 €' },
    store: null,
    warehouse: place,
    product: 'Phone',
    measures: null,
    imei: null,
    serialNumber: null,
    grade: null,
    answers: [],
    estimate: null,
    impacts: [{ label: 'Versandkosten', amount: '−4,90 €' }],
    total: '325,60 €',
    paymentType: null,
    paymentLabel: null,
    instructions: [],
  }
  const sheet = transferOrderSheet({ ...of, terms: 'So.', signature: null }, deDE.print, 1)
  expectSound(sheet)
  const said = linesOf(sheet.pages)
  expect(said).toEqual(expect.arrayContaining(['Unternehmensnummer 73282932000074', 'Stammkapital: 1.000.000,00 €']))
  expect(said).toContain('-4,90 €')
})
