// @module-tag slow
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

/** What no request may hold the event loop longer than; processor time, so that other programs add nothing to it. */
const longestMs = 50
/** Far longer than all texts take together: a pattern that never ends is named by it. */
const patienceMs = 300_000

interface Read {
  readonly schemas: number
  readonly slow: readonly string[]
  readonly slowestMs: number
}

it('reads the worst texts in every field and pattern within 50 ms each', { timeout: patienceMs + 20_000 }, async () => {
  const worker = new Worker(new URL('../support/worst-inputs-worker.ts', import.meta.url), {
    workerData: { longestMs },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Read>()
  let at = 'the start'
  const timer = setTimeout(() => reject(new Error(`takes too long: ${at}`)), patienceMs)
  worker.on('message', (message: { readonly at?: string; readonly done?: Read }) => {
    at = message.at ?? at
    if (message.done !== undefined) resolve(message.done)
  })
  worker.on('error', reject)
  try {
    const { schemas, slow, slowestMs } = await promise
    expect(slow).toEqual([])
    expect(slowestMs).toBeLessThan(longestMs)
    expect(schemas).toBeGreaterThan(40)
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
})
