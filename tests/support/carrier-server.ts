import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { signedEvent } from './payout-server.ts'

/** Secrets that the tests share with the carrier. */
export const carrierSecrets = {
  apiKey: 'key of the tests',
  eventSecret: 'a secret of the tests, long enough for a carrier',
}

/**
 * How the carrier treats an order: it makes the label at once, takes the order and makes it later, refuses, makes it and
 * loses the line, loses the line first, is ill, or lies: a label that is no PDF, another order's answer, the number of
 * another parcel, a failure in a page that is not its own.
 */
export type CarrierManner =
  | 'ready'
  | 'accept'
  | 'refuse'
  | 'make-and-drop'
  | 'drop'
  | 'ill'
  | 'no-pdf'
  | 'other-key'
  | 'same-number'
  | 'foreign-page'

interface KnownOrder {
  readonly key: string
  readonly number: string
  readonly reference: string
  readonly from: { readonly name: string; readonly city: string | null }
  readonly to: { readonly name: string; readonly city: string | null }
  readonly weightGrams: number | null
  readonly products: readonly object[]
  pickup?: object | undefined
  readonly relayPoint?: object
  status: 'accepted' | 'ready' | 'failed' | 'cancelled'
}

/** A carrier on a port of its own. */
export interface CarrierServer {
  readonly url: string
  readonly host: string
  /** Parcels by key: once each, however often they were asked for. */
  readonly orders: ReadonlyMap<string, KnownOrder>
  /** Requests to order, repetitions too. */
  requests(): number
  behave(manner: CarrierManner, waitMs?: number): void
  /** What happens while the next order is on its way. */
  beforeOrder(run: () => Promise<void>): void
  /** Whether cancelling and another slot are refused, because the parcel is on its way. */
  refuseCancelling(refuses: boolean): void
  /** Points where the carrier takes parcels, by reference. */
  readonly points: Map<string, object>
  /** The last question for points near a place. */
  lastSearch(): URLSearchParams
  close(): Promise<void>
}

/** A PDF as small as one can be. */
export const labelOfCarrier = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** An event with its signature, as the carrier delivers it. */
export function carrierEvent(body: object, atMs: number, secret = carrierSecrets.eventSecret) {
  return signedEvent(body, atMs, secret)
}

export async function startCarrierServer(): Promise<CarrierServer> {
  const orders = new Map<string, KnownOrder>()
  const points = new Map<string, object>()
  let searched = new URLSearchParams()
  let manner: CarrierManner = 'ready'
  let waitMs = 0
  let asked = 0
  let refuses = false
  let before: () => Promise<void> = async () => undefined

  async function order(request: IncomingMessage, response: ServerResponse): Promise<void> {
    asked += 1
    const once = before
    before = async () => undefined
    await once()
    const key = String(request.headers['idempotency-key'])
    const body = JSON.parse(await textOf(request)) as Omit<KnownOrder, 'key' | 'number' | 'status'>
    const now = manner
    if (now === 'ill') return answer(response, 503, { error: 'ill' })
    if (now === 'drop') return void request.socket.destroy()
    if (now === 'foreign-page')
      return void response.writeHead(422, { 'content-type': 'text/html' }).end('<p>failed</p>')
    const status = now === 'refuse' ? 'failed' : now === 'accept' ? 'accepted' : 'ready'
    const number = now === 'same-number' ? 'CX-0001' : `CX-${String(orders.size + 1).padStart(4, '0')}`
    const known = orders.get(key) ?? { ...body, key, number, status }
    if (known.status === 'accepted') known.status = status
    orders.set(key, known)
    await wait(waitMs)
    if (now === 'make-and-drop') return void request.socket.destroy()
    if (known.status === 'failed') return answer(response, 422, { key, status: 'failed', reason: 'adresse inconnue' })
    if (known.status === 'accepted') return answer(response, 202, { key, status: 'accepted' })
    answer(response, 201, {
      key: now === 'other-key' ? `${key}0` : key,
      status: 'ready',
      trackingNumber: known.number,
      trackingUrl: `https://suivi.example/${known.number}`,
      label: (now === 'no-pdf' ? Buffer.from('<html>') : labelOfCarrier).toString('base64'),
    })
  }

  async function reschedule(key: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pickup } = JSON.parse(await textOf(request)) as Pick<KnownOrder, 'pickup'>
    if (manner === 'ill') return answer(response, 503, { error: 'ill' })
    const known = orders.get(key)
    if (known === undefined) return answer(response, 404, { key, status: 'absent' })
    if (refuses) return answer(response, 409, { key, status: 'refused' })
    known.pickup = pickup
    answer(response, 200, { key, status: 'changed' })
  }

  function cancel(key: string, response: ServerResponse): void {
    if (manner === 'ill') return answer(response, 503, { error: 'ill' })
    const known = orders.get(key)
    if (known === undefined) return answer(response, 404, { key, status: 'absent' })
    if (!refuses) known.status = 'cancelled'
    answer(response, refuses ? 409 : 200, { key, status: refuses ? 'refused' : 'cancelled' })
  }

  function tellPoints(url: URL, response: ServerResponse): void {
    if (manner === 'ill') return answer(response, 503, { error: 'ill' })
    const reference = decodeURIComponent(url.pathname.slice('/relay-points/'.length))
    if (reference === '') {
      searched = url.searchParams
      return answer(response, 200, { points: [...points.values()] })
    }
    const point = points.get(reference)
    answer(response, point === undefined ? 404 : 200, point ?? { reference, status: 'absent' })
  }

  const server = createServer((request, response) => {
    void (async () => {
      if (request.headers.authorization !== `Bearer ${carrierSecrets.apiKey}`) return answer(response, 401, {})
      const url = new URL(request.url ?? '', 'http://carrier.example')
      if (/^\/relay-points(?:\/|$)/.test(url.pathname)) return tellPoints(url, response)
      if (request.url === '/orders') return order(request, response)
      const moved = /^\/orders\/([^/]+)\/pickup$/.exec(request.url ?? '')?.[1]
      if (moved !== undefined) return reschedule(moved, request, response)
      cancel(/^\/orders\/([^/]+)\/cancel$/.exec(request.url ?? '')?.[1] ?? '', response)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    orders,
    points,
    lastSearch: () => searched,
    requests: () => asked,
    behave: (next, ms = 0) => {
      manner = next
      waitMs = ms
    },
    beforeOrder: (run) => {
      before = run
    },
    refuseCancelling: (next) => {
      refuses = next
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
