import fc from 'fast-check'
import { postcodeValidator } from 'postcode-validator'
import { POSTCODE_REGEXES } from 'postcode-validator/lib/cjs/postcode-regexes.js'
import { describe, expect, it } from 'vitest'
import { libraryChecks } from './customer-checks.library.ts'
import { checkCustomer, type CustomerForm, type Strictness } from './customer.ts'

const form: CustomerForm = {
  clientLastname: 'Martin',
  clientFirstname: 'Anna',
  clientEmail: 'anna.martin@exemple.fr',
  clientPhone: '+33612345678',
  clientStreet: '12 rue des Lilas',
  clientZipCode: '59000',
  clientCity: 'Lille',
  clientCountry: 'FR',
}

function kept(clientZipCode: string, clientCountry: string, how: Strictness = { isTaken: true }) {
  const checked = checkCustomer({ ...form, clientZipCode, clientCountry }, libraryChecks, how)
  return checked.ok ? checked.value.zipCode : checked.error.map(({ field, error }) => `${field} ${error}`)
}

describe('a postal code that was taken where nobody can be asked again', () => {
  it.each([
    ['00000', 'FR', '00000'],
    ['99999', 'FR', '99999'],
    ['00123', 'DE', '00123'],
    ['0000', 'CH', '0000'],
    ['000', 'IS', '000'],
    ['00-000', 'PL', '00-000'],
    ['1234', 'PT', '1234'],
    ['1012ab', 'NL', '1012 AB'],
    ['', 'FR', ['clientZipCode required']],
    ['x'.repeat(17), 'FR', ['clientZipCode zipCodeInvalid']],
  ])('of «%s» in %s keeps %j', (typed, country, expected) => {
    expect(kept(typed, country)).toEqual(expected)
  })

  it('is refused where it can still be asked for', () => {
    expect(kept('00000', 'FR', {})).toEqual(['clientZipCode zipCodeInvalid'])
  })

  it('is never refused where earlier rules took it', () => {
    // Shapes that look ahead cannot be drawn from.
    const shapes = [...POSTCODE_REGEXES].filter(
      ([country, { source }]) => libraryChecks.country(country) && !/\(\?[!=<]/.test(source),
    )
    expect(shapes.length).toBeGreaterThan(150)
    const once = fc
      .constantFrom(...shapes)
      .chain(([country, { source }]) => fc.tuple(fc.constant(country), fc.stringMatching(new RegExp(source))))
      .filter(([country, code]) => code.trim() === code && code !== '' && postcodeValidator(code, country))
    fc.assert(
      fc.property(once, ([country, code]) => {
        expect(kept(code, country)).toBeTypeOf('string')
        expect(kept(code.toLowerCase(), country)).toBeTypeOf('string')
      }),
      { numRuns: 300 },
    )
  })
})
