import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLocks } from '#tests/support/device-fixture.ts'
import { fail } from '#domain/kernel/result.ts'
import { storeGrant } from '#web/local/device/grants.ts'
import { createPhotos } from './photos.ts'
import { databaseNames, type EnginePorts } from '#web/local/engine/ports.ts'

const channel = { post: () => undefined, listen: () => () => undefined }

// The tokens of authors lie in the database of the browser itself.
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = () => undefined
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('a refused photo that is to be sent again goes at once, without waiting for another occasion', async () => {
  const asked: string[] = []
  const ports: EnginePorts = {
    indexedDB,
    IDBKeyRange,
    databaseNames,
    fetch: async (address, init) => {
      asked.push(`${init?.method} ${address as string}`)
      return Response.json({ offset: 3, complete: true })
    },
    nowMs: () => 0,
    random: (count) => new Uint8Array(count),
    runLocked: createLocks(),
    channel,
    setTimer: () => () => undefined,
    isOnline: () => true,
    persist: async () => true,
    onStorageProblem: () => undefined,
  }
  const photos = createPhotos(ports, async () => fail('PHOTO_NOT_AN_IMAGE'))
  await storeGrant({ deviceId: 'd', userId: 'anna', module: 'rps', token: 't', expiresAt: '2027-01-01T00:00:00Z' })
  const row = { userId: 'anna', itemId: 'i1', questionId: null, sha256: '', sizeBytes: 3, type: 'image/jpeg' } as const
  await photos.store.add({ ...row, id: 'p1', takenAtMs: 0 }, new ArrayBuffer(3))
  await photos.store.release(['p1'])
  await photos.store.refuse('p1', 'PHOTO_TRUNCATED')
  expect(await photos.store.counts()).toEqual({ draft: 0, waiting: 0, refused: 1 })
  expect(asked).toEqual([])
  await photos.sendAgain('p1')
  await vi.waitFor(async () => expect(await photos.store.counts()).toEqual({ draft: 0, waiting: 0, refused: 0 }))
  expect(asked).toEqual(['POST /api/evidence/p1'])
})
