import { mostWrongPins, pinWaitMs } from '#domain/access/offline-pin.ts'
import { catalogNames, counterLock } from '#web/local/counter/counter.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'
import type { EncryptedWords, OutboxDatabase } from '#web/local/outbox/outbox-database.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import { pullLock } from '#web/local/sync/pull.ts'
import { keepSessionByPin, pinRowOf as name, pinSignInLock } from './kept-session.ts'
import { forgetCopies, holdsRows, keepCopies, openCopies } from './pin-copies.ts'
import { makePinKey, openPinKey, openEncrypted, encryptFor, type PinKey } from './pin-key.ts'
import { takeWorkKey } from './work-encryption.ts'

const dayMs = 86_400_000
/** How many users of a shared device have a PIN on it. */
const mostPins = 12

type Work = Pick<Outbox, 'reach' | 'writing'>
type PinPorts = Pick<EnginePorts, 'indexedDB' | 'IDBKeyRange' | 'databaseNames' | 'nowMs' | 'runLocked'>

/** What was encrypted for a user at once. */
interface Encrypted {
  readonly point: Uint8Array<ArrayBuffer>
  readonly words: EncryptedWords
}

/** A user's PIN on this device. */
interface PinRow {
  readonly userId: string
  readonly accountId: string
  /** What the door shows of the user: initials, and a number where two are alike. */
  readonly label: string
  readonly key: PinKey
  /** As the server told it last. */
  readonly mark: string
  readonly days: number
  readonly heardAtMs: number
  /** Wrong PINs in a row, and until when no other is taken. */
  readonly wrong: number
  readonly waitsUntilMs: number
  /** The latest time that this clock has shown, so that setting it back gains nothing. */
  readonly latestMs: number
  /** The key of the user's decided work. */
  readonly workKey: Encrypted
  /** The session as it was at the sign-out, and what opens the copies beside it. */
  readonly session: Encrypted | null
}

/** Whose PIN may be tried. */
export interface PinHolder {
  readonly userId: string
  readonly label: string
}

/** What is needed to set a PIN. */
export interface NewPin {
  readonly userId: string
  readonly accountId: string
  readonly initials: string
  readonly pin: string
  readonly mark: string
  readonly days: number
  readonly lockKey: string
  readonly formerLockKeys?: readonly string[] | undefined
}

