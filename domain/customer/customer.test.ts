import { isEmail } from '../kernel/email.ts'
import { describe, expect, it } from 'vitest'
import de from '#locales/de-DE/customer.json' with { type: 'json' }
import en from '#locales/en-GB/customer.json' with { type: 'json' }
import fr from '#locales/fr-FR/customer.json' with { type: 'json' }
import nl from '#locales/nl-BE/customer.json' with { type: 'json' }
import { libraryChecks } from './customer-checks.library.ts'
import {
  checkBank,
  checkCustomer,
  checkIdentification,
  checkTerms,
  fieldErrors,
  type BankForm,
  type CustomerForm,
} from './customer.ts'

const form: CustomerForm = {
  clientLastname: 'Martin',
  clientFirstname: 'Anna',
  clientEmail: 'anna.martin@exemple.fr',
  clientPhone: '06 12 34 56 78',
  clientStreet: '12 rue des Lilas',
  clientZipCode: '59000',
  clientCity: 'Lille',
  clientCountry: 'FR',
}
const x = (count: number): string => 'x'.repeat(count)

function faultsOf(change: Partial<CustomerForm>): readonly string[] {
  const checked = checkCustomer({ ...form, ...change }, libraryChecks)
  return checked.ok ? [] : checked.error.map(({ field, error }) => `${field} ${error}`)
}

