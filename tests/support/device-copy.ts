import type { Page } from 'playwright/test'

/** Whether the device's copy of the server's data holds something under a key of a store; `head` once it is whole. */
export function copyHolds(page: Page, store: 'head' | 'histories' | 'overlay', key: string): Promise<boolean> {
  return page.evaluate(
    async ([of, id]) => {
      for (const { name = '' } of await indexedDB.databases()) {
        if (!name.startsWith('reprise-copy-')) continue
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name)
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error ?? new Error(name)))
        })
        const found = await new Promise<unknown>((resolve) => {
          const request = database.transaction(of!).objectStore(of!).getKey(id!)
          request.addEventListener('success', () => resolve(request.result))
        })
        database.close()
        if (found !== undefined) return true
      }
      return false
    },
    [store, key],
  )
}
