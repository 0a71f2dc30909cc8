import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { PictureValue } from './picture-file.ts'
import { PictureField } from './picture-field.tsx'

/** A picture that is read once the test says so. */
async function slowPicture() {
  const canvas = Object.assign(document.createElement('canvas'), { width: 30, height: 20 })
  canvas.getContext('2d')!.fillRect(0, 0, 30, 20)
  const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made!), 'image/jpeg'))
  const file = new File([blob], 'photo.jpg', { type: 'image/jpeg' })
  const gate = Promise.withResolvers<ArrayBuffer>()
  return { file, arrayBuffer: () => gate.promise, read: async () => gate.resolve(await blob.arrayBuffer()) }
}

/** Chooses a file, whose bytes come as they are told to. */
function choose(place: HTMLElement, file: File, arrayBuffer?: () => Promise<ArrayBuffer>): void {
  if (arrayBuffer !== undefined) vi.spyOn(File.prototype, 'arrayBuffer').mockImplementationOnce(arrayBuffer)
  const input = place.querySelector<HTMLInputElement>('input[type=file]')!
  const chosen = new DataTransfer()
  chosen.items.add(file)
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

it('what was typed while a picture was read stays, and the picture comes', async () => {
  const changes: object[] = []
  const Form = () => {
    const [draft, setDraft] = useState<{ name: string; picture: PictureValue }>({ name: '', picture: undefined })
    const set = (part: Partial<typeof draft>): void => {
      changes.push({ ...draft, ...part })
      setDraft({ ...draft, ...part })
    }
    return (
      <>
        <input aria-label="name" value={draft.name} onChange={(event) => set({ name: event.currentTarget.value })} />
        <PictureField
          use="product"
          label="Picture"
          hint=""
          absent="none"
          stored={null}
          value={draft.picture}
          problem={null}
          disabled={false}
          onChange={(picture) => set({ picture })}
        />
      </>
    )
  }
  const { place } = await drawScreen(<Form />)
  const { file, arrayBuffer, read } = await slowPicture()
  choose(place, file, arrayBuffer)
  // Until it is read no form takes it for what is to be saved.
  await vi.waitFor(() => expect(changes.at(-1)).toMatchObject({ picture: { code: 'PICTURE_BEING_READ' } }))
  await userEvent.fill(place.querySelector<HTMLInputElement>('[aria-label=name]')!, 'Zetaphone')
  await read()
  await vi.waitFor(() => expect(changes.at(-1)).toMatchObject({ picture: { sizes: [{ width: 30, height: 20 }] } }))
  expect(changes.at(-1)).toMatchObject({ name: 'Zetaphone' })
})

it('a picture that is taken back while it is read does not come', async () => {
  const changes: PictureValue[] = []
  const Form = () => {
    const [picture, setPicture] = useState<PictureValue>()
    const change = (next: PictureValue): void => {
      changes.push(next)
      setPicture(next)
    }
    const field = { use: 'product', label: 'Picture', hint: '', absent: 'none', stored: null, problem: null } as const
    return <PictureField {...field} value={picture} disabled={false} onChange={change} />
  }
  const { place } = await drawScreen(<Form />)
  const { file, arrayBuffer, read } = await slowPicture()
  choose(place, file, arrayBuffer)
  const back = await vi.waitUntil(() => place.querySelector<HTMLElement>('button[aria-label*="Picture"]'))
  back.click()
  choose(place, new File(['%PDF-1.7'], 'a.png', { type: 'image/png' }))
  await vi.waitFor(() => expect(changes.at(-1)).toMatchObject({ code: 'PICTURE_TYPE_WRONG' }))
  await read()
  await new Promise((done) => setTimeout(done, 200))
  expect(changes.map((one) => one && ('code' in one ? one.code : one.fileName))).toEqual([
    'PICTURE_BEING_READ',
    undefined,
    'PICTURE_BEING_READ',
    'PICTURE_TYPE_WRONG',
  ])
})
