import type { DeviceError } from '#sync/replica/device-errors.ts'
import { readSessionByPin } from './kept-session.ts'
import { differingIds } from '#web/local/outbox/outcome-mismatch.ts'
import {
  seenProductsKey,
  type LineRow,
  type EncryptedWords,
  type OpRow,
  type OutboxDatabase,
} from '#web/local/outbox/outbox-database.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'

// Decided operations stay on a device for thirty days, because a restored server may have lost them. What they say is
// encrypted at the sign-out with a key that the server gives at each sign-in; places and states stay readable, so that
// later work of others keeps its order behind them. What waits for the server or for a person is not encrypted, and
// colleagues see that it is there. Rows and exports call the encrypted part `locked`, the grant its key `lockKey`.

const name = (userId: string): string => `lock:${userId}`
const cipher = 'AES-GCM'
/** Why work cannot be sent that the key of its author does not open, as after a change of the server's master key. */
export const encryptedByFormerKey = 'WORK_LOCKED_BY_FORMER_KEY' satisfies DeviceError
/** How long ago work may have been captured that a sign-in opens at once, in milliseconds; older work opens when needed. */
const recentMs = 86_400_000
/** How often encrypting looks again for what was decided while it ran. */
const rounds = 3
/** Rows that are encrypted in one transaction. */
const atOnce = 500

type Work = Pick<Outbox, 'reach' | 'writing'>

/** What a sign-in opens at once. */
interface OpenedAtOnce {
  readonly nowMs: number
  /** Decisions later than this one are not in the user's copy, which shows their effect only where they open; null for none. */
  readonly mark?: number | null
}

/** The keys of a user's decided work, as a server gives them at a sign-in. */
export interface GivenKeys {
  /** What encrypts, and opens; absent where the server has none to give. */
  readonly lockKey?: string | undefined
  /** What only opens: keys that a server gave under other master keys. */
  readonly formerLockKeys?: readonly string[] | undefined
}

/** Keeps the keys of a sign-in, unless its user has left since, and opens with them what was captured lately. */
export async function takeWorkKey(
  outbox: Work,
  userId: string,
  { lockKey, formerLockKeys = [] }: GivenKeys,
  opened: OpenedAtOnce,
): Promise<void> {
  const key = await workKeyOf(lockKey)
  if (key === null) return
  const former = (await Promise.all(formerLockKeys.map(workKeyOf))).filter((one) => one !== null)
  // A tab of an earlier version reads a single key.
  const value = former.length === 0 ? key : [key, ...former]
  await outbox.writing(async (open) => {
    if (await isBack(open, userId)) await open.device.put({ key: name(userId), value })
  })
  await decryptRecentWork(outbox, userId, opened)
}

/** The key as the device keeps it: no script reads its bytes. Null where the browser offers no cipher. */
async function workKeyOf(text: string | undefined): Promise<CryptoKey | null> {
  const { subtle } = globalThis.crypto as { readonly subtle?: SubtleCrypto }
  if (text === undefined || subtle === undefined) return null
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  return subtle.importKey('raw', bytes, cipher, false, ['encrypt', 'decrypt'])
}

/** The key that encrypts, then those that only open; none where the user has not signed in here. */
async function readKeys(outbox: Work, userId: string): Promise<readonly CryptoKey[]> {
  const value = await outbox.reach(async (open) => (await open.device.get(name(userId)))?.value)
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all.filter((one) => one instanceof CryptoKey)
}

/** Users whose keys lie on this device. */
export function usersWithKeys(outbox: Work): Promise<readonly string[]> {
  return outbox.reach(async (open) =>
    (await open.device.where('key').startsWith(name('')).primaryKeys()).map((key) => key.slice(name('').length)),
  )
}

/**
 * Encrypts what a user's decided work says. The key stays until `forgetWorkKey`, so that what is decided while it runs can be
 * encrypted too; without a key everything stays as it is, for nothing that was captured may be lost. With `unlessBack`, a
 * user who has signed in again since is left alone.
 */
