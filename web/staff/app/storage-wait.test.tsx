import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { writeUser } from '#web/lib/local-storage.ts'
import { memory } from '#web/lib/session.fixture.ts'
import { signedInUser } from './signed-in-user.fixture.ts'
import { drawStorageWait } from './storage-wait.tsx'

/** The page of a user whose start waits for the device's storage. */
async function drawWait(until: Promise<unknown>) {
  const storage = memory()
  writeUser(storage, signedInUser({ chosenLanguage: 'en-GB' }))
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  await drawStorageWait(root, storage, until)
  return {
    place,
    leave: () => {
      root.unmount()
      place.remove()
    },
  }
}

it('a start that waits for the storage says so in the language of the user, and names nobody', async () => {
  const { place, leave } = await drawWait(new Promise(() => undefined))
  const alert = await vi.waitUntil(() => place.querySelector('[role="alert"]'))
  expect(alert.textContent).toContain('The storage no longer answers')
  expect(place.querySelector('button')?.textContent).toBe('Try again')
  expect(place.textContent).not.toContain('Martin')
  leave()
})

it('a wait that is over draws nothing over the first screen', async () => {
  const { place, leave } = await drawWait(Promise.resolve())
  expect(place.textContent).toBe('')
  leave()
})
