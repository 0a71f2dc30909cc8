import { describe, expect, it } from 'vitest'
import { optionLabel, type OptionNames } from './option-names.ts'

const names: OptionNames = {
  accountLanguage: 'fr-FR',
  circuit: { own: 'Chez vous', translations: {} },
  shipping_method: { own: 'Coursier', translations: { 'de-DE': { description: 'Kurier' } } },
  payment_mode: { own: 'Carte', translations: {} },
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
    expect(optionLabel(courier, renamed, 'de-DE')).toBe('Coursier')
  })

  it('by the account’s own name, where the account has not translated it', () => {
    expect(optionLabel(courier, names, 'en-GB')).toBe('Coursier')
    expect(optionLabel({ source: 'circuit', label: 'Chez vous' }, names, 'nl-BE')).toBe('Chez vous')
    expect(optionLabel({ source: 'payment_mode', label: 'Carte' }, names, 'de-DE')).toBe('Carte')
  })

  it.each([
    ['circuit', 'En ligne, envoi postal', 'Online, per Post'],
    ['shipping_method', 'En ligne, point relais', 'Online, Abgabe im Paketshop'],
    ['payment_mode', 'Carte cadeau', 'Geschenkkarte'],
    ['payment_mode', 'En ligne, point relais', 'En ligne, point relais'],
    ['circuit', 'Online, by post', 'Online, by post'],
  ] as const)(
    'in the reader’s words, where a %s has a standard name of the account’s language: %s',
    (source, label, said) => {
      const given = { ...names, shipping_method: null, payment_mode: null }
      expect(optionLabel({ source, label }, given, 'de-DE')).toBe(said)
    },
  )
})
