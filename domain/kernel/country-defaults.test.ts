import { expect, it } from 'vitest'
import { countryCodes } from '../customer/customer-checks.library.ts'
import { countryDefaults } from './country-defaults.ts'

it.each([
  ['FR', 'EUR', 'Europe/Paris'],
  ['BE', 'EUR', 'Europe/Brussels'],
  ['DE', 'EUR', 'Europe/Berlin'],
  ['GB', 'GBP', 'Europe/London'],
  ['CH', 'CHF', 'Europe/Zurich'],
  ['US', 'USD', 'America/New_York'],
  // Its crown is no account's money.
  ['SE', 'EUR', 'Europe/Stockholm'],
  ['', 'EUR', null],
  ['??', 'EUR', null],
])('an account in «%s» begins with %s and the clock of %s', (country, currency, timeZone) => {
  expect(countryDefaults(country)).toEqual({ currency, timeZone })
})

it('every country that an address may be in has a time zone that exists', () => {
  for (const country of countryCodes) {
    const { timeZone } = countryDefaults(country)
    expect(timeZone, country).not.toBeNull()
    expect(() => new Intl.DateTimeFormat('en', { timeZone: timeZone! }), country).not.toThrow()
  }
})
