import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sheetText, textOfSheet, wholeText } from './sheet-text.ts'

describe('a text in a spreadsheet', () => {
  it.each(['=1+1', '+33612345678', '-20 %', '@home', '\tx', "'=1", "''-x", '＝1+1', '＋1', '－1', '＠SUM(1)'])(
    'that begins as %j bears a mark',
    (text) => {
      expect(sheetText(text)).toBe(`'${text}`)
    },
  )

  it.each(['iPhone 15', "l'écran", "'quoted'", '', 'a=b', '1-2'])('that begins as %j stands as it is', (text) => {
    expect(sheetText(text)).toBe(text)
    expect(textOfSheet(text)).toBe(text)
  })

  it('comes back as it was, whatever it is', () => {
    const pieces = fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '＝', '＠', 'a', '1')
    const texts = fc.oneof(
      fc.string(),
      fc.array(pieces).map((parts) => parts.join('')),
    )
    fc.assert(fc.property(texts, (text) => textOfSheet(sheetText(text)) === text))
  })

  it('of a negative number is the number', () => {
    expect(textOfSheet('-20.50')).toBe('-20.50')
  })
})

describe('a long number', () => {
  it.each([
    ['3569870123456789', '="3569870123456789"'],
    ['0042563008123', '="0042563008123"'],
    ['00124', '="00124"'],
    ['12345678', '12345678'],
    ['0', '0'],
    ['195.00', '195.00'],
    ['=1+1', "'=1+1"],
    ['-12', "'-12"],
  ])('that a spreadsheet would change stands whole: %s as %s (I19)', (text, cell) => {
    expect(wholeText(text)).toBe(cell)
    expect(textOfSheet(cell)).toBe(text)
  })
})
