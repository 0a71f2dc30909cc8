import { buildIndex, openIndex, type ProductIndex } from '#web/local/product-search/search-index.ts'
import { createSearchStore } from '#web/local/product-search/search-store.ts'
import { benchCatalog } from './bench-catalog.ts'

/** What the bench calls in the page; the index works on the page's own thread here, which can be slowed down. */
export interface SearchBench {
  /** Makes and keeps the index of so many products; answers the milliseconds. */
  build(count: number): Promise<number>
  /** Reads the kept index as after a start, up to its first answer; answers the milliseconds. */
  reopen(): Promise<number>
  /** Searches; answers the milliseconds and how many products were found. */
  find(text: string): Promise<{ readonly ms: number; readonly total: number }>
}

const [account, version] = ['bench', '1']
let index: ProductIndex | null = null

const bench: SearchBench = {
  async build(count) {
    const products = benchCatalog(count)
    const begun = performance.now()
    const built = await buildIndex(products)
    const store = createSearchStore({ indexedDB, IDBKeyRange })
    await store.write(account, version, built.kept)
    store.close()
    return performance.now() - begun
  },
  async reopen() {
    const begun = performance.now()
    const store = createSearchStore({ indexedDB, IDBKeyRange })
    const kept = await store.read(account, version)
    if (kept === null) throw new Error('no index is kept')
    index = openIndex(kept)
    await index.find({ text: 'galaxy', limit: 8 })
    store.close()
    return performance.now() - begun
  },
  async find(text) {
    if (index === null) throw new Error('no index is open')
    const begun = performance.now()
    const { total } = await index.find({ text, limit: 40 })
    return { ms: performance.now() - begun, total }
  },
}

declare global {
  interface Window {
    searchBench: SearchBench
  }
}
window.searchBench = bench
