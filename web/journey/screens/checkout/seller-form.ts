import type { Cart, TypedFields } from '#domain/cart/cart.ts'
import {
  checkBank,
  checkCustomer,
  checkIdentification,
  checkTerms,
  customerLimits,
  needsLatinName,
  wholeName,
  type CustomerChecks,
  type FieldFault,
} from '#domain/customer/customer.ts'
import { needsBic } from '#domain/kernel/sepa-countries.ts'
import { fitting } from '#domain/kernel/text-kinds.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import type { Currency, Language } from '#domain/kernel/languages.ts'
import type { SellerBody } from '#web/buyback/checkout.ts'

/** Fields of the customer form by their groups, in the order of the form. */
export const fieldGroups = {
  who: ['clientFirstname', 'clientLastname', 'clientLatinName', 'clientEmail', 'clientPhone'],
  address: ['clientStreet', 'clientStreetMore', 'clientZipCode', 'clientCity', 'clientCountry'],
  identification: [
    'clientNationalIdentificationType',
    'clientNationalIdentification',
    'clientNationalIdentificationDeliveryDate',
    'clientNationalIdentificationAutorityDelivery',
  ],
  bank: ['iban', 'bic', 'accountHolder'],
  terms: ['termsAccepted'],
} as const
export type SellerField = (typeof fieldGroups)[keyof typeof fieldGroups][number]

const fieldOrder: readonly SellerField[] = Object.values(fieldGroups).flat()

/** What no storage of the browser ever holds. */
export const secretFields = ['clientNationalIdentification', 'iban'] as const

/** What is asked for beside name, address and terms. */
export interface SellerNeeds {
  readonly identification: boolean
  /** Where the money is transferred to; for payment modes of that kind alone. */
  readonly bank: boolean
}

/** What this cart asks of its seller. */
export function sellerNeeds(cart: Pick<Cart, 'cartBuybacks'>, identityRequired: boolean): SellerNeeds {
  return {
    identification: identityRequired,
    bank: cart.cartBuybacks.some(({ paymentMode }) => paymentMode.type === 'bank_transfer'),
  }
}

/** What was typed so far: what the cart keeps, and what memory alone holds; the country is the account's until then. */
export function typedSoFar(
  cart: Pick<Cart, 'customerInfo' | 'customerIdentification'>,
  secrets: TypedFields,
  country: string,
): TypedFields {
  return { clientCountry: country, ...cart.customerInfo, ...cart.customerIdentification, ...secrets }
}

/** Parts what was typed by where it may be kept. */
export function splitTypedFields(
  typed: TypedFields,
): Pick<Cart, 'customerInfo' | 'customerIdentification'> & { readonly secrets: TypedFields } {
  const pick = (isWanted: (name: string) => boolean): TypedFields =>
    Object.fromEntries(Object.entries(typed).filter(([name]) => isWanted(name)))
  const isSecret = (name: string): boolean => secretFields.some((one) => one === name)
  const isOfDocument = (name: string): boolean => fieldGroups.identification.some((one) => one === name)
  return {
    customerInfo: pick((name) => !isSecret(name) && !isOfDocument(name)),
    customerIdentification: pick((name) => !isSecret(name) && isOfDocument(name)),
    secrets: pick(isSecret),
  }
}

/** First and last name as they are typed. */
export function typedName(typed: TypedFields): string {
  return wholeName({ clientFirstname: typed.clientFirstname ?? '', clientLastname: typed.clientLastname ?? '' })
}

/** The account holder, who is the customer, in letters that banks read, until something else is typed. */
export function accountHolderOf(typed: TypedFields): string {
  const name = typedName(typed)
  const latin = typed.clientLatinName?.trim() ?? ''
  const own = needsLatinName(name) && latin !== '' ? latin : name
  return typed.accountHolder ?? fitting(own, customerLimits.accountHolder.max).trim()
}

/** Whether the bank of the typed account has to be named. */
export function asksForBic(typed: TypedFields, currency: Currency): boolean {
  const iban = (typed.iban ?? '')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .replace(/^IBAN/, '')
  return needsBic(iban, currency)
}

/** Checks the whole form as the server will; every fault, in the order of the form. `today` is `YYYY-MM-DD`. */
export function checkSeller(
  typed: TypedFields,
  asked: {
    readonly needs: SellerNeeds
    readonly checks: CustomerChecks
    readonly today: string
    readonly language: Language
    /** In which the account pays. */
    readonly currency: Currency
    /** Countries that the cart may be sold from; null or missing: all. */
    readonly served?: readonly string[] | null
  },
): Result<SellerBody, readonly FieldFault[]> {
  const { needs, checks, today, language, currency, served = null } = asked
  const text = (name: SellerField): string => typed[name] ?? ''
  const customer = checkCustomer(
    {
      clientLastname: text('clientLastname'),
      clientFirstname: text('clientFirstname'),
      clientLatinName: text('clientLatinName'),
      clientEmail: text('clientEmail'),
      clientPhone: text('clientPhone'),
      clientStreet: text('clientStreet'),
      clientStreetMore: text('clientStreetMore'),
      clientZipCode: text('clientZipCode'),
      clientCity: text('clientCity'),
      clientCountry: text('clientCountry'),
    },
    checks,
  )
  const identification = needs.identification
    ? checkIdentification(
        {
          clientNationalIdentificationType: text('clientNationalIdentificationType'),
          clientNationalIdentification: text('clientNationalIdentification'),
          clientNationalIdentificationDeliveryDate: text('clientNationalIdentificationDeliveryDate'),
          clientNationalIdentificationAutorityDelivery: text('clientNationalIdentificationAutorityDelivery'),
        },
        today,
      )
    : succeed(null)
  const bank = needs.bank
    ? checkBank({ iban: text('iban'), bic: text('bic'), accountHolder: accountHolderOf(typed) }, checks, {
        name: typedName(typed),
        currency,
      })
    : succeed(null)
  const terms = checkTerms(typed.termsAccepted === 'true')
  const isServed = served === null || !customer.ok || served.includes(customer.value.country)
  if (!customer.ok || !isServed || !identification.ok || !bank.ok || terms.length > 0) {
    const parts = [customer, identification, bank]
    const faults = [...parts.flatMap((part): readonly FieldFault[] => (part.ok ? [] : part.error)), ...terms]
    const place = ({ field }: FieldFault): number => fieldOrder.findIndex((name) => name === field)
    if (!isServed) faults.push({ field: 'clientCountry', error: 'countryNotServed' })
    return fail(faults.toSorted((one, other) => place(one) - place(other)))
  }
  const { value: details } = customer
  return succeed({
    customer: {
      clientLastname: details.lastName,
      clientFirstname: details.firstName,
      ...(details.latinName === null ? {} : { clientLatinName: details.latinName }),
      clientEmail: details.email,
      clientPhone: details.phone,
      clientStreet: details.street,
      ...(details.streetMore === null ? {} : { clientStreetMore: details.streetMore }),
      clientZipCode: details.zipCode,
      clientCity: details.city,
      clientCountry: details.country,
    },
    ...(identification.value === null
      ? {}
      : {
          identification: {
            clientNationalIdentificationType: identification.value.type,
            clientNationalIdentification: identification.value.number,
            clientNationalIdentificationDeliveryDate: identification.value.issuedOn,
            clientNationalIdentificationAutorityDelivery: identification.value.authority,
          },
        }),
    ...(bank.value === null ? {} : { bank: bank.value }),
    language,
    termsAccepted: true,
  })
}
