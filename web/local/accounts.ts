import { opStates, type OpState } from '#sync/replica/outbox-state.ts'
import type { DifferingOutcome } from './differing.ts'
import type { OpRow } from './outbox-database.ts'
import type { Outbox } from './outbox.ts'
import { readWaitingEnds, type WaitingEnd } from './rounds.ts'
import { readSealedWork, sealedNameIn, type SealedProducts } from './sealed-work.ts'

/** What the device can say of all that was captured on it. */
export function createAccounts(outbox: Outbox, nowMs: () => number) {
  return {
    /** What the server has not applied, as a JSON text to keep elsewhere. */
    async exportUnsent(): Promise<string> {
      const rows = (await Promise.all((['pending', 'held', 'tray'] as const).map(outbox.inState))).flat()
      const ops = rows.map(({ op, state, outcome, author: by }) => ({ op, state, outcome, author: by.name }))
      return JSON.stringify({ deviceId: await outbox.deviceId(), exportedAtMs: nowMs(), ops }, null, 2)
    },

    /** Every captured operation in exactly one state. */
    async accounting(): Promise<Record<OpState, number>> {
      const counts = await Promise.all(opStates.map(async (state) => [state, await outbox.countIn(state)] as const))
      return Object.fromEntries(counts) as Record<OpState, number>
    },

    /** A user's ends of rounds in a warehouse that wait for a person. */
    endsWaiting: (userId: string, warehouseId: string): Promise<WaitingEnd[]> =>
      readWaitingEnds(outbox, userId, warehouseId),

    /** Who has signed out with unsent work among operations of this device; null where nobody has. */
    sealedNameIn: (rows: readonly OpRow[], userId: string | undefined): Promise<string | null> =>
      sealedNameIn(outbox, rows, userId),

    /** Unsent work of people who are signed out, by person; a user's own is none of it. */
    sealedWork: (userId: string | undefined): Promise<readonly SealedProducts[]> => readSealedWork(outbox, userId),

    /** Applied operations that came to something else than their operators were told, in capture order. */
    differing: (): Promise<readonly DifferingOutcome[]> => outbox.differing(),

    /** Every operation of a state, in capture order; for exports and tests. */
    operations: (state: OpState): Promise<OpRow[]> => outbox.inState(state),
  }
}
