import type { CapturedSale } from '#web/local/counter/counter.ts'
import { useSyncStatus } from '#web/local/engine/engine-context.tsx'

/** How a captured sale stands: as the outbox says, or `sealed` until its seller signs in on this device again. */
export type SaleStatus = CapturedSale['state'] | 'sealed'

/** Tells how a sale stands. */
export function useSaleStatus({ state, authorId }: CapturedSale): SaleStatus {
  const { signedOut } = useSyncStatus()
  return state === 'waiting' && signedOut.some(({ userId }) => userId === authorId) ? 'sealed' : state
}
