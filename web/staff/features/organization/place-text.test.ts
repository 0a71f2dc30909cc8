import { expect, it } from 'vitest'
import { addressLines, coordinatesText, groupSiret } from './place-text.ts'

const nowhere = { street: null, streetMore: null, zipCode: null, city: null, country: null }
const named = (code: string) => `<${code}>`

it('an address goes from the street to the country, without lines that say nothing', () => {
  const shop = { street: '12 rue Nationale', streetMore: ' ', zipCode: '59000', city: 'Lille', country: 'FR' }
  expect(addressLines(shop, named)).toEqual(['12 rue Nationale', '59000 Lille', '<FR>'])
  expect(addressLines({ ...nowhere, city: 'Gent' }, named)).toEqual(['Gent'])
  expect(addressLines(nowhere, named)).toEqual([])
})

it('coordinates are told to about a metre, and only both together', () => {
  expect(coordinatesText({ latitude: 50.636_561_2, longitude: -3.063_52 })).toBe('50.63656, -3.06352')
  expect(coordinatesText({ latitude: 0, longitude: 0 })).toBe('0, 0')
  expect(coordinatesText({ latitude: 50, longitude: null })).toBeNull()
})

it('a SIRET is written in its groups, and anything else as it is', () => {
  expect(groupSiret('80314159700010')).toBe('803 141 597 00010')
  expect(groupSiret('803 141597 00010')).toBe('803 141 597 00010')
  expect(groupSiret('BE 0403.170.701')).toBe('BE 0403.170.701')
})
