import { Worker } from 'node:worker_threads'

/** Cleans what accounts write, away from the thread that answers requests. */
export interface HtmlCleaner {
  /** The texts as they may be kept; null where cleaning them takes longer than any sound text does. */
  clean(texts: readonly string[]): Promise<readonly string[] | null>
  /** Ends the thread. */
  close(): Promise<void>
}

/** What a cleaner is made with; a test has a thread of its own. */
export interface HtmlCleanerOptions {
  readonly script?: URL
  readonly longestMs?: number
}

const ownScript = new URL('./clean-html-worker.ts', import.meta.url)

/**
 * Creates a cleaner with one thread, which starts with the first text. Texts are cleaned one call after the other; a
 * thread that takes too long is ended, and the next call has a new one.
 */
export function createHtmlCleaner({ script = ownScript, longestMs = 10_000 }: HtmlCleanerOptions = {}): HtmlCleaner {
  let thread: Worker | null = null
  let turn: Promise<unknown> = Promise.resolve()

  async function cleanNow(texts: readonly string[]): Promise<readonly string[] | null> {
    const worker = (thread ??= newThread())
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[] | null>()
    const timer = setTimeout(() => resolve(null), longestMs)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.postMessage(texts)
    let cleaned: readonly string[] | null = null
    try {
      cleaned = await promise
      return cleaned
    } finally {
      clearTimeout(timer)
      worker.off('message', resolve)
      worker.off('error', reject)
      if (cleaned === null) await close()
    }
  }

  function newThread(): Worker {
    // A text cannot take more memory than this, whatever it makes of itself.
    const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    worker.unref()
    // One that is being ended for its slowness may run out of memory: nobody waits for it any more.
    worker.on('error', () => undefined)
    return worker
  }

  async function close(): Promise<void> {
    const ending = thread
    thread = null
    await ending?.terminate()
  }

  return {
    clean: (texts) => {
      if (texts.length === 0) return Promise.resolve([])
      const cleaned = turn.then(() => cleanNow(texts))
      turn = cleaned.catch(() => undefined)
      return cleaned
    },
    close,
  }
}
