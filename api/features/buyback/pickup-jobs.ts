import * as z from 'zod'
import { pickupQueue } from '#api/db/pickup-job.ts'
import { confirmPickup, type Confirming } from './tracked-pickup.ts'

const dataSchema = z.object({ accountId: z.guid(), buybackId: z.guid(), onlyAsked: z.boolean().default(false) })

/** The queue of slots that carriers are asked for, and what works on it. */
export function createPickupJobs(deps: Confirming) {
  return [{ queue: pickupQueue, run: (data: unknown) => confirmPickup(deps, dataSchema.parse(data)) }] as const
}
