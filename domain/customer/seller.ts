import type { PaymentType } from '../circuit/payment-type.ts'
import { foldText } from '../kernel/fold-text.ts'
import type { Currency, Language } from '../kernel/languages.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import { nameWithin } from '../kernel/text-kinds.ts'
import {
  checkBank,
  checkCustomer,
  checkIdentification,
  checkTerms,
  isSameName,
  wholeName,
  type BankForm,
  type CustomerChecks,
  type CustomerDetails,
  type CustomerForm,
  type FieldFault,
  type Identification,
  type IdentificationForm,
} from './customer.ts'

/** The customer's step as it is filled in. */
export interface SellerForm {
  readonly customer: CustomerForm
  readonly identification?: IdentificationForm | undefined
  readonly bank?: BankForm | undefined
  readonly language?: Language | undefined
  readonly termsAccepted: boolean
}

/** What the web was told of a seller, as if it was filled in again; a counter may leave any part of it out. */
export type KeptForm = Omit<SellerForm, 'termsAccepted'>

/** The customer's step at a counter: what is left out is as the web was told. */
export type GivenForm = Omit<SellerForm, 'customer'> & { readonly customer?: CustomerForm | undefined }

/**
 * Completes the customer's step by what the web was told. Its document and account are the named person's own: under
 * another name they are not taken over, and are missing where they are asked for.
 */
export function withKept(given: GivenForm, told: KeptForm): SellerForm {
  const kept = { ...told, customer: withSoundNames(told.customer) }
  const customer = given.customer ?? kept.customer
  const own = isSamePerson(namesOf(customer), namesOf(kept.customer)) ? kept : null
  return {
    customer,
    identification: given.identification ?? own?.identification,
    bank: given.bank ?? own?.bank,
    language: given.language ?? kept.language,
    termsAccepted: given.termsAccepted,
  }
}

/** What of a customer's form tells who it is and how to reach them. */
type Reached = Pick<CustomerForm, 'clientEmail' | 'clientPhone'>
type Named = Reached & Pick<CustomerForm, 'clientLastname' | 'clientFirstname'>

/** Whether two customers have a phone or e-mail in common, as both are written. */
export function sharesContact(one: Reached, other: Reached): boolean {
  const email = ({ clientEmail }: Reached) => clientEmail.trim().toLowerCase()
  const phone = ({ clientPhone }: Reached) => clientPhone.replaceAll(/[^+\d]/g, '')
  return (email(one) !== '' && email(one) === email(other)) || (phone(one) !== '' && phone(one) === phone(other))
}

/**
 * Which parts of a customer who was found again are taken over into a sale: the name has to be the same, and the phone or
 * e-mail, since a name alone is many people's. No document stands beside a given account of another holder.
 */
export function foundParts(
  { customer, accountHolder = '' }: { readonly customer: Named; readonly accountHolder?: string | undefined },
  former: Named & Pick<CustomerForm, 'clientLatinName'>,
): { readonly identification: boolean; readonly bank: boolean } {
  const names = (of: Named): PersonName => ({
    firstName: nameWithin(of.clientFirstname),
    lastName: nameWithin(of.clientLastname),
  })
  const isSame = isSamePerson(names(customer), names(former)) && sharesContact(customer, former)
  const holders = [wholeName(customer), former.clientLatinName ?? '']
  const isOwn = accountHolder.trim() === '' || holders.some((holder) => isSameName(accountHolder, holder))
  return { identification: isSame && isOwn, bank: isSame }
}

/** Completes the customer's step by what an earlier sale knows of the customer who was found again. */
export function withFoundCustomer(given: SellerForm, former: KeptForm): SellerForm {
  const { customer, bank } = given
  const parts = foundParts({ customer, accountHolder: bank?.accountHolder }, former.customer)
  return {
    ...given,
    identification: given.identification ?? (parts.identification ? former.identification : undefined),
    bank: bank ?? (parts.bank ? former.bank : undefined),
    language: given.language ?? former.language,
  }
}

/**
 * A customer whose names can no longer be refused, because they were taken without a connection or under earlier rules:
 * what no name holds is taken out of them.
 */
