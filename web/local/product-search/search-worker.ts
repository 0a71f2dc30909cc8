import type { SearchReply, SearchRequest } from './product-search.ts'
import { buildIndex, openIndex, type ProductIndex } from './search-index.ts'
import { createSearchStore } from './search-store.ts'

// A worker of one page: making an index of a large catalog takes a second, in which the screen goes on.
const worker = globalThis as unknown as DedicatedWorkerGlobalScope
const store = createSearchStore({ indexedDB, IDBKeyRange })
let index: Promise<ProductIndex | null> = Promise.resolve(null)

worker.addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  const reply = (message: SearchReply): void => worker.postMessage(message)
  run(data).then(
    (value) => reply({ id: data.id, kind: 'done', value }),
    (error: unknown) =>
      reply({ id: data.id, kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})

async function run(request: SearchRequest): Promise<unknown> {
  if (request.kind === 'open') {
    const { account, version } = request.catalog
    // A storage that refuses costs the time of making the index again, and nothing else.
    index = store.read(account, version).then(
      (kept) => (kept === null ? null : openIndex(kept)),
      () => null,
    )
    return (await index) !== null
  }
  if (request.kind === 'build') {
    const { account, version } = request.catalog
    const built = buildIndex(request.products)
    index = built
    const { kept } = await built
    await store.write(account, version, kept).catch(() => undefined)
    return null
  }
  const opened = await index
  if (opened === null) throw new Error('no catalog is open')
  return opened.find(request.question)
}
