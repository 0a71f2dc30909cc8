import type { Logger } from 'pino'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { lockParcelAlone, sendCarrierJob, parcelsWithoutJob, type ParcelScope } from './parcel-queries.ts'

/** Parcels taken in one round. */
const batch = 1_000

/**
 * Builds the round that lets a job ask again for every order of a carrier, and every cancelling of one, that is open and
 * whose jobs have run out of tries: only the carrier's own word ends it. It answers how many it took. Any number of
 * processes may run it.
 */
export function createDeliverySweep(deps: {
  readonly database: Database
  readonly log: Pick<Logger, 'warn'>
}): () => Promise<number> {
  const { database, log } = deps
  return async () => {
    let taken = 0
    for (const scope of await parcelsWithoutJob(database, batch)) {
      try {
        if (await askAgain(database, scope)) taken += 1
      } catch (error) {
        // The next round finds it again; the others need not wait for it.
        const reason = error instanceof Error ? error.name : typeof error
        log.warn({ parcelId: scope.parcelId, reason }, 'parcel not asked for')
      }
    }
    return taken
  }
}

function askAgain(database: Database, scope: ParcelScope): Promise<boolean> {
  return inAccount(database, scope.accountId, async (tx) => {
    const parcel = await lockParcelAlone(tx, scope)
    if (parcel?.state !== 'ordering' && parcel?.state !== 'cancelling') return false
    await sendCarrierJob(tx, parcel.state === 'ordering' ? 'carrier-order' : 'carrier-cancel', scope)
    return true
  })
}
