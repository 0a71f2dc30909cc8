import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** The queue of slots that carriers are asked for. */
export const pickupQueue = 'carrier-pickup'

/** Makes the job that asks a carrier for the slot of a buyback; one that waits already is brought forward instead. */
export async function sendPickupJob(
  tx: Transaction<Tables>,
  { accountId, buybackId }: { readonly accountId: string; readonly buybackId: string },
  { waitSeconds }: { readonly waitSeconds: number },
): Promise<void> {
  const data = JSON.stringify({ accountId, buybackId })
  await sql`select send_job_once(${pickupQueue}, ${data}::jsonb, make_interval(secs => ${waitSeconds}))`.execute(tx)
}
