import * as z from 'zod'
import { transferOrderTermsSchema } from '#domain/document/transfer-order-terms.schema.ts'

/** The terms of the account's transfer orders (CIRC-33). */
export const transferOrderTermsAnswer = z.object({
  /** Of the account's settings, whose other fields raise it too. */
  version: z.int(),
  /** The account's own terms, with their variables as they were inserted; null: the product's, in the reader's language. */
  terms: z.string().nullable(),
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
 * `PATCH /api/transfer-order-terms` as a merge patch; null goes back to the product's terms. `If-Match: "<version>"`
 * refuses a change over somebody else's.
 */
export const patchTransferOrderTermsCall = {
  method: 'patch',
  path: '/api/transfer-order-terms',
  bodyType: 'merge-patch',
  body: z.strictObject({ terms: transferOrderTermsSchema.nullable() }),
  answer: transferOrderTermsAnswer,
} as const
