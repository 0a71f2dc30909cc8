import { setImmediate as turn } from 'node:timers/promises'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { noteCurrentWork } from '#api/db/loop-attribution.ts'
import { succeed } from '#domain/kernel/result.ts'
import { assembleApp, type AssemblyDeps } from './assemble-app.ts'
import { createLoopWatch } from './loop-watch.ts'
import { route } from './route.ts'

/** A watch whose time passes when a test says so. */
function watched() {
  const lines: Record<string, unknown>[] = []
  const time = { ms: 0, cpu: 0 }
  let look = (): void => undefined
  const watch = createLoopWatch({
    log: { warn: ((line: Record<string, unknown>) => void lines.push(line)) as never },
    nowMs: () => time.ms,
    cpuMs: () => time.cpu,
    every: (looking) => {
      look = looking
      return () => undefined
    },
  })
  watch.start()
  const pass = (ms: number, cpu = ms) => {
    time.ms += ms
    time.cpu += cpu
  }
  const lookNow = () => {
    pass(20, 1)
    look()
  }
  return { watch, lines, pass, lookNow }
}

describe('the watch of the event loop', () => {
  it('tells the route that held it for more than 50 ms, and no shorter one', async () => {
    const { watch, lines, pass, lookNow } = watched()
    await watch.as('GET /api/quick', async () => pass(49))
    lookNow()
    expect(lines).toEqual([])
    await watch.as('GET /api/slow', async () => pass(51))
    lookNow()
    expect(lines).toMatchObject([{ by: 'GET /api/slow', heldMs: 51 }])
  })

  it('tells the one that went on last, although others came in before', async () => {
    const { watch, lines, pass, lookNow } = watched()
    const waiting = watch.as('job documents', async () => {
      await turn()
      noteCurrentWork()
      pass(200)
    })
    void watch.as('GET /api/quick', async () => pass(1))
    await waiting
    lookNow()
    expect(lines).toMatchObject([{ by: 'job documents', heldMs: 201 }])
  })

  it('does not take a machine that is busy with others for a piece of work', async () => {
    const { watch, lines, pass, lookNow } = watched()
    await watch.as('GET /api/quick', async () => pass(300, 5))
    lookNow()
    expect(lines).toEqual([])
  })

  it('tells each once a minute, and how often it held the loop in between', async () => {
    const { watch, lines, pass, lookNow } = watched()
    const hold = async () => {
      await watch.as('GET /api/slow', async () => pass(100))
      lookNow()
    }
    for (let each = 0; each < 5; each++) await hold()
    expect(lines).toHaveLength(1)
    pass(60_000, 1)
    lookNow()
    await hold()
    expect(lines).toMatchObject([{ before: 0 }, { by: 'GET /api/slow', before: 4 }])
  })

  it('knows a request by its route, whose path names nobody', async () => {
    const { watch, lines, pass, lookNow } = watched()
    const declared = route(
      {
        method: 'get',
        path: '/api/things/{id}',
        permission: 'none',
        summary: 'A thing',
        params: z.strictObject({ id: z.string() }),
        answer: z.object({ ok: z.boolean() }),
      },
      async () => {
        pass(80)
        return succeed({ ok: true })
      },
    )
    const { hono } = assembleApp({
      loopWatch: watch,
      log: pino({ level: 'silent' }),
      callers: {},
      now: () => new Date(),
      isKnownHost: () => Promise.resolve(true),
      health: { isDraining: () => false },
      pages: { whileUp: (work: Promise<unknown>) => work },
      routes: [declared],
      trustProxy: false,
      publicUrl: null,
    } as unknown as AssemblyDeps)
    expect((await hono.request('/api/things/anna')).status).toBe(200)
    lookNow()
    expect(lines).toMatchObject([{ by: 'GET /api/things/{id}', heldMs: 80 }])
  })

  it('names what is in hand where nothing has said that it goes on', async () => {
    const { watch, lines, pass, lookNow } = watched()
    const end = Promise.withResolvers<void>()
    const waiting = watch.as('job documents', () => end.promise)
    lookNow()
    pass(100)
    lookNow()
    expect(lines).toMatchObject([{ by: 'unknown', inHand: ['job documents'] }])
    end.resolve()
    await waiting
  })
})
