import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resolveCode } from '#domain/item/resolve-code.ts'
import { passedOn } from '#web/scan/scanner-hub.ts'
import { createLeaving, type ForwardedScan } from './leaving.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function scan(text: string): ForwardedScan {
  return { text, symbology: null, resolution: resolveCode(text, 'any'), alternative: null }
}

function begin() {
  const handed: string[] = []
  const leaving = createLeaving(({ text }) => void handed.push(text))
  return { handed, leaving }
}

describe('a screen that leads to another', () => {
  it('keeps the scans while that loads, however long, and then hands them on in order', async () => {
    const { handed, leaving } = begin()
    const way = Promise.withResolvers<void>()
    const left = leaving.leave(() => way.promise)
    expect([leaving.keep(scan('1')), leaving.keep(scan('2'))]).toEqual([undefined, undefined])
    await vi.advanceTimersByTimeAsync(60_000)
    expect([leaving.isLeft(), handed]).toEqual([true, []])
    way.resolve()
    await left
    expect(handed).toEqual(['1', '2'])
    // The next screen has yet to be drawn.
    expect([leaving.isLeft(), leaving.keep(scan('3'))]).toEqual([true, passedOn])
  })

  it('works again where the way has led to no other screen', async () => {
    const { handed, leaving } = begin()
    const left = leaving.leave(() => Promise.reject(new Error('no network')))
    leaving.keep(scan('1'))
    await expect(left).rejects.toThrow('no network')
    expect(handed).toEqual(['1'])
    await vi.advanceTimersByTimeAsync(3000)
    expect(leaving.isLeft()).toBe(false)
  })

  it('waits for the last way that it has taken', async () => {
    const { handed, leaving } = begin()
    const way = Promise.withResolvers<void>()
    const first = leaving.leave(() => Promise.resolve())
    const last = leaving.leave(() => way.promise)
    leaving.keep(scan('1'))
    await first
    await vi.advanceTimersByTimeAsync(60_000)
    expect([leaving.isLeft(), handed]).toEqual([true, []])
    way.resolve()
    await last
    expect(handed).toEqual(['1'])
  })
})
