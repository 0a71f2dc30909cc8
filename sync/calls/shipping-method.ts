import * as z from 'zod'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import {
  newShippingMethodSchema,
  shippingMethodSchema,
  shippingMethodTexts,
} from '#domain/circuit/shipping-method.schema.ts'
import { relaySources } from '#domain/circuit/relay-points.ts'
import { pickupRulesAnswer } from '#domain/circuit/pickup-slots.schema.ts'
import { shippingMethodTypes } from '#domain/circuit/shipping-method-type.ts'
import { collection, listQuery } from './list.ts'
import { idParams } from './organization.ts'
import { shippingMethodAnswer } from './public-catalog.ts'
import { translationsOf } from './translations.ts'

/** A shipping method as the office has it (CIRC-17). */
export const officeShippingMethodAnswer = z.object({
  ...shippingMethodAnswer.shape,
  type: z.enum(shippingMethodTypes),
  version: z.int(),
  translations: translationsOf(shippingMethodTexts),
  status: z.enum(['active', 'inactive', 'archived']),
  /** An older server says nothing of it. */
  pickup: pickupRulesAnswer.nullable().optional(),
  /** An older server says nothing of it, and nothing of the next one. */
  relayPoints: z.enum(relaySources).nullable().optional(),
  /** How many points its file has. */
  relayPointCount: z.int().optional(),
  /** Circuits that offer it. */
  circuits: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type OfficeShippingMethod = z.output<typeof officeShippingMethodAnswer>

/** `GET /api/shipping-methods`. */
export const listShippingMethodsCall = {
  method: 'get',
  path: '/api/shipping-methods',
  query: listQuery(['description', 'type', 'status'], {
    search: textOf('line').min(1).max(255).optional(),
    archived: z.enum(['true', 'false']).default('false').describe('`true`: those that are archived, and no others'),
  }),
  answer: collection(officeShippingMethodAnswer),
} as const

/** `GET /api/shipping-methods/{id}`. */
export const readShippingMethodCall = {
  method: 'get',
  path: '/api/shipping-methods/{id}',
  params: idParams,
  answer: officeShippingMethodAnswer,
} as const

/** `POST /api/shipping-methods`. */
export const createShippingMethodCall = {
  method: 'post',
  path: '/api/shipping-methods',
  body: newShippingMethodSchema,
  answer: officeShippingMethodAnswer,
} as const

/** `POST /api/shipping-methods/{id}/duplicate`: another one that says the same, inactive and offered by no circuit. */
export const duplicateShippingMethodCall = {
  method: 'post',
  path: '/api/shipping-methods/{id}/duplicate',
  params: idParams,
  body: z.strictObject({ description: shippingMethodSchema.shape.description }),
  answer: officeShippingMethodAnswer,
} as const

/** `PATCH /api/shipping-methods/{id}` as a merge patch; `If-Match` refuses a change made over an older version. */
export const patchShippingMethodCall = {
  method: 'patch',
  path: '/api/shipping-methods/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: shippingMethodSchema.partial(),
  answer: officeShippingMethodAnswer,
} as const
/** The fields of a shipping method that a merge patch may name. */
export type ShippingMethodPatch = z.output<typeof patchShippingMethodCall.body>
