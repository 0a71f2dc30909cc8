import countries from 'i18n-iso-countries'
import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import { parseIban } from '../kernel/iban.library.ts'
import { knowsPostalCodes, postalCode } from '../kernel/postal-code.ts'
import { defaultPhoneCountry, type CustomerChecks } from './customer.ts'

/** The checks of the customer form, by libraries that follow the numbering plans, postal systems and registries. */
export const libraryChecks: CustomerChecks = {
  // A number without a prefix is one of the address's country, or of the default one for those who have moved.
  phone: (value, country) => {
    const home = isSupportedCountry(country) ? [country] : []
    for (const of of [...home, defaultPhoneCountry] as readonly CountryCode[]) {
      const parsed = parsePhoneNumberFromString(value, of)
      if (parsed?.isValid() === true) return parsed.number
    }
    return null
  },
  zipCode: (value, country) => {
    if (knowsPostalCodes(country)) return postalCode(value, country)
    const typed = value.trim()
    // A country without a postal system takes what its people write.
    if (!postcodeValidatorExistsForCountry(country)) return typed.length <= 16 ? typed : null
    if (/^[0\s-]+$/.test(typed)) return null
    const found = [typed, typed.toUpperCase(), typed.toUpperCase().replace(new RegExp(`^${country}[\\s-]*`), '')]
    return found.find((code) => postcodeValidator(code, country)) ?? null
  },
  country: (code) => countries.isValid(code) && /^[A-Z]{2}$/.test(code),
  iban: parseIban,
}

/** Countries that an address may be in, as ISO 3166-1 alpha-2. */
export const countryCodes: readonly string[] = Object.keys(countries.getAlpha2Codes())
