import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createHttpPayouts } from '#api/adapters/payment/http-payout-provider.ts'

/** Secrets that the tests share with the service. */
export const payoutSecrets = {
  apiKey: 'key of the tests',
  eventSecret: 'a secret of the tests, long enough for events',
}

/** Where no account names a service of its own. */
export const noServiceOfAccounts = { payoutHosts: [], openPayouts: createHttpPayouts } as const

/**
 * How the service treats what it is asked: it pays at once, accepts and pays later, refuses, pays or accepts and loses
 * the line before it answers, loses the line before it pays, or falls ill.
 */
export type PayoutManner = 'complete' | 'accept' | 'refuse' | 'pay-and-drop' | 'accept-and-drop' | 'drop' | 'ill'

interface KnownPayout {
  readonly key: string
  readonly amountCents: number
  /** What the account says besides. */
  readonly customValues?: Readonly<Record<string, string>>
  status: 'accepted' | 'completed' | 'failed'
}

/** A payout service on a port of its own. */
export interface PayoutServer {
  readonly url: string
  /** What moved money, by key: once each, however often it was asked. */
  readonly payouts: ReadonlyMap<string, KnownPayout>
  /** Requests to pay, repetitions too. */
  requests(): number
  behave(manner: PayoutManner, waitMs?: number): void
  /** Lets it answer that it pays another amount; null: what it was asked to. */
  misstate(amountCents: number | null): void
  /** The service's own later word. */
  end(key: string, status: 'completed' | 'failed'): void
  close(): Promise<void>
}

/** What a payment of the tests amounts to, unless one says otherwise. */
const usualAmount = { amountCents: 12_345, currency: 'EUR' }

/** An event with its signature, as the service delivers it; that of a completed payout says how much was paid. */
export function signedEvent(body: object, atMs: number, secret = payoutSecrets.eventSecret) {
  const isCompleted = 'status' in body && body.status === 'completed'
  const text = JSON.stringify({ ...(isCompleted && usualAmount), ...body })
  const time = Math.floor(atMs / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')
  return {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', 'x-signature': `t=${time},v1=${signature}` },
  }
}

export async function startPayoutServer(): Promise<PayoutServer> {
  const payouts = new Map<string, KnownPayout>()
  let manner: PayoutManner = 'complete'
  let waitMs = 0
  let misstated: number | null = null
  let asked = 0

  async function pay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    asked += 1
    const key = String(request.headers['idempotency-key'])
    const { amountCents, customValues } = JSON.parse(await textOf(request)) as Pick<
      KnownPayout,
      'amountCents' | 'customValues'
    >
    const now = manner
    if (now === 'ill') return answer(response, 503, { error: 'ill' })
    if (now === 'drop') return void request.socket.destroy()
    const status = now === 'refuse' ? 'failed' : now.startsWith('accept') ? 'accepted' : 'completed'
    const known = payouts.get(key) ?? { key, amountCents, status, ...(customValues && { customValues }) }
    payouts.set(key, known)
    await wait(waitMs)
    if (now.endsWith('-and-drop')) return void request.socket.destroy()
    answer(response, known.status === 'failed' ? 422 : 201, {
      id: `p-${key}`,
      status: known.status,
      reason: 'no funds',
      amountCents: misstated ?? known.amountCents,
      currency: 'EUR',
    })
  }

  const server = createServer((request, response) => {
    void (async () => {
      if (request.headers.authorization !== `Bearer ${payoutSecrets.apiKey}`) return answer(response, 401, {})
      if (request.method === 'POST' && request.url === '/payouts') return pay(request, response)
      if (manner === 'ill') return answer(response, 503, { error: 'ill' })
      const known = payouts.get((request.url ?? '').replace('/payouts/', ''))
      if (known === undefined) return answer(response, 404, { status: 'absent' })
      const amount = { amountCents: misstated ?? known.amountCents, currency: 'EUR' }
      answer(response, 200, { id: `p-${known.key}`, status: known.status, reason: 'no funds', ...amount })
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payouts,
    requests: () => asked,
    behave: (next, ms = 0) => {
      manner = next
      waitMs = ms
    },
    misstate: (amountCents) => void (misstated = amountCents),
    end: (key, status) => {
      const known = payouts.get(key)
      if (known !== undefined) known.status = status
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
