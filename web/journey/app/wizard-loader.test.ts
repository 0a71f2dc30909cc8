import { describe, expect, it } from 'vitest'
import { CallError } from '#web/lib/http.ts'
import { readPromise } from './wizard-loader.ts'

const kept = { end: '2026-11-01T00:00:00Z', trackingToken: 'link' }
const promise = { end: kept.end, replaces: { buybackId: 'b1', trackingToken: 'link' } }

/** Reads the promise of a visit that has come by the private link, which answers so. */
const read = (answer: () => Promise<unknown>) => readPromise({ get: <T>() => answer() as Promise<T> }, 'b1', kept)

describe('the promise that a visit has come by', () => {
  it.each([
    ['bb_predeclared', promise],
    ['bb_cancelled', 'cancelled'],
  ])('of the status %s is %j', async (status, expected) => {
    expect(await read(() => Promise.resolve({ status }))).toEqual(expected)
  })

  it.each([
    ['the network', new CallError('offline', { code: 'NETWORK_OFFLINE', status: 0 })],
    ['a bound of calls', new CallError('refused', { code: 'REQUEST_TOO_MANY', status: 429 })],
    ['another server on the way', new CallError('foreign', { code: 'NETWORK_FOREIGN_ANSWER', status: 404 })],
    ['patience', new DOMException('timed out', 'TimeoutError')],
  ])('still counts where %s fails', async (_what, error) => {
    expect(await read(() => Promise.reject(error))).toEqual(promise)
  })

  it('is none where the buyback no longer exists', async () => {
    const gone = new CallError('refused', { code: 'REQUEST_NOT_FOUND', status: 404 })
    expect(await read(() => Promise.reject(gone))).toBeNull()
  })
})
