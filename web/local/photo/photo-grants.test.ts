import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { GrantRow, OpRow } from '#web/local/outbox/outbox-database.ts'
import { openPhotoDatabase } from './photo-database.ts'
import { photoGrants } from './photo-grants.ts'
import { createPhotoStore } from './photo-store.ts'

/** Photos that an app of before kept of two products, and work on the first of them. */
async function prepare(clientId?: string) {
  const store = createPhotoStore(openPhotoDatabase({ indexedDB: new IDBFactory(), IDBKeyRange }))
  const photo = { userId: 'ada', questionId: null, sha256: '', type: 'image/jpeg', sizeBytes: 1, takenAtMs: 0 } as const
  await store.add({ ...photo, id: 'known', itemId: 'i1' }, new ArrayBuffer(1))
  await store.add({ ...photo, id: 'unknown', itemId: 'i2' }, new ArrayBuffer(1))
  await store.add({ ...photo, id: 'placed', itemId: 'i1', accountId: 'nova' }, new ArrayBuffer(1))
  await store.release(['known', 'unknown', 'placed'])
  const queue = clientId === undefined ? 'd|ada|rps' : `d|ada|root|${clientId}`
  const grant: GrantRow = { queue, userId: 'ada', token: 't', expiresAt: '2027-01-01T00:00:00Z', refused: false }
  const rows = [{ lanes: ['item:i1', 'code:1'], accountId: 'rivoli' }] as unknown as OpRow[]
  const outbox = {
    liveGrants: async () => [grant],
    readMeta: async () => undefined,
    byKeys: async (keys: readonly string[]) => rows.filter(({ lanes }) => lanes.some((lane) => keys.includes(lane))),
  }
  const of = { userId: 'ada', clientId }
  return { store, outbox, grant, next: async () => (await store.next(of, new Set()))?.id ?? null }
}

describe('photos that an app of before kept without an account', () => {
  it('get that of the work on their product, and go with the grant of that client', async () => {
    const { store, outbox, grant, next } = await prepare('rivoli')
    expect(await next()).toBeNull()
    expect(await photoGrants(store, outbox)).toEqual([grant])
    expect(await next()).toBe('known')
    const places = await Promise.all(['i1', 'i2'].map(store.ofItem))
    expect(places.flat().map(({ id, accountId }) => [id, accountId])).toEqual([
      ['known', 'rivoli'],
      ['placed', 'nova'],
      ['unknown', undefined],
    ])
  })

  it('go into no other client', async () => {
    const { store, outbox, next } = await prepare('berlin')
    await photoGrants(store, outbox)
    expect(await next()).toBeNull()
  })
})
