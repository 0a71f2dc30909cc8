import { isEmail } from '../kernel/email.ts'
import { isDay } from '../kernel/day.ts'
import { foldText } from '../kernel/fold-text.ts'
import type { Currency } from '../kernel/languages.ts'
import { isLatinText } from '../kernel/latin-letters.ts'
import { isPrintable } from '../kernel/printable-letters.ts'
import { isSepaIban, needsBic, parseBic } from '../kernel/sepa-countries.ts'
import { isPersonName, visibleLine, visibleName } from '../kernel/text-kinds.ts'
import { defaultText, type TextBounds } from '../kernel/text-limits.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import { identificationTypes, type IdentificationType } from './identification-type.ts'

/** Bounds of the customer form in characters (CART-20 to CART-23, CART-29). */
export const customerLimits = {
  text: defaultText,
  /** A name may be one letter, as `O` or `李`. */
  name: { min: 1, max: 255 },
  latinName: { min: 1, max: 140 },
  street: { min: 2, max: 125 },
  city: { min: 2, max: 45 },
  zipCode: 16,
  identificationNumber: { min: 5, max: 20 },
  accountHolder: { min: 1, max: 70 },
} as const

/** Country that a phone number without a prefix is of, where the form names none (CART-25). */
export const defaultPhoneCountry = 'FR'

/** What is wrong with a field; each is the key of its message in `customer.json` under `errors`. */
export const fieldErrors = [
  'required',
  'requiredBetween',
  'between',
  'letterMissing',
  'nameCharacters',
  'latinRequired',
  'latinLetters',
  'emailInvalid',
  'phoneInvalid',
  'zipCodeInvalid',
  'countryInvalid',
  'countryNotServed',
  'identificationTypeInvalid',
  'identificationNumberInvalid',
  'dateInvalid',
  'dateTooOld',
  'dateInFuture',
  'ibanInvalid',
  'ibanOutsideSepa',
  'bicRequired',
  'bicInvalid',
  'termsNotAccepted',
] as const
export type FieldError = (typeof fieldErrors)[number]

/** A field that breaks its rule; bounds only where the message names them. */
export interface FieldFault {
  readonly field: string
  readonly error: FieldError
  readonly min?: number
  readonly max?: number
}

/** What well-kept libraries know; handed in, so that a page loads them only with the customer's step. */
export interface CustomerChecks {
  /** The number in international form (E.164); null where it is none. `country` is ISO 3166-1 alpha-2. */
  phone(value: string, country: string): string | null
  /** The postal code as the country's post writes it; null where it is none. */
  zipCode(value: string, country: string): string | null
  country(code: string): boolean
  /** The IBAN in electronic form; null where it is none. */
  iban(value: string): string | null
}

/** Fields of the customer form as they are filled in (CART-19). */
export interface CustomerForm {
  readonly clientLastname: string
  readonly clientFirstname: string
  /** First and last name in Latin letters, where they are written in others. */
  readonly clientLatinName?: string | undefined
  readonly clientEmail: string
  readonly clientPhone: string
  readonly clientStreet: string
  readonly clientStreetMore?: string | undefined
  readonly clientZipCode: string
  readonly clientCity: string
  readonly clientCountry: string
}

/** A customer whose details have passed: trimmed, the phone number in international form. */
export interface CustomerDetails {
  readonly lastName: string
  readonly firstName: string
  /** As the customer spells the name in Latin letters; null where it is written in them. */
  readonly latinName: string | null
  readonly email: string
  readonly phone: string
  readonly street: string
  readonly streetMore: string | null
  readonly zipCode: string
  readonly city: string
  readonly country: string
}

type Faults = readonly FieldFault[]

/** How strictly a form is checked. */
export interface Strictness {
  /**
   * Whether it was taken where nobody can be asked again, without a connection or under earlier rules: what only a later
   * step needs may be missing then, and that step says so.
   */
  readonly isTaken?: boolean
}

/** A name as banks and carriers order it. */
export function wholeName(form: Pick<CustomerForm, 'clientFirstname' | 'clientLastname'>): string {
  return [form.clientFirstname, form.clientLastname]
    .map((name) => visibleName(name))
    .filter((name) => name !== '')
    .join(' ')
}

