import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import type { Http } from '#web/lib/http.ts'
import { openStorage, storageKeys } from '#web/lib/local-storage.ts'
import { openSession } from '#web/lib/session.ts'
import { createCatalogStore } from '#web/local/counter/catalog-store.ts'
import { createResponseCache } from '#web/local/cache/response-cache.ts'
import { openCopyDatabase } from '#web/local/copy/copy-database.ts'
import { databaseNames } from '#web/local/engine/ports.ts'
import { createSearchStore } from '#web/local/product-search/search-store.ts'
import { withOutbox } from '#web/local/outbox/with-outbox.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { storedText } from '#tests/support/stored-text.ts'
import { signOut } from './sign-out.ts'

// What a device shows: a product, its number, an amount, and the name of a colleague.
const words = ['Fairphone 5', '350000000000017', '412.37', 'Zoé Zimmermann']
const text = words.join(' and ')
const ports = { indexedDB, IDBKeyRange, databaseNames }

/** Everything that this origin keeps, as one text. */
async function everythingKept(): Promise<string> {
  const kept = [await storedText(indexedDB)]
  for (const storage of [localStorage, sessionStorage]) kept.push(JSON.stringify({ ...storage }))
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const answer of await cache.matchAll()) kept.push(name, await answer.text())
  }
  return kept.join('\n')
}

async function fillEveryStore(): Promise<void> {
  const copy = openCopyDatabase('of-the-test', ports)
  await copy.pages.put({ build: 1, page: 0, text })
  await copy.histories.put({ id: 'i', version: 1, readAtMs: 0, history: { id: 'i', comment: text } as never })
  copy.close()
  const answers = createResponseCache(ports)
  await answers.keep({ key: 'list', readAtMs: Date.now(), value: text })
  answers.close()
  const catalog = createCatalogStore(ports, 'of-the-test')
  await catalog.addParts([{ id: 'part', products: [{ label: text }] as never }])
  catalog.close()
  const search = createSearchStore(ports)
  await search.write('of-the-test', 'v', { text } as never)
  search.close()
  await withOutbox((outbox) => outbox.writeMeta('seenProducts', [{ id: 'p', label: text }]))
  await withOutbox((outbox) => outbox.writeMeta('author', { userId: 'u', name: text }))
  const cache = await caches.open('answers-added-later')
  await cache.put('/api/items', new Response(text))
  sessionStorage.setItem('added-later', text)
  localStorage.setItem(storageKeys.productFilters, JSON.stringify({ text }))
  localStorage.setItem(storageKeys.cart, JSON.stringify({ text }))
}

beforeEach(async () => {
  await fillEveryStore()
})

it('a sign-out leaves no word of a product, an amount or a person in any store of the browser', async () => {
  const before = await everythingKept()
  for (const word of words) expect(before).toContain(word)
  const storage = openStorage()
  const session = openSession(storage)
  session.keep({ ...signedInUser({ lastname: 'Zoé Zimmermann' }), apiToken: 'cookie' } as never, new Date())
  const http = (() => Promise.resolve(undefined)) as unknown as Http
  await signOut({ session, http, storage, queries: new QueryClient() }, () => undefined)
  const after = await everythingKept()
  for (const word of words) expect(after).not.toContain(word)
})