export function withSoundNames(customer: CustomerForm): CustomerForm {
  const { clientFirstname, clientLastname } = customer
  return { ...customer, clientFirstname: nameWithin(clientFirstname), clientLastname: nameWithin(clientLastname) }
}

function namesOf({ clientFirstname: firstName, clientLastname: lastName }: CustomerForm): PersonName {
  return { firstName, lastName }
}

/** A seller whose details have passed. */
export interface Seller {
  readonly details: CustomerDetails
  readonly identification: Identification | null
  /** Where the money goes; null where the payment mode needs no account. */
  readonly bank: BankForm | null
  readonly language: Language
}

/** Where the money goes, as stored. */
export type KeptBank = Known<Pick<BankForm, 'iban' | 'accountHolder'>> & { readonly bic?: string | null | undefined }

type Known<Part> = { readonly [Name in keyof Part]: Part[Name] | null }

/** A seller as stored: of what was never asked for, nothing is known. */
export interface KeptSeller {
  readonly details: CustomerDetails
  readonly identification: Known<Identification> | null
  readonly bank: KeptBank | null
  readonly language: Language
}

/** What an earlier contract knows of its seller. */
export type FormerSeller = Pick<KeptSeller, 'identification' | 'bank'> & { readonly details: PersonName }

/** What tells whether two sellers are the same person. */
export type PersonName = Pick<CustomerDetails, 'firstName' | 'lastName'>

/** Whether two sellers of one cart are the same person: their names are equal, regardless of accents and capitals. */
export function isSamePerson(one: PersonName, other: PersonName): boolean {
  const name = ({ firstName, lastName }: PersonName) => foldText(`${lastName.trim()} ${firstName.trim()}`)
  return name(one) === name(other)
}

/**
 * A seller with what the same person gave before and is not asked for any more; the document and account of another
 * person are not taken over.
 */
export function withFormer(seller: Seller, former: FormerSeller): KeptSeller {
  if (!isSamePerson(seller.details, former.details)) return seller
  return {
    ...seller,
    identification: seller.identification ?? former.identification,
    bank: seller.bank ?? former.bank,
  }
}

/** What is asked of a seller. */
export interface SellerAsked {
  readonly identityRequired: boolean
  /** Of the account. */
  readonly language: Language
  /** In which the account pays. */
  readonly currency: Currency
  /** Null where the payment mode is not offered, and the sale not made for that. */
  readonly paymentType: PaymentType | null
  /** `YYYY-MM-DD` where the account is. */
  readonly today: string
  /** Whether the details were taken where nobody can be asked again: without a connection, or under earlier rules. */
  readonly isTaken?: boolean
}

const nothing = {
  clientNationalIdentificationType: '',
  clientNationalIdentification: '',
  clientNationalIdentificationDeliveryDate: '',
  clientNationalIdentificationAutorityDelivery: '',
}

/**
 * Checks the customer's step by the rules that the form has, too. An identification is asked for while the account
 * demands one, a bank account where the payment mode is a transfer to one; what is not asked for is not kept.
 */
export function validateSeller(
  form: SellerForm,
  { identityRequired, language, currency, paymentType, today, isTaken = false }: SellerAsked,
  checks: CustomerChecks,
): Result<Seller, readonly FieldFault[]> {
  const customer = checkCustomer(form.customer, checks, { isTaken })
  const identification = identityRequired ? checkIdentification(form.identification ?? nothing, today) : succeed(null)
  const holder = { name: wholeName(form.customer), isTaken, currency }
  const bank =
    paymentType === 'bank_transfer'
      ? checkBank(form.bank ?? { iban: '', accountHolder: '' }, checks, holder)
      : succeed(null)
  if (customer.ok && identification.ok && bank.ok && form.termsAccepted)
    return succeed({
      details: customer.value,
      identification: identification.value,
      bank: bank.value,
      language: form.language ?? language,
    })
  return fail([
    ...(customer.ok ? [] : customer.error),
    ...(identification.ok ? [] : identification.error),
    ...(bank.ok ? [] : bank.error),
    ...checkTerms(form.termsAccepted),
  ])
}