/** Whether a name has to be spelled in Latin letters too: it has letters, and not only such. */
export function needsLatinName(name: string): boolean {
  return /\p{L}/u.test(name) && !isLatinText(name)
}

/** Checks the customer form (CART-20 to CART-26); every fault, in the order of the form. */
export function checkCustomer(
  form: CustomerForm,
  checks: CustomerChecks,
  { isTaken = false }: Strictness = {},
): Result<CustomerDetails, Faults> {
  const text = trimmed(form)
  const country = text.clientCountry.toUpperCase()
  const isCountry = checks.country(country)
  const phone = checks.phone(text.clientPhone, isCountry ? country : defaultPhoneCountry)
  const zipCode = zipCodeOf(text, checks, isTaken)
  const needsLatin = needsLatinName(wholeName(form))
  const faults = [
    ...person('clientLastname', text.clientLastname),
    ...person('clientFirstname', text.clientFirstname),
    ...(needsLatin && !(isTaken && text.clientLatinName === '') ? latin(text.clientLatinName) : []),
    ...filled('clientEmail', text.clientEmail, isEmail(text.clientEmail), 'emailInvalid'),
    ...filled('clientPhone', text.clientPhone, phone !== null, 'phoneInvalid'),
    ...addressFaults(text, checks, isTaken),
  ]
  if (faults.length > 0 || phone === null || zipCode === null) return fail(faults)
  return succeed({
    lastName: text.clientLastname,
    firstName: text.clientFirstname,
    latinName: needsLatin && text.clientLatinName !== '' ? text.clientLatinName : null,
    email: text.clientEmail,
    phone,
    ...addressOf(text, zipCode),
  })
}

/** How a customer is reached: e-mail, and phone in international form. */
export type ContactDetails = Pick<CustomerDetails, 'email' | 'phone'>

/** Checks how a customer is reached, by the rules of the whole form; `country` is where the customer lives. */
export function checkContact(
  form: Pick<CustomerForm, 'clientEmail' | 'clientPhone'>,
  country: string | null,
  checks: CustomerChecks,
): Result<ContactDetails, Faults> {
  const text = trimmed(form)
  const phone = checks.phone(text.clientPhone, country ?? defaultPhoneCountry)
  const faults = [
    ...filled('clientEmail', text.clientEmail, isEmail(text.clientEmail), 'emailInvalid'),
    ...filled('clientPhone', text.clientPhone, phone !== null, 'phoneInvalid'),
  ]
  return faults.length > 0 || phone === null ? fail(faults) : succeed({ email: text.clientEmail, phone })
}

/** Where a customer lives. */
export type AddressDetails = Pick<CustomerDetails, 'street' | 'streetMore' | 'zipCode' | 'city' | 'country'>

/** Fields of an address as they are filled in. */
export type AddressForm = Pick<
  CustomerForm,
  'clientStreet' | 'clientStreetMore' | 'clientZipCode' | 'clientCity' | 'clientCountry'
>

type FilledAddress = { readonly [K in keyof AddressForm]-?: string }

/** Checks an address by the rules of the whole form. */
export function checkAddress(form: AddressForm, checks: CustomerChecks): Result<AddressDetails, Faults> {
  const text = trimmed(form)
  const zipCode = zipCodeOf(text, checks, false)
  const faults = addressFaults(text, checks, false)
  return faults.length > 0 || zipCode === null ? fail(faults) : succeed(addressOf(text, zipCode))
}

/**
 * As the country's post writes it; as it is typed where the country is unknown, null where it is none. What was taken
 * under earlier rules is kept as it was typed, where the post gives no such code.
 */
function zipCodeOf(text: FilledAddress, checks: CustomerChecks, isTaken: boolean): string | null {
  const typed = text.clientZipCode
  const country = text.clientCountry.toUpperCase()
  if (!checks.country(country)) return typed
  return checks.zipCode(typed, country) ?? (isTaken && [...typed].length <= customerLimits.zipCode ? typed : null)
}

