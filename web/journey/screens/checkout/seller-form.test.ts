import { describe, expect, it } from 'vitest'
import { libraryChecks } from '#domain/customer/customer-checks.library.ts'
import { checkSeller, splitTypedFields, sellerNeeds, typedSoFar } from './seller-form.ts'

const typed = {
  clientLastname: ' Martin',
  clientFirstname: 'Anna',
  clientEmail: 'anna.martin@exemple.fr',
  clientPhone: '06 12 34 56 78',
  clientStreet: '12 rue des Lilas',
  clientZipCode: '59000',
  clientCity: 'Lille',
  clientCountry: 'FR',
  clientNationalIdentificationType: 'passport',
  clientNationalIdentification: 'x4rtb pfw4',
  clientNationalIdentificationDeliveryDate: '2022-05-04',
  clientNationalIdentificationAutorityDelivery: 'Préfecture du Nord',
  iban: 'fr76 3000 6000 0112 3456 7890 189',
  termsAccepted: 'true',
}
const asked = {
  needs: { identification: true, bank: true },
  checks: libraryChecks,
  today: '2126-11-22',
  language: 'fr-FR',
  currency: 'EUR',
} as const

describe('the seller', () => {
  it('is sent as checked, so that the same person is the same to the letter', () => {
    const one = checkSeller(typed, asked)
    const other = checkSeller(
      {
        ...typed,
        clientLastname: 'Martin',
        clientPhone: '+33612345678',
        iban: 'FR7630006000011234567890189',
        accountHolder: 'Anna Martin',
      },
      asked,
    )
    expect(one).toEqual(other)
    expect(one).toMatchObject({
      ok: true,
      value: {
        customer: { clientLastname: 'Martin', clientPhone: '+33612345678' },
        identification: { clientNationalIdentification: 'X4RTBPFW4' },
        bank: { iban: 'FR7630006000011234567890189', accountHolder: 'Anna Martin' },
        termsAccepted: true,
      },
    })
  })

  it('gives neither document nor account where none is asked for', () => {
    const checked = checkSeller(typed, { ...asked, needs: { identification: false, bank: false } })
    expect(checked.ok && Object.keys(checked.value)).toEqual(['customer', 'language', 'termsAccepted'])
  })

  it('may live in the countries that the cart is taken from, and in no other', () => {
    const faults = (served: readonly string[] | null) => {
      const checked = checkSeller(typed, { ...asked, served })
      return checked.ok ? [] : checked.error
    }
    expect([null, ['BE', 'FR']].map(faults)).toEqual([[], []])
    expect(faults(['BE'])).toEqual([{ field: 'clientCountry', error: 'countryNotServed' }])
  })

  it('learns every fault in the order of the form', () => {
    const checked = checkSeller({}, asked)
    expect(checked.ok ? [] : checked.error.map(({ field }) => field)).toEqual([
      'clientFirstname',
      'clientLastname',
      'clientEmail',
      'clientPhone',
      'clientStreet',
      'clientZipCode',
      'clientCity',
      'clientCountry',
      'clientNationalIdentificationType',
      'clientNationalIdentification',
      'clientNationalIdentificationDeliveryDate',
      'clientNationalIdentificationAutorityDelivery',
      'iban',
      'accountHolder',
      'termsAccepted',
    ])
  })
})

describe('what is typed', () => {
  it('is parted so that number and IBAN go to no storage', () => {
    const { secrets, customerInfo, customerIdentification } = splitTypedFields(typed)
    expect(secrets).toEqual({ clientNationalIdentification: typed.clientNationalIdentification, iban: typed.iban })
    expect(JSON.stringify([customerInfo, customerIdentification])).not.toMatch(/x4rtb|fr76/)
    expect(customerIdentification).toMatchObject({ clientNationalIdentificationType: 'passport' })
    expect(typedSoFar({ customerInfo, customerIdentification }, secrets, 'BE')).toEqual(typed)
  })

  it('begins with the country of the account', () => {
    expect(typedSoFar({ customerInfo: {}, customerIdentification: {} }, {}, 'BE')).toEqual({ clientCountry: 'BE' })
  })
})

it.each([
  [['bank_transfer', 'voucher'], true, { identification: true, bank: true }],
  [['voucher'], false, { identification: false, bank: false }],
])('a cart paid by %j asks, where identity is required: %s, for %j', (types, identity, expected) => {
  const cartBuybacks = types.map((type) => ({ paymentMode: { id: 'p', type, label: type } }))
  expect(sellerNeeds({ cartBuybacks: cartBuybacks as never }, identity)).toEqual(expected)
})
