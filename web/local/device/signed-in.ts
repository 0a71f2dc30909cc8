import { openStorage, sessionNumber, type KeptSession } from '#web/lib/local-storage.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'
import { databaseNames } from '#web/local/engine/ports.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import { withOutbox } from '#web/local/outbox/with-outbox.ts'
import {
  endSessionByPin,
  isPinSessionOver,
  isSessionByPinOver,
  isSomebodySignedIn,
  keepSession,
  pinSignInLock,
  readKeptSession,
  readPinEnd,
  type PinEnd,
} from './kept-session.ts'
import { clearDeviceData } from './leave-device.ts'

/**
 * Keeps the session beside the captured work. Local storage reaches the disk some seconds after it was written, so that
 * a browser that is killed soon after a sign-in would start as nobody's, or as that of the user before.
 */
export async function keepSignedIn(userId: string, session: KeptSession): Promise<void> {
  await withOutbox((outbox) => outbox.writing((open) => keepSession(open, { ...session, userId })))
}

/** How long a start waits for the device to be emptied, as a sign-out does, in milliseconds. */
const longestEmptyMs = 10_000

/**
 * What was kept last, `values` empty after a sign-out and where the user's grants no longer count; null on a device that
 * nobody has used yet.
 */
export async function readSignedIn(): Promise<KeptSession | null> {
  const names = (await indexedDB.databases()).map(({ name }) => name)
  if (!names.includes(databaseNames.outbox)) return null
  const empty = (): Promise<unknown> =>
    Promise.race([
      // With a database of its own, so that it goes on where the start does not wait any longer.
      withOutbox((outbox, ports) => clearDeviceData(outbox, ports, null)).catch(() => undefined),
      new Promise((go) => setTimeout(go, longestEmptyMs)),
    ])
  return withOutbox((outbox, ports) => beginWithKept(outbox, ports, sessionNumber(openStorage()), empty))
}

/**
 * The same, of an outbox, for a start whose local storage is of a turn of the session. A sign-in by a PIN that is over ends here
 * with a later turn, so that local storage forgets its user, and the device is emptied.
 */
export async function beginWithKept(
  outbox: Outbox,
  ports: Pick<EnginePorts, 'indexedDB' | 'databaseNames' | 'nowMs' | 'runLocked'>,
  storedTurn: number,
  empty: () => Promise<unknown> = () => clearDeviceData(outbox, ports, null),
): Promise<KeptSession | null> {
  const end = (): Promise<boolean> =>
    outbox.writing(async (open) => {
      const turn = Math.max((await readKeptSession(open))?.turn ?? 0, storedTurn) + 1
      return endSessionByPin(open, turn, ports.nowMs())
    })
  // A sign-in of another tab that is just happening is none that a killed browser has left behind: it is waited for.
  const seemsOver = await outbox.reach((open) => isSessionByPinOver(open, ports.nowMs()))
  const isOver = seemsOver && (await ports.runLocked(pinSignInLock, end))
  if (isOver) await empty().catch(() => undefined)
  return outbox.reach(async (open) => {
    const row = await readKeptSession(open)
    if (row === undefined) return null
    return { turn: row.turn, values: (await isSomebodySignedIn(open, ports.nowMs())) ? row.values : {} }
  })
}

/** When the days end of a user whom a PIN has let in; null for any other. */
export async function pinEndOf(userId: string): Promise<PinEnd | null> {
  return withOutbox((outbox, { nowMs }) => outbox.reach((open) => readPinEnd(open, userId, nowMs())))
}

/** Whether a PIN has let this user in, and its days are over. */
export async function isOverByPin(userId: string): Promise<boolean> {
  return withOutbox((outbox, { nowMs }) => outbox.reach((open) => isPinSessionOver(open, userId, nowMs())))
}
