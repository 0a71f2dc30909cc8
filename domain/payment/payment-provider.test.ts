import { describe, expect, it } from 'vitest'
import { paymentTypes } from '../circuit/payment-type.ts'
import { currencies } from '../kernel/languages.ts'
import { modeProviders, providerOf, voucherTypes } from './payment-provider.ts'

describe('a payment', () => {
  it.each(voucherTypes)('of a mode %s is the program’s own unless an outside provider is named', (type) => {
    expect(modeProviders.filter((provider) => providerOf({ type, provider }, true) === 'program')).toEqual([
      'none',
      'gift_card',
    ])
    expect(providerOf({ type, provider: 'card_payment' }, true)).toBe('http')
    expect(providerOf({ type, provider: 'other' }, false)).toBe('manual')
  })

  it('of a bank transfer goes into a file where a bank is named, and is made by hand where nobody is', () => {
    expect(providerOf({ type: 'bank_transfer', provider: 'bank_transfer' }, true)).toBe('transfer_file')
    expect(providerOf({ type: 'bank_transfer', provider: 'none' }, true)).toBe('manual')
    expect(providerOf({ type: 'no_iban_transfer', provider: 'bank_transfer' }, true)).toBe('manual')
  })

  it('of a bank transfer is made by hand in a currency that no file is written in', () => {
    for (const currency of currencies)
      expect(providerOf({ type: 'bank_transfer', provider: 'bank_transfer' }, true, currency)).toBe(
        currency === 'EUR' ? 'transfer_file' : 'manual',
      )
  })

  it('whose provider does not issue what its mode promises is made by hand', () => {
    expect(providerOf({ type: 'bank_transfer', provider: 'gift_card' }, true)).toBe('manual')
    expect(providerOf({ type: 'voucher', provider: 'bank_transfer' }, true)).toBe('manual')
    expect(providerOf(null, true)).toBe('manual')
  })

  it('is the service’s exactly where one outside is named and the installation reaches it', () => {
    for (const type of paymentTypes)
      for (const provider of modeProviders) {
        const isOutside = provider === 'card_payment' || provider === 'other'
        expect(providerOf({ type, provider }, true) === 'http').toBe(isOutside)
        if (isOutside) expect(providerOf({ type, provider }, false)).toBe('manual')
      }
  })
})
