import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProxy } from '#tests/support/proxy.ts'
import type { RetryingProxy } from '#tests/support/proxy.ts'

describe('the retrying proxy of the tests', () => {
  let servers: Server[]
  let proxy: RetryingProxy
  let swallowed = 0
  beforeAll(async () => {
    const dying = createServer((request, response) => {
      if (request.url === '/api/ready') return void response.end('ok')
      swallowed += 1
      request.resume().once('end', () => request.socket.destroy())
    })
    const living = createServer((request, response) => {
      let length = 0
      request.on('data', (data: Buffer) => (length += data.length)).once('end', () => response.end(`got ${length}`))
    })
    servers = [dying, living]
    const ports = await Promise.all(servers.map((server) => listen(server)))
    proxy = await startProxy(ports)
  })
  afterAll(async () => {
    await proxy.close()
    for (const server of servers) server.closeAllConnections()
    for (const server of servers) server.close()
  })

  it('sends again what is safe to send twice, with its body', { tags: ['slow'] }, async () => {
    const before = swallowed
    for (let n = 0; n < 20; n++) {
      const answers = await Promise.all([
        fetch(`${proxy.url}/any`),
        fetch(`${proxy.url}/api/sync/pull`, { method: 'POST', body: 'x'.repeat(1000) }),
        fetch(`${proxy.url}/api/sync/push`, { method: 'POST', body: 'y'.repeat(10) }),
      ])
      expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['got 0', 'got 1000', 'got 10'])
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    expect(swallowed).toBeGreaterThan(before)
    expect(proxy.retries()).toBeGreaterThanOrEqual(swallowed - before)
  })

  it('answers 502 for what may have been done already', async () => {
    const answers: number[] = []
    for (let n = 0; n < 20 && !answers.includes(502); n++) {
      answers.push((await fetch(`${proxy.url}/any`, { method: 'POST', body: 'z' })).status)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(answers).toContain(502)
  })
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
