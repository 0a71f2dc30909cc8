import { ownerOf, partsOfQueue, type Author, type QueueOwner } from '#web/local/outbox/outbox-database.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import { isOverdue } from '#web/local/outbox/overdue.ts'
import { isOwnWork } from '#web/local/device/signed-out-work.ts'
import type { StorageReason } from '#web/local/device/storage-problem.ts'

/** Waiting work of an author who is signed out. */
export interface SignedOutWork {
  readonly userId: string
  readonly name: string
  readonly count: number
}

/** Everything that the connection badge and its sheet show. */
export interface SyncStatus {
  /** The browser believes in a network, and the last try did not fail for want of one. */
  readonly online: boolean
  /** Whether the outbox could be read at the last try; otherwise the counts are older, or still empty. */
  readonly counted: boolean
  /** Captured operations that the server has not decided, without signed-out work. */
  readonly waiting: number
  /** Capture time of the oldest of them, Unix milliseconds. */
  readonly oldestCapturedAtMs: number | null
  /** Its age when this status was made. */
  readonly oldestAgeMs: number | null
  /** The oldest waits longer than it should, no matter whether the network is believed to be there. */
  readonly overdue: boolean
  /** Refused operations that a person must resolve. */
  readonly attention: number
  /** Applied operations with another result than their operators were told, which a user must see. */
  readonly differing: number
  /** Operations that wait on the server, for others or for a person there. */
  readonly held: number
  readonly signedOut: readonly SignedOutWork[]
  /** The author's token or session is over: signing in again keeps everything. */
  readonly signInNeeded: boolean
  /** It is needed because the device has taken a new id, and the token at hand is of the former one. */
  readonly idChanged: boolean
  /** The server speaks a newer protocol: the app must be updated. */
  readonly updateNeeded: boolean
  readonly capture: { readonly ok: true } | { readonly ok: false; readonly reason: StorageReason }
  readonly lastSyncAtMs: number | null
  /** Rows that have arrived of a running first load. */
  readonly loading: { readonly rows: number } | null
  /** Whether the device has a copy to look codes up in. */
  readonly copyReady: boolean
  /** Whether the browser promised to keep the data; null while unknown. */
  readonly persisted: boolean | null
  /** By how much the device's clock is ahead of the server's; null while nothing is known of it. */
  readonly clockAheadMs?: number | null
}

type Counts =
  | 'counted'
  | 'waiting'
  | 'oldestCapturedAtMs'
  | 'oldestAgeMs'
  | 'overdue'
  | 'attention'
  | 'differing'
  | 'held'
  | 'signedOut'
  | 'signInNeeded'
  | 'idChanged'

/** The part of a status that does not come from the outbox. */
export type StatusFacts = Omit<SyncStatus, Counts> & { readonly sessionOver: boolean }

/** Reads the status of the outbox for its present author. */
export async function readStatus(
  outbox: Outbox,
  author: Author | null,
  facts: StatusFacts,
  nowMs: number,
): Promise<SyncStatus> {
  const overview = await outbox.overview(author?.accountId)
  const live = new Set(overview.grants.filter(({ refused }) => !refused).map(({ queue }) => queue))
  const signedOut = new Map<string, SignedOutWork>()
  let [waiting, signInNeeded, idChanged] = [0, facts.sessionOver, false]
  let oldestCapturedAtMs: number | null = null
  for (const { queue, count, first } of overview.queues) {
    const { userId } = partsOfQueue(queue)
    const isSignedOut = !live.has(queue) && !isOwnWork(first.author, author)
    if (isSignedOut) {
      const before = signedOut.get(userId)?.count ?? 0
      signedOut.set(userId, { userId, name: first.author.name, count: before + count })
      continue
    }
    waiting += count
    if (!live.has(queue)) {
      signInNeeded = true
      idChanged ||= !overview.grants.some((grant) => grant.queue === queue) && hasToken(live, partsOfQueue(queue))
    }
    oldestCapturedAtMs = Math.min(oldestCapturedAtMs ?? Infinity, first.capturedAtMs)
  }
  if (author !== null && author.client !== null && !hasToken(live, ownerOf(author))) signInNeeded = true
  const oldestAgeMs = oldestCapturedAtMs === null ? null : Math.max(0, nowMs - oldestCapturedAtMs)
  const { sessionOver: _sessionOver, ...rest } = facts
  return {
    ...rest,
    counted: true,
    waiting,
    oldestCapturedAtMs,
    oldestAgeMs,
    overdue: isOverdue(oldestAgeMs),
    attention: overview.tray,
    differing: overview.differing,
    held: overview.held,
    signedOut: [...signedOut.values()],
    signInNeeded,
    idChanged,
  }
}

/** Whether a user has a live token for a module and client, under any of the ids that this device has had. */
function hasToken(live: ReadonlySet<string>, { userId, module, clientId }: QueueOwner): boolean {
  return [...live]
    .map(partsOfQueue)
    .some((of) => of.userId === userId && of.module === module && of.clientId === clientId)
}
