import { serve } from '@hono/node-server'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { drainAndStop, watchConnections, type Stoppable } from './stop.ts'

const slowMs = 300

type Server = Pick<Stoppable, 'server' | 'connections'> & { readonly port: number }

async function startServer(): Promise<Server> {
  const server = serve({ hostname: '127.0.0.1', port: 0, fetch: answerSlowly })
  const connections = watchConnections(server)
  await once(server, 'listening')
  return { server, connections, port: (server.address() as AddressInfo).port }
}

async function answerSlowly(): Promise<Response> {
  await wait(slowMs)
  return new Response('done')
}

async function timeToStop({ server, connections }: Server): Promise<number> {
  const begin = performance.now()
  await drainAndStop({
    server,
    connections,
    drainMs: 0,
    stopJobs: () => Promise.resolve(),
    close: () => Promise.resolve(),
  })
  return performance.now() - begin
}

it('a server stops while a browser holds a connection on which it has asked nothing', async () => {
  const server = await startServer()
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  const ended = once(socket, 'close')
  expect(await timeToStop(server)).toBeLessThan(5_000)
  await ended
})

it('a server answers what is under way before it stops, and does not wait for a next request', async () => {
  const server = await startServer()
  const answer = fetch(`http://127.0.0.1:${server.port}/`)
  await wait(slowMs / 3)
  expect(await timeToStop(server)).toBeLessThan(5_000)
  expect(await (await answer).text()).toBe('done')
})
