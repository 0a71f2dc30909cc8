import pino from 'pino'
import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import { currentRequest } from '#api/db/request-context.ts'
import { DatabaseDown } from '#api/db/database-health.ts'
import { succeed } from '#domain/kernel/result.ts'
import { assembleApp, type AssemblyDeps } from './assemble-app.ts'
import { route } from './route.ts'

/** An application whose database is known to be away as soon as `giveUp` is called. */
function drawn(
  handle: () => Response | Promise<Response>,
  isSiteOpen: () => Promise<boolean> = () => Promise.resolve(true),
) {
  const down = Promise.withResolvers<never>()
  const done = Promise.withResolvers<void>()
  const whileUp = async <T>(work: Promise<T>): Promise<T> => {
    void work.then(() => done.resolve())
    return Promise.race([work, down.promise])
  }
  const declared = route(
    {
      method: 'post',
      path: '/api/things',
      permission: 'visitor',
      openSite: true,
      summary: 'A call',
      answer: z.instanceof(Response),
    },
    async () => succeed(await handle()),
  )
  const { hono } = assembleApp({
    loopWatch: { as: <T>(_name: string, work: () => Promise<T>) => work() },
    log: pino({ level: 'silent' }),
    isKnownHost: () => Promise.resolve(true),
    callers: { findVisitor: () => Promise.resolve({ kind: 'visitor', accountId: 'account' }) },
    isSiteOpen,
    health: { isDraining: () => false },
    pages: { whileUp },
    routes: [declared],
    trustProxy: false,
    publicUrl: null,
  } as unknown as AssemblyDeps)
  const headers = { authorization: 'Bearer token' }
  const call = async () => hono.request('/api/things', { method: 'POST', headers })
  return { call, giveUp: () => down.reject(new DatabaseDown()), done: done.promise }
}

it('a call that was given up before its work began does none later', async () => {
  const open = Promise.withResolvers<boolean>()
  const handle = vi.fn(() => new Response('done'))
  const { call, giveUp, done } = drawn(handle, () => open.promise)
  const answer = call()
  giveUp()
  expect((await answer).status).toBe(503)
  open.resolve(true)
  await done
  expect(handle).not.toHaveBeenCalled()
})

it('what a call still waits for learns that it was given up', async () => {
  const late = Promise.withResolvers<void>()
  const states: (boolean | undefined)[] = []
  const { call, giveUp, done } = drawn(async () => {
    states.push(currentRequest.getStore()?.isGivenUp)
    giveUp()
    await late.promise
    states.push(currentRequest.getStore()?.isGivenUp)
    return new Response('done')
  })
  expect((await call()).status).toBe(503)
  late.resolve()
  await done
  expect(states).toEqual([false, true])
})

it('an answer that comes after its call was given up is let go of', async () => {
  const cancel = vi.fn()
  const late = Promise.withResolvers<Response>()
  const { call, giveUp, done } = drawn(() => {
    giveUp()
    return late.promise
  })
  expect((await call()).status).toBe(503)
  late.resolve(new Response(new ReadableStream({ cancel })))
  await done
  expect(cancel).toHaveBeenCalledOnce()
})

it('a call in time is answered', async () => {
  const { call } = drawn(() => new Response('done'))
  expect(await (await call()).text()).toBe('done')
})