export async function encryptWorkOf(outbox: Work, userId: string, unlessBack: boolean): Promise<void> {
  const [key] = await readKeys(outbox, userId)
  if (key === undefined) return
  await clearComments(outbox, userId, unlessBack)
  for (let round = 0; round < rounds; round++) {
    const { ops, lines } = await readable(outbox, userId)
    if (ops.length + lines.length === 0) return
    for (const part of partsOf(ops)) {
      const encrypted = await Promise.all(part.map(async (row) => ({ row, next: await encryptedOp(key, row) })))
      await outbox.writing(async (open) => {
        if (unlessBack && (await isBack(open, userId))) return
        const now = await open.ops.bulkGet(part.map(({ opId }) => opId))
        await open.ops.bulkPut(encrypted.flatMap(({ row, next }, at) => (isSame(row, now[at]) ? [next] : [])))
      })
    }
    for (const part of partsOf(lines)) {
      const encrypted = await Promise.all(part.map(async (row) => ({ row, next: await encryptedLine(key, row) })))
      await outbox.writing(async (open) => {
        if (unlessBack && (await isBack(open, userId))) return
        const now = await open.lines.bulkGet(part.map(({ id }) => id))
        await open.lines.bulkPut(encrypted.flatMap(({ row, next }, at) => (isSame(row, now[at]) ? [next] : [])))
      })
    }
  }
}

/** Clears what was written about a user's rounds whose end is decided: that end says it too, and is encrypted. */
async function clearComments(outbox: Work, userId: string, unlessBack: boolean): Promise<void> {
  await outbox.writing(async (open) => {
    if (unlessBack && (await isBack(open, userId))) return
    const ended = await open.rounds
      .where('[userId+startedAtMs]')
      .between([userId, -Infinity], [userId, Infinity])
      .filter(({ endedAtMs, comment }) => endedAtMs !== null && comment !== null)
      .toArray()
    const ends = await open.ops.bulkGet(ended.map(({ endOpId }) => endOpId ?? ''))
    const decided = ended.filter((_round, at) => ends[at] === undefined || ends[at].state === 'applied')
    await open.rounds.bulkPut(decided.map((round) => ({ ...round, comment: null })))
  })
}

/** Rows in parts, the latest first, so that neither a transaction nor a device that is switched off costs much. */
function partsOf<Row extends { readonly order: number }>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const latest = rows.toSorted((a, b) => b.order - a.order)
  return Array.from({ length: Math.ceil(latest.length / atOnce) }, (_, at) =>
    latest.slice(at * atOnce, (at + 1) * atOnce),
  )
}

/** Forgets the key of a user who is not back: what it has encrypted opens with the next sign-in alone. */
export function forgetWorkKey(outbox: Work, userId: string): Promise<void> {
  return outbox.writing(async (open) => {
    if (!(await isBack(open, userId))) await open.device.delete(name(userId))
  })
}

/** Whether a user has signed in since the sign-out, which has taken every grant away; by a PIN, too. */
async function isBack(open: OutboxDatabase, userId: string): Promise<boolean> {
  if ((await readSessionByPin(open))?.userId === userId) return true
  return (await open.grants.where('userId').equals(userId).count()) > 0
}

/** Forgets the products that the device has found, but those that work which still waits names. */
export function forgetSeenProducts(outbox: Work): Promise<void> {
  return outbox.writing(async (open) => {
    const seen = (await open.meta.get(seenProductsKey))?.value
    if (!Array.isArray(seen)) return
    const waiting = JSON.stringify((await undecidedOf(open)).map(({ op }) => op.args))
    const named = (seen as readonly { readonly id?: unknown }[]).filter(({ id }) => waiting.includes(String(id)))
    await open.meta.put({ key: seenProductsKey, value: named })
  })
}

/** Opens what a user captured lately, what the copy does not cover, and the scans of rounds that go on. */
async function decryptRecentWork(outbox: Work, userId: string, { nowMs, mark = null }: OpenedAtOnce): Promise<void> {
  const found = await outbox.reach(async (open) => {
    const going = await open.rounds
      .where('[userId+startedAtMs]')
      .between([userId, -Infinity], [userId, Infinity])
      .filter(({ endedAtMs }) => endedAtMs === null)
      .primaryKeys()
    const inRounds = await Promise.all(
      going.map((id) => open.lines.where('[listId+order]').between([id, -Infinity], [id, Infinity]).toArray()),
    )
    const lines = [
      ...inRounds.flat(),
      ...(await open.lines
        .where('capturedAtMs')
        .above(nowMs - recentMs)
        .toArray()),
    ]
    const locked = lines.filter((line) => line.locked !== undefined && line.userId === userId)
    const ofLines = await open.ops.bulkGet(locked.flatMap(({ opId }) => opId ?? []))
    // A round is counted by what its scans mean, which only their outcomes say of codes that were unknown.
    const ofRounds = await Promise.all(
      going.map((id) => open.ops.where('[roundId+state]').between([id, ''], [id, '\uffff']).toArray()),
    )
    const ops = await open.ops
      .orderBy('order')
      .reverse()
      .until((row) => row.capturedAtMs < nowMs - recentMs)
      .toArray()
    const later = mark === null ? [] : await open.ops.where('decidedNo').above(mark).toArray()
    const named = ofLines.filter((row) => row !== undefined)
    return { lines: locked, ops: [...ops, ...later, ...named, ...ofRounds.flat()] }
  })
  await openLines(outbox, userId, found.lines)
  await decryptReadable(
    outbox,
    found.ops.filter(({ author }) => author.userId === userId),
  )
}

