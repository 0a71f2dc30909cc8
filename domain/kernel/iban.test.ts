import { describe, expect, it } from 'vitest'
import { parseIban } from './iban.library.ts'
import { isSepaIban, needsBic, parseBic, usesGermanTransliteration } from './sepa-countries.ts'

const french = 'FR7630006000011234567890189'

describe('an IBAN', () => {
  it.each([
    ['as banks print it', 'FR76 3000 6000 0112 3456 7890 189'],
    ['in small letters', 'fr7630006000011234567890189'],
    ['with blanks that do not break', 'FR76\u00a03000\u00a06000\u00a00112\u00a03456\u00a07890\u00a0189'],
    ['with narrow blanks', 'FR76\u202f3000\u202f6000 0112 3456 7890 189'],
    ['with a tab', 'FR76\t3000 6000 0112 3456 7890 189'],
    ['with a line break', 'FR76 3000 6000\r\n0112 3456 7890 189'],
    ['with a blank without width', 'FR76\u200b3000 6000 0112 3456 7890 189'],
    ['with a joiner', 'FR76\u20603000 6000\u200d0112 3456 7890 189'],
    ['with the mark of a file', '\ufeffFR7630006000011234567890189'],
    ['with marks of direction', '\u200e\u202aFR7630006000011234567890189\u202c\u200f'],
    ['with a soft hyphen', 'FR76\u00ad30006000011234567890189'],
    ['with an ideographic blank', 'FR76\u300030006000011234567890189'],
    ['with the filler of Korean', 'FR76\u316430006000011234567890189'],
    ['behind its word', 'IBAN FR76 3000 6000 0112 3456 7890 189'],
    ['behind its word and a colon', 'iban: FR76 3000 6000 0112 3456 7890 189'],
    ['behind its word and a blank that does not break', 'IBAN\u00a0:\u00a0FR7630006000011234567890189'],
    ['with dashes', 'FR76-3000-6000-0112-3456-7890-189'],
  ])('is read %s', (_how, typed) => {
    expect(parseIban(typed)).toBe(french)
  })

  it.each([
    ['a ligature', 'ﬁ2112345600000785'],
    ['full-width letters', 'ＦＲ7630006000011234567890189'],
    ['full-width digits', 'FR７６30006000011234567890189'],
    ['digits in circles', 'FR⑦⑥30006000011234567890189'],
    ['Arabic digits', 'FR٧٦30006000011234567890189'],
    ['the small capital of Turkish', 'FR7630006000011234567890189ı'],
    ['a Cyrillic letter', 'FR7630006000011234567890189А'],
    ['another check digit', 'FR7730006000011234567890189'],
    ['a digit less', 'FR763000600001123456789018'],
    ['nothing', ''],
    ['its word alone', 'IBAN'],
    ['a sign between', 'FR76/30006000011234567890189'],
  ])('is none with %s', (_what, typed) => {
    expect(parseIban(typed)).toBeNull()
  })
})

describe('an account', () => {
  it.each([
    ['FR', true, false],
    ['DE', true, false],
    ['NO', true, false],
    ['LI', true, false],
    ['IS', true, false],
    ['CH', true, true],
    ['GB', true, true],
    ['MC', true, true],
    ['SM', true, true],
    ['AD', true, true],
    ['VA', true, true],
    ['GI', true, true],
    ['RS', true, true],
    ['AL', true, true],
    ['RU', false, false],
    ['UA', false, false],
    ['TR', false, false],
    ['AE', false, false],
    ['SA', false, false],
    ['IL', false, false],
    ['BR', false, false],
    ['TN', false, false],
    ['XK', false, false],
  ])('in %s is reached by SEPA: %s, and its bank has to be named: %s', (country, isReached, isNamed) => {
    expect([isSepaIban(`${country}00`), needsBic(`${country}00`)]).toEqual([isReached, isNamed])
  })

  it('is held by a name with German spelling in Germany and Austria alone', () => {
    expect(['DE1', 'AT1', 'CH1', 'FR1', 'LI1'].map(usesGermanTransliteration)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it.each([
    ['POFICHBE', 'POFICHBE'],
    [' pofi ch be xxx\u200b', 'POFICHBEXXX'],
    ['POFICHBEX', null],
    ['AGRIFRPP', null],
    ['', null],
    ['POFＩCHBE', null],
  ])('in Switzerland has the bank «%s»: %s', (typed, bic) => {
    expect(parseBic(typed, 'CH9300762011623852957')).toBe(bic)
  })
})
