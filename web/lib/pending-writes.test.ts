import { afterEach, describe, expect, it, vi } from 'vitest'
import { writesFlushed, discardPendingWrites, trackWrite, pendingWrites } from './pending-writes.ts'

afterEach(discardPendingWrites)

describe('what is not written down yet', () => {
  it('is counted until it is, or until it has failed', async () => {
    let [store, fail] = [(): void => undefined, (): void => undefined]
    const stored = trackWrite(new Promise<void>((done) => (store = done)))
    const failed = trackWrite(new Promise<void>((_, no) => (fail = () => no(new Error('full')))))
    const told = vi.fn()
    void writesFlushed().then(told)
    expect(pendingWrites()).toBe(2)
    store()
    await stored
    expect(pendingWrites()).toBe(1)
    expect(told).not.toHaveBeenCalled()
    fail()
    await expect(failed).rejects.toThrow('full')
    await writesFlushed()
    expect(pendingWrites()).toBe(0)
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
  })

  it('is waited for as long as told, or until it is given up', async () => {
    void trackWrite(new Promise(() => undefined))
    await writesFlushed(1)
    expect(pendingWrites()).toBe(1)
    const over = writesFlushed()
    discardPendingWrites()
    await over
    expect(pendingWrites()).toBe(0)
  })
})
