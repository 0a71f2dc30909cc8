import type { CopyStore } from './copy-store.ts'
import { createConfigGiver, type CopyReply, type CopyRequest } from './copy-worker-protocol.ts'

interface Waiting {
  readonly method: CopyRequest['method']
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
  readonly onProgress?: (rows: number) => void
}

type CallOf<R> = R extends { readonly id: number } ? Omit<R, 'id'> : never

/** The copy as a page sees it: every call goes to the worker that holds it. */
export function createWorkerCopy(worker: Worker): CopyStore {
  const waiting = new Map<number, Waiting>()
  const giveConfig = createConfigGiver()
  let last = 0

  worker.addEventListener('message', ({ data }: MessageEvent<CopyReply>) => {
    const call = waiting.get(data.id)
    if (call === undefined) return
    if (data.kind === 'progress') {
      call.onProgress?.(data.rows)
      return
    }
    waiting.delete(data.id)
    if (data.kind === 'done') call.resolve(giveConfig(call.method, data.value, data.config) as never)
    else call.reject(new DOMException(data.message, data.name))
  })
  worker.addEventListener('error', () => {
    for (const call of waiting.values()) call.reject(new DOMException('the copy worker failed', 'UnknownError'))
    waiting.clear()
  })

  function call<T>(request: CallOf<CopyRequest>, onProgress?: (rows: number) => void): Promise<T> {
    const id = ++last
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { method: request.method, resolve, reject, ...(onProgress === undefined ? {} : { onProgress }) })
      worker.postMessage({ id, ...request })
    })
  }

  return {
    open: (...args) => call({ method: 'open', args }),
    read: (...args) => call({ method: 'read', args }),
    list: (...args) => call({ method: 'list', args }),
    history: (...args) => call({ method: 'history', args }),
    keepHistory: (...args) => call({ method: 'keepHistory', args }),
    outdatedHistories: (...args) => call({ method: 'outdatedHistories', args }),
    fetchHistories: (...args) => call({ method: 'fetchHistories', args }),
    stageSnapshot: (source, onProgress) => call({ method: 'stageSnapshot', args: [source] }, onProgress),
    commitSnapshot: (...args) => call({ method: 'commitSnapshot', args }),
    applyPull: (...args) => call({ method: 'applyPull', args }),
    refresh: () => call({ method: 'refresh', args: [] }),
    close: () => call({ method: 'close', args: [] }),
  }
}
