import { expect, it } from 'vitest'
import { sellerAddressText, sellerIdentityText } from './seller-identity.ts'

const passport = { type: 'passport', number: '12AB34567', issuedOn: '2020-01-02', authority: 'Préfecture du Rhône' }

it('tells an identity document in the words and the dates of a language', () => {
  expect(sellerIdentityText(passport, { passport: 'Passeport' }, 'fr-FR')).toBe(
    'Passeport, 12AB34567, 02/01/2020, Préfecture du Rhône',
  )
  expect(sellerIdentityText(passport, { passport: 'Reisepass' }, 'de-DE')).toContain('Reisepass, 12AB34567, 02.01.20')
})

it('leaves out what was not asked for, and keeps a kind that it has no word for', () => {
  const licence = { type: 'hunting_licence', number: '7', issuedOn: null, authority: null }
  expect(sellerIdentityText(licence, {}, 'en-GB')).toBe('hunting_licence, 7')
})

it('names the country of a seller in the language of the reader', () => {
  const seller = { sellerAddress: '1 rue Neuve, 59000 Lille', sellerCountry: 'FR' }
  expect(sellerAddressText(seller, 'nl-BE')).toBe('1 rue Neuve, 59000 Lille, Frankrijk')
  expect(sellerAddressText({ sellerAddress: null, sellerCountry: null }, 'nl-BE')).toBeNull()
})
