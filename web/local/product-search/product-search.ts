import type { ProductFindings, ProductQuestion, SearchableProduct } from './search-index.ts'

/** A catalog of the device, as the search names it. */
export interface SearchedCatalog {
  readonly account: string
  readonly version: string
}

/** A call of a page to the search's worker. */
export type SearchRequest =
  | { readonly id: number; readonly kind: 'open'; readonly catalog: SearchedCatalog }
  | {
      readonly id: number
      readonly kind: 'build'
      readonly catalog: SearchedCatalog
      readonly products: readonly SearchableProduct[]
    }
  | { readonly id: number; readonly kind: 'find'; readonly question: ProductQuestion }

/** What the worker answers; for `open`, whether it has the index of that version. */
export type SearchReply =
  | { readonly id: number; readonly kind: 'done'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string }

/** The product search of this device. */
export interface ProductSearch {
  /** Makes the search ready for a catalog; its products are asked for only where the kept index is another version's. */
  ready(catalog: SearchedCatalog, products: () => Promise<readonly SearchableProduct[]>): Promise<void>
  find(question: ProductQuestion): Promise<ProductFindings>
}

type CallOf<R> = R extends { readonly id: number } ? Omit<R, 'id'> : never

/** Creates the search; its worker starts with the first call. */
export function createProductSearch(start: () => Worker = startWorker): ProductSearch {
  const waiting = new Map<number, { readonly resolve: (value: never) => void; readonly reject: (e: Error) => void }>()
  let worker: Worker | null = null
  let last = 0
  let opened: { readonly key: string; readonly done: Promise<void> } | null = null

  function started(): Worker {
    const made = start()
    made.addEventListener('message', ({ data }: MessageEvent<SearchReply>) => {
      const call = waiting.get(data.id)
      waiting.delete(data.id)
      if (data.kind === 'done') call?.resolve(data.value as never)
      else call?.reject(new Error(data.message))
    })
    made.addEventListener('error', () => {
      for (const call of waiting.values()) call.reject(new Error('the search worker failed'))
      waiting.clear()
      made.terminate()
      worker = null
      opened = null
    })
    return made
  }

  function call<T>(request: CallOf<SearchRequest>): Promise<T> {
    const id = ++last
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker ??= started()
      worker.postMessage({ id, ...request })
    })
  }

  async function open(catalog: SearchedCatalog, products: () => Promise<readonly SearchableProduct[]>): Promise<void> {
    if (await call<boolean>({ kind: 'open', catalog })) return
    await call({ kind: 'build', catalog, products: await products() })
  }

  return {
    ready(catalog, products) {
      const key = `${catalog.account} ${catalog.version}`
      if (opened?.key === key) return opened.done
      const done = open(catalog, products)
      opened = { key, done }
      done.catch(() => {
        if (opened?.done === done) opened = null
      })
      return done
    },
    find: (question) => call({ kind: 'find', question }),
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module', name: 'reprise-search' })
}
