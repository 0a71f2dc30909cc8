import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCell, readId, type CellKind, keyText } from './import-cell.ts'
import { sheetText } from '../kernel/sheet-text.ts'

const read = (kind: CellKind, raw: string) => {
  const found = readCell(kind, raw)
  return found.ok ? found.value : found.error
}

describe('a field of a file', () => {
  it('holds a text without spaces around it, and none where nothing is written', () => {
    expect(read('text', '  iPhone 13 ')).toBe('iPhone 13')
    expect(read('text', ' ')).toBeNull()
    expect(read('text', "'=SUM(A1)")).toBe('=SUM(A1)')
    expect(read('text', "l'écran")).toBe("l'écran")
    // Kept as text by a formula of its own (I4), unless the mark of an export says that the text is just that.
    expect(read('text', '="0042563008123"')).toBe('0042563008123')
    expect(read('text', sheetText('="0042"'))).toBe('="0042"')
  })

  it('holds what an export wrote, whatever the text', () => {
    const texts = fc.string().map((text) => text.trim())
    fc.assert(fc.property(texts, (text) => read('text', sheetText(text)) === (text === '' ? null : text)))
  })

  it.each([
    ['12.5', 1250],
    ['12,50', 1250],
    ['0.07', 7],
    ['-3.1', -310],
    ["'-20", -2000],
    ['-0', 0],
    ['1.15', 115],
    ['', null],
    ['1 000', 100_000],
    ['12.345', 'LINE_NUMBER_AMBIGUOUS'],
    ['8.80609E+12', 'LINE_VALUE_WRONG'],
    ['12 €', 1200],
    ['12 %', 'LINE_VALUE_WRONG'],
  ])('holds %j as an amount of %j hundredths', (raw, hundredths) => {
    expect(read('amount', raw)).toBe(hundredths)
  })

  it('holds every amount that an export writes', () => {
    const amounts = fc.integer({ min: -5_000_000, max: 5_000_000 })
    fc.assert(fc.property(amounts, (cents) => read('amount', (cents / 100).toFixed(2)) === cents))
  })

  it.each([
    ['250', 250],
    ['', null],
    ['2.5', 'LINE_VALUE_WRONG'],
    ['many', 'LINE_VALUE_WRONG'],
  ])('holds %j as the whole number %j', (raw, value) => {
    expect(read('whole', raw)).toBe(value)
  })

  it.each([
    ['true', true],
    ['FALSE', false],
    ['VRAI', true],
    ['Faux', false],
    ['WAHR', true],
    ['ONWAAR', false],
    ['oui', true],
    ['Non', false],
    ['YES', true],
    ['no', false],
    ['ja', true],
    ['Nein', false],
    ['nee', false],
    ['1', true],
    ['', null],
    ['perhaps', 'LINE_VALUE_WRONG'],
  ])('holds %j as yes or no, in the language of whose spreadsheet it was saved by', (raw, value) => {
    expect(read('yes_no', raw)).toBe(value)
  })

  it('holds several values divided by a stroke, each once', () => {
    expect(read('list', 'audio| casques |audio|')).toEqual(['audio', 'casques'])
    expect(read('list', '')).toEqual([])
    expect(read('codes', '35123456,01356700|35123456')).toEqual(['35123456', '01356700'])
  })

  it('holds an id in letters of any size (CAT-41)', () => {
    const id = '019a6410-0000-7000-8000-00000000000A'
    expect(readId(` ${id} `)).toEqual({ ok: true, value: id.toLowerCase() })
    expect(readId('')).toEqual({ ok: true, value: null })
    expect(readId('019a6410')).toEqual({ ok: false, error: 'LINE_ID_INVALID' })
  })
})

it('compares keys by no more than their ends where they are long', () => {
  expect(keyText(' R-1 ')).toBe('R-1')
  expect(keyText(`="${'0'.repeat(100)}"`)).toBe('0'.repeat(100))
  const long = 'a'.repeat(30_000)
  expect(keyText(long).length).toBeLessThan(1_100)
  expect(keyText(long)).toBe(keyText(long))
  expect(new Set([long, `${long}a`, `${long}b`, `b${long}`].map(keyText)).size).toBe(4)
})
