import * as z from 'zod'
import { correctionClosures, correctionKinds, correctionStates } from '#domain/buyback/buyback-correction.ts'
import { languages } from '#domain/kernel/languages.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { bankBody } from '../wire/sale.ts'

const closure = z.enum(correctionClosures).nullable()

/** What the customer of a private link may correct: null where it is open, else why it is not. */
export const trackedCorrections = z.object({
  bank: closure,
  address: closure,
  /** Countries from which the product may be sent, for the address. */
  countries: z.array(z.string()),
})
export type TrackedCorrections = z.output<typeof trackedCorrections>

const address = z.strictObject({
  clientStreet: textOf('line').max(255),
  clientStreetMore: textOf('line').max(255).optional(),
  clientZipCode: textOf('line').max(20),
  clientCity: textOf('line').max(255),
  clientCountry: textOf('code').max(2),
})

/** Body of `POST /api/tracking/{token}/corrections`: one of both. */
export const correctionBody = z
  .strictObject({ bank: bankBody.optional(), address: address.optional() })
  .refine(({ bank, address: place }) => (bank === undefined) !== (place === undefined), 'one of bank and address')

/**
 * `POST /api/tracking/{token}/corrections`: mails a link that makes the correction, to the address that is on the
 * buyback. Nothing changes before it is confirmed; a later one of the same kind takes its place.
 */
export const askCorrectionCall = {
  method: 'post',
  path: '/api/tracking/{token}/corrections',
  params: z.strictObject({ token: z.string().min(1).max(96) }),
  body: correctionBody,
  answer: z.object({
    /** False where too many mails were asked for: nothing is kept, and a link that was mailed before stays valid. */
    isSent: z.boolean(),
    /** Where the mail goes, as its owner knows it again. */
    mailbox: z.string(),
    expiresAt: z.iso.datetime(),
  }),
} as const
export type AskedCorrection = z.output<typeof askCorrectionCall.answer>

const params = z.strictObject({ token: z.string().min(1).max(64) })

/** An address once it has passed the rules of the form. */
export const correctedAddress = z.object({
  street: z.string(),
  streetMore: z.string().nullable(),
  zipCode: z.string(),
  city: z.string(),
  country: z.string(),
})

const correctionAnswer = z.object({
  state: z.enum(correctionStates),
  /** Why an open one cannot be made any more. */
  closure,
  kind: z.enum(correctionKinds),
  identificationNumber: z.string(),
  productName: z.string(),
  accountName: z.string(),
  language: z.enum(languages),
  expiresAt: z.iso.datetime(),
  /** What it says, while it is open; of the IBAN country and end. */
  bank: z.object({ iban: z.string(), accountHolder: z.string(), bic: z.string().nullable() }).nullable(),
  address: correctedAddress.nullable(),
})
export type CorrectionAnswer = z.output<typeof correctionAnswer>

/** `GET /api/corrections/{token}`: what the link of a mail would correct; reading it changes nothing. */
export const readCorrectionCall = {
  method: 'get',
  path: '/api/corrections/{token}',
  params,
  answer: correctionAnswer,
} as const

/** `POST /api/corrections/{token}/confirm`: makes the correction, once. */
export const confirmCorrectionCall = {
  method: 'post',
  path: '/api/corrections/{token}/confirm',
  params,
  answer: correctionAnswer,
} as const