describe('the customer form', () => {
  it('passes trimmed, with the phone number in international form', () => {
    const checked = checkCustomer({ ...form, clientCity: ' Lille ', clientCountry: 'fr' }, libraryChecks)
    expect(checked).toEqual({
      ok: true,
      value: {
        lastName: 'Martin',
        firstName: 'Anna',
        latinName: null,
        email: 'anna.martin@exemple.fr',
        phone: '+33612345678',
        street: '12 rue des Lilas',
        streetMore: null,
        zipCode: '59000',
        city: 'Lille',
        country: 'FR',
      },
    })
  })

  it.each<[keyof CustomerForm, number, string[]]>([
    ['clientLastname', 0, ['requiredBetween']],
    ['clientLastname', 1, []],
    ['clientLastname', 70, []],
    ['clientLastname', 255, []],
    ['clientLastname', 256, ['between']],
    ['clientFirstname', 0, ['requiredBetween']],
    ['clientFirstname', 1, []],
    ['clientFirstname', 70, []],
    ['clientFirstname', 255, []],
    ['clientFirstname', 256, ['between']],
    ['clientStreet', 0, ['requiredBetween']],
    ['clientStreet', 1, ['between']],
    ['clientStreet', 2, []],
    ['clientStreet', 125, []],
    ['clientStreet', 126, ['between']],
    ['clientStreetMore', 0, []],
    ['clientStreetMore', 1, []],
    ['clientStreetMore', 125, []],
    ['clientStreetMore', 126, ['between']],
    ['clientCity', 0, ['requiredBetween']],
    ['clientCity', 1, ['between']],
    ['clientCity', 2, []],
    ['clientCity', 45, []],
    ['clientCity', 46, ['between']],
  ])('takes %s of %i characters: %j', (field, length, errors) => {
    expect(faultsOf({ [field]: x(length) })).toEqual(errors.map((error) => `${field} ${error}`))
  })

  it.each(['clientLastname', 'clientFirstname'] as const)('takes no %s without a letter', (field) => {
    for (const name of ['😀😀', '12', '--']) expect(faultsOf({ [field]: name })).toEqual([`${field} letterMissing`])
    for (const name of ['O', 'Ng', 'Ó 2', '李', '李明', 'D’'])
      expect(faultsOf({ [field]: name, clientLatinName: 'Li Martin' }), name).toEqual([])
  })

  it('counts characters as people do, and blanks as nothing', () => {
    expect(faultsOf({ clientCity: '\u200e\u200b\u200f' })).toEqual(['clientCity requiredBetween'])
    // As address books and certificates give them.
    expect(faultsOf({ clientPhone: '\u202a06 12 34 56 78\u202c', clientEmail: '\u200bana@exemple.fr' })).toEqual([])
    expect(faultsOf({ clientCity: '\u{10428}' })).toEqual(['clientCity between'])
    expect(faultsOf({ clientLastname: '   ' })).toEqual(['clientLastname requiredBetween'])
  })

  it.each([
    ['0612345678', 'FR', '+33612345678'],
    ['+49 30 901820', 'FR', '+4930901820'],
    ['030 901820', 'DE', '+4930901820'],
    ['0470 12 34 56', 'BE', '+32470123456'],
    // A number of France with an address elsewhere.
    ['06 12 34 56 78', 'BE', '+33612345678'],
    ['06 12 34 56 78', 'US', '+33612345678'],
    ['0033 6 12 34 56 78', 'BE', '+33612345678'],
    ['+33 (0)6 12 34 56 78', 'DE', '+33612345678'],
    ['+32 470 12 34 56', 'FR', '+32470123456'],
    ['06123456', 'FR', null],
    ['06123456789', 'FR', null],
    ['téléphone', 'FR', null],
  ])('takes the phone number %s of %s as %s', (value, country, expected) => {
    expect(libraryChecks.phone(value, country)).toBe(expected)
  })

  it.each([
    ['FR', '75001', '75001'],
    ['FR', '7500', null],
    ['FR', '750011', null],
    ['FR', '00000', null],
    ['BE', 'B-1000', '1000'],
    ['BE', '10000', null],
    ['DE', 'D-10115', '10115'],
    ['NL', '1012ab', '1012 AB'],
    ['PL', '00001', '00-001'],
    ['LI', '9498', '9498'],
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['GB', '12345', null],
    ['AE', 'Dubai', 'Dubai'],
    // By the library of postal systems.
    ['TR', '34000', '34000'],
    ['TR', 'TR-34000', '34000'],
    ['TR', '00000', null],
  ])('takes in %s the postal code %s as %s', (country, value, expected) => {
    expect(libraryChecks.zipCode(value, country)).toBe(expected)
  })

  it.each([
    ['FR', true],
    ['BE', true],
    ['XX', false],
    ['FRA', false],
    ['', false],
  ])('takes the country «%s»: %s', (code, expected) => {
    expect(libraryChecks.country(code)).toBe(expected)
  })

  it.each<[string, Partial<CustomerForm>, string[]]>([
    ['a Latin name', {}, []],
    ['a Latin name, and another spelling that nobody needs', { clientLatinName: 'Юрий' }, []],
    [
      'Cyrillic letters alone',
      { clientFirstname: 'Юрий', clientLastname: 'Щербаков' },
      ['clientLatinName latinRequired'],
    ],
    ['one of two names in Chinese', { clientFirstname: '李' }, ['clientLatinName latinRequired']],
    ['a spelling in Cyrillic', { clientFirstname: 'Юрий', clientLatinName: 'Юрий' }, ['clientLatinName latinLetters']],
    [
      'a spelling that is an address',
      { clientFirstname: '李', clientLatinName: 'a@b.fr' },
      ['clientLatinName nameCharacters'],
    ],
    ['a spelling of one letter', { clientFirstname: '李', clientLatinName: 'L' }, []],
    ['a spelling that is too long', { clientFirstname: '李', clientLatinName: x(141) }, ['clientLatinName between']],
    ['a street in Cyrillic', { clientStreet: '12 улица Ленина', clientCity: 'Αθήνα' }, []],
    ['a street in Chinese', { clientStreet: '南京路 12' }, ['clientStreet latinLetters']],
    ['a city in Arabic', { clientCity: 'الرباط' }, ['clientCity latinLetters']],
    ['a second line in Hebrew', { clientStreetMore: 'דירה 3' }, ['clientStreetMore latinLetters']],
  ])('of %s says what is missing', (_what, change, expected) => {
    expect(faultsOf(change)).toEqual(expected)
  })

  it('keeps the spelling where it is needed, and the code as the post writes it', () => {
    const asked = { ...form, clientFirstname: '娜', clientLastname: '李', clientLatinName: ' Li Na ' }
    const checked = checkCustomer({ ...asked, clientCountry: 'NL', clientZipCode: '1012ab' }, libraryChecks)
    expect(checked.ok && checked.value).toMatchObject({ latinName: 'Li Na', zipCode: '1012 AB' })
    const needless = checkCustomer({ ...form, clientLatinName: 'Anna Martin' }, libraryChecks)
    expect(needless.ok && needless.value.latinName).toBeNull()
  })

  it('refuses nothing for a spelling that was not asked for yet, where nobody can be asked again', () => {
    const former = { ...form, clientFirstname: '娜', clientLastname: '李', clientStreet: '南京路 12' }
    const checked = checkCustomer(former, libraryChecks, { isTaken: true })
    expect(checked.ok && checked.value).toMatchObject({ latinName: null, street: '南京路 12' })
  })

  it('names every fault at once, in the order of the form', () => {
    const empty = Object.fromEntries(Object.keys(form).map((name) => [name, ''])) as unknown as CustomerForm
    expect(faultsOf(empty)).toEqual([
      'clientLastname requiredBetween',
      'clientFirstname requiredBetween',
      'clientEmail required',
      'clientPhone required',
      'clientStreet requiredBetween',
      'clientZipCode required',
      'clientCity requiredBetween',
      'clientCountry required',
    ])
    expect(faultsOf({ clientEmail: 'anna', clientPhone: '1', clientZipCode: '1', clientCountry: 'FR' })).toEqual([
      'clientEmail emailInvalid',
      'clientPhone phoneInvalid',
      'clientZipCode zipCodeInvalid',
    ])
  })
})

