import { expect, it } from 'vitest'
import { addressOf } from './reader.ts'

const place = { common_name: 'Nord', street: null, street_more: null, zip_code: null, city: null, country: 'FR' }

it('a place is written with its country below its town', () => {
  const whole = { ...place, street: '1 rue Neuve', zip_code: '59000', city: 'Lille' }
  expect(addressOf(whole, 'de-DE')).toEqual({ name: 'Nord', lines: ['1 rue Neuve', '59000 Lille', 'Frankreich'] })
  expect(addressOf({ ...place, city: 'Lille', country: null }, 'fr-FR').lines).toEqual(['Lille'])
})

it('a country alone is no address, so that no contract names a company “of France”', () => {
  expect(addressOf(place, 'fr-FR').lines).toEqual([])
})
