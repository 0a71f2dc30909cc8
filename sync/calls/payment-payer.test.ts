import { expect, it } from 'vitest'
import { writePayerCall } from './payment-payer.ts'

it.each([
  ['AGRIFRPP882', true],
  ['agrifrpp', true],
  ['AGRIQQPP', false],
  ['AGRIFRPP88', false],
  ['12345678', false],
])('the BIC %s names a bank of a country that there is: %s', (bic, isOne) => {
  const payer = { name: 'Shop', iban: 'FR7630006000011234567890189', bic, town: 'Lyon', country: 'FR' }
  expect(writePayerCall.body.safeParse(payer).success).toBe(isOne)
})
