import type { PaymentType } from '../configuration/payment-type.ts'
import type { Language } from '../kernel/languages.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import {
  checkBank,
  checkCustomer,
  checkIdentification,
  checkTerms,
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

/** A seller whose details have passed. */
export interface Seller {
  readonly details: CustomerDetails
  readonly identification: Identification | null
  /** Where the money goes; null where the payment mode needs no account. */
  readonly bank: BankForm | null
  readonly language: Language
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
export function judgeSeller(
  form: SellerForm,
  { identityRequired, language, paymentType, today }: SellerAsked,
  checks: CustomerChecks,
): Result<Seller, readonly FieldFault[]> {
  const customer = checkCustomer(form.customer, checks)
  const identification = identityRequired ? checkIdentification(form.identification ?? nothing, today) : succeed(null)
  const bank =
    paymentType === 'bank_transfer' ? checkBank(form.bank ?? { iban: '', accountHolder: '' }, checks) : succeed(null)
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
