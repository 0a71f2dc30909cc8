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
  // Such as an operation that is not sent, whose words a sign-out keeps. Cleared and not deleted: a deletion waits for
  // each page that still holds the database, and everything after it waits for the deletion.
  await Promise.all((await indexedDB.databases()).map(({ name = '' }) => clearDatabase(name)))
})

/** How long a database that does not open is waited for, in milliseconds: a page before may hold it for an upgrade. */
const longestClearMs = 1000

function clearDatabase(name: string): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, longestClearMs)
    const opening = indexedDB.open(name)
    opening.addEventListener('error', () => done())
    opening.addEventListener('success', () => {
      const stores = [...opening.result.objectStoreNames]
      if (stores.length > 0) {
        const clearing = opening.result.transaction(stores, 'readwrite')
        for (const store of stores) clearing.objectStore(store).clear()
        for (const end of ['complete', 'abort']) clearing.addEventListener(end, () => done())
      } else done()
      opening.result.close()
    })
  })
}
