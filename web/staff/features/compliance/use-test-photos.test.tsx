import { useEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { PhotoLoss, Photos, PhotoSubject, TakenPhoto } from '#web/local/photo/photos.ts'
import type { AddedPhoto, Compliance } from './use-compliance.ts'
import { useTestPhotos, type TestPhotos } from './use-test-photos.ts'

const file = new File(['x'], 'x.jpg')

/** The photos of a test; `answer` says what comes of the next one, and `added` what was kept. */
async function drawPhotos(answer: () => Promise<TakenPhoto>, becomes: AddedPhoto = 'kept') {
  const added: unknown[] = []
  const losses: PhotoLoss[] = []
  const photos = {
    take: async (_file: File, { questionId }: PhotoSubject) => {
      const taken = await answer()
      if (!taken.ok) losses.push({ questionId, problem: taken.error })
      return taken
    },
    settled: () => Promise.resolve(),
    takeLosses: () => losses.splice(0),
    store: { remove: () => Promise.resolve() },
  } as unknown as Photos
  const compliance = {
    change: () => undefined,
    addPhoto: (_itemId: string, photo: unknown) => {
      added.push(photo)
      return Promise.resolve(becomes)
    },
  } as unknown as Compliance
  const drawn: TestPhotos[] = []
  const onLate = vi.fn()
  const Test = ({ itemId }: { readonly itemId: string }) => {
    const taken = useTestPhotos({ photos, userId: 'u', accountId: 'a', itemId, compliance, onLate })
    useEffect(() => {
      drawn.push(taken)
    })
    return null
  }
  await drawScreen(<Test itemId="i" />)
  await vi.waitFor(() => expect(drawn).not.toEqual([]))
  return { taken: () => drawn.at(-1)!, added, losses, onLate }
}

it('a photo that is lost after its question is told by the test, and stops it once', async () => {
  let end: (taken: TakenPhoto) => void = () => undefined
  const { taken, added } = await drawPhotos(() => new Promise((done) => (end = done)))
  const taking = taken().take('q')([file])
  expect(taken().isComing('q')).toBe(true)
  const settled = taken().settle()
  end({ ok: false, error: 'PHOTO_TRUNCATED' })
  expect(await settled).toBe(false)
  await taking
  await vi.waitFor(() => expect(taken().problemOf('q')).toBe('PHOTO_TRUNCATED'))
  expect(taken().problemOf(null)).toBeNull()
  expect(taken().lost).toMatchObject([{ questionId: 'q', problem: 'PHOTO_TRUNCATED' }])
  expect(await taken().settle()).toBe(true)
  expect(added).toEqual([])
})

it('a photo that is taken again puts the problem of its question right', async () => {
  const answers: TakenPhoto[] = [
    { ok: false, error: 'PHOTO_TOO_LARGE' },
    { ok: true, value: { photoId: 'p' } },
  ]
  const { taken, added } = await drawPhotos(() => Promise.resolve(answers.shift()!))
  await taken().take('q')([file])
  await vi.waitFor(() => expect(taken().problemOf('q')).toBe('PHOTO_TOO_LARGE'))
  await taken().take('q')([file])
  await vi.waitFor(() => expect(taken().problemOf('q')).toBeNull())
  expect(added).toEqual([{ photoId: 'p', questionId: 'q' }])
  expect(await taken().settle()).toBe(true)
})

it('a draft that the storage refuses to take a photo into is a lost photo', async () => {
  const { taken } = await drawPhotos(() => Promise.reject(new DOMException('', 'QuotaExceededError')))
  await taken().take(null)([file])
  await vi.waitFor(() => expect(taken().problemOf(null)).toBe('DEVICE_STORAGE_REFUSED'))
  expect(await taken().settle()).toBe(false)
})

it('a photo that was lost once its test was left is told by the screen that goes on with it', async () => {
  const { taken, losses } = await drawPhotos(() => Promise.reject(new Error('none is taken here')))
  losses.push({ questionId: 'q', problem: 'PHOTO_TOO_LARGE' })
  expect(await taken().settle()).toBe(false)
  await vi.waitFor(() => expect(taken().problemOf('q')).toBe('PHOTO_TOO_LARGE'))
  expect(await taken().settle()).toBe(true)
})

it('a photo that is taken while others are waited for is waited for too', async () => {
  const ends: ((taken: TakenPhoto) => void)[] = []
  const { taken, added } = await drawPhotos(() => new Promise((done) => void ends.push(done)))
  void taken().take('q')([file])
  const settled = taken().settle()
  void taken().take(null)([file])
  ends[0]?.({ ok: true, value: { photoId: 'first' } })
  await vi.waitFor(() => expect(added).toHaveLength(1))
  ends[1]?.({ ok: true, value: { photoId: 'second' } })
  expect(await settled).toBe(true)
  expect(added).toEqual([
    { photoId: 'first', questionId: 'q' },
    { photoId: 'second', questionId: null },
  ])
})

it.each([
  ['late', 1],
  ['forgotten', 0],
  ['kept', 0],
] as const)('a photo that its test finds %s is told %i times', async (becomes, times) => {
  const { taken, onLate } = await drawPhotos(() => Promise.resolve({ ok: true, value: { photoId: 'p' } }), becomes)
  await taken().take(null)([file])
  expect(onLate).toHaveBeenCalledTimes(times)
})
