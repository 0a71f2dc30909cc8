import * as z from 'zod'
import { buybackDocumentKinds, buybackDocumentStates } from '#domain/document/buyback-document.ts'
import { idParams } from './organization.ts'

const kindNames = buybackDocumentKinds.join('|')

/** A paper as a file: `transfer_order.pdf`. */
const file = z
  .string()
  .regex(new RegExp(`^(${kindNames})\\.pdf$`))
  .transform((name) => z.enum(buybackDocumentKinds).parse(name.slice(0, -'.pdf'.length)))

const token = z.string().min(1).max(128)

/** The papers of a buyback: every kind with its state. */
export const buybackDocumentsAnswer = z.object({
  documents: z.array(
    z.object({
      kind: z.enum(buybackDocumentKinds),
      /** `awaiting`: due, now or later, and not made yet; `none`: not due. */
      state: z.enum(buybackDocumentStates),
      /**
       * Whether it is due already; what is due later is made when its time has come, and nobody looks for it before. A
       * server that is older than this app says nothing of it.
       */
      isDue: z.boolean().default(true),
      readyAt: z.iso.datetime().nullable(),
      /** Names in the terms of a transfer order that are no variables, and so were left as written. */
      unknownVariables: z.array(z.string()),
    }),
  ),
})
/** The papers of a buyback. */
export type BuybackDocumentsAnswer = z.output<typeof buybackDocumentsAnswer>

/** `GET /api/buybacks/{id}/documents`: which papers there are. A web visitor reads those of own carts. */
export const listBuybackDocumentsCall = {
  method: 'get',
  path: '/api/buybacks/{id}/documents',
  params: idParams,
  answer: buybackDocumentsAnswer,
} as const

/** `GET /api/buybacks/{id}/documents/{kind}.pdf`: one of them, as it was made. */
export const buybackDocumentCall = {
  method: 'get',
  path: '/api/buybacks/{id}/documents/{file}',
  params: z.strictObject({ ...idParams.shape, file }),
} as const

/**
 * `HEAD /api/buybacks/{id}/shipping-label` (BB-40): 200 once it is ready, 425 until then, 404 where none is due. HEAD
 * is answered as GET without the body, so that GET gives the label itself.
 */
export const shippingLabelCall = {
  method: 'get',
  path: '/api/buybacks/{id}/shipping-label',
  params: idParams,
} as const

/** `GET /api/tracking/{token}/documents`: the same by the private link of the customer. */
export const listTrackedDocumentsCall = {
  method: 'get',
  path: '/api/tracking/{token}/documents',
  params: z.strictObject({ token }),
  answer: buybackDocumentsAnswer,
} as const

/** `GET /api/tracking/{token}/documents/{kind}.pdf`. */
export const trackedDocumentCall = {
  method: 'get',
  path: '/api/tracking/{token}/documents/{file}',
  params: z.strictObject({ token, file }),
} as const

/** `HEAD /api/tracking/{token}/shipping-label`, and GET alike. */
export const trackedShippingLabelCall = {
  method: 'get',
  path: '/api/tracking/{token}/shipping-label',
  params: z.strictObject({ token }),
} as const
