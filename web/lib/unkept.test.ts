import { afterEach, describe, expect, it, vi } from 'vitest'
import { allKept, giveUpUnkept, keeping, unkept } from './unkept.ts'

afterEach(giveUpUnkept)

describe('what is not written down yet', () => {
  it('is counted until it is, or until it has failed', async () => {
    let [store, fail] = [(): void => undefined, (): void => undefined]
    const stored = keeping(new Promise<void>((done) => (store = done)))
    const failed = keeping(new Promise<void>((_, no) => (fail = () => no(new Error('full')))))
    const told = vi.fn()
    void allKept().then(told)
    expect(unkept()).toBe(2)
    store()
    await stored
    expect(unkept()).toBe(1)
    expect(told).not.toHaveBeenCalled()
    fail()
    await expect(failed).rejects.toThrow('full')
    await allKept()
    expect(unkept()).toBe(0)
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
  })

  it('is waited for as long as told, or until it is given up', async () => {
    void keeping(new Promise(() => undefined))
    await allKept(1)
    expect(unkept()).toBe(1)
    const over = allKept()
    giveUpUnkept()
    await over
    expect(unkept()).toBe(0)
  })
})
