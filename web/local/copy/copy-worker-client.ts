import type { CopyInfo } from './copy-rows.ts'
import type { CopySource, CopyStore } from './copy-store.ts'
import { createConfigGiver, type CopyPing, type CopyReply, type CopyRequest } from './copy-worker-protocol.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'

interface Waiting {
  readonly method: CopyRequest['method']
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
  readonly onProgress?: (rows: number) => void
}

type CallOf<R> = R extends { readonly id: number } ? Omit<R, 'id'> : never

/** A worker that has begun, until it fails. */
interface Life {
  readonly send: (request: CallOf<CopyRequest>, onProgress?: (rows: number) => void) => Promise<unknown>
  /** Resolves once the copy is open again that a worker before it had; it never fails. */
  readonly opened: Promise<unknown>
}

/** How long a worker may take to say that it is there: its file comes from the network where nothing has kept it. */
const startTimeoutMs = 10_000
/** While calls wait, a worker is looked after this often: it was heard, is asked whether it is there, or is given up. */
const watchMs = 5_000
/** Questions in a row that stay without an answer before it is given up: long work may keep it from answering. */
const mostUnanswered = 3
/** Pauses after one failure, two and more; the count starts from zero once a worker has answered. */
const pausesMs = [1_000, 5_000, 15_000, 60_000] as const

/**
 * The copy as a page sees it: every call goes to the worker that holds it. Where the worker fails, calls fail at once,
 * because captures wait for them; a browser may also end it without a word, so that it is watched while calls wait. Another worker is begun with the first call after a pause, and has the same copy open. The
 * worker knows no user: what it asks the server leaves the browser's session behind while `isByPin`.
 */
export function createWorkerCopy(
  startWorker: () => Worker,
  { setTimer }: Pick<EnginePorts, 'setTimer'>,
  isByPin: () => boolean = () => false,
): CopyStore {
  let life: Life | null = null
  let failures = 0
  let isPausing = false
  /** The scope whose copy is open. */
  let openKey: string | null = null
  let last = 0

  function begin(): Life | null {
    if (life === null && !isPausing) life = start()
    return life
  }

  function start(): Life | null {
    const worker = tryTo(startWorker)
    if (worker === null) return fail()
    const waiting = new Map<number, Waiting>()
    const giveConfig = createConfigGiver()
    const isThere = setTimer(die, startTimeoutMs)
    let isDead = false
    let unanswered = 0
    let wasHeard = false
    let unwatch: (() => void) | null = null

    function watch(): void {
      unwatch = setTimer(() => {
        unwatch = null
        if (isDead || waiting.size === 0) return
        if (unanswered === mostUnanswered) return die()
        if (!wasHeard) unanswered += 1
        wasHeard = false
        worker?.postMessage({ isPing: true } satisfies CopyPing)
        watch()
      }, watchMs)
    }

    worker.addEventListener('message', ({ data }: MessageEvent<CopyReply>) => {
      isThere()
      wasHeard = true
      unanswered = 0
      if (data.kind === 'ready') return
      failures = 0
      const call = waiting.get(data.id)
      if (call === undefined) return
      if (data.kind === 'progress') return call.onProgress?.(data.rows)
      waiting.delete(data.id)
      if (data.kind === 'done') call.resolve(giveConfig(call.method, data.value, data.config) as never)
      else call.reject(new DOMException(data.message, data.name))
    })
    worker.addEventListener('error', die)
    // An answer that cannot be read leaves its call without one.
    worker.addEventListener('messageerror', die)

    function die(): void {
      if (isDead) return
      isDead = true
      isThere()
      unwatch?.()
      life = fail()
      worker?.terminate()
      for (const call of waiting.values()) call.reject(failed())
      waiting.clear()
    }

    const send: Life['send'] = (request, onProgress) => {
      if (isDead) return Promise.reject(failed())
      const id = ++last
      return new Promise((resolve, reject) => {
        waiting.set(id, { method: request.method, resolve, reject, ...(onProgress && { onProgress }) })
        worker.postMessage({ id, ...request })
        if (unwatch === null) watch()
      })
    }
    const opened = openKey === null ? Promise.resolve() : send({ method: 'open', args: [openKey] })
    return { send, opened: opened.catch(() => undefined) }
  }

  function fail(): null {
    isPausing = true
    setTimer(() => (isPausing = false), pausesMs[Math.min(failures, pausesMs.length - 1)]!)
    failures += 1
    return null
  }

  async function call<T>(request: CallOf<CopyRequest>, onProgress?: (rows: number) => void): Promise<T> {
    const at = begin()
    if (at === null) throw failed()
    await at.opened
    return (await at.send(request, onProgress)) as T
  }

  const bare = (source: CopySource): CopySource =>
    isByPin() ? { ...source, init: { ...source.init, credentials: 'omit' } } : source

  begin()
  return {
    open(key) {
      openKey = key
      return call({ method: 'open', args: [key] })
    },
    read: (...args) => call({ method: 'read', args }),
    list: (...args) => call({ method: 'list', args }),
    listIds: (...args) => call({ method: 'listIds', args }),
    history: (...args) => call({ method: 'history', args }),
    keepHistory: (...args) => call({ method: 'keepHistory', args }),
    outdatedHistories: (...args) => call({ method: 'outdatedHistories', args }),
    fetchHistories: (key, source, atMs) => call({ method: 'fetchHistories', args: [key, bare(source), atMs] }),
    stageSnapshot: (source, onProgress) => call({ method: 'stageSnapshot', args: [bare(source)] }, onProgress),
    async commitSnapshot(...args) {
      const info = await call<CopyInfo | null>({ method: 'commitSnapshot', args })
      openKey = info?.scope.key ?? openKey
      return info
    },
    applyPull: (...args) => call({ method: 'applyPull', args }),
    refresh: () => call({ method: 'refresh', args: [] }),
    close: () => (life === null ? Promise.resolve() : call({ method: 'close', args: [] })),
  }
}

function failed(): DOMException {
  return new DOMException('the copy worker failed', 'UnknownError')
}

function tryTo<T>(task: () => T): T | null {
  try {
    return task()
  } catch {
    return null
  }
}
