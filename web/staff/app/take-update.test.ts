import { describe, expect, it } from 'vitest'
import { createUpdate, type UpdateParts } from './take-update.ts'

/** A page whose push loop, scans and operator are as told. */
function page() {
  const done: string[] = []
  const at = { isUsed: false, isTyped: false, offered: null as (() => Promise<void>) | null }
  let [pushed, kept] = [(): void => undefined, (): void => undefined]
  const parts: UpdateParts = {
    isUsed: () => at.isUsed,
    whenNoneTyped: (then) => (at.isTyped ? undefined : then()),
    writesFlushed: () => new Promise((keep) => (kept = keep)),
    betweenPushes: (task) => new Promise<void>((end) => (pushed = end)).then(task),
    skipWaiting: async () => void done.push('taken'),
    reload: () => void done.push('reloaded'),
    offer: (take) => (at.offered = take),
  }
  const pass = () => new Promise((next) => setTimeout(next))
  const push = () => (pushed(), pass())
  const keep = () => (kept(), pass())
  return { at, done, push, keep, update: createUpdate(parts) }
}

describe('a version that waits at a start', () => {
  it('takes over once no push runs, and loads again once everything scanned is stored', async () => {
    const { at, done, push, keep, update } = page()
    void update.waits(true)
    expect(done).toEqual([])
    await push()
    update.controls(true)
    expect(done).toEqual(['taken'])
    await keep()
    expect(done).toEqual(['taken', 'reloaded'])
    expect(at.offered).toBeNull()
  })

  it('asks a user who has begun to scan while a push held it up', async () => {
    const { at, done, push, keep, update } = page()
    void update.waits(true)
    at.isUsed = true
    await push()
    expect(done).toEqual([])
    void at.offered?.()
    await push()
    update.controls(true)
    await keep()
    expect(done).toEqual(['taken', 'reloaded'])
  })

  it('asks a user who has begun to scan while it took over', async () => {
    const { at, done, push, keep, update } = page()
    void update.waits(true)
    await push()
    at.isUsed = true
    update.controls(true)
    await keep()
    expect(done).toEqual(['taken'])
    void at.offered?.()
    await keep()
    expect(done).toEqual(['taken', 'reloaded'])
  })
})

describe('a version that another tab has taken', () => {
  it('loads again once nothing is half typed and everything scanned is stored', async () => {
    const { at, done, keep, update } = page()
    at.isTyped = true
    update.controls(true)
    await keep()
    expect(done).toEqual([])
    at.isTyped = false
    update.controls(true)
    expect(done).toEqual([])
    await keep()
    expect(done).toEqual(['reloaded'])
  })

  it('is nothing where the worker only begins to serve this page', async () => {
    const { done, keep, update } = page()
    update.controls(false)
    await keep()
    expect(done).toEqual([])
  })
})
