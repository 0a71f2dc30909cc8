import * as z from 'zod'
import { buybackStatuses } from '#domain/buyback/buyback-status.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'

/** A buyback that is open for the same device. */
const sameDevice = z.object({
  id: z.string(),
  code: z.string(),
  status: z.enum(buybackStatuses),
  createdAt: z.iso.datetime(),
})
export type SameDevice = z.output<typeof sameDevice>

/**
 * `GET /api/public/same-imei`: whether a device with this IMEI is in an open buyback of the account. Visitors are told
 * that it is; staff reads which, of those that its place shows.
 */
export const sameImeiCall = {
  method: 'get',
  path: '/api/public/same-imei',
  query: z.strictObject({
    imei: textOf('code').max(64),
    /** Id or number of the buyback that asks, which is no other one. */
    except: textOf('code').max(64).optional(),
  }),
  answer: z.object({ isOpen: z.boolean(), buybacks: z.array(sameDevice) }),
} as const
