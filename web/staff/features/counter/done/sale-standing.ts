import type { CapturedSale } from '#web/local/counter/counter.ts'
import { useSyncStatus } from '#web/local/engine/engine-context.tsx'

/** How a captured sale stands: as the outbox says, or `sealed` until its seller signs in on this device again. */
export type SaleStanding = CapturedSale['state'] | 'sealed'

/** Tells how a sale stands. */
export function useSaleStanding({ state, authorId }: CapturedSale): SaleStanding {
  const { signedOut } = useSyncStatus()
  return state === 'waiting' && signedOut.some(({ userId }) => userId === authorId) ? 'sealed' : state
}
