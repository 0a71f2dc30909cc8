import { expect, it } from 'vitest'
import { libraryChecks } from '#domain/customer/customer-checks.library.ts'
import { askedFields, draftFaults, filledForm, formFaults } from './customer-form.ts'
import type { CustomerDraft } from './customer-draft.ts'

const draft: CustomerDraft = {
  customer: {
    clientLastname: 'Martin',
    clientFirstname: 'Claire',
    clientEmail: 'claire.martin@example.fr',
    clientPhone: '06 12 34 56 78',
    clientStreet: '12 rue des Lilas',
    clientZipCode: '69003',
    clientCity: 'Lyon',
    clientCountry: 'FR',
  },
  identification: {},
  bank: {},
  language: null,
  former: null,
  mayBeFound: false,
  keepsWeb: true,
  checkedFor: null,
  faults: [],
}
const facts = { checks: libraryChecks, today: '2126-03-01', currency: 'EUR' } as const
const fieldsOf = (asked: { identification: boolean; bank: boolean }) =>
  formFaults(filledForm(draft, asked), facts).map(({ field }) => field)

it('a part that is not asked is not checked, and one that is empty names each of its fields', () => {
  expect(fieldsOf({ identification: false, bank: false })).toEqual([])
  expect(fieldsOf({ identification: true, bank: true })).toEqual([
    'clientNationalIdentificationType',
    'clientNationalIdentification',
    'clientNationalIdentificationDeliveryDate',
    'clientNationalIdentificationAutorityDelivery',
    'iban',
    'accountHolder',
  ])
})

it('the bank of a British account is asked for where the account pays in euros, and not where it pays in pounds', () => {
  const british = { ...draft, bank: { iban: 'GB29 NWBK 6016 1331 9268 19', accountHolder: 'Anna Martin' } }
  const asked = { identification: false, bank: true }
  const faultsIn = (currency: 'EUR' | 'GBP') =>
    formFaults(filledForm(british, asked), { ...facts, currency }).map(({ field }) => field)
  expect([askedFields(british, 'EUR').bank, faultsIn('EUR')]).toEqual([['iban', 'bic', 'accountHolder'], ['bic']])
  expect([askedFields(british, 'GBP').bank, faultsIn('GBP')]).toEqual([['iban', 'accountHolder'], []])
})

it('a second line of the address that is blank is left out', () => {
  const typed = { ...draft, customer: { ...draft.customer, clientStreetMore: ' ' } }
  expect(filledForm(typed, { identification: false, bank: false }).customer).not.toHaveProperty('clientStreetMore')
})

it('a document is issued at latest on the day that it is where the account is', async () => {
  const identification = {
    clientNationalIdentificationType: 'identity_card',
    clientNationalIdentification: '880692310285',
    clientNationalIdentificationDeliveryDate: '2126-03-02',
    clientNationalIdentificationAutorityDelivery: 'Lyon',
  }
  const faultsIn = (timeZone: string) =>
    draftFaults(
      { ...draft, identification },
      { identification: true, bank: false },
      { timeZone, currency: 'EUR', nowMs: Date.parse('2126-03-01T23:30:00Z') },
    )
  expect(await faultsIn('Europe/Paris')).toEqual([])
  expect(await faultsIn('Atlantic/Azores')).toEqual([
    { field: 'clientNationalIdentificationDeliveryDate', error: 'dateInFuture' },
  ])
})

it('of a customer who was found, document and account are asked for once the phone and the e-mail are another one’s', () => {
  const former = {
    id: '00000000-0000-7000-8000-000000000001',
    identification: { type: 'passport', end: '•••• 567' },
    bank: { end: '•••• 0189' },
    name: { firstName: 'Claire', lastName: 'Martin' },
  } as const
  const all = { identification: true, bank: true }
  const isAsked = (changed: Partial<CustomerDraft>) => {
    const { identification, bank } = filledForm({ ...draft, former, foundAs: draft.customer, ...changed }, all)
    return { identification: identification !== undefined, bank: bank !== undefined }
  }
  const nothing = { identification: false, bank: false }
  const customer = { ...draft.customer, clientPhone: '06 99 99 99 99' }
  expect(isAsked({})).toEqual(nothing)
  expect(isAsked({ customer })).toEqual(nothing)
  expect(isAsked({ customer: { ...customer, clientEmail: 'other@example.fr' } })).toEqual(all)
  expect(isAsked({ customer: { ...draft.customer, clientLastname: 'Durand' } })).toEqual(all)
  // The account is given, as the earlier sale had none: of another holder, the document is asked for too.
  const given = (accountHolder: string) => isAsked({ former: { ...former, bank: null }, bank: { accountHolder } })
  expect(given('Martin Claire')).toEqual({ identification: false, bank: true })
  expect(given('Paul Durand')).toEqual(all)
})
