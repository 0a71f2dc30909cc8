import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { id, op, row } from '#tests/support/floor-world.ts'
import type { OpRow } from '#web/local/outbox/outbox-database.ts'
import { openPhotoDatabase } from './photo-database.ts'
import { createPhotoStore } from './photo-store.ts'
import { tidyPhotos } from './tidy-photos.ts'

const item = row(1)
const [named, loose] = [id(70), id(71)]

/** A device with two old photos that were never let go, and a test of their product that names one of them. */
async function device(state: OpRow['state'] = 'pending') {
  const store = createPhotoStore(openPhotoDatabase({ indexedDB: new IDBFactory(), IDBKeyRange }))
  for (const photoId of [named, loose]) {
    const kept = {
      userId: id(2),
      itemId: item.id,
      questionId: null,
      sha256: '',
      type: 'image/jpeg',
      sizeBytes: 1,
    } as const
    await store.add({ ...kept, id: photoId, takenAtMs: 0 }, new ArrayBuffer(1))
  }
  const test = op('testItem', { itemId: item.id, answers: [], photos: [{ photoId: named }] })
  const captured = [{ op: test, state }] as unknown as OpRow[]
  const byKeys = (keys: readonly string[]) => Promise.resolve(keys.includes(`item:${item.id}`) ? captured : [])
  const left = async () => (await store.ofItem(item.id)).map((photo) => [photo.id, photo.state])
  return { store, byKeys, left }
}

describe('at its start a device', () => {
  it.each(['pending', 'applied', 'tray', 'held'] as const)(
    'lets go what a test names that is %s, and forgets the rest that is old',
    async (state) => {
      const { store, byKeys, left } = await device(state)
      await tidyPhotos(store, { byKeys }, 1)
      expect(await left()).toEqual([[named, 'waiting']])
    },
  )

  it('forgets what a discarded test names', async () => {
    const { store, byKeys, left } = await device('discarded')
    await tidyPhotos(store, { byKeys }, 1)
    expect(await left()).toEqual([])
  })

  it.each(['the outbox', 'the release'])('forgets nothing while %s fails', async (what) => {
    const { store, byKeys, left } = await device()
    const fails = () => Promise.reject(new Error('refused'))
    const refusing = what === 'the outbox' ? { store, byKeys: fails } : { store: { ...store, release: fails }, byKeys }
    await expect(tidyPhotos(refusing.store, refusing, 1)).rejects.toThrow('refused')
    expect(await left()).toEqual([
      [named, 'draft'],
      [loose, 'draft'],
    ])
  })
})
