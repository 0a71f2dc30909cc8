import { afterEach, expect, it, vi } from 'vitest'
import { browserStorage } from './browser-storage.ts'

/** A local storage that takes values until it is full. */
function stubStorage() {
  const kept = new Map<string, string>()
  const disk = { isFull: false, kept }
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (disk.isFull) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key: string) => void kept.delete(key),
  })
  return disk
}

afterEach(() => {
  browserStorage().removeItem('one')
  vi.unstubAllGlobals()
})

it('a full storage says so, and the page goes on with what it would have kept', () => {
  const disk = stubStorage()
  browserStorage().setItem('one', 'first')
  disk.isFull = true
  expect(() => browserStorage().setItem('one', 'second')).toThrow('full')
  expect(browserStorage().getItem('one')).toBe('second')
  disk.isFull = false
  browserStorage().setItem('one', 'third')
  expect([browserStorage().getItem('one'), disk.kept.get('one')]).toEqual(['third', 'third'])
  disk.isFull = true
  expect(() => browserStorage().setItem('one', 'fourth')).toThrow('full')
  browserStorage().removeItem('one')
  expect(browserStorage().getItem('one')).toBeNull()
})

it('what another tab has stored since counts more than what this page could not', () => {
  const disk = stubStorage()
  disk.isFull = true
  expect(() => browserStorage().setItem('one', 'mine')).toThrow('full')
  disk.kept.set('one', 'theirs')
  expect(browserStorage().getItem('one')).toBe('theirs')
})

it('a browser that refuses its storage has one for as long as the page lives', () => {
  vi.stubGlobal('localStorage', undefined)
  browserStorage().setItem('one', 'first')
  expect(browserStorage().getItem('one')).toBe('first')
  browserStorage().removeItem('one')
  expect(browserStorage().getItem('one')).toBeNull()
})
