import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gs1CheckDigit } from './check-digit.ts'
import { encodeGs1, formatGs1, groupSeparator, gs1Identifiers, gtinKey, parseGs1 } from './gs1.ts'

const GS = groupSeparator

function pairs(raw: string): readonly (readonly [string, string])[] {
  const parsed = parseGs1(raw)
  if (!parsed.ok) throw new Error(`${raw}: ${parsed.error.code}`)
  return parsed.value.map(({ ai, value }) => [ai, value] as const)
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const keyed = (length: number) => digits(length - 1).map((body) => body + gs1CheckDigit(body))
const text = (max: number) => fc.stringMatching(new RegExp(`^[0-9A-Za-z/.+_-]{1,${max}}$`))
const date = fc
  .tuple(fc.integer({ min: 10, max: 99 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 28 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(''))
const element = fc.oneof(
  keyed(18).map((value) => ({ ai: '00', value })),
  keyed(14).map((value) => ({ ai: '01', value })),
  text(20).map((value) => ({ ai: '10', value })),
  fc.tuple(fc.constantFrom('11', '17'), date).map(([ai, value]) => ({ ai, value })),
  text(20).map((value) => ({ ai: '21', value })),
  fc.stringMatching(/^\d{1,8}$/).map((value) => ({ ai: '37', value })),
  fc.tuple(fc.constantFrom('240', '241'), text(30)).map(([ai, value]) => ({ ai, value })),
  keyed(13).map((value) => ({ ai: '414', value })),
  text(20).map((value) => ({ ai: '8002', value })),
  text(30).map((value) => ({ ai: '8004', value })),
  keyed(14).map((gtin) => ({ ai: '8006', value: `${gtin}0102` })),
  digits(6).map((value) => ({ ai: '3103', value })),
  fc.tuple(fc.integer({ min: 91, max: 99 }), text(90)).map(([ai, value]) => ({ ai: String(ai), value })),
)
const elements = fc.array(element, { minLength: 1, maxLength: 6 })

describe('GS1 element strings', () => {
  it('reads the element string of the GS1 specification', () => {
    expect(pairs(`010950110153000317261231103456AB${GS}21789`)).toEqual([
      ['01', '09501101530003'],
      ['17', '261231'],
      ['10', '3456AB'],
      ['21', '789'],
    ])
  })
  it('reads what was encoded, for every mix of fields', () => {
    fc.assert(
      fc.property(elements, (list) => {
        expect(pairs(encodeGs1(list))).toEqual(list.map(({ ai, value }) => [ai, value]))
        expect(pairs(GS + encodeGs1(list))).toEqual(list.map(({ ai, value }) => [ai, value]))
        expect(pairs(formatGs1(list))).toEqual(list.map(({ ai, value }) => [ai, value]))
      }),
    )
  })
  it('doubts no field with a right check digit', () => {
    fc.assert(
      fc.property(elements, (list) => {
        const parsed = parseGs1(encodeGs1(list))
        expect(parsed.ok && parsed.value.every(({ doubt }) => doubt === null)).toBe(true)
      }),
    )
  })
  it('doubts a wrong check digit and keeps the field', () => {
    const parsed = parseGs1('(01)09501101530004(21)A1')
    expect(parsed).toEqual({
      ok: true,
      value: [
        { ai: '01', value: '09501101530004', doubt: 'check_digit' },
        { ai: '21', value: 'A1', doubt: null },
      ],
    })
  })
  it('doubts a date that no calendar has, and accepts day 00', () => {
    expect(parseGs1('17261331')).toMatchObject({ ok: true, value: [{ doubt: 'date' }] })
    expect(parseGs1('17260230')).toMatchObject({ ok: true, value: [{ doubt: 'date' }] })
    expect(parseGs1('17260200')).toMatchObject({ ok: true, value: [{ doubt: null }] })
  })
  it('keeps lot and quantity apart only by the separator', () => {
    expect(pairs(`10LOT7${GS}3712`)).toEqual([
      ['10', 'LOT7'],
      ['37', '12'],
    ])
    expect(pairs('10LOT73712')).toEqual([['10', 'LOT73712']])
  })
  it('accepts a separator after a field of predefined length', () => {
    expect(pairs(`0109501101530003${GS}21A1`)).toEqual([
      ['01', '09501101530003'],
      ['21', 'A1'],
    ])
  })
  it('reads brackets in data as data where they name no known identifier', () => {
    expect(pairs('(21)A(05)B(10)L1')).toEqual([
      ['21', 'A(05)B'],
      ['10', 'L1'],
    ])
  })
  it('reads a GS1 Digital Link', () => {
    expect(pairs('https://id.example/shop/01/09501101530003/21/A%2F1?17=261231&utm=x')).toEqual([
      ['01', '09501101530003'],
      ['21', 'A/1'],
      ['17', '261231'],
    ])
  })
  it('reads a GS1 Digital Link behind numbers that look like a key', () => {
    expect(pairs('https://brand.example/402/01/09501101530003/21/ABC')).toEqual([
      ['01', '09501101530003'],
      ['21', 'ABC'],
    ])
  })
  it.each([
    ['', 'GS1_EMPTY'],
    [GS, 'GS1_EMPTY'],
    ['05123', 'GS1_UNKNOWN_AI'],
    ['(05)123', 'GS1_UNKNOWN_AI'],
    ['https://shop.example/phones/12', 'GS1_UNKNOWN_AI'],
    ['0109501', 'GS1_LENGTH'],
    ['21', 'GS1_LENGTH'],
    ['21123456789012345678901', 'GS1_LENGTH'],
    ['01ABCDEFGHIJKLMN', 'GS1_CHARACTERS'],
    ['21é', 'GS1_CHARACTERS'],
  ])('refuses %j as %s', (raw, code) => {
    expect(parseGs1(raw)).toMatchObject({ ok: false, error: { code } })
  })
  it.each([
    ['423', '250276056', null],
    ['4309', '02790858483015297971', null],
    ['4321', '2', 'content'],
    ['4330', '001234-', null],
    ['4331', '001234+', 'content'],
    ['7007', '230101230131', null],
    ['7007', '230101230100', 'date'],
    ['7011', '2302281559', null],
    ['7020', 'LOT7', null],
    ['7021', 'F1', null],
    ['7023', '9501101530003ASM', null],
    ['7040', '1ABC', null],
    ['711', '3400930000120', null],
    ['7251', '199902281260', 'date'],
    ['7252', '3', 'content'],
    ['7258', '1/2', null],
    ['7258', '3/2', 'content'],
    ['8003', '09501101530003SER', null],
    ['8003', '19501101530003SER', 'content'],
    ['8006', '095011015300030102', null],
    ['8006', '095011015300030201', 'content'],
    ['8007', 'DE89370400440532013000', null],
    ['8007', 'DE88370400440532013000', 'check_digit'],
    ['8009', '1A234*', null],
    ['8011', '012', 'content'],
    ['8013', '1987654Ad4X4bL5ttr2310c2K', null],
    ['8013', '1987654Ad4X4bL5ttr2310cXK', 'check_digit'],
    ['8014', '1987654Ad4X4bL5ttr2310c2K', null],
    ['8030', 'a-_0=', null],
    ['3940', '0025', null],
  ])('reads identifier %s with %j', (ai, value, doubt) => {
    expect(parseGs1(`(${ai})${value}`)).toEqual({ ok: true, value: [{ ai, value, doubt }] })
  })
  it('keeps what it has read beside an unknown identifier, and goes on where that ends', () => {
    expect(parseGs1(`0109501101530003${GS}4999X1${GS}21A1`)).toEqual({
      ok: true,
      value: [
        { ai: '01', value: '09501101530003', doubt: null },
        { ai: '', value: '4999X1', doubt: 'unknown_ai' },
        { ai: '21', value: 'A1', doubt: null },
      ],
    })
    // Its first two digits fix its length.
    expect(pairs('010950110153000319123456' + '21A1')).toEqual([
      ['01', '09501101530003'],
      ['', '19123456'],
      ['21', 'A1'],
    ])
  })
  it('knows each identifier of the syntax dictionary', () => {
    expect(gs1Identifiers).toHaveLength(536)
    for (const ai of ['00', '235', '3105', '3955', '427', '4333', '7041', '716', '7259', '8030', '8112', '8200', '99'])
      expect(gs1Identifiers).toContain(ai)
    for (const ai of ['05', '3106', '3956', '4327', '717', '7260', '8031']) expect(gs1Identifiers).not.toContain(ai)
  })
  it('never throws, whatever is scanned', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9()\u001d]{0,60}$/)), (raw) => {
        expect(typeof parseGs1(raw).ok).toBe('boolean')
      }),
      { numRuns: 2000 },
    )
  })
  it('has no identifier that begins with another', () => {
    for (const ai of gs1Identifiers) {
      expect(gs1Identifiers.filter((other) => other !== ai && other.startsWith(ai))).toEqual([])
    }
  })
  it('compares trade items of every length by their 14 digits', () => {
    expect(gtinKey('4006381333931')).toBe('04006381333931')
  })
})
