import { describe, expect, it } from 'vitest'
import { withKept, type KeptForm } from './seller.ts'

const told: KeptForm = {
  customer: {
    clientLastname: 'Martin/Durand',
    clientFirstname: 'Anne https://evil.example',
    clientEmail: 'anne@client.example',
    clientPhone: '+33612345678',
    clientStreet: '1 rue Haute',
    clientZipCode: '59000',
    clientCity: 'Lille',
    clientCountry: 'FR',
  },
  bank: { iban: 'FR7630006000011234567890189', accountHolder: 'Anne Martin' },
}

describe('a seller whom the web was told of', () => {
  it('is not refused for a name that was taken under earlier rules, and keeps what is their own', () => {
    const form = withKept({ termsAccepted: true }, told)
    expect(form.customer).toEqual({
      ...told.customer,
      clientLastname: 'Martin Durand',
      clientFirstname: 'Anne https: evil. example',
    })
    expect(form.bank).toEqual(told.bank)
  })
})
