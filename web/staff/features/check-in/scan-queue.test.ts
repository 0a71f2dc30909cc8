import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createScanQueue, type Scan } from './scan-queue.ts'

const scan = (n: number): Scan => ({ lineId: `line-${n}`, code: String(20_000_000 + n), capturedAtMs: n })

function later(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

describe('the scan queue', () => {
  it('works ten scans that come at once in their order, each once', async () => {
    const worked: string[] = []
    const queue = createScanQueue(
      async ({ lineId }) => {
        await later(1)
        worked.push(lineId)
      },
      () => undefined,
    )
    for (let n = 0; n < 10; n++) queue.push(scan(n))
    expect(queue.waiting()).toHaveLength(10)
    await queue.settled()
    expect(worked).toEqual(Array.from({ length: 10 }, (_, n) => `line-${n}`))
    expect(queue.waiting()).toHaveLength(10)
    queue.release(new Set(worked))
    expect(queue.waiting()).toEqual([])
  })

  it('goes on after a scan that could not be stored, and reports it', async () => {
    const worked: string[] = []
    const failed: string[] = []
    const queue = createScanQueue(
      ({ lineId }) => {
        if (lineId === 'line-1') return Promise.reject(new Error('disk full'))
        worked.push(lineId)
        return Promise.resolve()
      },
      ({ lineId }) => failed.push(lineId),
    )
    for (let n = 0; n < 3; n++) queue.push(scan(n))
    await queue.settled()
    expect([worked, failed]).toEqual([['line-0', 'line-2'], ['line-1']])
    expect(queue.waiting().map(({ lineId }) => lineId)).toEqual(['line-0', 'line-2'])
  })

  it('keeps the order whatever each one takes, and whenever it comes', { tags: ['slow'] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(2), fc.nat(2)), { maxLength: 12 }), async (steps) => {
        const worked: number[] = []
        const queue = createScanQueue(
          async ({ capturedAtMs }) => {
            await later(steps[capturedAtMs]![1])
            worked.push(capturedAtMs)
          },
          () => undefined,
        )
        for (const [n, [pauseMs]] of steps.entries()) {
          if (pauseMs > 0) await later(pauseMs)
          queue.push(scan(n))
        }
        await queue.settled()
        expect(worked).toEqual(steps.map((_, n) => n))
      }),
      { numRuns: 30 },
    )
  })

  it('tells its listeners until they leave', async () => {
    const queue = createScanQueue(
      () => Promise.resolve(),
      () => undefined,
    )
    let calls = 0
    const leave = queue.subscribe(() => calls++)
    queue.push(scan(1))
    await queue.settled()
    queue.release(new Set(['line-1']))
    leave()
    queue.push(scan(2))
    await queue.settled()
    expect(calls).toBe(2)
  })
})
