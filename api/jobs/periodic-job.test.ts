import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPeriodicJob } from './periodic-job.ts'

const deps = { log: pino({ enabled: false }), now: () => new Date('2026-03-02T08:00:00Z') }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a periodic job', () => {
  it('starts no round beside the one in hand, and the next one at its time', async () => {
    const first = Promise.withResolvers<void>()
    const run = vi.fn<() => Promise<unknown>>().mockReturnValueOnce(first.promise).mockResolvedValue(undefined)
    const job = createPeriodicJob({ name: 'a job', everyMs: 1_000, run }, deps)
    job.start()
    await vi.advanceTimersByTimeAsync(3_500)
    expect(run).toHaveBeenCalledTimes(1)
    expect(job.standing().isRunning).toBe(true)

    first.resolve()
    await vi.advanceTimersByTimeAsync(400)
    expect(run).toHaveBeenCalledTimes(1)
    expect(job.standing().isRunning).toBe(false)
    await vi.advanceTimersByTimeAsync(1_200)
    expect(run).toHaveBeenCalledTimes(3)
    await job.stop()
  })

  it('tells a round that it is to end, waits for it, and starts no other', async () => {
    const run = vi.fn(
      async (ends: AbortSignal) => new Promise<void>((resolve) => ends.addEventListener('abort', () => resolve())),
    )
    const job = createPeriodicJob({ name: 'a job', everyMs: 1_000, run }, deps)
    job.start()
    await job.stop()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(run).toHaveBeenCalledTimes(1)
    expect(job.standing().isRunning).toBe(false)
  })
})
