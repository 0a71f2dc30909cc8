import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sheetText, textOfSheet } from './sheet-text.ts'

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