function addressFaults(text: FilledAddress, checks: CustomerChecks, isTaken: boolean): Faults {
  return [
    ...addressed('clientStreet', text.clientStreet, customerLimits.street, isTaken),
    ...(text.clientStreetMore === ''
      ? []
      : addressed('clientStreetMore', text.clientStreetMore, { ...customerLimits.street, min: 1 }, isTaken)),
    ...filled('clientZipCode', text.clientZipCode, zipCodeOf(text, checks, isTaken) !== null, 'zipCodeInvalid'),
    ...addressed('clientCity', text.clientCity, customerLimits.city, isTaken),
    ...filled('clientCountry', text.clientCountry, checks.country(text.clientCountry.toUpperCase()), 'countryInvalid'),
  ]
}

function addressOf(text: FilledAddress, zipCode: string): AddressDetails {
  return {
    street: text.clientStreet,
    streetMore: text.clientStreetMore === '' ? null : text.clientStreetMore,
    zipCode,
    city: text.clientCity,
    country: text.clientCountry.toUpperCase(),
  }
}

/** Fields of the identification as they are filled in (CART-27). */
export interface IdentificationForm {
  readonly clientNationalIdentificationType: string
  readonly clientNationalIdentification: string
  readonly clientNationalIdentificationDeliveryDate: string
  readonly clientNationalIdentificationAutorityDelivery: string
}

/** An identification that has passed; the number in capitals without blanks. */
export interface Identification {
  readonly type: IdentificationType
  readonly number: string
  /** `YYYY-MM-DD`. */
  readonly issuedOn: string
  readonly authority: string
}

/** Checks the identification (CART-28 to CART-30). `today` is `YYYY-MM-DD`: no document is issued after it. */
export function checkIdentification(form: IdentificationForm, today: string): Result<Identification, Faults> {
  const text = trimmed(form)
  const type = identificationTypes.find((one) => one === text.clientNationalIdentificationType)
  const number = text.clientNationalIdentification.replaceAll(/\s/g, '').toUpperCase()
  const { min, max } = customerLimits.identificationNumber
  const isNumber = /^[A-Z0-9]+$/.test(number)
  const issuedOn = text.clientNationalIdentificationDeliveryDate
  const faults = [
    ...filled(
      'clientNationalIdentificationType',
      text.clientNationalIdentificationType,
      type !== undefined,
      'identificationTypeInvalid',
    ),
    ...(isNumber || number === ''
      ? bounded('clientNationalIdentification', number, { min, max })
      : [{ field: 'clientNationalIdentification', error: 'identificationNumberInvalid' } as const]),
    ...dated('clientNationalIdentificationDeliveryDate', issuedOn, today),
    ...bounded(
      'clientNationalIdentificationAutorityDelivery',
      text.clientNationalIdentificationAutorityDelivery,
      customerLimits.text,
    ),
  ]
  if (faults.length > 0 || type === undefined) return fail(faults)
  return succeed({ type, number, issuedOn, authority: text.clientNationalIdentificationAutorityDelivery })
}

/** Where a transfer goes, as filled in. */
export interface BankForm {
  readonly iban: string
  readonly accountHolder: string
  /** The bank; asked for where transfers have to name it. */
  readonly bic?: string | undefined
}

/** Whose account it may be without another word: the customer's, with the name in Latin letters. */
export interface Holder extends Strictness {
  /** First and last name. */
  readonly name?: string
  /** In which the account pays: only euros go by SEPA. */
  readonly currency?: Currency | undefined
}

/**
 * Checks where a transfer goes: banks compare the holder's name with the IBAN, so that it is asked for (CART-31), in the
 * letters that they have; the customer's own name is spelled by its field.
 */
