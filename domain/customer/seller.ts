import type { PaymentType } from '../circuit/payment-type.ts'
import { foldText } from '../kernel/fold-text.ts'
import type { Language } from '../kernel/languages.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import { nameWithin } from '../kernel/text-kinds.ts'
import {
  checkBank,
  checkCustomer,
  checkIdentification,
  checkTerms,
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
  { identityRequired, language, paymentType, today, isTaken = false }: SellerAsked,
  checks: CustomerChecks,
): Result<Seller, readonly FieldFault[]> {
  const customer = checkCustomer(form.customer, checks, { isTaken })
  const identification = identityRequired ? checkIdentification(form.identification ?? nothing, today) : succeed(null)
  const holder = { name: wholeName(form.customer), isTaken }
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
