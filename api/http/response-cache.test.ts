import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { fail, succeed } from '#domain/kernel/result.ts'
import { createResponseCache } from './response-cache.ts'

const call = { path: '/api/public/home', answer: z.object({ text: z.string() }) }

function world(mostBytes = 1_000_000) {
  const at = { version: 1, nowMs: 0, reads: 0 }
  const kept = createResponseCache({ versionOf: async () => at.version, now: () => new Date(at.nowMs), mostBytes })
  const ask = async (text = 'a', scope = 'one') => {
    const result = await kept.answer({ scope, key: [text], call }, async () => {
      at.reads++
      return succeed({ text: `${text} ${at.reads}` })
    })
    return result.ok ? result.value.value() : result.error
  }
  return { at, kept, ask }
}

describe('kept answers', () => {
  it('are read once for as long as the version stands', async () => {
    const { at, ask } = world()
    expect([await ask(), await ask()]).toEqual([{ text: 'a 1' }, { text: 'a 1' }])
    at.version = 2
    expect(await ask()).toEqual({ text: 'a 2' })
  })

  it('are read once for all who ask at the same time', async () => {
    const { at, ask } = world()
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array.from({ length: 3 }, () => ({ text: 'a 1' })))
    expect(at.reads).toBe(1)
  })

  it('are not what a reading says that began under an earlier version', async () => {
    const { at, kept, ask } = world()
    const { promise: late, resolve } = Promise.withResolvers<string>()
    const early = kept.answer({ scope: 'one', key: ['a'], call }, async () => succeed({ text: await late }))
    await Promise.resolve()
    at.version = 2
    expect(await ask()).toEqual({ text: 'a 1' })
    resolve('old')
    await early
    expect(await ask()).toEqual({ text: 'a 1' })
  })

  it('are of one account each', async () => {
    const { ask } = world()
    expect([await ask('a', 'one'), await ask('a', 'two')]).toEqual([{ text: 'a 1' }, { text: 'a 2' }])
  })

  it('are read again after a minute', async () => {
    const { at, ask } = world()
    await ask()
    at.nowMs = 60_000
    expect(await ask()).toEqual({ text: 'a 2' })
  })

  it('are never refusals or errors', async () => {
    const { kept, ask } = world()
    const asked = { scope: 'one', key: ['a'], call }
    expect(await kept.answer(asked, async () => fail({ code: 'REQUEST_NOT_FOUND' }))).toMatchObject({ ok: false })
    await expect(kept.answer(asked, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    expect(await ask()).toEqual({ text: 'a 1' })
  })

  it('take no more memory than they may, and those go first that nobody asks for', async () => {
    const { at, kept, ask } = world(100_000)
    await ask('often')
    for (let n = 0; n < 2_000; n++) {
      await ask(`${n}`)
      await ask('often')
      expect(kept.held.bytes).toBeLessThanOrEqual(100_000)
    }
    expect(kept.held.answers).toBeGreaterThan(50)
    expect(at.reads).toBe(2_001)
    const before = kept.held.answers
    await ask('x'.repeat(20_000))
    expect(kept.held.answers).toBe(before)
  })
})
