import { useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { startTexts } from '#web/lib/every-text.ts'
import { PhotoProvider, usePhotos } from '#web/local/photo/photo-context.tsx'
import type { Photos } from '#web/local/photo/photos.ts'
import { EvidencePhoto } from './evidence-photo.tsx'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

async function show(photoId: string, keep: (photos: Photos) => Promise<void> = () => Promise.resolve()) {
  const texts = await startTexts('en-GB', ['common', 'item'])
  const place = document.body.appendChild(document.createElement('div'))
  const { promise: photos, resolve } = Promise.withResolvers<Photos>()
  const Hold = () => {
    const mine = usePhotos()
    useEffect(() => resolve(mine), [mine])
    return null
  }
  const draw = (child: React.ReactNode) =>
    root?.render(
      <I18nextProvider i18n={texts}>
        <PhotoProvider>
          <Hold />
          {child}
        </PhotoProvider>
      </I18nextProvider>,
    )
  root = createRoot(place)
  draw(null)
  await keep(await photos)
  draw(<EvidencePhoto photoId={photoId} label="Photo 1" />)
  return place
}

async function picture(): Promise<ArrayBuffer> {
  const canvas = new OffscreenCanvas(2, 2)
  canvas.getContext('2d')?.fillRect(0, 0, 2, 2)
  return (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer()
}

it('a photo that waits on this device is shown from it, and every other one is asked of the server', async () => {
  const [waiting, sent] = [crypto.randomUUID(), crypto.randomUUID()]
  const bytes = await picture()
  const place = await show(waiting, async ({ store }) => {
    const row = { id: waiting, userId: 'u', itemId: 'i', questionId: null, takenAtMs: Date.now() }
    await store.add({ ...row, sha256: '', sizeBytes: bytes.byteLength, type: 'image/jpeg' }, bytes)
  })
  await vi.waitFor(() => expect(place.querySelector('img')?.naturalWidth).toBe(2), 10_000)
  expect(place.querySelector('a')?.getAttribute('href')).toMatch(/^blob:/)
  root?.unmount()
  // The page's list ends at 250 entries, which its modules have filled.
  performance.clearResourceTimings()
  const asked = () => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  await show(sent)
  await vi.waitFor(() => expect(asked()).toContain(`/api/evidence/${sent}`), 10_000)
  expect(asked()).not.toContain(`/api/evidence/${waiting}`)
})
