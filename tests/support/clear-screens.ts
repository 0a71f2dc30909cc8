import { afterAll, afterEach, vi } from 'vitest'
import { clearScreens } from './staff-screen.tsx'

// Set up for each file: the files of the project share their modules, which a hook of a module would know once, and the
// globals of their page.
afterEach(clearScreens)
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // Such as the note of a sign-out, which the next sign-in tells the server of.
  for (const [name] of document.cookie.split('; ').map((cookie) => cookie.split('=')))
    document.cookie = `${name}=; path=/; max-age=0`
})
