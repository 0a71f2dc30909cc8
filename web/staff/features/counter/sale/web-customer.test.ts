import { describe, expect, it } from 'vitest'
import { missingParts } from './web-customer.ts'

const told = {
  customerId: '01a20035-5988-7003-ba43-c8179d5087e6',
  erasedAt: null,
  clientLastname: 'Martin',
  clientLatinName: null,
  clientFirstname: 'Claire',
  clientEmail: 'claire@example.fr',
  clientPhone: '+33612345678',
  clientStreet: '14 avenue des Tilleuls',
  clientStreetMore: null,
  clientZipCode: '69003',
  clientCity: 'Lyon',
  clientCountry: 'FR',
  clientNationalIdentificationType: 'passport',
  clientNationalIdentification: '4567',
  clientNationalIdentificationDeliveryDate: '2020-03-02',
  clientNationalIdentificationAutorityDelivery: 'Préfecture du Rhône',
  iban: '0189',
  bic: null,
  accountHolder: 'Claire Martin',
  language: null,
} as const
const everything = { identification: true, bank: true }

describe('what the web was told of a customer', () => {
  it('is enough where every part that is asked for is there', () => {
    expect(missingParts(told, everything)).toEqual([])
  })

  it.each([
    ['details', { ...told, clientPhone: null }],
    ['identity', { ...told, clientNationalIdentification: null }],
    ['bank', { ...told, iban: null }],
  ])('lacks its %s', (part, less) => {
    expect(missingParts(less, everything)).toEqual([part])
  })

  it('lacks nothing that nobody asks for', () => {
    const less = { ...told, clientNationalIdentificationType: null, iban: null }
    expect(missingParts(less, { identification: false, bank: false })).toEqual([])
  })
})
