import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** The queue of slots that carriers are asked for. */
export const pickupQueue = 'carrier-pickup'

/** When a job begins, and whether it ends once nothing is asked any more; else it says a settled slot once more. */
interface PickupJob {
  readonly waitSeconds: number
  readonly onlyAsked: boolean
}

/** Makes the job that asks a carrier for the slot of a buyback; one that waits already is brought forward instead. */
export async function sendPickupJob(
  tx: Transaction<Tables>,
  { accountId, buybackId }: { readonly accountId: string; readonly buybackId: string },
  { waitSeconds, onlyAsked }: PickupJob,
): Promise<void> {
  const data = JSON.stringify({ accountId, buybackId, ...(onlyAsked && { onlyAsked }) })
  await sql`select send_job_once(${pickupQueue}, ${data}::jsonb, make_interval(secs => ${waitSeconds}))`.execute(tx)
}
