import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Photos } from '#web/local/photo/photos.ts'
import { PhotoStrip } from './photo-strip.tsx'

const photos = {} as Photos

/** A strip that `leave` takes off the screen, as the step after its own does; `hold` while its test is confirmed. */
async function drawStrip() {
  const take = vi.fn(() => Promise.resolve())
  const Step = () => {
    const [stands, setStands] = useState(true)
    const [held, setHeld] = useState(false)
    const strip = { photos, taken: [], isFull: false, isHeld: held, problem: null, take, onShow: () => undefined }
    return (
      <>
        <button onClick={() => setStands(false)}>leave</button>
        <button onClick={() => setHeld(true)}>hold</button>
        {stands && <PhotoStrip {...strip} />}
      </>
    )
  }
  const { place } = await drawScreen(<Step />, { language: 'en-GB', texts: ['compliance'] })
  const input = () => place.querySelector('input')
  await vi.waitFor(() => expect(input()).not.toBeNull())
  const press = (name: string): void =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click()
  return { take, input, leave: () => press('leave'), hold: () => press('hold') }
}

/** What a camera does once its photo is taken. */
function takePhoto(input: HTMLInputElement): void {
  const files = new DataTransfer()
  files.items.add(new File(['x'], 'x.jpg'))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

it('a photo is taken in, once', async () => {
  const { take, input } = await drawStrip()
  takePhoto(input()!)
  await vi.waitFor(() => expect(take).toHaveBeenCalledOnce())
})

it('a photo that its camera hands over once the step is left is taken in all the same', async () => {
  const { take, input, leave } = await drawStrip()
  const opened = input()!
  leave()
  await vi.waitFor(() => expect(input()).toBeNull())
  takePhoto(opened)
  await vi.waitFor(() => expect(take).toHaveBeenCalledOnce())
})

it('no camera is opened while a test is confirmed', async () => {
  const { input, hold } = await drawStrip()
  hold()
  await vi.waitFor(() => expect(input()?.disabled).toBe(true))
})

it.each([
  ['PHOTO_NOT_AN_IMAGE', 'n’est pas une photo'],
  ['PHOTO_TOO_MANY_PIXELS', '40 mégapixels'],
  ['PHOTO_TRUNCATED', 'incomplète'],
] as const)('a file that is refused as %s has its reason said', async (problem, words) => {
  const strip = {
    photos,
    taken: [],
    isFull: false,
    isHeld: false,
    take: () => Promise.resolve(),
    onShow: () => undefined,
  }
  const { place } = await drawScreen(<PhotoStrip {...strip} problem={problem} />, { texts: ['compliance'] })
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toContain(words))
})
