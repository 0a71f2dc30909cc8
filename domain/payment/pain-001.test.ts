import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { painFile, sepaText, type TransferFile } from './pain-001.ts'

const schema = readFileSync(
  new URL('../../tests/support/schemas/pain.001.001.09-transfers.xsd', import.meta.url),
  'utf8',
)

async function faultsOf(xml: string): Promise<readonly string[]> {
  const found = await validateXML({
    xml: [{ fileName: 'file.xml', contents: xml }],
    schema: [{ fileName: 'pain.xsd', contents: schema }],
  })
  return found.errors.map(({ message }) => message)
}

const file: TransferFile = {
  messageId: 'a3f1c2d4e5f60718293a4b5c6d7e8f90',
  createdAt: new Date('2026-11-21T10:11:12.345Z'),
  executeOn: '2026-11-23',
  payer: {
    name: 'Maison Dupré & Fils',
    iban: 'FR7630006000011234567890189',
    bic: 'AGRIFRPP',
    town: 'Lyon',
    country: 'FR',
  },
  transfers: [
    {
      endToEndId: 'x-1',
      amountCents: 12_345,
      payeeName: 'Zoé Müller',
      payeeIban: 'DE89370400440532013000',
      payeeBic: null,
      text: '2000000000015',
    },
    {
      endToEndId: 'x-2',
      amountCents: 5,
      payeeName: 'Søren Ærø',
      payeeIban: 'CH9300762011623852957',
      payeeBic: 'POFICHBEXXX',
      text: '2000000000022',
    },
  ],
}

const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
const anyFile: fc.Arbitrary<TransferFile> = fc.record({
  messageId: fc.uuid().map((id) => id.replaceAll('-', '')),
  createdAt: fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
  executeOn: fc.constantFrom('2026-11-23', '2028-02-29'),
  payer: fc.record({
    name: anyText,
    iban: fc.constant('FR7630006000011234567890189'),
    bic: fc.constantFrom(null, 'AGRIFRPP', 'AGRIFRPP882'),
    town: anyText,
    country: fc.constantFrom('FR', 'BE', 'DE'),
  }),
  transfers: fc.array(
    fc.record({
      endToEndId: fc.uuid().map((id) => `${id.replaceAll('-', '')}-1`),
      amountCents: fc.integer({ min: 1, max: 99_999_999_999 }),
      payeeName: anyText,
      payeeIban: fc.constant('DE89370400440532013000'),
      payeeBic: fc.constantFrom(null, 'POFICHBE'),
      text: anyText,
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

describe('a file of transfers', () => {
  it('names its sums, its payer with a structured address, and each payee without one', async () => {
    const xml = painFile(file)
    expect(await faultsOf(xml)).toEqual([])
    expect(xml).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>123.50</CtrlSum>')
    expect(xml).toContain('<Nm>Maison Dupre + Fils</Nm><PstlAdr><TwnNm>Lyon</TwnNm><Ctry>FR</Ctry></PstlAdr>')
    expect(xml).toContain('<InstdAmt Ccy="EUR">0.05</InstdAmt></Amt>')
    expect(xml).toContain(
      '<CdtrAgt><FinInstnId><BICFI>POFICHBEXXX</BICFI></FinInstnId></CdtrAgt><Cdtr><Nm>Soren Aero</Nm>',
    )
    expect(xml.match(/<CdtrAgt>/g)).toHaveLength(1)
    expect(xml).not.toContain('AdrLine')
    expect(xml).toContain('<CreDtTm>2026-11-21T10:11:12Z</CreDtTm>')
  })

  it('says that the bank is not named where no BIC is known', async () => {
    const xml = painFile({ ...file, payer: { ...file.payer, bic: null } })
    expect(await faultsOf(xml)).toEqual([])
    expect(xml).toContain('<Othr><Id>NOTPROVIDED</Id></Othr>')
  })

  it('is valid whatever names and texts people have', { tags: ['slow'] }, async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, async (any) => {
        const xml = painFile(any)
        expect(await faultsOf(xml)).toEqual([])
        const cents = [...xml.matchAll(/<InstdAmt Ccy="EUR">(\d+)\.(\d\d)</g)].map(([, whole, part]) =>
          Number(`${whole}${part}`),
        )
        const [, whole, part] = /<CtrlSum>(\d+)\.(\d\d)</.exec(xml)!
        expect(cents.reduce((sum, each) => sum + each, 0)).toBe(Number(`${whole}${part}`))
      }),
      { numRuns: 25 },
    )
  })

  it.each([
    ['a missing sum', (xml: string) => xml.replaceAll(/<CtrlSum>.*?<\/CtrlSum>/g, '')],
    ['an unstructured address', (xml: string) => xml.replace('<TwnNm>Lyon</TwnNm>', '<AdrLine>Lyon</AdrLine>')],
    ['a letter that banks do not know', (xml: string) => xml.replace('Zoe', 'Zoé')],
    ['an older version', (xml: string) => xml.replace('001.09', '001.03')],
  ])('is refused by the schema with %s', async (_what, spoil) => {
    expect(await faultsOf(spoil(painFile(file)))).not.toEqual([])
  })

  it('takes no fraction and no negative amount', () => {
    const spoilt = (amountCents: number) => () =>
      painFile({ ...file, transfers: [{ ...file.transfers[0]!, amountCents }] })
    for (const amount of [0.5, -1, Number.NaN]) expect(spoilt(amount)).toThrow()
  })
})

describe('the characters of SEPA', () => {
  it.each([
    ['Straße', 70, 'Strasse'],
    ['Œuvre d’Élise', 70, "Oeuvre d'Elise"],
    ['Yıldız Guðmundsson', 70, 'Yildiz Gudmundsson'],
    ['Ŋala ŧar Ħal', 70, 'Nala tar Hal'],
    ['李小龙', 70, ''],
    ['😀', 70, ''],
    ['x'.repeat(80), 70, 'x'.repeat(70)],
    ['<b>&"', 70, 'b +'],
    ['abc def', 4, 'abc'],
  ])('say %s in %i characters as %s', (text, length, said) => {
    expect(sepaText(text, length)).toBe(said)
  })

  it('spell ä, ö and ü as German and Austrian banks do, for their accounts', () => {
    expect(sepaText('Müller', 70, 'DE89370400440532013000')).toBe('Mueller')
    expect(sepaText('Müller', 70, 'AT611904300234573201')).toBe('Mueller')
    expect(sepaText('Müller', 70, 'CH9300762011623852957')).toBe('Muller')
  })

  it('name nobody by a dash or by nothing', () => {
    const [first] = file.transfers
    const xml = painFile({ ...file, transfers: [{ ...first!, payeeName: '李小龙' }] })
    expect(xml).toContain('<Cdtr><Nm>NOTPROVIDED</Nm></Cdtr>')
  })
})
