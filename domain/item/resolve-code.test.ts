import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gs1CheckDigit, luhnDigit } from '../kernel/check-digit.ts'
import { imeiDoubts } from '../kernel/imei.ts'
import {
  answerIndex,
  commandCode,
  digitCommands,
  digitOf,
  isCommandCode,
  resolveCode,
  isRecognisedCode,
  scanCommands,
  scanPurposes,
  splitSymbology,
  stationCommands,
  stationOf,
  stockCode,
} from './resolve-code.ts'

const purpose = fc.constantFrom(...scanPurposes)
const ours = fc.stringMatching(/^2\d{11}$/).map((body) => body + gs1CheckDigit(body))
const imei = fc.stringMatching(/^\d{14}$/).map((body) => body + luhnDigit(body))
const kinds = (raw: string, at: (typeof scanPurposes)[number]) =>
  resolveCode(raw, at).candidates.map(({ kind }) => kind)

describe('codes by the purpose of the screen', () => {
  it('takes 13 digits for a buyback, an item, then an EAN at check-in', () => {
    expect(kinds('4006381333931', 'check_in')).toEqual(['buyback', 'item', 'ean'])
  })
  it('takes 13 digits for an item first where items are asked for', () => {
    expect(kinds('4006381333931', 'item')).toEqual(['item', 'buyback', 'ean'])
  })
  it('takes 13 digits for an EAN only where products are asked for', () => {
    expect(kinds('4006381333931', 'product')).toEqual(['ean'])
  })
  it('takes 8 digits for a buyback on warehouse screens, not in the office', () => {
    expect(kinds('12345670', 'check_in')).toEqual(['buyback', 'item', 'ean'])
    expect(kinds('12345670', 'buyback')).toEqual(['item'])
  })
  it('takes an eight-digit code for no element string', () => {
    expect(resolveCode('21123456', 'check_in').elements).toBeNull()
  })
  it('takes foreign item codes with letters, in any case, with spaces and dashes', () => {
    expect(resolveCode('ab-12 cd34', 'item').candidates).toEqual([
      { kind: 'item', code: 'AB12CD34', doubts: [], ai: null },
    ])
  })
  it('finds every code of ours first and without doubt, on each warehouse screen', () => {
    fc.assert(
      fc.property(ours, (code) => {
        for (const at of ['check_in', 'buyback'] as const) {
          expect(resolveCode(code, at).candidates[0]).toEqual({ kind: 'buyback', code, doubts: [], ai: null })
        }
      }),
    )
  })
  it('refuses no code for its check digit, and hints at a misread', () => {
    fc.assert(
      fc.property(ours, fc.integer({ min: 1, max: 9 }), (code, shift) => {
        const wrong = code.slice(0, -1) + String((Number(code.at(-1)) + shift) % 10)
        expect(resolveCode(wrong, 'check_in').candidates[0]).toMatchObject({
          kind: 'buyback',
          doubts: ['CODE_CHECK_DIGIT'],
        })
      }),
    )
  })
  it('resolves an IMEI on every screen that takes one', () => {
    fc.assert(
      fc.property(imei, (code) => {
        for (const at of ['check_in', 'item', 'product', 'imei', 'any'] as const) {
          expect(resolveCode(code, at).candidates).toContainEqual({ kind: 'imei', code, doubts: [], ai: null })
        }
      }),
    )
  })
  it('has no candidate for a text that is no code', () => {
    for (const text of ['', 'hello world', 'é', '123', 'x'.repeat(200)]) {
      expect(isRecognisedCode(resolveCode(text, 'any'))).toBe(false)
    }
  })
  it('says the same of a code with and without a symbology identifier', () => {
    fc.assert(
      fc.property(ours, purpose, (code, at) => {
        expect(resolveCode(`]C0${code}`, at)).toEqual(resolveCode(code, at))
      }),
    )
  })
  it('never throws, whatever is scanned', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\]()0-9A-Z\u001d:]{0,40}$/)), purpose, (raw, at) => {
        const resolution = resolveCode(raw, at)
        expect(new Set(resolution.candidates.map(({ kind, code }) => `${kind} ${code}`)).size).toBeLessThanOrEqual(
          resolution.candidates.length,
        )
        expect(resolution.command !== null && resolution.candidates.length > 0).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('IMEI', () => {
  it('warns of a wrong Luhn digit and goes on', () => {
    expect(resolveCode('260531793113838', 'imei').candidates).toEqual([
      { kind: 'imei', code: '260531793113838', doubts: ['IMEI_CHECK_DIGIT'], ai: null },
    ])
  })
  it('has no check digit with 16 digits, and one behind the first 14 with 17', () => {
    expect(imeiDoubts('2605317931138301')).toEqual([])
    expect(imeiDoubts('26053179311383701')).toEqual([])
    expect(imeiDoubts('26053179311383801')).toEqual(['IMEI_CHECK_DIGIT'])
  })
  it('warns of an unknown type code, and of one that is not of the model', () => {
    const isKnown = (tac: string) => tac === '26053179'
    expect(imeiDoubts('260531793113837', { isKnown, ofModel: ['26053179'] })).toEqual([])
    expect(imeiDoubts('260531793113837', { isKnown, ofModel: ['35000000'] })).toEqual(['IMEI_TAC_OTHER_MODEL'])
    expect(imeiDoubts('350000000000006', { isKnown, ofModel: null })).toContain('IMEI_TAC_UNKNOWN')
  })
  it.each([';', ',', ' ', '\n', ' / '])(
    'comes twice in one code of a phone with two SIM cards, parted by %j',
    (mark) => {
      for (const at of ['check_in', 'item', 'imei'] as const)
        expect(resolveCode(`260531793113837${mark}260531793113845`, at).candidates).toEqual([
          { kind: 'imei', code: '260531793113837', doubts: [], ai: null },
          { kind: 'imei', code: '260531793113845', doubts: [], ai: null },
        ])
    },
  )
  it('comes once where it stands twice, and not beside anything else', () => {
    expect(kinds('260531793113837;260531793113837', 'imei')).toEqual(['imei'])
    expect(kinds('260531793113837;AB12CD34', 'imei')).toEqual([])
    expect(kinds('26053179 3113837', 'imei')).toEqual(['imei'])
  })
  it('is refused with 14 or 18 digits', () => {
    expect(kinds('26053179311383', 'imei')).toEqual([])
    expect(kinds('260531793113837012', 'imei')).toEqual([])
  })
})

describe('GS1 labels', () => {
  it('gives the product and the serial number of a DataMatrix', () => {
    const resolution = resolveCode(']d2010950110153000321AB12CD34', 'any')
    expect(resolution.candidates).toEqual([
      { kind: 'item', code: 'AB12CD34', doubts: [], ai: '21' },
      { kind: 'ean', code: '9501101530003', doubts: [], ai: '01' },
    ])
    expect(resolution.elements).toHaveLength(2)
  })
  it('gives the IMEI of a mobile phone identifier', () => {
    expect(resolveCode('(01)09501101530003(8002)260531793113837', 'imei').candidates).toEqual([
      { kind: 'imei', code: '260531793113837', doubts: [], ai: '8002' },
    ])
  })
  it('gives the shipping container of a logistic label', () => {
    expect(resolveCode(']C100340123450000000017', 'package').candidates).toEqual([
      { kind: 'package', code: '340123450000000017', doubts: [], ai: '00' },
    ])
  })
  it('gives what it knows beside an identifier that it does not, and of a refurbished lot', () => {
    const known = [
      { kind: 'item', code: 'ABCDEFGH', doubts: [], ai: '21' },
      { kind: 'ean', code: '9501101530003', doubts: [], ai: '01' },
    ]
    expect(resolveCode(']d2010950110153000321ABCDEFGH\u001d7020LOT7', 'item').candidates).toEqual(known)
    expect(resolveCode(']d2010950110153000321ABCDEFGH\u001d4999X', 'item').candidates).toEqual(known)
    expect(resolveCode('010950110153000304999', 'item').elements).toBeNull()
  })
  it('keeps 16 plain digits an IMEI, even where they pass for a GTIN', () => {
    const both = resolveCode('0109501101530003', 'any').candidates.map(({ kind }) => kind)
    expect(both).toEqual(['imei', 'ean'])
  })
})

describe('command barcodes', () => {
  it('are commands on every screen, and never codes', () => {
    for (const command of scanCommands) {
      for (const at of scanPurposes) {
        expect(resolveCode(commandCode(command), at)).toMatchObject({ command, reserved: false, candidates: [] })
      }
    }
  })
  it('print as Code 128', () => {
    for (const command of scanCommands) expect(commandCode(command)).toMatch(/^[\x20-\x5f]+$/)
  })
  it('are read in lower case too', () => {
    expect(resolveCode('rpr:undo', 'any').command).toBe('UNDO')
  })
  it('choose answers by their place', () => {
    expect(['RPR:A', 'RPR:C', 'RPR:E'].map((text) => answerIndex(resolveCode(text, 'any').command))).toEqual([0, 2, 4])
    expect(answerIndex('CONFIRM')).toBeNull()
    expect(answerIndex(null)).toBeNull()
  })
  it('type digits, which choose no answer', () => {
    expect(Array.from('0123456789', (digit) => digitOf(resolveCode(`RPR:${digit}`, 'check_in').command)).join('')).toBe(
      '0123456789',
    )
    expect(digitCommands.every((digit) => answerIndex(digit) === null && stationOf(digit) === null)).toBe(true)
    expect(digitOf('A')).toBeNull()
    expect(resolveCode('RPR:10', 'check_in')).toMatchObject({ command: null, reserved: true })
  })
  it('lead to stations by names of their own', () => {
    for (const station of stationCommands)
      expect(stationOf(resolveCode(`RPR:${station}`, 'item').command)).toBe(station)
    expect(stationCommands.every((station) => answerIndex(station) === null)).toBe(true)
    for (const other of ['CONFIRM', 'A', null] as const) expect(stationOf(other)).toBeNull()
    for (const text of ['RPR:GO', 'RPR:GO:', 'RPR:GO:BED', 'RPR:TEST'])
      expect(resolveCode(text, 'any')).toMatchObject({ command: null, reserved: true })
  })
  it('name a stock location on every screen, with its id in any spelling', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 7 }), purpose, (id, at) => {
        for (const text of [stockCode(id), `rpr:stock:${id}`, `RPR:STOCK:${id.toUpperCase()}`]) {
          const resolution = resolveCode(text, at)
          expect(resolution).toMatchObject({ stockId: id, command: null, reserved: false, candidates: [] })
          expect(isCommandCode(resolution)).toBe(true)
        }
        expect(stockCode(id)).toMatch(/^[\x20-\x5f]+$/)
      }),
    )
  })
  it('name no stock by anything but an id', () => {
    for (const text of ['RPR:STOCK:', 'RPR:STOCK:12345678', `RPR:STOCK:${'0'.repeat(32)}`])
      expect(resolveCode(text, 'any')).toMatchObject({ stockId: null, reserved: true })
  })
  it('reserve their prefix', () => {
    expect(resolveCode('RPR:DANCE', 'any')).toMatchObject({ command: null, reserved: true, candidates: [] })
  })
})

describe('symbology identifiers', () => {
  it('are parted from the data', () => {
    expect(splitSymbology(']C1011')).toEqual({ symbology: ']C1', text: '011' })
    expect(splitSymbology('A]C1')).toEqual({ symbology: null, text: 'A]C1' })
  })
})
