import type { CopyStore } from '#web/local/copy/copy-store.ts'
import { catalogNames, counterLock } from '#web/local/counter/counter.ts'
import { pushLock } from '#web/local/sync/push-loop.ts'
import { emptyDatabase } from './empty-database.ts'
import { isSomebodySignedIn } from './kept-session.ts'
import type { Author } from '#web/local/outbox/outbox-database.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import { photoDatabaseName } from '#web/local/photo/photo-database.ts'
import { pinDatabaseName } from './pin-copies.ts'
import type { EnginePorts, StoragePorts } from '#web/local/engine/ports.ts'
import { pullLock } from '#web/local/sync/pull.ts'
import { forgetWorkKey, forgetSeenProducts, encryptWorkOf, usersWithKeys } from './work-encryption.ts'

/** How long the next user of a device waits for what the one before has left to be emptied, in milliseconds. */
const longestLeaveMs = 10_000

type LeavePorts = Pick<EnginePorts, 'indexedDB' | 'databaseNames' | 'nowMs'>

/** What of a device's users goes when they leave it. */
export interface Leaving {
  /**
   * The author leaves: what the device can fetch again is emptied, and what was decided is encrypted. What is on its way at
   * that moment is emptied and encrypted when it has come.
   */
  readonly leave: () => Promise<void>
  /** Makes a user the author of the device; what another one has left is emptied and encrypted first. */
  readonly take: (next: Author) => Promise<void>
}

/** Creates it over an engine's outbox and copy. */
export function createLeaving(
  outbox: Outbox,
  copy: Pick<CopyStore, 'close'>,
  ports: LeavePorts & Pick<EnginePorts, 'runLocked' | 'setTimer'>,
): Leaving {
  let last: Promise<unknown> = Promise.resolve()

  async function leave(stays: string | null): Promise<void> {
    // Another tab may have signed a user in, while this one was starting or heard nothing of it.
    if (stays === null && (await isTaken(outbox, ports))) return
    // What was on its way ends first, and is emptied behind it. The locks are asked for at once, so that what the next
    // user fetches comes after that.
    void ports.runLocked(pullLock, () => withinLimit(emptyCopies())).catch(() => undefined)
    const isCatalog = (name: string): boolean => name.startsWith(catalogNames(ports))
    void ports.runLocked(counterLock, () => withinLimit(emptyReadable(ports, isCatalog))).catch(() => undefined)
    await withinLimit(leaveNow(stays)).finally(() => {
      // The key goes once a batch that was on its way is decided and encrypted too.
      void ports.runLocked(pushLock, () => lockAll(outbox, stays, true)).catch(() => undefined)
    })
  }

  async function leaveNow(stays: string | null): Promise<void> {
    await copy.close().catch(() => undefined)
    await clearDeviceData(outbox, ports, stays)
  }

  async function emptyCopies(): Promise<void> {
    await copy.close().catch(() => undefined)
    await emptyReadable(ports)
  }

  /** What hangs goes on behind, and keeps nobody from working. */
  async function withinLimit(task: Promise<void>): Promise<void> {
    const limit = Promise.withResolvers<void>()
    const cancel = ports.setTimer(limit.resolve, longestLeaveMs)
    await Promise.race([task, limit.promise]).finally(cancel)
  }

  // One after the other, so that what the next author fetches is not emptied for the one before.
  function serially(task: () => Promise<void>): Promise<void> {
    const run = last.then(task)
    last = run.catch(() => undefined)
    return run
  }

  return {
    leave: () => serially(() => leave(null)),
    take: (next) =>
      serially(async () => {
        const before = (await outbox.readMeta('author')) as Author | undefined
        await outbox.writeMeta('author', next)
        // Whatever becomes of what the one before has left, the next one works.
        if (before !== undefined && before.userId !== next.userId) await leave(next.userId).catch(() => undefined)
      }),
  }
}

/**
 * Leaves nothing readable on a device that everybody but one user has left, as far as nothing is on its way. Where nobody
 * is to stay and a user has signed in since, it is that user who works with what is there.
 */
export async function clearDeviceData(outbox: Outbox, ports: LeavePorts, stays: string | null): Promise<void> {
  const isLeft = stays !== null || (await forgetAuthor(outbox, ports))
  const emptied = isLeft ? [emptyReadable(ports), forgetSeenProducts(outbox)] : []
  // One part that fails is told once the others are done: what follows a sign-out finds the device emptied.
  const ended = await Promise.allSettled([...emptied, lockAll(outbox, stays, false)])
  const failed = ended.find((part) => part.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

function isTaken(outbox: Outbox, { nowMs }: LeavePorts): Promise<boolean> {
  return outbox.reach((open) => isSomebodySignedIn(open, nowMs()))
}

/** Forgets who captured last; false where a user is signed in. */
function forgetAuthor(outbox: Outbox, { nowMs }: LeavePorts): Promise<boolean> {
  return outbox.writing(async (open) => {
    if (await isSomebodySignedIn(open, nowMs())) return false
    await open.meta.put({ key: 'author', value: undefined })
    return true
  })
}

async function lockAll(outbox: Outbox, stays: string | null, forgets: boolean): Promise<void> {
  const left = (await usersWithKeys(outbox)).filter((userId) => userId !== stays)
  for (const userId of left) {
    // Where another user takes the device over, the one before may not have signed out.
    await encryptWorkOf(outbox, userId, forgets || stays === null)
    if (forgets) await forgetWorkKey(outbox, userId)
  }
}

/** What a browser keeps for a visitor of the public site, by its own rules (`lasting-sales.ts`). */
const visitorsDatabase = 'journey'

/**
 * Empties every database of this origin but that of captured work, those of photos and drafts and what is encrypted behind a
 * PIN, whatever it is for: a store that is added later is emptied as well. Emptied and not deleted, because another tab may hold it open.
 */
export async function emptyReadable(
  ports: Pick<StoragePorts, 'indexedDB' | 'databaseNames'>,
  isMeant: (name: string) => boolean = () => true,
): Promise<void> {
  const { outbox } = ports.databaseNames
  const stays = new Set<string>([outbox, photoDatabaseName, visitorsDatabase, pinDatabaseName])
  const names = (await ports.indexedDB.databases()).flatMap(({ name }) => name ?? [])
  const left = names.filter((name) => !stays.has(name) && isMeant(name))
  // One that does not open keeps nobody from leaving, and no other one from being emptied.
  await Promise.allSettled(left.map((name) => emptyDatabase(ports.indexedDB, name)))
}
