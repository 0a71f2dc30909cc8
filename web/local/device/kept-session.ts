import type { KeptSession } from '#web/lib/local-storage.ts'
import { signedInKey, type OutboxDatabase } from '#web/local/outbox/outbox-database.ts'

/** Who is signed in on this device, or that nobody is. */
interface KeptRow extends KeptSession {
  /** Null once the user has signed out. */
  readonly userId: string | null
}

/** What a device keeps of its session, read inside a transaction; earlier versions kept no turn. */
export async function readKeptSession(open: OutboxDatabase): Promise<KeptRow | undefined> {
  const row = (await open.meta.get(signedInKey))?.value as KeptRow | undefined
  return typeof row?.turn === 'number' ? row : undefined
}

const byPinKey = 'signedInByPin'

/** Lock that a tab holds from the sign-in by a PIN until its page has kept the session. */
export const pinSignInLock = 'reprise-pin-sign-in'

/** Where a user's PIN lies among what the device keeps. */
export const pinRowOf = (userId: string): string => `pin:${userId}`

/** Who is signed in by a PIN, without any right to send, and until when. */
interface PinSession {
  readonly userId: string
  readonly untilMs: number
}

/** Keeps that a user has signed in by a PIN, inside a transaction. */
export async function keepSessionByPin(open: OutboxDatabase, session: PinSession): Promise<void> {
  await open.meta.put({ key: byPinKey, value: session })
}

/**
 * Forgets it: the user has signed in with a password, or what stands for it. The session of an earlier sign-out, which the
 * PIN would bring back, goes too: role and place may have changed since. Answers whether there may be copies behind a PIN.
 */
export async function forgetSessionByPin(open: OutboxDatabase, userId: string): Promise<boolean> {
  if ((await readSessionByPin(open))?.userId === userId) await open.meta.delete(byPinKey)
  const pin = await open.device.get(pinRowOf(userId))
  if (pin !== undefined) await open.device.put({ ...pin, value: { ...(pin.value as object), session: null } })
  return pin !== undefined
}

/** Whether a PIN has let a user in whose days are over now, asked inside a transaction. */
export async function isPinSessionOver(open: OutboxDatabase, userId: string, nowMs: number): Promise<boolean> {
  const byPin = await readSessionByPin(open)
  return byPin?.userId === userId && byPin.untilMs <= nowMs
}

/** When the days of a PIN end, and whether that is within a day. */
export interface PinEnd {
  readonly pinEndsAtMs: number
  readonly pinEndsSoon: boolean
}

const lastDayMs = 86_400_000

/** When the days end of a user whom a PIN has let in, asked inside a transaction; null for any other. */
export async function readPinEnd(open: OutboxDatabase, userId: string, nowMs: number): Promise<PinEnd | null> {
  const byPin = await readSessionByPin(open)
  if (byPin?.userId !== userId) return null
  return { pinEndsAtMs: byPin.untilMs, pinEndsSoon: byPin.untilMs - nowMs <= lastDayMs }
}

/**
 * Ends a sign-in by a PIN at a start, with a turn of the session, where its days are over, or where the browser was killed
 * before the page had the session: what the PIN has opened is nobody's then. False where there is nothing to end.
 */
export async function endSessionByPin(open: OutboxDatabase, turn: number, nowMs: number): Promise<boolean> {
  const byPin = await readSessionByPin(open)
  if (byPin === undefined || !(await isSessionByPinOver(open, nowMs))) return false
  const { userId = null } = (await readKeptSession(open)) ?? {}
  const isOther = userId !== null && userId !== byPin.userId
  await (isOther ? open.meta.delete(byPinKey) : keepSignedOut(open, turn))
  return !isOther
}

/** Whether a start would end a sign-in by a PIN, asked inside a transaction. */
export async function isSessionByPinOver(open: OutboxDatabase, nowMs: number): Promise<boolean> {
  const byPin = await readSessionByPin(open)
  if (byPin === undefined) return false
  return (await readKeptSession(open))?.userId !== byPin.userId || byPin.untilMs <= nowMs
}

/** Who is signed in by a PIN, inside a transaction. */
export async function readSessionByPin(open: OutboxDatabase): Promise<PinSession | undefined> {
  return (await open.meta.get(byPinKey))?.value as PinSession | undefined
}

/**
 * Whether a user is signed in by what a device keeps, asked inside a transaction. One whose grants no longer count is
 * not, as after a sign-out, unless a PIN has let the user in.
 */
export async function isSomebodySignedIn(open: OutboxDatabase, nowMs: number): Promise<boolean> {
  const userId = (await readKeptSession(open))?.userId ?? null
  if (userId === null) return false
  const byPin = await readSessionByPin(open)
  if (byPin?.userId === userId && byPin.untilMs > nowMs) return true
  const grants = await open.grants.where('userId').equals(userId).toArray()
  return grants.some(({ refused, expiresAt }) => !refused && Date.parse(expiresAt) > nowMs)
}

/** Keeps a session, unless another tab has kept one of a later turn. */
export async function keepSession(open: OutboxDatabase, row: KeptRow): Promise<void> {
  if (row.turn < ((await readKeptSession(open))?.turn ?? 0)) return
  await open.meta.put({ key: signedInKey, value: row })
}

/** Notes that nobody is signed in, from a turn of the session on. */
export async function keepSignedOut(open: OutboxDatabase, turn: number): Promise<void> {
  const before = (await readKeptSession(open))?.turn ?? 0
  await open.meta.delete(byPinKey)
  await keepSession(open, { userId: null, turn: Math.max(before, turn), values: {} })
}
