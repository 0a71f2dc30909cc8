import * as z from 'zod'
import { chosenSlot, slotAnswer } from '#domain/circuit/pickup-slots.schema.ts'
import { idParams } from './organization.ts'

const slots = z.object({ slots: z.array(slotAnswer) })

/** `GET /api/public/shipping-methods/{id}/slots`: when products may be collected, the next slot first; full ones are left out. */
export const publicSlotsCall = {
  method: 'get',
  path: '/api/public/shipping-methods/{id}/slots',
  params: idParams,
  answer: slots,
} as const

/** When a buyback is collected; null while no slot is chosen. */
export const trackedPickup = z.object({
  slot: slotAnswer.nullable(),
  /** Whether its customer may choose another one. */
  canChange: z.boolean(),
})

const token = z.strictObject({ token: z.string().min(1).max(96) })

/** `GET /api/tracking/{token}/slots`: the slots that the customer of a private link may choose. */
export const trackedSlotsCall = {
  method: 'get',
  path: '/api/tracking/{token}/slots',
  params: token,
  answer: slots,
} as const

/** `POST /api/tracking/{token}/slot`: another slot, which the carrier has agreed to. */
export const changePickupCall = {
  method: 'post',
  path: '/api/tracking/{token}/slot',
  params: token,
  body: chosenSlot,
  answer: trackedPickup,
} as const
