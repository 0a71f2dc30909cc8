import {
  checkBank,
  checkCustomer,
  checkIdentification,
  needsLatinName,
  wholeName,
  type BankForm,
  type CustomerChecks,
  type CustomerForm,
  type FieldFault,
  type IdentificationForm,
} from '#domain/customer/customer.ts'
import type { Currency } from '#domain/kernel/languages.ts'
import { needsBic } from '#domain/kernel/sepa-countries.ts'
import { dayIn } from '#web/lib/account-day.ts'
import type { Asked } from './asked.ts'
import { keptParts, type CustomerDraft } from './customer-draft.ts'

/** Fields of the customer form in their order (CART-19). */
export const customerFields = [
  'clientLastname',
  'clientFirstname',
  'clientLatinName',
  'clientEmail',
  'clientPhone',
  'clientStreet',
  'clientStreetMore',
  'clientZipCode',
  'clientCity',
  'clientCountry',
] as const
/** Fields of the identification in their order (CART-27). */
export const identificationFields = [
  'clientNationalIdentificationType',
  'clientNationalIdentification',
  'clientNationalIdentificationDeliveryDate',
  'clientNationalIdentificationAutorityDelivery',
] as const
/** Fields of the bank account in their order. */
export const bankFields = ['iban', 'bic', 'accountHolder'] as const

/** The parts of the form as the rules take them; absent where they are not asked. */
export interface FilledForm {
  readonly customer: CustomerForm
  readonly identification: IdentificationForm | undefined
  readonly bank: BankForm | undefined
}

/** Everything that is typed, with nothing where nothing was; without what is kept of the customer who was found again. */
export function filledForm(draft: CustomerDraft, asked: Asked): FilledForm {
  const of = <Name extends string>(names: readonly Name[], typed: Readonly<Record<string, string>>) =>
    Object.fromEntries(names.map((name) => [name, typed[name] ?? ''])) as Readonly<Record<Name, string>>
  const { clientStreetMore, clientLatinName, ...customer } = of(customerFields, draft.customer)
  const { bic, ...bank } = of(bankFields, draft.bank)
  const isLatinAsked = needsLatinName(wholeName(customer))
  const kept = keptParts(draft)
  return {
    customer: {
      ...customer,
      ...(isLatinAsked && { clientLatinName }),
      ...(clientStreetMore.trim() !== '' && { clientStreetMore }),
    },
    identification:
      asked.identification && !kept.identification ? of(identificationFields, draft.identification) : undefined,
    bank: asked.bank && !kept.bank ? { ...bank, ...(bic.trim() !== '' && { bic }) } : undefined,
  }
}

/** Whether the bank of a typed account has to be named. */
export function asksForBic(typed: string, currency: Currency): boolean {
  return needsBic(
    typed
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .toUpperCase()
      .replace(/^IBAN/, ''),
    currency,
  )
}

/** The fields of a part that are asked for, as far as it is filled in. */
export function askedFields(
  draft: CustomerDraft,
  currency: Currency,
): {
  readonly customer: readonly (typeof customerFields)[number][]
  readonly bank: readonly (typeof bankFields)[number][]
} {
  const { clientFirstname = '', clientLastname = '' } = draft.customer
  const isLatinAsked = needsLatinName(wholeName({ clientFirstname, clientLastname }))
  return {
    customer: customerFields.filter((field) => field !== 'clientLatinName' || isLatinAsked),
    bank: bankFields.filter((field) => field !== 'bic' || asksForBic(draft.bank['iban'] ?? '', currency)),
  }
}

/** Every fault of the form, in its order; none means that it may be sent. */
export function formFaults(
  { customer, identification, bank }: FilledForm,
  facts: { readonly checks: CustomerChecks; readonly today: string; readonly currency: Currency },
): readonly FieldFault[] {
  const { checks, today, currency } = facts
  const results = [
    checkCustomer(customer, checks),
    ...(identification === undefined ? [] : [checkIdentification(identification, today)]),
    ...(bank === undefined ? [] : [checkBank(bank, checks, { name: wholeName(customer), currency })]),
  ]
  return results.flatMap((result) => (result.ok ? [] : result.error))
}

/**
 * Every fault of a draft at a moment: no document is issued after the day that it is where the account is, as the server
 * judges it. The libraries that know numbering plans and registries come with this step.
 */
export async function draftFaults(
  draft: CustomerDraft,
  asked: Asked,
  facts: { readonly timeZone: string; readonly currency: Currency; readonly nowMs: number },
): Promise<readonly FieldFault[]> {
  const { libraryChecks } = await import('#domain/customer/customer-checks.library.ts')
  const { timeZone, currency, nowMs } = facts
  return formFaults(filledForm(draft, asked), { checks: libraryChecks, today: dayIn(timeZone, nowMs), currency })
}
