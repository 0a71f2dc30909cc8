import { createDrafts } from '#web/local/outbox/drafts.ts'
import type { QueueOwner } from '#web/local/outbox/outbox-database.ts'
import type { PhotoDatabase, PhotoRow, PhotoState } from './photo-database.ts'
import { photoStates } from './photo-database.ts'

/** Photos by what they wait for. */
export type PhotoCounts = Readonly<Record<PhotoState, number>>

/** What the device keeps of photos and of work under way; every answer is on the disk when it resolves. */
export type PhotoStore = ReturnType<typeof createPhotoStore>

/** Creates the store; `onChange` hears what other tabs should know. */
export function createPhotoStore(database: PhotoDatabase, onChange: () => void = () => undefined) {
  async function changed<T>(task: Promise<T>): Promise<T> {
    const value = await task
    onChange()
    return value
  }

  async function removeAll(ids: readonly string[]): Promise<void> {
    await database.transaction('rw', database.photos, database.bytes, async () => {
      await database.photos.bulkDelete([...ids])
      await database.bytes.bulkDelete([...ids])
    })
  }

  async function setState(ids: readonly string[], from: PhotoState, to: PhotoState): Promise<void> {
    await database.transaction('rw', database.photos, async () => {
      for (const row of await database.photos.bulkGet([...ids]))
        if (row?.state === from) await database.photos.put({ ...row, state: to, code: null })
    })
  }

  return {
    /** Keeps a photo of a test that goes on. */
    add: (row: Omit<PhotoRow, 'state' | 'code'>, bytes: ArrayBuffer): Promise<void> =>
      changed(
        database.transaction('rw', database.photos, database.bytes, async () => {
          await database.photos.put({ ...row, state: 'draft', code: null })
          await database.bytes.put({ id: row.id, bytes })
        }),
      ),

    /** Lets photos go to the server, before the operation that names them is captured: a crash between loses none. */
    release: (ids: readonly string[]): Promise<void> => changed(setState(ids, 'draft', 'waiting')),
    /** Takes them back where the operation was not captured; one that has gone already does no harm. */
    hold: (ids: readonly string[]): Promise<void> => changed(setState(ids, 'waiting', 'draft')),
    remove: (ids: readonly string[]): Promise<void> => changed(removeAll(ids)),
    /** The server has it whole. One that was taken back in the meantime is kept: it belongs to a test that goes on. */
    confirm: (id: string): Promise<void> =>
      changed(
        database.transaction('rw', database.photos, database.bytes, async () => {
          if ((await database.photos.get(id))?.state === 'waiting') await removeAll([id])
        }),
      ),
    /** The server does not take it; one that was taken back in the meantime hears that when it goes again. */
    refuse: (id: string, code: string): Promise<void> =>
      changed(
        database.transaction('rw', database.photos, async () => {
          const row = await database.photos.get(id)
          if (row?.state === 'waiting') await database.photos.put({ ...row, state: 'refused', code })
        }),
      ),

    /** Lets refused photos go once more. */
    sendAgain: (ids: readonly string[]): Promise<void> => changed(setState(ids, 'refused', 'waiting')),
    /** Photos of tests that go on. */
    drafted: (): Promise<PhotoRow[]> => database.photos.where('state').equals('draft').toArray(),
    /** Photos that the server does not take, oldest first. */
    refused: (): Promise<PhotoRow[]> => database.photos.where('state').equals('refused').sortBy('takenAtMs'),

    /**
     * The oldest photo of a user that waits, beyond those that are passed over; of one who works in several clients, one
     * of the client named.
     */
    next: async (
      { userId, clientId }: Pick<QueueOwner, 'userId' | 'clientId'>,
      passedOver: ReadonlySet<string>,
    ): Promise<PhotoRow | null> =>
      (await database.photos
        .where('[state+userId+takenAtMs]')
        .between(['waiting', userId, -Infinity], ['waiting', userId, Infinity])
        .filter(({ id, accountId }) => !passedOver.has(id) && (clientId === undefined || clientId === accountId))
        .first()) ?? null,
    /** The oldest photo of an account that waits, taken by nobody of those who can send their own. */
    nextOfAbsent: async (
      accountId: string,
      present: ReadonlySet<string>,
      passedOver: ReadonlySet<string>,
    ): Promise<PhotoRow | null> => {
      const waiting = await database.photos.where('state').equals('waiting').sortBy('takenAtMs')
      const isMeant = (row: PhotoRow) =>
        row.accountId === accountId && !present.has(row.userId) && !passedOver.has(row.id)
      return waiting.find(isMeant) ?? null
    },
    /** Photos that an app of before kept without their account. */
    withoutAccount: (): Promise<PhotoRow[]> =>
      database.photos.filter(({ accountId }) => accountId === undefined).toArray(),
    /** Says in which account such photos were taken; what is known already stays. */
    place: (accounts: ReadonlyMap<string, string>): Promise<void> =>
      changed(
        database.transaction('rw', database.photos, async () => {
          for (const row of await database.photos.bulkGet([...accounts.keys()])) {
            const accountId = row === undefined ? undefined : accounts.get(row.id)
            if (row === undefined || accountId === undefined || row.accountId !== undefined) continue
            await database.photos.put({ ...row, accountId })
          }
        }),
      ),
    bytes: async (id: string): Promise<ArrayBuffer | null> => (await database.bytes.get(id))?.bytes ?? null,
    ofItem: (itemId: string): Promise<PhotoRow[]> =>
      database.photos.where('[itemId+takenAtMs]').between([itemId, -Infinity], [itemId, Infinity]).toArray(),
    counts: async (): Promise<PhotoCounts> => {
      const counted = await Promise.all(
        photoStates.map((state) => database.photos.where('state').equals(state).count()),
      )
      return { draft: counted[0] ?? 0, waiting: counted[1] ?? 0, refused: counted[2] ?? 0 }
    },

    /** What has been begun and not confirmed, so that it goes on after the app was killed. */
    drafts: createDrafts(database.drafts),
    /** Forgets drafts that nobody came back to since then, with the photos that were taken for them. */
    sweep: (beforeMs: number): Promise<void> =>
      changed(
        database.transaction('rw', database.photos, database.bytes, database.drafts, async () => {
          await database.drafts.filter(({ changedAtMs }) => changedAtMs < beforeMs).delete()
          const old = await database.photos
            .where('state')
            .equals('draft')
            .filter(({ takenAtMs }) => takenAtMs < beforeMs)
            .primaryKeys()
          await database.photos.bulkDelete(old)
          await database.bytes.bulkDelete(old)
        }),
      ),

    close: (): void => database.close(),
  }
}
