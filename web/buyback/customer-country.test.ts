import { describe, expect, it } from 'vitest'
import type { CircuitOption } from '#sync/calls/public-catalog.ts'
import { cartLine } from '#tests/support/cart-line.ts'
import { customerCountry, optionFault } from './customer-country.ts'

describe('the country of the customer', () => {
  it.each([
    [{}, null],
    [{ clientCountry: 'FR' }, null],
    [{ clientCountry: 'FR', clientFirstname: 'Anna' }, null],
    [{ clientCountry: 'BE', clientCity: ' ' }, null],
    [{ clientCountry: 'BE', clientCity: 'Namur' }, 'BE'],
    [{ clientCountry: 'BE', clientZipCode: '5000' }, 'BE'],
    [{ clientCountry: 'BE', clientStreet: 'rue de Fer' }, 'BE'],
    [{ clientCountry: 'Belgique', clientCity: 'Namur' }, null],
    [{ clientCity: 'Namur' }, null],
  ])('of %o is %s', (customerInfo, country) => {
    expect(customerCountry({ customerInfo })).toBe(country)
  })
})

describe('the options of a product', () => {
  const line = cartLine({ shippingMethod: { id: 's', type: 'web_post', label: 'Colissimo' } })
  const circuit = (id: string, shipping: string, payment: string): CircuitOption =>
    ({ id, shippingMethods: [{ id: shipping }], paymentModes: [{ id: payment }] }) as unknown as CircuitOption

  it.each([
    ['are all offered', [circuit('other', 'x', 'y'), circuit('c', 's', 'p')], null],
    ['are none where nothing is offered', [], 'CIRCUIT_NO_TRANSPORT_MODE'],
    ['lack their circuit', [circuit('other', 's', 'p')], 'BUYBACK_CIRCUIT_NOT_AVAILABLE'],
    ['lack their shipping method', [circuit('c', 'x', 'p')], 'BUYBACK_OPTION_NOT_AVAILABLE'],
    ['lack their payment mode', [circuit('c', 's', 'y')], 'BUYBACK_OPTION_NOT_AVAILABLE'],
  ])('%s', (_, circuits, fault) => {
    expect(optionFault(line, circuits)).toBe(fault)
  })
})
