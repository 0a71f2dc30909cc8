import type { OpState } from '#sync/replica/outbox-state.ts'
import type { OutcomeMismatch } from '#web/local/outbox/outcome-mismatch.ts'
import type { Author, OpRow } from '#web/local/outbox/outbox-database.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import { readWaitingEnds, type WaitingEnd } from '#web/local/outbox/rounds.ts'
import { readSignedOutWork, signedOutNameIn, type SignedOutProducts } from './signed-out-work.ts'
import { decryptReadable } from './work-encryption.ts'

/** What the device can say of all that was captured on it. */
export function createAccounts(outbox: Outbox, nowMs: () => number, author: () => Author | null) {
  return {
    /** What the server has not applied, as a JSON text to keep elsewhere. */
    async exportUnsent(): Promise<string> {
      const found = (await Promise.all((['pending', 'held', 'tray'] as const).map(outbox.inState))).flat()
      // What does not open leaves as it is, for a person who has its key.
      const { rows } = await decryptReadable(outbox, found).catch(() => ({ rows: found }))
      const ops = rows.map(({ op, state, outcome, author: by, locked }) => ({
        op,
        state,
        outcome,
        author: by.name,
        ...(locked !== undefined && { locked: { iv: base64(locked.iv), body: base64(new Uint8Array(locked.body)) } }),
      }))
      return JSON.stringify({ deviceId: await outbox.deviceId(), exportedAtMs: nowMs(), ops }, null, 2)
    },

    /** Every captured operation in exactly one state. */
    accounting: (): Promise<Record<OpState, number>> => outbox.counts(),

    /** A user's ends of rounds in a warehouse that wait for a person. */
    endsWaiting: (userId: string, warehouseId: string): Promise<WaitingEnd[]> =>
      readWaitingEnds(outbox, userId, warehouseId),

    /** Who has signed out with unsent work among operations of this device; null where nobody has. */
    signedOutNameIn: (rows: readonly OpRow[], userId: string | undefined): Promise<string | null> =>
      signedOutNameIn(outbox, rows, userId),

    /** Unsent work without a grant, by person and client; a user's own in the account at hand is none of it. */
    signedOutWork: (author: Author | null): Promise<readonly SignedOutProducts[]> => readSignedOutWork(outbox, author),

    /** Applied operations of the author's account with another result than their operators were told, in capture order. */
    async differing(): Promise<readonly OutcomeMismatch[]> {
      const accountId = author()?.accountId
      return (await outbox.differing()).filter(({ row }) => accountId === undefined || row.accountId === accountId)
    },

    /** Every operation of a state, in capture order; for exports and tests. */
    operations: (state: OpState): Promise<OpRow[]> => outbox.inState(state),
  }
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
