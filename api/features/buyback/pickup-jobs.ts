import * as z from 'zod'
import { pickupQueue } from '#api/db/pickup-job.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { confirmPickup } from './tracked-pickup.ts'

const scopeSchema = z.object({ accountId: z.guid(), buybackId: z.guid() })

/** The queue of slots that carriers are asked for, and what works on it. */
export function createPickupJobs(deps: Pick<BuybackDeps, 'database' | 'now' | 'reschedulePickup'>) {
  return [{ queue: pickupQueue, run: (data: unknown) => confirmPickup(deps, scopeSchema.parse(data)) }] as const
}
