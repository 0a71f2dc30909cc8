// @module-tag slow
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

/**
 * Far more than reading every text takes in one pass, and far less than one pattern needs that reads a text of 200,000
 * characters again for each of them.
 */
const longestMs = 300_000

it('reads the worst texts in every field in one pass', { timeout: longestMs + 20_000 }, async () => {
  const worker = new Worker(new URL('../support/worst-inputs-worker.ts', import.meta.url))
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let at = 'the start'
  const timer = setTimeout(() => reject(new Error(`takes too long: ${at}`)), longestMs)
  worker.on('message', (message: { readonly at?: string; readonly done?: number }) => {
    at = message.at ?? at
    if (message.done !== undefined) resolve(message.done)
  })
  worker.on('error', reject)
  try {
    expect(await promise).toBeGreaterThan(40)
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
})