describe('an e-mail address', () => {
  it.each([
    ['a@b.fr', true],
    ['anna+reprise@sous.domaine.exemple.fr', true],
    ["o'neil@example.ie", true],
    ['anna@müller.de', true],
    [`${x(64)}@exemple.fr`, true],
    [`${x(65)}@exemple.fr`, false],
    [`a@${`${x(60)}.`.repeat(4)}fr`, true],
    [`a@${`${x(62)}.`.repeat(4)}fr`, false],
    ['a@b.c', false],
    ['anna@例子.中国', true],
    ['anna', false],
    ['anna@exemple', false],
    ['anna@@exemple.fr', false],
    ['anna martin@exemple.fr', false],
    ['.anna@exemple.fr', false],
    ['anna..martin@exemple.fr', false],
    ['anna@-exemple.fr', false],
    ['anna@192.168.0.1', false],
    ['anna@exemple.fr\nBcc: x@y.fr', false],
  ])('«%s» is one: %s', (value, expected) => {
    expect(isEmail(value)).toBe(expected)
  })
})

describe('the identification', () => {
  const document = {
    clientNationalIdentificationType: 'identity_card',
    clientNationalIdentification: 'X4RTB PFW4',
    clientNationalIdentificationDeliveryDate: '2024-02-29',
    clientNationalIdentificationAutorityDelivery: 'Préfecture du Nord',
  }
  const faults = (change: Partial<typeof document>): readonly string[] => {
    const checked = checkIdentification({ ...document, ...change }, '2026-11-21')
    return checked.ok ? [] : checked.error.map(({ field, error }) => `${field} ${error}`)
  }

  it('passes with its number in capitals and without blanks', () => {
    const lower = { ...document, clientNationalIdentification: 'x4rtb pfw4' }
    expect(checkIdentification(lower, '2026-11-21')).toEqual({
      ok: true,
      value: {
        type: 'identity_card',
        number: 'X4RTBPFW4',
        issuedOn: '2024-02-29',
        authority: 'Préfecture du Nord',
      },
    })
  })

  it.each(['driving_licence', 'identity_card', 'passport', 'residence_permit'])('may be a %s', (type) => {
    expect(faults({ clientNationalIdentificationType: type })).toEqual([])
  })

  it.each([
    ['', ['clientNationalIdentification requiredBetween']],
    ['A123', ['clientNationalIdentification between']],
    ['A1234', []],
    [`A${'1'.repeat(19)}`, []],
    [`A${'1'.repeat(20)}`, ['clientNationalIdentification between']],
    ['A12-34', ['clientNationalIdentification identificationNumberInvalid']],
    ['É12345', ['clientNationalIdentification identificationNumberInvalid']],
  ])('of the number «%s» says %j', (value, expected) => {
    expect(faults({ clientNationalIdentification: value })).toEqual(expected)
  })

  it.each([
    ['2026-11-21', []],
    ['2026-11-22', ['dateInFuture']],
    ['2023-02-29', ['dateInvalid']],
    ['2024-13-01', ['dateInvalid']],
    ['2024-04-31', ['dateInvalid']],
    ['1900-01-01', []],
    ['1899-12-31', ['dateTooOld']],
    ['1800-02-30', ['dateInvalid']],
    ['21/11/2024', ['dateInvalid']],
    ['', ['required']],
  ])('of the day «%s» says %j', (value, errors) => {
    expect(faults({ clientNationalIdentificationDeliveryDate: value })).toEqual(
      errors.map((error) => `clientNationalIdentificationDeliveryDate ${error}`),
    )
  })

  it('takes no other document, and none without its authority', () => {
    expect(faults({ clientNationalIdentificationType: 'library_card' })).toEqual([
      'clientNationalIdentificationType identificationTypeInvalid',
    ])
    expect(faults({ clientNationalIdentificationType: '' })).toEqual(['clientNationalIdentificationType required'])
    expect(faults({ clientNationalIdentificationAutorityDelivery: '' })).toEqual([
      'clientNationalIdentificationAutorityDelivery requiredBetween',
    ])
  })
})