/** Of operations that their authors' keys open; `foreign` are those that another key has encrypted. */
interface Opened {
  /** All of them, opened where the key is here. */
  readonly rows: readonly OpRow[]
  readonly foreign: ReadonlySet<string>
}

/** Opens what the keys of this device open. */
export async function decryptReadable(outbox: Work, rows: readonly OpRow[]): Promise<Opened> {
  const opened = new Map<string, OpRow>()
  const foreign = new Set<string>()
  for (const [userId, own] of Map.groupBy(
    rows.filter(({ locked }) => locked !== undefined),
    ({ author }) => author.userId,
  )) {
    const keys = await readKeys(outbox, userId)
    if (keys.length === 0) continue
    const words = await Promise.all(own.map(({ locked }) => opWords(keys, locked!)))
    await outbox.writing(async (open) => {
      const now = await open.ops.bulkGet(own.map(({ opId }) => opId))
      for (const [at, row] of now.entries()) {
        if (row?.locked === undefined) continue
        if (words[at]) opened.set(row.opId, decryptedOp(row, words[at]))
        else foreign.add(row.opId)
      }
      await open.ops.bulkPut([...opened.values()])
    })
  }
  return { rows: rows.map((row) => opened.get(row.opId) ?? row), foreign }
}

/**
 * Rows as they were captured, up to the first one whose author's key is not here: what is sent has to say everything.
 * One that another key has encrypted is answered by itself, as it is, once it is the first: it is never sent.
 */
export async function decryptWork(outbox: Work, asked: readonly OpRow[]): Promise<readonly OpRow[]> {
  const { rows, foreign } = await decryptReadable(outbox, asked)
  const first = rows.findIndex(({ locked }) => locked !== undefined)
  if (first === 0 && foreign.has(rows[0]!.opId)) return rows.slice(0, 1)
  return first === -1 ? rows : rows.slice(0, first)
}

async function openLines(outbox: Work, userId: string, lines: readonly LineRow[]): Promise<void> {
  const keys = lines.length === 0 ? [] : await readKeys(outbox, userId)
  if (keys.length === 0) return
  const words = await Promise.all(lines.map(({ locked }) => read<LineWords>(keys, locked!)))
  await outbox.writing(async (open) => {
    const now = await open.lines.bulkGet(lines.map(({ id }) => id))
    const rows = now.flatMap((row, at) => {
      const said = words[at]
      if (row?.locked === undefined || !said) return []
      const { locked: _locked, ...rest } = row
      return [{ ...rest, ...said }]
    })
    await open.lines.bulkPut(rows)
  })
}

/** What of a user's is decided and not encrypted. */
async function readable(outbox: Work, userId: string) {
  return outbox.reach((open) =>
    open.transaction('r', [open.ops, open.lines, open.rounds, open.meta], async () => {
      const undecided = await undecidedOf(open)
      const differing = new Set(await differingIds(open))
      const settled = await open.ops
        .where('[state+order]')
        .between(['applied', 0], ['applied', Infinity])
        .or('[state+order]')
        .between(['discarded', 0], ['discarded', Infinity])
        .filter(({ author, locked }) => author.userId === userId && locked === undefined)
        .toArray()
      const resolutions = await open.ops.bulkGet(settled.map(({ settledBy }) => settledBy ?? ''))
      // A round is counted by its lines, and by what these mean, until its end is decided.
      const going = new Set(undecided.flatMap(({ roundId }) => roundId ?? []))
      const rounds = new Set((await open.rounds.bulkGet([...going])).flatMap((round) => round?.id ?? []))
      // A refusal whose resolution the server has not taken yet may come back to the tray, where it is read.
      const ops = settled.filter(({ opId, state, neverSent, roundId }, at) => {
        if (differing.has(opId) || rounds.has(roundId ?? '')) return false
        const settledBy = resolutions[at]
        return state === 'applied' || neverSent || settledBy === undefined || settledBy.state === 'applied'
      })
      const unread = new Set(undecided.map(({ opId }) => opId))
      const lines = await open.lines
        .filter(
          ({ userId: of, locked, opId, listId }) =>
            of === userId && locked === undefined && !unread.has(opId ?? '') && !going.has(listId),
        )
        .toArray()
      return { ops, lines }
    }),
  )
}