export function checkBank(
  form: BankForm,
  checks: CustomerChecks,
  { name = '', isTaken = false, currency }: Holder = {},
): Result<BankForm, Faults> {
  const text = trimmed(form)
  const iban = checks.iban(text.iban)
  const isReached = iban === null || isTaken || isSepaIban(iban)
  const isNamed = iban !== null && isReached && needsBic(iban, currency)
  const bic = iban === null || !isNamed ? null : parseBic(text.bic ?? '', iban)
  const holder = text.accountHolder
  const isOwn = isSameName(holder, name)
  const faults = [
    ...filled('iban', text.iban, iban !== null, 'ibanInvalid'),
    ...(isReached ? [] : [{ field: 'iban', error: 'ibanOutsideSepa' } as const]),
    ...(isNamed && !(isTaken && (text.bic ?? '') === '') ? banked(text.bic ?? '', bic !== null) : []),
    ...named('accountHolder', holder, customerLimits.accountHolder),
    ...(needsLatinName(holder) && !isOwn && !isTaken
      ? [{ field: 'accountHolder', error: 'latinLetters' } as const]
      : []),
  ]
  if (faults.length > 0 || iban === null) return fail(faults)
  return succeed({ iban, accountHolder: holder, ...(bic === null ? {} : { bic }) })
}

/** Whether two texts name the same person: regardless of capitals, accents and the order of the words. */
export function isSameName(one: string, other: string): boolean {
  const words = (name: string): string => foldText(name).split(/\s+/).filter(Boolean).toSorted().join(' ')
  return words(one) !== '' && words(one) === words(other)
}

/** Checks that the terms of service are accepted (CART-32). */
export function checkTerms(accepted: boolean): Faults {
  return accepted ? [] : [{ field: 'termsAccepted', error: 'termsNotAccepted' }]
}

const nameFields: ReadonlySet<string> = new Set(['clientLastname', 'clientFirstname', 'clientLatinName'])

function trimmed<Form extends object>(form: Form): { readonly [K in keyof Form]-?: string } {
  const entries = Object.entries(form).map(([name, value]) => [
    name,
    typeof value !== 'string' ? '' : nameFields.has(name) ? visibleName(value) : visibleLine(value),
  ])
  return { clientStreetMore: '', clientLatinName: '', ...Object.fromEntries(entries) } as {
    readonly [K in keyof Form]-?: string
  }
}

function bounded(field: string, value: string, { min, max }: TextBounds): Faults {
  const length = [...value].length
  if (length === 0) return [{ field, error: 'requiredBetween', min, max }]
  return length < min || length > max ? [{ field, error: 'between', min, max }] : []
}

function named(field: string, value: string, bounds: TextBounds): Faults {
  const faults = bounded(field, value, bounds)
  return faults.length > 0 || /\p{L}/u.test(value) ? faults : [{ field, error: 'letterMissing' }]
}

/** A person's name is no place for an address: mails and papers repeat it to others. */
function person(field: string, value: string): Faults {
  const faults = named(field, value, customerLimits.name)
  return faults.length > 0 || isPersonName(value) ? faults : [{ field, error: 'nameCharacters' }]
}

/** A name in Latin letters. */
function latin(value: string): Faults {
  const field = 'clientLatinName'
  if (value === '') return [{ field, error: 'latinRequired' }]
  if (!isLatinText(value)) return [{ field, error: 'latinLetters' }]
  const faults = bounded(field, value, customerLimits.latinName)
  return faults.length > 0 || isPersonName(value) ? faults : [{ field, error: 'nameCharacters' }]
}

/** A line of an address: papers and labels print it, in the letters of their type. */
function addressed(field: string, value: string, bounds: TextBounds, isTaken: boolean): Faults {
  const faults = bounded(field, value, bounds)
  return faults.length > 0 || isTaken || isPrintable(value) ? faults : [{ field, error: 'latinLetters' }]
}

/** The bank of an account that transfers have to name. */
function banked(value: string, isRight: boolean): Faults {
  if (value === '') return [{ field: 'bic', error: 'bicRequired' }]
  return isRight ? [] : [{ field: 'bic', error: 'bicInvalid' }]
}

function filled(field: string, value: string, isRight: boolean, error: FieldError): Faults {
  if (value === '') return [{ field, error: 'required' }]
  return isRight ? [] : [{ field, error }]
}

function dated(field: string, value: string, today: string): Faults {
  if (value === '') return [{ field, error: 'required' }]
  if (!isDay(value)) return [{ field, error: 'dateInvalid' }]
  if (value < firstDay) return [{ field, error: 'dateTooOld' }]
  return value > today ? [{ field, error: 'dateInFuture' }] : []
}

/** No identity document that is still shown was issued before. */
const firstDay = '1900-01-01'
