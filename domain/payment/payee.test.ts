import { describe, expect, it } from 'vitest'
import { payeeOf, type KnownPayee } from './payee.ts'

const known: KnownPayee = {
  name: 'Юрий Щербаков',
  latinName: 'Yuriy Shcherbakov',
  accountHolder: 'Юрий Щербаков',
  iban: 'FR7630006000011234567890189',
  bic: null,
}
const said = (change: Partial<KnownPayee>): string => {
  const payee = payeeOf({ ...known, ...change })
  return payee.ok ? payee.value.said : `left out: ${payee.error}`
}

describe('a payee', () => {
  it.each<[string, Partial<KnownPayee>, string]>([
    ['by the spelling that the customer has confirmed', {}, 'Yuriy Shcherbakov'],
    ['in whatever order the holder was written', { accountHolder: 'Щербаков юрий' }, 'Yuriy Shcherbakov'],
    ['without a holder, too', { accountHolder: null }, 'Yuriy Shcherbakov'],
    ['by the holder, where that is Latin', { accountHolder: 'Anna Łoś' }, 'Anna Los'],
    ['never by another person’s spelling', { accountHolder: 'Анна Иванова' }, 'left out: no_latin_name'],
    ['not without any spelling', { latinName: null }, 'left out: no_latin_name'],
    ['not in part', { name: '李 Martin', accountHolder: null, latinName: null }, 'left out: no_latin_name'],
    ['not by signs', { accountHolder: '***', latinName: null }, 'left out: no_latin_name'],
    ['of one letter', { name: 'O', accountHolder: 'O', latinName: null }, 'O'],
    [
      'with German spelling in Germany',
      { accountHolder: 'Jürgen Größl', iban: 'DE89370400440532013000' },
      'Juergen Groessl',
    ],
    ['with German spelling in Austria', { accountHolder: 'Müller', iban: 'AT611904300234573201' }, 'Mueller'],
    ['without it elsewhere', { accountHolder: 'Müller' }, 'Muller'],
    ['in Turkish and Icelandic letters', { accountHolder: 'Yıldız Guðmundsson' }, 'Yildiz Gudmundsson'],
    ['not in Russia', { iban: 'RU0204452560040702810412345678901' }, 'left out: outside_sepa'],
    ['not in Ukraine', { iban: 'UA213223130000026007233566001' }, 'left out: outside_sepa'],
    ['not without an account', { iban: null }, 'left out: no_iban'],
    ['not in Switzerland without the bank', { iban: 'CH9300762011623852957' }, 'left out: no_bic'],
    ['in Switzerland with it', { iban: 'CH9300762011623852957', bic: 'POFICHBE' }, 'Yuriy Shcherbakov'],
  ])('is named %s', (_how, change, expected) => {
    expect(said(change)).toBe(expected)
  })
})
