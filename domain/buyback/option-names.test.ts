import { describe, expect, it } from 'vitest'
import { optionLabel, type OptionNames } from './option-names.ts'

const names: OptionNames = {
  accountLanguage: 'fr-FR',
  circuitType: 'web_collect',
  paymentType: 'voucher',
  circuit: { own: 'Chez vous', translations: {} },
  shipping_method: { own: 'Coursier', translations: { 'de-DE': { description: 'Kurier' } } },
  payment_mode: { own: 'Bon', translations: {} },
}
const courier = { source: 'shipping_method', label: 'Coursier' } as const

describe('a price line is called', () => {
  it('as it was at the sale, for a reader of the account’s language', () => {
    expect(optionLabel(courier, names, 'fr-FR')).toBe('Coursier')
    expect(optionLabel(courier, names, null)).toBe('Coursier')
  })

  it('as the account has translated it, as long as it says the same', () => {
    expect(optionLabel(courier, names, 'de-DE')).toBe('Kurier')
    const renamed = { ...names, shipping_method: { ...names.shipping_method!, own: 'Vélo' } }
    expect(optionLabel(courier, renamed, 'de-DE')).toBe('Online, Abholung zu Hause')
  })

  it('by the standard words of the language, where the account has not translated it', () => {
    expect(optionLabel(courier, names, 'en-GB')).toBe('Online, collected at home')
    expect(optionLabel({ source: 'circuit', label: 'Chez vous' }, names, 'nl-BE')).toBe('Online, thuis opgehaald')
    expect(optionLabel({ source: 'payment_mode', label: 'Bon' }, names, 'de-DE')).toBe('Gutschein')
    const given = { ...names, shipping_method: null, payment_mode: null, paymentType: null }
    expect(optionLabel(courier, given, 'en-GB')).toBe('Online, collected at home')
    expect(optionLabel({ source: 'payment_mode', label: 'Bon' }, given, 'de-DE')).toBe('Bon')
  })
})
