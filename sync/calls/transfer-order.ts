import * as z from 'zod'
import { transferOrderTermsSchema } from '#domain/document/transfer-order-terms.schema.ts'
import { translationsSchema } from '#domain/kernel/translations.schema.ts'
import { translationsOf } from './translations.ts'

/** Texts of a transfer order, which can be given in each language. */
export const transferOrderTexts = ['terms'] as const

/** The terms of the account's transfer orders (CIRC-33). */
export const transferOrderTermsAnswer = z.object({
  /** Of the account's settings, whose other fields raise it too. */
  version: z.int(),
  /** The account's own terms, with their variables as they were inserted; null: the product's, in the reader's language. */
  terms: z.string().nullable(),
  /** What the account says in other languages, where that is not the product's. */
  translations: translationsOf(transferOrderTexts),
  /** Whether the account has the feature of terms of its own; without it, papers say the product's. */
  isActive: z.boolean(),
})
/** The terms of the account's transfer orders. */
export type TransferOrderTermsAnswer = z.output<typeof transferOrderTermsAnswer>

/** `GET /api/transfer-order-terms`. */
export const readTransferOrderTermsCall = {
  method: 'get',
  path: '/api/transfer-order-terms',
  answer: transferOrderTermsAnswer,
} as const

/**
 * `PATCH /api/transfer-order-terms` as a merge patch; null goes back to the product's terms, in every language that is
 * not named with it.
 * `If-Match: "<version>"` refuses a change over another user's.
 */
export const patchTransferOrderTermsCall = {
  method: 'patch',
  path: '/api/transfer-order-terms',
  bodyType: 'merge-patch',
  body: z.strictObject({
    terms: transferOrderTermsSchema.nullable(),
    translations: translationsSchema({ terms: transferOrderTermsSchema }).optional(),
  }),
  answer: transferOrderTermsAnswer,
} as const
/** Terms as a change has them. */
export type TransferOrderTermsPatch = z.output<typeof patchTransferOrderTermsCall.body>
