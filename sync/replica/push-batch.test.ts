import { describe, expect, it } from 'vitest'
import { cautiousBatch, chooseBatch, grownBatch, halvedBatch } from './push-batch.ts'
import { longestWaitMs, retryWaitMs } from './retry.ts'

describe('a batch', () => {
  it('ends before a gap and at its size (QUEUE-8)', () => {
    const waiting = [4, 5, 6, 9, 10].map((seq) => ({ seq }))
    expect(chooseBatch(waiting, 10).map(({ seq }) => seq)).toEqual([4, 5, 6])
    expect(chooseBatch(waiting, 2).map(({ seq }) => seq)).toEqual([4, 5])
    expect(chooseBatch([], 2)).toEqual([])
  })

  it('grows to 500 again after a failure, and shrinks to one (QUEUE-8)', () => {
    expect([cautiousBatch, grownBatch(50), grownBatch(400), grownBatch(500)]).toEqual([50, 100, 500, 500])
    expect([halvedBatch(500), halvedBatch(3), halvedBatch(1)]).toEqual([250, 1, 1])
  })
})

describe('the wait before another try', () => {
  it('doubles up to a minute, spread over its upper half (QUEUE-6)', () => {
    expect([1, 2, 3].map((attempt) => retryWaitMs(attempt, 0))).toEqual([500, 1000, 2000])
    expect(retryWaitMs(1, 0.999)).toBe(1000)
    expect(retryWaitMs(500, 0.999)).toBeLessThanOrEqual(longestWaitMs)
  })

  it('is never shorter than the server asks for', () => {
    expect(retryWaitMs(1, 0, 9000)).toBe(9000)
  })
})
