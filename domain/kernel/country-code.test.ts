import { expect, it } from 'vitest'
import { countryCodes } from '../customer/customer-checks.library.ts'
import { circuitSchema } from '../circuit/circuit.schema.ts'
import { clientPatchSchema } from '../settings/client.schema.ts'
import { shippingMethodSchema } from '../circuit/shipping-method.schema.ts'
import { countryCode, knownCountries } from './country-code.schema.ts'

it('knows the countries that the forms offer', () => {
  expect([...knownCountries].toSorted()).toEqual([...countryCodes].toSorted())
})

it.each(['ZZ', 'AA', 'UK', 'fr', 'FRA', '', ' FR'])('takes no %j for a country, wherever one is configured', (code) => {
  expect(countryCode().safeParse(code).success).toBe(false)
  expect(clientPatchSchema.safeParse({ country: code }).success).toBe(false)
  expect(clientPatchSchema.safeParse({ companyCountry: code }).success).toBe(false)
  expect(circuitSchema.partial().safeParse({ eligibleCountries: ['FR', code] }).success).toBe(false)
  expect(shippingMethodSchema.partial().safeParse({ availableCountries: [code] }).success).toBe(false)
})

it.each(['FR', 'BE', 'XK'])('takes %s', (code) => {
  expect(clientPatchSchema.safeParse({ country: code, companyCountry: code }).success).toBe(true)
  expect(circuitSchema.partial().safeParse({ eligibleCountries: [code] }).success).toBe(true)
})