describe('where a transfer goes', () => {
  it('passes with the IBAN in electronic form', () => {
    const bank = { iban: 'fr76 3000 6000 0112 3456 7890 189', accountHolder: ' Anna Martin ' }
    expect(checkBank(bank, libraryChecks)).toEqual({
      ok: true,
      value: { iban: 'FR7630006000011234567890189', accountHolder: 'Anna Martin' },
    })
  })

  it.each([
    ['DE89370400440532013000', []],
    ['BE68539007547034', []],
    ['FR7630006000011234567890188', ['iban ibanInvalid']],
    ['FR763000600001123456789018', ['iban ibanInvalid']],
    ['XX7630006000011234567890189', ['iban ibanInvalid']],
    ['', ['iban required']],
    ['IBAN FR76\u202f3000 6000 0112 3456 7890 189', []],
    ['UA213223130000026007233566001', ['iban ibanOutsideSepa']],
    ['AE070331234567890123456', ['iban ibanOutsideSepa']],
    ['TR330006100519786457841326', ['iban ibanOutsideSepa']],
    ['CH9300762011623852957', ['bic bicRequired']],
    ['GB29NWBK60161331926819', ['bic bicRequired']],
    ['ﬁ2112345600000785', ['iban ibanInvalid']],
  ])('of the IBAN «%s» says %j', (iban, expected) => {
    const checked = checkBank({ iban, accountHolder: 'Anna Martin' }, libraryChecks)
    expect(checked.ok ? [] : checked.error.map(({ field, error }) => `${field} ${error}`)).toEqual(expected)
  })

  it.each([
    [0, ['requiredBetween']],
    [1, []],
    [70, []],
    [71, ['between']],
  ])('takes a holder of %i characters: %j', (length, errors) => {
    const checked = checkBank({ iban: 'BE68539007547034', accountHolder: x(length) }, libraryChecks)
    expect(checked.ok ? [] : checked.error.map(({ error }) => error)).toEqual(errors)
  })
})

