import { describe, expect, it } from 'vitest'
import { withFoundCustomer, withKept, type KeptForm } from './seller.ts'

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

describe('a customer who was found again', () => {
  const identification = {
    clientNationalIdentificationType: 'passport',
    clientNationalIdentification: '12AB34567',
    clientNationalIdentificationDeliveryDate: '2020-03-02',
    clientNationalIdentificationAutorityDelivery: 'Préfecture du Nord',
  }
  const customer = { ...told.customer, clientLastname: 'Martin', clientFirstname: 'Anne' }
  const former = { ...told, customer, identification }
  const found = (changed: Partial<typeof customer>, bank?: KeptForm['bank']) =>
    withFoundCustomer({ customer: { ...customer, ...changed }, bank, termsAccepted: true }, former)

  it('keeps document and account with the phone or the e-mail of the earlier sale', () => {
    expect(found({})).toMatchObject({ identification, bank: told.bank })
    expect(found({ clientPhone: '+33699999999' })).toMatchObject({ identification, bank: told.bank })
    expect(found({ clientPhone: '+33 6 12 34 56 78', clientEmail: '' })).toMatchObject({ identification })
    expect(found({ clientPhone: '', clientEmail: ' ANNE@client.example' })).toMatchObject({ identification })
  })

  it('keeps neither where both are another one’s, though the name is the same', () => {
    const other = found({ clientPhone: '+33699999999', clientEmail: 'other@client.example' })
    expect(other).toMatchObject({ identification: undefined, bank: undefined })
    expect(found({ clientFirstname: 'Paul' })).toMatchObject({ identification: undefined, bank: undefined })
  })

  it('keeps no document beside the account of another holder', () => {
    const own = { iban: 'DE89370400440532013000', accountHolder: 'MARTIN Anne' }
    expect(found({}, own)).toMatchObject({ identification, bank: own })
    const foreign = { ...own, accountHolder: 'Paul Durand' }
    expect(found({}, foreign)).toMatchObject({ identification: undefined, bank: foreign })
  })
})
