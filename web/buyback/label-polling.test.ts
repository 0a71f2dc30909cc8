import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { labelWaitsMs, pollShippingLabel } from './label-polling.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** Looks with these statuses in turn, the last one again and again; null: the network fails. */
function look(statuses: readonly (number | null)[]) {
  const abort = new AbortController()
  const askedAtMs: number[] = []
  let told = 0
  const ask = async () => {
    askedAtMs.push(Date.now())
    const status = statuses[Math.min(askedAtMs.length, statuses.length) - 1]
    if (status === null || status === undefined) throw new TypeError('network')
    return status
  }
  const answer = pollShippingLabel({ ask, notYet: () => void (told += 1), signal: abort.signal })
  return { abort, askedAtMs, answer, told: () => told }
}

describe('looking for a shipping label', () => {
  it('waits 3, 5, 10 and 15 seconds in turn, and then says that it is not available (BB-41)', async () => {
    const { askedAtMs, answer, told } = look([425])
    await vi.runAllTimersAsync()
    expect(await answer).toBe('notAvailable')
    expect(askedAtMs).toEqual([0, 3_000, 8_000, 18_000, 33_000])
    expect(told()).toBe(4)
  })

  it.each([0, 1, 2, 3, 4])('ends once it is ready, after %d waits', async (waits) => {
    const { askedAtMs, answer, told } = look([...Array.from({ length: waits }, () => 425), 200])
    await vi.runAllTimersAsync()
    expect(await answer).toBe('ready')
    expect(askedAtMs).toHaveLength(waits + 1)
    expect(told()).toBe(waits)
  })

  it('ends at once where none is expected', async () => {
    const { askedAtMs, answer, told } = look([404])
    expect(await answer).toBe('notExpected')
    expect([askedAtMs, told()]).toEqual([[0], 0])
  })

  it('goes on over a failing network and a server in trouble', async () => {
    const { answer } = look([null, 503, 429, 425, 200])
    await vi.runAllTimersAsync()
    expect(await answer).toBe('ready')
  })

  it('stops with its signal, at once and without another look', async () => {
    const { abort, askedAtMs, answer } = look([425])
    await vi.advanceTimersByTimeAsync(labelWaitsMs[0] + 1)
    abort.abort()
    expect(await answer).toBeNull()
    expect(askedAtMs).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })
})