describe('the holder and the bank of an account', () => {
  const faults = (change: Partial<BankForm>, holder?: Parameters<typeof checkBank>[2]): readonly string[] => {
    const bank = { iban: 'BE68539007547034', accountHolder: 'Anna Martin', ...change }
    const checked = checkBank(bank, libraryChecks, holder)
    return checked.ok ? [] : checked.error.map(({ field, error }) => `${field} ${error}`)
  }

  it('is written in the letters of banks, unless it is the customer whose spelling is known', () => {
    expect(faults({ accountHolder: 'Юрий Щербаков' })).toEqual(['accountHolder latinLetters'])
    expect(faults({ accountHolder: 'Юрий Щербаков' }, { name: 'Юрий Щербаков' })).toEqual([])
    expect(faults({ accountHolder: 'Щербаков Юрий' }, { name: 'Юрий Щербаков' })).toEqual([])
    expect(faults({ accountHolder: 'Анна Иванова' }, { name: 'Юрий Щербаков' })).toEqual(['accountHolder latinLetters'])
    expect(faults({ accountHolder: 'Yıldız Łoś' })).toEqual([])
  })

  it('is named by its BIC outside the Economic Area alone', () => {
    const swiss = { iban: 'CH93 0076 2011 6238 5295 7', bic: 'pofi ch be xxx' }
    const checked = checkBank({ ...swiss, accountHolder: 'Anna Martin' }, libraryChecks)
    expect(checked).toMatchObject({ ok: true, value: { iban: 'CH9300762011623852957', bic: 'POFICHBEXXX' } })
    expect(faults({ ...swiss, bic: 'AGRIFRPP' })).toEqual(['bic bicInvalid'])
    const belgian = checkBank({ iban: 'BE68539007547034', accountHolder: 'A', bic: 'nonsense' }, libraryChecks)
    expect(belgian.ok && 'bic' in belgian.value).toBe(false)
  })

  it.each([
    ['GB29NWBK60161331926819', 'RBOSJESX', []],
    ['GB29NWBK60161331926819', 'RBOSGGSX', []],
    ['GB29NWBK60161331926819', 'RBOSIMDXXXX', []],
    ['GB29NWBK60161331926819', 'NWBKGB2L', []],
    ['GB29NWBK60161331926819', 'AGRIFRPP', ['bic bicInvalid']],
    ['CH9300762011623852957', 'RBOSJESX', ['bic bicInvalid']],
  ])('of the account %s and the bank %s says %j', (iban, bic, expected) => {
    expect(faults({ iban, bic })).toEqual(expected)
  })

  it('is not named where the account pays in a currency that SEPA does not carry', () => {
    const british = { iban: 'GB29NWBK60161331926819' }
    expect(faults(british)).toEqual(['bic bicRequired'])
    expect(faults(british, { currency: 'EUR' })).toEqual(['bic bicRequired'])
    expect(faults(british, { currency: 'GBP' })).toEqual([])
    expect(faults({ ...british, bic: 'nonsense' }, { currency: 'GBP' })).toEqual([])
    expect(faults({ iban: 'CH9300762011623852957' }, { currency: 'CHF' })).toEqual([])
  })

  it('may be anywhere and unnamed where it was taken before', () => {
    expect(faults({ iban: 'UA213223130000026007233566001' }, { isTaken: true })).toEqual([])
    expect(faults({ iban: 'CH9300762011623852957', accountHolder: '李' }, { isTaken: true })).toEqual([])
  })
})

describe('the messages', () => {
  it('exist in four languages for every fault, and for nothing else', () => {
    for (const texts of [fr, en, nl, de]) expect(Object.keys(texts.errors).toSorted()).toEqual(fieldErrors.toSorted())
  })

  it('say that the terms are to be accepted', () => {
    expect(checkTerms(true)).toEqual([])
    expect(checkTerms(false)).toEqual([{ field: 'termsAccepted', error: 'termsNotAccepted' }])
  })
})
