import { uuidv7 } from '#domain/kernel/uuid.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import type { PhotoProblem } from '#domain/item/evidence-photo.ts'
import { askForBackgroundSync, listenForPushCall } from '#web/local/sync/background-sync.ts'
import { createPhotoCompressor, type CompressPhoto } from './photo-compressor.ts'
import { openPhotoDatabase, type PhotoRow } from './photo-database.ts'
import { photoGrants } from './photo-grants.ts'
import { createPhotoStore, type PhotoCounts, type PhotoStore } from './photo-store.ts'
import { createPhotoUpload } from './photo-upload.ts'
import { createBrowserPorts } from '#web/local/engine/browser-ports.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'
import { isStorageError } from '#web/local/device/storage-problem.ts'
import { tidyPhotos } from './tidy-photos.ts'
import { whenIdle } from '#web/local/engine/when-idle.ts'
import { withOutbox } from '#web/local/outbox/with-outbox.ts'

/** Whose photo of what. */
export interface PhotoSubject {
  readonly userId: string
  /** In which account it is taken; null where nobody knows. */
  readonly accountId: string | null
  readonly itemId: string
  readonly questionId: string | null
}

/** A photo that has been kept, or why not. */
export type TakenPhoto = Result<{ readonly photoId: string }, PhotoProblem | 'DEVICE_STORAGE_REFUSED'>

/** A photo that could not be kept. */
export interface PhotoLoss {
  readonly questionId: string | null
  readonly problem: Extract<TakenPhoto, { ok: false }>['error']
}

/** Photos of this tab: taken, kept, sent. */
export interface Photos {
  readonly store: PhotoStore
  /** Makes a file small and keeps it; on the disk when it resolves. */
  take(file: Blob, subject: PhotoSubject): Promise<TakenPhoto>
  /** Waits for what is being made small for an item, whichever screen took it. */
  settled(itemId: string): Promise<void>
  /** Hands over which photos of an item could not be kept, and why, where no screen has asked yet: each of them once. */
  takeLosses(itemId: string): readonly PhotoLoss[]
  /** Lets photos go to the server, which begins at once. */
  release(ids: readonly string[]): Promise<void>
  /** Tries a refused photo once more. */
  sendAgain(id: string): Promise<void>
  counts(): PhotoCounts
  subscribe(listener: () => void): () => void
  /** Listens to the page and sends what waits; the returned function stops it. */
  attach(): () => void
}

/** Photos that wait are tried again this often, beside every occasion. */
const intervalMs = 30_000
/** How long a draft is kept that nobody has come back to. */
const draftsKeptMs = 30 * 86_400_000

/** Creates the photos of one tab. */
export function createPhotos(
  ports: EnginePorts = createBrowserPorts(),
  compress: CompressPhoto = createPhotoCompressor(),
): Photos {
  let counts: PhotoCounts = { draft: 0, waiting: 0, refused: 0 }
  const listeners = new Set<() => void>()
  const coming = new Map<Promise<TakenPhoto>, string>()
  const losses = new Map<string, readonly PhotoLoss[]>()
  const store = createPhotoStore(openPhotoDatabase(ports), () => {
    ports.channel.post({ from: 'photos', kind: 'photos' })
    void recount()
  })
  const upload = createPhotoUpload(store, () => withOutbox((outbox) => photoGrants(store, outbox)), ports)

  async function recount(): Promise<void> {
    const next = await store.counts().catch(() => counts)
    if (JSON.stringify(next) === JSON.stringify(counts)) return
    counts = next
    for (const listener of Array.from(listeners)) listener()
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function wake(): void {
    void upload.run(true)
  }

  async function take(file: Blob, subject: PhotoSubject): Promise<TakenPhoto> {
    const taking = keep(file, subject)
    coming.set(taking, subject.itemId)
    const taken = await taking.finally(() => coming.delete(taking))
    const { itemId, questionId } = subject
    if (!taken.ok) losses.set(itemId, [...(losses.get(itemId) ?? []), { questionId, problem: taken.error }])
    return taken
  }

  function takeLosses(itemId: string): readonly PhotoLoss[] {
    const lost = losses.get(itemId) ?? []
    losses.delete(itemId)
    return lost
  }

  async function settled(itemId: string): Promise<void> {
    await Promise.allSettled([...coming].flatMap(([taking, of]) => (of === itemId ? [taking] : [])))
  }

  async function keep(file: Blob, { userId, accountId, itemId, questionId }: PhotoSubject): Promise<TakenPhoto> {
    const made = await compress(file)
    if (!made.ok) return made
    const { bytes, sha256, type } = made.value
    const id = uuidv7(ports.nowMs(), ports.random(10))
    const row: Omit<PhotoRow, 'state' | 'code'> = {
      id,
      userId,
      ...(accountId === null ? {} : { accountId }),
      itemId,
      questionId,
      sha256,
      type,
      sizeBytes: bytes.byteLength,
      takenAtMs: ports.nowMs(),
    }
    try {
      await store.add(row, bytes)
      return succeed({ photoId: id })
    } catch (error) {
      if (!isStorageError(error)) throw error
      return fail('DEVICE_STORAGE_REFUSED')
    }
  }

  return {
    store,
    take,
    settled,
    takeLosses,
    async release(ids) {
      if (ids.length === 0) return
      await store.release(ids)
      wake()
    },
    async sendAgain(id) {
      await store.sendAgain([id])
      wake()
    },
    counts: () => counts,
    subscribe,
    attach() {
      const events = new AbortController()
      const { signal } = events
      addEventListener('online', wake, { signal })
      addEventListener('pageshow', wake, { signal })
      const onVisible = (): void => (document.visibilityState === 'visible' ? wake() : undefined)
      document.addEventListener('visibilitychange', onVisible, { signal })
      // Another tab kept a photo, or a user signed in, whose photos may be sent now.
      const unlisten = ports.channel.listen((message) => {
        const kind = (message as { readonly kind?: unknown } | null)?.kind
        if (kind === 'photos') void recount()
        if (kind === 'grants') wake()
      })
      listenForPushCall(wake, signal)
      const unasked = askForBackgroundSync({ waits: () => counts.waiting > 0, subscribe })
      const timer = setInterval(() => {
        if (counts.waiting > 0) void upload.run()
      }, intervalMs)
      const unopened = whenIdle(() => {
        void withOutbox((outbox) => tidyPhotos(store, outbox, ports.nowMs() - draftsKeptMs))
          .catch(() => undefined)
          .then(recount)
          .then(wake)
      })
      return () => {
        events.abort()
        unopened()
        unlisten()
        unasked()
        clearInterval(timer)
      }
    },
  }
}
