import * as z from 'zod'
import { foundRelayPointAnswer } from '#domain/circuit/relay-points.schema.ts'
import { relayLimits } from '#domain/circuit/relay-points.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { idParams } from './organization.ts'

/** `GET /api/public/shipping-methods/{id}/relay-points`: points where parcels may be handed over, the nearest first. */
export const publicRelayPointsCall = {
  method: 'get',
  path: '/api/public/shipping-methods/{id}/relay-points',
  params: idParams,
  query: z.strictObject({
    near: textOf('line').min(1).max(relayLimits.near).describe('A postal code or town, or coordinates as `48.85,2.35`'),
  }),
  answer: z.object({ points: z.array(foundRelayPointAnswer) }),
} as const

/** `PUT /api/shipping-methods/{id}/relay-points`: the points of a CSV file, in place of all that were there. */
export const putRelayPointsCall = {
  method: 'put',
  path: '/api/shipping-methods/{id}/relay-points',
  params: idParams,
  body: z.strictObject({ csv: z.string().min(1).max(relayLimits.characters) }),
  answer: z.object({ count: z.int() }),
} as const
