import * as z from 'zod'
import { modifierSources } from '#domain/buyback/modifiers.ts'
import { capturedText, textOf } from '#domain/kernel/text-input.schema.ts'

const guid = z.guid().toLowerCase()
export const cents = z.int().min(-2_000_000_000).max(2_000_000_000)
/** Rules of the customer form are `domain/customer`'s; these bounds only keep the conversation finite. */
const text = textOf('line').max(512)

/** What the customer declares of the product: the questions of the day, all answered (CART-05). */
export const declarationShape = {
  productId: guid,
  /** As `GET /api/public/products/{id}` names it; null for a product without questions. */
  questionnaireId: guid.nullable(),
  answers: z.array(z.strictObject({ questionId: guid, answerId: guid })).max(100),
  imei: capturedText(64, 'code').optional(),
  serialNumber: capturedText(64, 'code').min(1).optional(),
}

/** The options step: a circuit of the product's category, with a shipping method and a payment mode of that circuit. */
export const optionsShape = { circuitId: guid, shippingMethodId: guid, paymentModeId: guid }

/** A line below the estimate: what a circuit, a shipping method or a payment mode adds (CART-04). */
export const impactPriceEntry = z.object({
  source: z.enum(modifierSources),
  label: capturedText(512, 'line'),
  valueCents: cents,
})

/** Prices as the customer saw them; the server computes its own and refuses where they differ. */
export const seenPrices = z.strictObject({
  /** Before modifiers. */
  estimatedPriceCents: cents,
  /** Modifiers that change nothing may be left out. */
  impactPriceEntries: z.array(z.strictObject(impactPriceEntry.shape)).max(10),
  totalPriceCents: cents,
})
/** Prices as the customer saw them. */
export type SeenPrices = z.output<typeof seenPrices>

/** What the customer typed, unchecked (CART-19); `domain/customer` has its rules. */
export const customerBody = z.strictObject({
  clientLastname: text,
  clientFirstname: text,
  /** First and last name in Latin letters; asked for where they are written in others. */
  clientLatinName: text.optional(),
  clientEmail: text,
  /** International (`+33…`), or national of `clientCountry`. */
  clientPhone: text,
  clientStreet: text,
  clientStreetMore: text.optional(),
  clientZipCode: text,
  clientCity: text,
  /** ISO 3166-1 alpha-2. */
  clientCountry: text,
})

/** Identification (CART-27); required while the account asks for identity documents (decisions, 5). */
export const identificationBody = z.strictObject({
  clientNationalIdentificationType: text,
  clientNationalIdentification: text,
  /** Day of issue, `YYYY-MM-DD`. */
  clientNationalIdentificationDeliveryDate: text,
  clientNationalIdentificationAutorityDelivery: text,
})

/** Where a bank transfer goes; required by payment modes of type `bank_transfer`, and by them alone. */
export const bankBody = z.strictObject({
  iban: text,
  accountHolder: text,
  /** The bank; asked for where a SEPA transfer has to name it, of accounts outside the European Economic Area. */
  bic: text.optional(),
})
