import { newestArgs } from '#sync/operations/registry.ts'
import { testItem, testItemArgs } from '#sync/operations/compliance/test-item.ts'
import type { OpRow } from '#web/local/outbox/outbox-database.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import type { PhotoStore } from './photo-store.ts'

/**
 * Forgets drafts that nobody came back to, with their photos, and lets those go first that a captured test names: their
 * own release may have failed when the test was confirmed. Nothing is forgotten while the outbox cannot be read.
 */
export async function tidyPhotos(
  store: Pick<PhotoStore, 'drafted' | 'release' | 'sweep'>,
  outbox: Pick<Outbox, 'byKeys'>,
  beforeMs: number,
): Promise<void> {
  const drafted = await store.drafted()
  const keys = [...new Set(drafted.map(({ itemId }) => `item:${itemId}`))]
  const named = photosNamedBy(keys.length === 0 ? [] : await outbox.byKeys(keys))
  const captured = drafted.flatMap(({ id }) => (named.has(id) ? [id] : []))
  if (captured.length > 0) await store.release(captured)
  await store.sweep(beforeMs)
}

/** Photos that tests among the operations name; one that a person has discarded needs none. */
function photosNamedBy(rows: readonly OpRow[]): ReadonlySet<string> {
  const tests = rows.filter(({ op, state }) => op.type === testItem.type && state !== 'discarded')
  const photos = tests.flatMap(({ op }) => {
    const args = testItemArgs.pick({ photos: true }).safeParse({ photos: newestArgs(op)['photos'] })
    return args.success ? args.data.photos : []
  })
  return new Set(photos.map(({ photoId }) => photoId))
}
