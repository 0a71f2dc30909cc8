import { describe, expect, it } from 'vitest'
import { searchConnection } from '#domain/catalog/search-connection.ts'
import { CallError } from '#web/lib/http.ts'
import { fetchWithRetry } from './fetch-with-retry.ts'

const quick = { timeoutMs: 20, retries: 5, pauseMs: 1 }
const unreached = () => new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })

/** Fails so many times with an error, then answers; counts its tries. */
function failing(times: number, error: Error): { readonly ask: () => Promise<string>; readonly tries: () => number } {
  let tries = 0
  return {
    ask: async () => {
      tries += 1
      if (tries <= times) throw error
      return 'found'
    },
    tries: () => tries,
  }
}

describe('the product search', () => {
  it('waits 2 seconds for an answer and tries 5 times more, 200 ms apart (CAT-48)', () => {
    expect(searchConnection).toEqual({ timeoutMs: 2_000, retries: 5, pauseMs: 200 })
  })

  it.each([0, 1, 5])('answers after %i tries that did not reach it', async (times) => {
    const { ask, tries } = failing(times, unreached())
    expect(await fetchWithRetry(ask, quick)).toBe('found')
    expect(tries()).toBe(times + 1)
  })

  it('says that it cannot be reached after the last try', async () => {
    const { ask, tries } = failing(6, unreached())
    await expect(fetchWithRetry(ask, quick)).rejects.toMatchObject({ code: 'NETWORK_UNREACHABLE' })
    expect(tries()).toBe(6)
  })

  it('takes a refusal as the answer', async () => {
    const { ask, tries } = failing(1, new CallError('refused', { code: 'ACCESS_THROTTLED', status: 429 }))
    await expect(fetchWithRetry(ask, quick)).rejects.toMatchObject({ code: 'ACCESS_THROTTLED' })
    expect(tries()).toBe(1)
  })

  it.each([500, 503])('asks again where the server answers %i', async (status) => {
    const { ask, tries } = failing(2, new CallError('refused', { code: 'SERVER_UNAVAILABLE', status }))
    expect(await fetchWithRetry(ask, quick)).toBe('found')
    expect(tries()).toBe(3)
  })

  it('gives up a try that hangs', async () => {
    let hung = 0
    const ask = (signal: AbortSignal): Promise<string> =>
      new Promise((_, reject) => {
        hung += 1
        signal.addEventListener('abort', () => reject(unreached()))
      })
    await expect(fetchWithRetry(ask, { ...quick, retries: 1 })).rejects.toMatchObject({ failure: 'offline' })
    expect(hung).toBe(2)
  })
})
