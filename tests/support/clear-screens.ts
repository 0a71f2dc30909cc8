import { afterAll, afterEach, vi } from 'vitest'
import { clearScreens } from './staff-screen.tsx'

// Set up for each file: the files of the project share their modules, which a hook of a module would know once, and the
// globals of their page.
afterEach(clearScreens)
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // Such as the note of a sign-out, which the next sign-in tells the server of.
  for (const [name] of document.cookie.split('; ').map((cookie) => cookie.split('=')))
    document.cookie = `${name}=; path=/; max-age=0`
  localStorage.clear()
  sessionStorage.clear()
  for (const name of await caches.keys()) await caches.delete(name)
  // Such as an operation that is not sent, whose words a sign-out keeps.
  await Promise.all((await indexedDB.databases()).map(({ name = '' }) => deleteDatabase(name)))
})

/** Deletes a database; one that a page before still holds goes once that lets it go. */
function deleteDatabase(name: string): Promise<void> {
  const deleting = indexedDB.deleteDatabase(name)
  return new Promise((done) => {
    for (const end of ['success', 'error', 'blocked']) deleting.addEventListener(end, () => done())
  })
}