/** What became of a PIN that was tried. */
export type PinAnswer =
  | { readonly kind: 'open'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong'; readonly left: number; readonly waitMs: number }
  | { readonly kind: 'waits'; readonly waitMs: number }
  /** Ten were wrong: the PIN is gone, and what it opened. */
  | { readonly kind: 'wiped' }
  /** None is kept, or the device has heard nothing of the user for too long. */
  | { readonly kind: 'gone' }

/** Whether the app can go on with a session as it was kept: it may be of a newer program. Nothing is opened otherwise. */
type IsReadable = (values: Readonly<Record<string, string>>) => boolean
/** What the page makes of the values that a PIN has opened: its session, kept on the device; false where it takes none. */
export type BeginSession = (values: Readonly<Record<string, string>>) => Promise<boolean>

async function rowOf(open: OutboxDatabase, userId: string): Promise<PinRow | undefined> {
  return (await open.device.get(name(userId)))?.value as PinRow | undefined
}

async function rowsOf(open: OutboxDatabase): Promise<readonly PinRow[]> {
  const found = await open.device.where('key').startsWith(name('')).toArray()
  return found.map(({ value }) => value as PinRow)
}

async function put(open: OutboxDatabase, row: PinRow): Promise<void> {
  await open.device.put({ key: name(row.userId), value: row })
}

const clock = (row: PinRow, nowMs: number): number => Math.max(row.latestMs, nowMs)
const endOf = ({ heardAtMs, days }: PinRow): number => heardAtMs + days * dayMs
const isOver = (row: PinRow, nowMs: number): boolean => clock(row, nowMs) >= endOf(row)

/**
 * Sets the PIN of the signed-in user, in place of the oldest where the device has no room for another; answers what the
 * door shows of the user. `rounds` is how often it is hashed.
 */
export async function setPin(
  outbox: Work,
  ports: PinPorts,
  { userId, accountId, initials, pin, mark, days, lockKey, formerLockKeys = [] }: NewPin,
  rounds?: number,
): Promise<string> {
  const nowMs = ports.nowMs()
  const key = await makePinKey(pin, rounds)
  const encryption = await encryptFor(key.point)
  const workKeys = new TextEncoder().encode([lockKey, ...formerLockKeys].join(' '))
  const workKey = { point: encryption.point, words: await encryption.encrypt(workKeys) }
  const { shown, dropped } = await outbox.writing(async (open) => {
    const others = (await rowsOf(open)).filter((row) => row.userId !== userId)
    const labels = others.map(({ label }) => label)
    let label = initials
    for (let number = 2; labels.includes(label); number++) label = `${initials} ${number}`
    const oldest = others.toSorted((one, other) => other.heardAtMs - one.heardAtMs).slice(mostPins - 1)
    await open.device.bulkDelete(oldest.map((row) => name(row.userId)))
    const counted = { wrong: 0, waitsUntilMs: 0, latestMs: nowMs, heardAtMs: nowMs }
    await put(open, { userId, accountId, label, key, mark, days, workKey, session: null, ...counted })
    return { shown: label, dropped: oldest }
  })
  for (const row of dropped) await forgetCopies(ports, row.userId).catch(() => undefined)
  return shown
}

/**
 * The PINs that still count. Each look at them notes the time, which a clock that is set back does not take away; those whose
 * days are over are deleted, with what they opened.
 */
async function livePins(outbox: Work, ports: PinPorts): Promise<readonly PinRow[]> {
  const nowMs = ports.nowMs()
  const { live, over } = await outbox.writing(async (open) => {
    const rows = await rowsOf(open)
    const ended = rows.filter((row) => isOver(row, nowMs))
    await open.device.bulkDelete(ended.map((row) => name(row.userId)))
    const stay = rows.filter((row) => !ended.includes(row)).map((row) => ({ ...row, latestMs: clock(row, nowMs) }))
    for (const row of stay) await put(open, row)
    return { live: stay, over: ended }
  })
  for (const { userId } of over) await forgetCopies(ports, userId).catch(() => undefined)
  return live
}

/** What the door shows of a user who has set a PIN; null where there is none. */
export async function pinLabel(outbox: Work, ports: PinPorts, userId: string): Promise<string | null> {
  return (await livePins(outbox, ports)).find((row) => row.userId === userId)?.label ?? null
}

/** Whose PIN may be tried at the door: those who have signed out, or whose session was lost. */
export async function readPinHolders(outbox: Work, ports: PinPorts): Promise<readonly PinHolder[]> {
  return (await livePins(outbox, ports))
    .filter((row) => row.session !== null)
    .map(({ userId, label }) => ({ userId, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}

/** Forgets a user's PIN, and what it opens. */
export async function forgetPin(outbox: Work, ports: PinPorts, userId: string): Promise<void> {
  await outbox.writing((open) => open.device.delete(name(userId)))
  await forgetCopies(ports, userId).catch(() => undefined)
}

/** What the server has just said of the user who is signed in. */
export interface NamedUser {
  readonly userId: string
  readonly accountId: string
  /** Absent where the server says nothing of it. */
  readonly offline?: { readonly days: number; readonly mark: string } | undefined
  readonly heardAtMs: number
}

/**
 * Takes note of a user whom the server has named: the days begin again, unless the password or the access has changed since
 * the PIN was set, or the account allows none any more. What the account allows counts for colleagues too. PINs of another
 * account go. What was said before a PIN was set, or
 * before the server was heard of again, changes nothing.
 */
export async function updateKnownUser(outbox: Work, ports: PinPorts, user: NamedUser): Promise<void> {
  const gone = await outbox.writing(async (open) => {
    // A page may still hold what was said before. A row of later than now is of a clock that has been put right since.
    const isLater = ({ heardAtMs }: PinRow): boolean => heardAtMs > user.heardAtMs && heardAtMs <= ports.nowMs()
    const rows = (await rowsOf(open)).filter((row) => !isLater(row))
    const ends = rows.filter((row) => {
      if (row.accountId !== user.accountId) return true
      if (user.offline === undefined) return false
      return user.offline.days === 0 || (row.userId === user.userId && user.offline.mark !== row.mark)
    })
    await open.device.bulkDelete(ends.map((row) => name(row.userId)))
    const own = rows.find((row) => row.userId === user.userId && !ends.includes(row))
    if (own !== undefined && user.offline !== undefined) {
      // The clock may have been put right since, unless it is the same answer that is heard of again.
      const latestMs = own.heardAtMs === user.heardAtMs ? own.latestMs : user.heardAtMs
      await put(open, { ...own, heardAtMs: user.heardAtMs, latestMs, days: user.offline.days })
    }
    const { offline } = user
    const colleagues = rows.filter((row) => row.userId !== user.userId && !ends.includes(row))
    if (offline !== undefined) for (const row of colleagues) await put(open, { ...row, days: offline.days })
    return ends
  })
  for (const { userId } of gone) await forgetCopies(ports, userId).catch(() => undefined)
}

/**
 * Keeps what a user's PIN brings back, before the sign-out empties the device: the session, and the copies, encrypted. Without a
 * PIN nothing is kept.
 */
export async function keepForPin(
  outbox: Work,
  ports: PinPorts,
  userId: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const row = await outbox.reach((open) => rowOf(open, userId))
  if (row === undefined) return
  const databases = await copiesHere(ports).catch(() => [])
  // Another tab has signed out too, and has kept it all: what is empty by now takes nothing of that away.
  if (row.session !== null && !(await holdsRows(ports, databases).catch(() => true))) return
  const encryption = await encryptFor(row.key.point)
  const words = await encryption.encrypt(new TextEncoder().encode(JSON.stringify(values)))
  await outbox.writing(async (open) => {
    const now = await rowOf(open, userId)
    // The PIN was set again, or wiped.
    if (now === undefined || !isSame(now.key.point, row.key.point)) return
    await put(open, { ...now, session: { point: encryption.point, words }, wrong: 0, waitsUntilMs: 0 })
  })
  // A disk without room, or a copy that does not open: the user is let in without it. Parts of an earlier sign-out open no more.
  const copies = { userId, atMs: ports.nowMs(), databases }
  await keepCopies(ports, copies, encryption).catch(() => forgetCopies(ports, userId).catch(() => undefined))
}

/** The databases that hold what was copied here of the floor and of the counter's catalog. */
async function copiesHere(ports: PinPorts): Promise<readonly string[]> {
  const names = (await ports.indexedDB.databases()).flatMap((database) => database.name ?? [])
  const prefixes = [ports.databaseNames.copy, catalogNames(ports)]
  return names.filter((database) => prefixes.some((prefix) => database.startsWith(prefix)))
}

/**
 * Tries a PIN. Each try is counted before it is judged, so that ending the page spares none. The right one brings the copies
 * back, opens today's decided work, and makes the device the user's again until the days are over, without any right to send.
 */
export async function tryPin(
  outbox: Work,
  ports: PinPorts,
  userId: string,
  pin: string,
  isReadable: IsReadable = () => true,
  begin: BeginSession = async () => true,
): Promise<PinAnswer> {
  await livePins(outbox, ports)
  const counted = await outbox.writing(async (open) => {
    const row = await rowOf(open, userId)
    if (row === undefined || row.session === null) return null
    const now = clock(row, ports.nowMs())
    if (row.waitsUntilMs > now) {
      await put(open, { ...row, latestMs: now })
      return { waitMs: row.waitsUntilMs - now }
    }
    const wrong = row.wrong + 1
    const next = { ...row, wrong, latestMs: now, waitsUntilMs: now + pinWaitMs(wrong) }
    await put(open, next)
    return { row: next }
  })
  if (counted === null) return { kind: 'gone' }
  if ('waitMs' in counted) return { kind: 'waits', waitMs: counted.waitMs }
  const { row } = counted
  const privateKey = row.wrong > mostWrongPins ? null : await openPinKey(pin, row.key)
  if (privateKey === null) {
    if (row.wrong < mostWrongPins)
      return { kind: 'wrong', left: mostWrongPins - row.wrong, waitMs: pinWaitMs(row.wrong) }
    await forgetPin(outbox, ports, userId)
    return { kind: 'wiped' }
  }
  return open(outbox, ports, row, privateKey, { isReadable, begin })
}

async function open(
  outbox: Work,
  ports: PinPorts,
  row: PinRow,
  privateKey: CryptoKey,
  { isReadable, begin }: { readonly isReadable: IsReadable; readonly begin: BeginSession },
): Promise<PinAnswer> {
  const { userId, session, workKey, key } = row
  if (session === null) return { kind: 'gone' }
  const decrypt = await openEncrypted(privateKey, key.point, session.point)
  const values = JSON.parse(textOf(await decrypt(session.words))) as Readonly<Record<string, string>>
  // The PIN is right, whatever becomes of the page while the copies come back; unless it went while it was judged.
  const isThere = await outbox.writing(async (database) => {
    const now = await rowOf(database, userId)
    if (now === undefined || !isSame(now.key.point, key.point)) return false
    await put(database, { ...now, wrong: 0, waitsUntilMs: 0 })
    return true
  })
  if (!isThere || !isReadable(values)) return { kind: 'gone' }
  // What a sign-out still empties behind itself holds these locks: the copies come back after it.
  const mark = await ports
    .runLocked(pullLock, () => ports.runLocked(counterLock, () => openCopies(ports, userId, decrypt)))
    .catch(() => null)
  // A start of another tab ends a sign-in whose page has no session, and waits for this lock before that.
  return ports.runLocked(pinSignInLock, async (): Promise<PinAnswer> => {
    const isKept = await outbox.writing(async (database) => {
      const now = await rowOf(database, userId)
      if (now === undefined || !isSame(now.key.point, key.point)) return false
      await keepSessionByPin(database, { userId, untilMs: endOf(now) })
      return true
    })
    if (!isKept) return { kind: 'gone' }
    const openWorkKey = await openEncrypted(privateKey, key.point, workKey.point)
    const [lockKey, ...formerLockKeys] = textOf(await openWorkKey(workKey.words)).split(' ')
    const opened = { nowMs: ports.nowMs(), mark }
    await takeWorkKey(outbox, userId, { lockKey, formerLockKeys }, opened).catch(() => undefined)
    return (await begin(values)) ? { kind: 'open', values } : { kind: 'gone' }
  })
}

const textOf = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes)

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
