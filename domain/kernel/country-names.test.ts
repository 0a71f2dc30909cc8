import { expect, it } from 'vitest'
import { countryNames } from './country-names.ts'

it.each([
  ['BE', 'Belgique'],
  ['DE', 'Allemagne'],
  ['', ''],
  ['<b>', '<b>'],
  ['France', 'France'],
])('«%s» is called «%s»', (code, name) => {
  expect(countryNames('fr-FR')(code)).toBe(name)
})
