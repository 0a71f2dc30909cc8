import { expect, it } from 'vitest'
import { createRandom } from './random.ts'
import { demoProducts } from './products.ts'
import { translatedName } from './translated-names.ts'

it.each([
  ['Apple iPad Pro 12,9 pouces (6e génération) 1 To', 'Apple iPad Pro 12.9-inch (6th generation) 1 TB', 'Zoll'],
  ['Sony Alpha 6400 (ILCE-6400) Objectif 16-50 mm', 'Sony Alpha 6400 (ILCE-6400) 16-50 mm lens', 'Objektiv 16-50 mm'],
  ['Apple AirPods Max (Lightning) Gris sidéral', 'Apple AirPods Max (Lightning) Space Grey', 'Space Grau'],
  ['Microsoft Surface Go 3 64 Go', 'Microsoft Surface Go 3 64 GB', 'Surface Go 3 64 GB'],
])('%s is named in other languages', (label, english, german) => {
  const names = translatedName(label)
  expect(names['en-GB']?.['label']).toBe(english)
  expect(names['de-DE']?.['label']).toContain(german)
})

it('a name that is the same everywhere has no translations, and none keeps French words', () => {
  expect(translatedName('Bose QuietComfort 45')).toEqual({})
  const names = demoProducts(createRandom(1)).flatMap(({ label }) => Object.values(translatedName(label)))
  expect(names.length).toBeGreaterThan(300)
  for (const name of names)
    expect(name?.['label']).not.toMatch(/ (Go|To|pouces|Noir|Blanc|Gris|Argent|Boîtier)$|génération|vitesses|Monture/)
})
