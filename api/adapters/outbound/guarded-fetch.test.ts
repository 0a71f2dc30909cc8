import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedFetch, mayCall } from './guarded-fetch.ts'
import { isPublicAddress } from './public-address.ts'

describe('an address of the public internet', () => {
  it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('may be %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fd00::1',
    'fe80::1',
    '2002:7f00:1::',
    'localhost',
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('what a server may be made to call', () => {
  it.each([
    ['https://id.example/x', true],
    ['http://id.example/x', false],
    ['https://user:word@id.example/x', false],
    ['https://127.0.0.1/x', false],
    ['https://2130706433/x', false],
    ['https://[::1]/x', false],
    ['https://[::ffff:7f00:1]/x', false],
    ['file:///etc/passwd', false],
    ['http://trusted.example:81/x', true],
    ['http://trusted.example:82/x', false],
    ['gopher://trusted.example:81/x', false],
  ])('%s: %s', (address, may) => {
    expect(mayCall(new URL(address), ['trusted.example:81'])).toBe(may)
  })
})

describe('a guarded call', () => {
  let server: Server
  let host: string
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/away') return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      if (request.url === '/long') return response.end('x'.repeat(600 * 1024))
      if (request.url === '/silent') return undefined
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      return request.on('end', () => response.end(`${request.method} ${body}`))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it('reaches a host that the installation trusts, and follows nothing', async () => {
    const call = createGuardedFetch([host], 2000)
    const answer = await call(`http://${host}/`, { method: 'POST', body: new URLSearchParams({ a: 'b c' }) })
    expect([answer.status, await answer.text()]).toEqual([200, 'POST a=b+c'])
    expect((await call(`http://${host}/away`)).status).toBe(302)
  })

  it('ends with an answer that is too long, and with none', async () => {
    const call = createGuardedFetch([host], 150)
    for (const path of ['/long', '/silent'])
      await expect(call(`http://${host}${path}`)).rejects.toMatchObject({ fault: 'unreachable' })
  })

  it('goes nowhere near this machine otherwise, whatever the name', async () => {
    const call = createGuardedFetch([], 2000)
    for (const address of [`http://${host}/`, `https://${host}/`, 'https://localhost/', 'https://localhost:8443/'])
      await expect(call(address)).rejects.toMatchObject({ fault: 'not_allowed' })
  })
})
