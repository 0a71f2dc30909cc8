import { useEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { PhotoProvider, usePhotos } from './photo-context.tsx'
import type { PhotoStore } from './photo-store.ts'
import { useRefusedCount, useRefusedPhotos } from './use-refused-photos.ts'

/** What a device tells of refused photos to a user of an account; `move` goes on in another account. */
async function drawRefused() {
  let accountId = 'one'
  const listeners = new Set<(event: { readonly kind: string }) => void>()
  const engine = {
    subscribe: (listener: (event: { readonly kind: string }) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    view: () => Promise.resolve([]),
    config: () => null,
    author: () => ({ accountId, userId: 'anna', userType: 'warehouse_operator' }),
  }
  let store: PhotoStore | undefined
  const told: { count: number; ids: readonly string[] | undefined }[] = []
  const Test = () => {
    const photos = usePhotos()
    const count = useRefusedCount()
    const ids = useRefusedPhotos()?.map(({ id }) => id)
    useEffect(() => {
      store = photos.store
      told.push({ count, ids })
    })
    return null
  }
  await drawScreen(
    <PhotoProvider>
      <Test />
    </PhotoProvider>,
    { engine },
  )
  await vi.waitFor(() => expect(store).toBeDefined())
  const refuse = async (id: string, of?: string): Promise<void> => {
    // Taken now: the device sweeps drafts of long ago, also while this one is released.
    const takenAtMs = Date.now()
    const row = { id, userId: 'anna', itemId: 'i', questionId: null, sha256: '', sizeBytes: 1, takenAtMs } as const
    await store!.add({ ...row, type: 'image/jpeg', ...(of === undefined ? {} : { accountId: of }) }, new ArrayBuffer(1))
    await store!.release([id])
    await store!.refuse(id, 'PHOTO_TRUNCATED')
  }
  const showsPhotos = (ids: readonly string[]) =>
    vi.waitFor(() => expect(told.at(-1)).toEqual({ count: ids.length, ids }))
  const move = (to: string): void => {
    accountId = to
    for (const listener of listeners) listener({ kind: 'copy' })
  }
  return { refuse, showsPhotos, move }
}

it('refused photos are those of the account that is worked in, and of before whose account nobody knows', async () => {
  const { refuse, showsPhotos, move } = await drawRefused()
  await refuse('a', 'one')
  await refuse('b', 'other')
  await refuse('c')
  await showsPhotos(['a', 'c'])
  move('other')
  await showsPhotos(['b', 'c'])
})
