import { serve } from '@hono/node-server'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestApi, type TestApi } from '#tests/support/api.ts'

let api: TestApi
let server: ReturnType<typeof serve>

beforeAll(async () => {
  api = await createTestApi()
  server = serve({ fetch: api.app.hono.fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
})
afterAll(async () => {
  await new Promise((closed) => server.close(closed))
  await api.close()
})

/** Announces more than it sends, and hangs up. */
async function cutOff(headers: string, body: string): Promise<void> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  await new Promise((written) =>
    socket.write(
      `POST /api/login HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost\r\ncontent-type: application/json\r\n${headers}\r\n\r\n${body}`,
      written,
    ),
  )
  socket.resetAndDestroy()
}

it('an upload that its client cuts off is named as that, and is no fault of the database', async () => {
  const lines = () => api.logLines.map((line) => JSON.parse(line) as { msg: string; code?: string; status?: number })
  const cut = () => lines().filter(({ msg, code }) => msg === 'request' && code === 'REQUEST_BODY_CUT')
  await cutOff('content-length: 1000', '{"email":')
  await vi.waitFor(() => expect(cut()).toHaveLength(1))
  await cutOff('transfer-encoding: chunked', '5\r\n{"ema\r\n')
  await vi.waitFor(() => expect(cut()).toHaveLength(2))
  expect(cut().map(({ status }) => status)).toEqual([400, 400])
  expect(lines().filter(({ msg }) => /database|unexpected/.test(msg))).toEqual([])
})
