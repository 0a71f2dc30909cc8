import type { KeptSession } from '#web/lib/local-storage.ts'
import { isSomebodySignedIn, keepSession, readKeptSession } from './kept-session.ts'
import { databaseNames } from '#web/local/engine/ports.ts'
import { withOutbox } from '#web/local/outbox/with-outbox.ts'

/**
 * Keeps the session beside the captured work. Local storage reaches the disk some seconds after it was written, so that
 * a browser that is killed soon after a sign-in would start as nobody's, or as that of the user before.
 */
export async function keepSignedIn(userId: string, session: KeptSession): Promise<void> {
  await withOutbox((outbox) => outbox.writing((open) => keepSession(open, { ...session, userId })))
}

/**
 * What was kept last, `values` empty after a sign-out and where the user's grants no longer count; null on a device that
 * nobody has used yet.
 */
export async function readSignedIn(): Promise<KeptSession | null> {
  const names = (await indexedDB.databases()).map(({ name }) => name)
  if (!names.includes(databaseNames.outbox)) return null
  return withOutbox((outbox, { nowMs }) =>
    outbox.reach(async (open) => {
      const row = await readKeptSession(open)
      if (row === undefined) return null
      return { turn: row.turn, values: (await isSomebodySignedIn(open, nowMs())) ? row.values : {} }
    }),
  )
}
