import { partsOfQueue, type Author, type GrantRow } from '#web/local/outbox/outbox-database.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import type { PhotoStore } from './photo-store.ts'

/** A token that photos go with. */
export interface PhotoGrant extends GrantRow {
  /** In which account its user works on this device; photos of colleagues who are signed out go with it too. */
  readonly accountId?: string
}

/**
 * The tokens that photos go with. Before one of a single client is used, photos that an app of before kept without an
 * account get that of the work on their product. One whose product nothing tells of stays as it is: the server takes a
 * photo into whichever client the token is of, where the test that names it would never find it.
 */
export async function photoGrants(
  store: Pick<PhotoStore, 'withoutAccount' | 'place'>,
  outbox: Pick<Outbox, 'liveGrants' | 'byKeys' | 'readMeta'>,
): Promise<readonly PhotoGrant[]> {
  const grants = await outbox.liveGrants()
  if (grants.some(({ queue }) => partsOfQueue(queue).clientId !== undefined)) await placePhotos(store, outbox)
  const author = (await outbox.readMeta('author')) as Author | undefined
  return grants.map((grant) => (grant.userId === author?.userId ? { ...grant, accountId: author.accountId } : grant))
}

async function placePhotos(
  store: Pick<PhotoStore, 'withoutAccount' | 'place'>,
  outbox: Pick<Outbox, 'byKeys'>,
): Promise<void> {
  const photos = await store.withoutAccount()
  if (photos.length === 0) return
  const rows = await outbox.byKeys([...new Set(photos.map(({ itemId }) => `item:${itemId}`))])
  // A product is of one account alone.
  const accounts = new Map(rows.flatMap(({ lanes, accountId }) => lanes.map((lane) => [lane, accountId] as const)))
  const found = photos.flatMap(({ id, itemId }) => {
    const accountId = accounts.get(`item:${itemId}`)
    return accountId === undefined ? [] : [[id, accountId] as const]
  })
  if (found.length > 0) await store.place(new Map(found))
}
