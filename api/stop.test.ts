import { serve } from '@hono/node-server'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { expect, it } from 'vitest'
import { hasOpenssl, makeCertificates } from '#tests/support/certificates.ts'
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

it.runIf(hasOpenssl)(
  'an encrypted server stops while a proxy holds a connection on which it has asked nothing',
  async () => {
    const certificates = makeCertificates()
    const pem = readFileSync(certificates.file('api/server.pem'))
    const server = serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: answerSlowly,
      createServer,
      serverOptions: { cert: pem, key: pem },
    })
    const connections = watchConnections(server)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const accepted = once(server, 'secureConnection')
    const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', ca: certificates.authority.pem })
    socket.on('error', () => undefined)
    await Promise.all([once(socket, 'secureConnect'), accepted])
    const ended = once(socket, 'close')
    expect(await timeToStop({ server, connections, port })).toBeLessThan(20_000)
    await ended
    certificates.remove()
  },
  60_000,
)

it('a server answers what is under way before it stops, and does not wait for a next request', async () => {
  const server = await startServer()
  const answer = fetch(`http://127.0.0.1:${server.port}/`)
  await wait(slowMs / 3)
  expect(await timeToStop(server)).toBeLessThan(5_000)
  expect(await (await answer).text()).toBe('done')
})