async function undecidedOf(open: OutboxDatabase): Promise<readonly OpRow[]> {
  const states = ['pending', 'held', 'tray'] as const
  const found = await Promise.all(
    states.map((state) => open.ops.where('[state+order]').between([state, 0], [state, Infinity]).toArray()),
  )
  return found.flat()
}

interface OpWords extends Pick<OpRow, 'lanes' | 'told' | 'made'> {
  /** Absent from what an earlier version encrypted. */
  readonly settleReason?: string | null
  readonly args: OpRow['op']['args']
  readonly opLanes: readonly string[]
  readonly name: string
  readonly client: string | null | undefined
  readonly result: Readonly<Record<string, unknown>> | null
}

type LineWords = Pick<LineRow, 'code' | 'label' | 'details'>

async function encryptedOp(key: CryptoKey, row: OpRow): Promise<OpRow> {
  const { told, made, op, author, outcome, lanes, settleReason, ...rest } = row
  const words: OpWords = {
    args: op.args,
    opLanes: op.lanes,
    lanes,
    name: author.name,
    client: author.client,
    result: outcome?.result ?? null,
    settleReason,
    ...(told !== undefined && { told }),
    ...(made !== undefined && { made }),
  }
  return {
    ...rest,
    lanes: lanes.filter(isNoCode),
    op: { ...op, args: photosIn(op.args), lanes: op.lanes.filter(isNoCode) },
    author: { ...author, name: '', ...(typeof author.client === 'string' && { client: '' }) },
    outcome: outcome === null ? null : { ...outcome, result: null },
    settleReason: null,
    locked: await write(key, words),
  }
}

/** The ids of the photos that a test names: they keep these from being forgotten (`tidy-photos.ts`). */
function photosIn({ photos }: OpRow['op']['args']): OpRow['op']['args'] {
  if (!Array.isArray(photos)) return {}
  return { photos: (photos as readonly { readonly photoId?: unknown }[]).map(({ photoId }) => ({ photoId })) }
}

function decryptedOp({ locked: _locked, ...row }: OpRow, words: OpWords): OpRow {
  const { args, opLanes, lanes, name: authorName, client, result, settleReason = null, ...more } = words
  return {
    ...row,
    ...more,
    lanes: [...new Set([...lanes, ...row.lanes])],
    op: { ...row.op, args, lanes: [...opLanes] },
    author: { ...row.author, name: authorName, ...(client !== undefined && { client }) },
    outcome: row.outcome === null ? null : { ...row.outcome, result: row.outcome.result ?? result },
    settleReason: row.settleReason ?? settleReason,
  }
}

async function encryptedLine(key: CryptoKey, row: LineRow): Promise<LineRow> {
  const { code, label, details } = row
  return { ...row, code: '', label: null, details: null, locked: await write(key, { code, label, details }) }
}

function isNoCode(lane: string): boolean {
  return !lane.startsWith('code:') && !lane.startsWith('of:')
}

function isSame(before: unknown, now: unknown): boolean {
  return now !== undefined && JSON.stringify(before) === JSON.stringify(now)
}

async function write(key: CryptoKey, words: unknown): Promise<EncryptedWords> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const body = await crypto.subtle.encrypt({ name: cipher, iv }, key, new TextEncoder().encode(JSON.stringify(words)))
  return { iv, body }
}

/** Null where another key has encrypted it. */
async function read<T>(keys: readonly CryptoKey[], { iv, body }: EncryptedWords): Promise<T | null> {
  for (const key of keys) {
    const text = await crypto.subtle.decrypt({ name: cipher, iv }, key, body).catch(() => null)
    if (text !== null) return JSON.parse(new TextDecoder().decode(text)) as T
  }
  return null
}

const opWords = (keys: readonly CryptoKey[], locked: EncryptedWords): Promise<OpWords | null> =>
  read<OpWords>(keys, locked)
