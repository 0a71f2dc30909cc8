import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSingleKeys, paceMs } from './single-keys.ts'

let heard: string[]
let nowMs: number
beforeEach(() => {
  vi.useFakeTimers()
  heard = []
  nowMs = 0
})
afterEach(() => {
  vi.useRealTimers()
})
const create = () => {
  const keys = createSingleKeys(() => nowMs)
  return {
    ...keys,
    wait: (key: string, timeStamp: number) => keys.wait({ timeStamp }, () => heard.push(key)),
    isAlone: (timeStamp: number) => keys.isAlone({ timeStamp }),
  }
}
const pass = (ms: number): void => {
  nowMs += ms
  vi.advanceTimersByTime(ms)
}

it('a key that nothing follows is told after the pace of a hand', () => {
  const keys = create()
  keys.wait('b', 0)
  pass(paceMs - 1)
  expect(heard).toEqual([])
  pass(1)
  expect(heard).toEqual(['b'])
})

it('keys at the pace of a scanner are not told, and neither is what ends them', () => {
  const keys = create()
  for (const [at, key] of [...'20000017'].entries()) {
    keys.wait(key, at * 20)
    pass(20)
  }
  expect(keys.isAlone(160)).toBe(false)
  pass(1000)
  expect(heard).toEqual([])
})

it('a key that acts at once does so however late the page hears it', () => {
  const keys = create()
  keys.wait('R', 0)
  keys.wait('P', 20)
  // The page was busy in between: no timer has fired.
  expect(keys.isAlone(20 + paceMs)).toBe(true)
})

it('a key whose time is over is told before the one after it, even where its timer is late', () => {
  const keys = create()
  keys.wait('a', 0)
  keys.wait('b', paceMs)
  expect(heard).toEqual(['a'])
  pass(paceMs)
  expect(heard).toEqual(['a', 'b'])
})

it('a late timer leaves the keys that wait behind it time to be heard', () => {
  const keys = create()
  keys.wait('2', 0)
  nowMs += 500
  vi.advanceTimersByTime(paceMs)
  expect(heard).toEqual([])
  keys.wait('0', 20)
  pass(1000)
  expect(heard).toEqual([])
})

it('what is forgotten is not told, and the next key counts as the first', () => {
  const keys = create()
  keys.wait('a', 0)
  keys.forget()
  expect(keys.isAlone(10)).toBe(true)
  pass(1000)
  expect(heard).toEqual([])
})
