import * as z from 'zod'
import { editionSteps } from '#domain/buyback/buyback-edition.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { idParams } from './organization.ts'

/** What may be corrected of a buyback, as it stands. */
export const buybackEditionAnswer = z.object({
  id: z.string(),
  /** Of what is shown and of the bank account behind it; what `If-Match` names. */
  version: z.int(),
  identificationNumber: z.string(),
  /** Steps that are open to the caller. */
  steps: z.array(z.enum(editionSteps)),
  product: z.object({ imei: z.string().nullable(), serialNumber: z.string().nullable() }),
  contact: z.object({ clientEmail: textOf('code').nullable(), clientPhone: textOf('line').nullable() }),
  address: z.object({
    clientStreet: z.string().nullable(),
    clientStreetMore: z.string().nullable(),
    clientZipCode: z.string().nullable(),
    clientCity: z.string().nullable(),
    clientCountry: z.string().nullable(),
  }),
  /** Of the IBAN the last four characters. */
  bank: z.object({
    ibanEnd: z.string().nullable(),
    accountHolder: z.string().nullable(),
    /** The bank, where transfers have to name it. */
    bic: z.string().nullable(),
  }),
})
export type BuybackEditionAnswer = z.output<typeof buybackEditionAnswer>

/** `GET /api/buybacks/{id}/edition` (BB-12). */
export const readBuybackEditionCall = {
  method: 'get',
  path: '/api/buybacks/{id}/edition',
  params: idParams,
  answer: buybackEditionAnswer,
} as const

/**
 * `PATCH /api/buybacks/{id}` (BB-12): corrects the steps that are named; all of them or none. `If-Match: "<version>"`
 * refuses it where another user was faster.
 */
export const editBuybackCall = {
  method: 'patch',
  path: '/api/buybacks/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: z.strictObject({
    product: z
      .strictObject({
        imei: textOf('code').max(textLimits.comment).nullable(),
        serialNumber: textOf('code').min(1).max(textLimits.comment).nullable(),
      })
      .optional(),
    contact: z.strictObject({ clientEmail: textOf('code').max(254), clientPhone: textOf('line').max(40) }).optional(),
    address: z
      .strictObject({
        clientStreet: textOf('line').max(255),
        clientStreetMore: textOf('line').max(255),
        clientZipCode: textOf('line').max(20),
        clientCity: textOf('line').max(255),
        clientCountry: textOf('code').max(2),
      })
      .optional(),
    bank: z
      .strictObject({
        iban: textOf('line').max(128),
        accountHolder: textOf('line').max(140),
        bic: textOf('code').max(64).optional(),
      })
      .optional(),
  }),
  answer: buybackEditionAnswer,
} as const
