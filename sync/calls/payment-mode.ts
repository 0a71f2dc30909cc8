import * as z from 'zod'
import { paymentTypes } from '#domain/circuit/payment-type.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { newPaymentModeSchema, paymentModeSchema, paymentModeTexts } from '#domain/payment/payment-mode.schema.ts'
import { modeProviders } from '#domain/payment/payment-provider.ts'
import { collection, listQuery } from './list.ts'
import { idParams } from './organization.ts'
import { modifierAnswer } from './public-catalog.ts'
import { translationsOf } from './translations.ts'

/** A payment mode as the office has it (CIRC-20, CIRC-21). */
export const officePaymentModeAnswer = z.object({
  id: z.string(),
  version: z.int(),
  type: z.enum(paymentTypes),
  label: z.string(),
  description: z.string().nullable(),
  longDescription: z.string().nullable(),
  /** What the confirmation mail says of it. */
  mailContent: z.string().nullable(),
  translations: translationsOf(paymentModeTexts),
  provider: z.enum(modeProviders),
  /** Counts only with the premium feature of payment bonuses. */
  modifier: modifierAnswer.nullable(),
  /** Whether the customer's IBAN is asked for. */
  iban: z.boolean(),
  status: z.enum(['active', 'inactive', 'archived']),
  /** Circuits that offer it. */
  circuits: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type OfficePaymentMode = z.output<typeof officePaymentModeAnswer>

/** `GET /api/payment-modes` (CIRC-18), in the order in which customers see them unless asked otherwise. */
export const listPaymentModesCall = {
  method: 'get',
  path: '/api/payment-modes',
  query: listQuery(['label', 'type', 'provider', 'status'], {
    search: textOf('line').min(1).max(255).optional(),
    archived: z.enum(['true', 'false']).default('false').describe('`true`: those that are archived, and no others'),
  }),
  answer: collection(officePaymentModeAnswer),
} as const

/** `POST /api/payment-modes`: the new one is offered last. */
export const createPaymentModeCall = {
  method: 'post',
  path: '/api/payment-modes',
  body: newPaymentModeSchema,
  answer: officePaymentModeAnswer,
} as const
export type NewPaymentMode = z.output<typeof createPaymentModeCall.body>

/** `POST /api/payment-modes/{id}/duplicate`: another one that says the same, inactive and offered by no circuit. */
export const duplicatePaymentModeCall = {
  method: 'post',
  path: '/api/payment-modes/{id}/duplicate',
  params: idParams,
  body: z.strictObject({ label: paymentModeSchema.shape.label }),
  answer: officePaymentModeAnswer,
} as const

/** `GET /api/payment-modes/{id}`. */
export const readPaymentModeCall = {
  method: 'get',
  path: '/api/payment-modes/{id}',
  params: idParams,
  answer: officePaymentModeAnswer,
} as const

/** `PATCH /api/payment-modes/{id}` as a merge patch; `If-Match` refuses a change made over an older version. */
export const patchPaymentModeCall = {
  method: 'patch',
  path: '/api/payment-modes/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: paymentModeSchema.partial(),
  answer: officePaymentModeAnswer,
} as const
/** The fields of a payment mode that a merge patch may name. */
export type PaymentModePatch = z.output<typeof patchPaymentModeCall.body>
