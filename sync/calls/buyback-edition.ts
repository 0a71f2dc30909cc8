import * as z from 'zod'
import { editionSteps } from '#domain/buyback/edition.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { idParams } from './organization.ts'

/** What may be corrected of a buyback, as it stands. */
export const buybackEditionAnswer = z.object({
  id: z.string(),
  identificationNumber: z.string(),
  /** Steps that are open to the caller. */
  steps: z.array(z.enum(editionSteps)),
  product: z.object({ imei: z.string().nullable(), serialNumber: z.string().nullable() }),
  contact: z.object({ clientEmail: z.string().nullable(), clientPhone: z.string().nullable() }),
  /** Of the IBAN the last four characters. */
  bank: z.object({ ibanEnd: z.string().nullable(), accountHolder: z.string().nullable() }),
})
/** What may be corrected of a buyback, as it stands. */
export type BuybackEditionAnswer = z.output<typeof buybackEditionAnswer>

/** `GET /api/buybacks/{id}/edition` (BB-12). */
export const readBuybackEditionCall = {
  method: 'get',
  path: '/api/buybacks/{id}/edition',
  params: idParams,
  answer: buybackEditionAnswer,
} as const

/** `PATCH /api/buybacks/{id}` (BB-12): corrects the steps that are named; all of them or none. */
export const editBuybackCall = {
  method: 'patch',
  path: '/api/buybacks/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: z.strictObject({
    product: z
      .strictObject({
        imei: z.string().trim().max(textLimits.comment).nullable(),
        serialNumber: z.string().trim().min(1).max(textLimits.comment).nullable(),
      })
      .optional(),
    contact: z.strictObject({ clientEmail: z.string().max(254), clientPhone: z.string().max(40) }).optional(),
    bank: z.strictObject({ iban: z.string().max(64), accountHolder: z.string().max(140) }).optional(),
  }),
  answer: buybackEditionAnswer,
} as const
