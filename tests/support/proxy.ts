import { Agent, createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small reverse proxy over several replicas, with the retry rules of docker/Caddyfile. */
export interface RetryingProxy {
  readonly url: string
  /** How many requests were sent again after a replica swallowed them. */
  retries(): number
  close(): Promise<void>
}

const tryMs = 10_000
const pauseMs = 50
const healthMs = 250

/** Starts it before the replicas at the ports given; a replica that is not ready gets no new requests. */
export async function startProxy(ports: readonly number[]): Promise<RetryingProxy> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set(ports)
  let turn = 0
  let retried = 0
  const next = (): number => {
    const open = ports.filter((port) => ready.has(port))
    const among = open.length > 0 ? open : ports
    turn += 1
    return among[turn % among.length]!
  }
  const watch = setInterval(() => {
    for (const port of ports) void isReady(port).then((good) => (good ? ready.add(port) : ready.delete(port)))
  }, healthMs)

  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => {
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end()
    })
  })

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await bodyOf(incoming)
    const end = Date.now() + tryMs
    for (;;) {
      const port = next()
      try {
        return await passOn(agent, port, incoming, body, outgoing)
      } catch (error) {
        ready.delete(port)
        const mayRetry = (wasNeverSent(error) || isSafeTwice(incoming)) && !outgoing.headersSent
        if (!mayRetry || Date.now() > end) throw error
        retried += 1
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    retries: () => retried,
    close: async () => {
      clearInterval(watch)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

// The answer is read whole before any of it is passed on, so that a replica that dies half way can be replaced.
function passOn(
  agent: Agent,
  port: number,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { method, url: path, headers } = incoming
    const forwarded = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      bodyOf(answer).then((content) => {
        const kept = { ...answer.headers }
        delete kept['transfer-encoding']
        delete kept.connection
        outgoing.writeHead(answer.statusCode ?? 502, { ...kept, 'content-length': content.length })
        outgoing.end(method === 'HEAD' ? undefined : content)
        resolve()
      }, reject)
    })
    forwarded.once('error', reject)
    forwarded.end(body)
  })
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  if (!message.complete) throw new Error('the message ended half way')
  return Buffer.concat(parts)
}

function isSafeTwice({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || url.startsWith('/api/sync/')
}

function wasNeverSent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/ready`, { signal: AbortSignal.timeout(1_000) })).ok
  } catch {
    return false
  }
}
