import countries from 'i18n-iso-countries'
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import { parseIban } from '../kernel/iban.library.ts'
import type { CustomerChecks } from './customer.ts'

/** The checks of the customer form, by libraries that follow the numbering plans, postal systems and registries. */
export const libraryChecks: CustomerChecks = {
  phone: (value, country) => {
    const parsed = parsePhoneNumberFromString(value, isSupportedCountry(country) ? country : undefined)
    return parsed?.isValid() === true ? parsed.number : null
  },
  // A country without a postal system takes what its people write.
  zipCode: (value, country) =>
    postcodeValidatorExistsForCountry(country) ? postcodeValidator(value, country) : value.length <= 16,
  country: (code) => countries.isValid(code) && /^[A-Z]{2}$/.test(code),
  iban: parseIban,
}

/** Countries that an address may be in, as ISO 3166-1 alpha-2. */
export const countryCodes: readonly string[] = Object.keys(countries.getAlpha2Codes())
