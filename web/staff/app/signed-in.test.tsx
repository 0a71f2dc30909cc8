import { Provider as AtomProvider } from 'jotai'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { openSession, userAtom } from '#web/lib/session.ts'
import { SignedIn } from './signed-in.tsx'
import { signedInUser } from './signed-in-user.fixture.ts'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

const Name = () => <p>{useSignedInUser().firstname}</p>

it('a screen behind the guard is gone with its user, and does not fall over it (AUTH-09)', async () => {
  const session = openSession({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  session.store.set(userAtom, signedInUser())
  const place = document.body.appendChild(document.createElement('div'))
  const failed = vi.fn()
  root = createRoot(place, { onUncaughtError: failed })
  root.render(
    <AtomProvider store={session.store}>
      <SignedIn>
        <Name />
      </SignedIn>
    </AtomProvider>,
  )
  await vi.waitFor(() => expect(place.textContent).toBe('Inès'))
  session.forget()
  await vi.waitFor(() => expect(place.textContent).toBe(''))
  expect(place.querySelector('[aria-busy="true"]')).not.toBeNull()
  expect(failed).not.toHaveBeenCalled()
})
