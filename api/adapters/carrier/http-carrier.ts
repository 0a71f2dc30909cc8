import * as z from 'zod'
import { eventLimits } from '#domain/delivery/delivery-csv.ts'
import { isBeforeAllEvents } from '#domain/delivery/carrier-event.ts'
import { relayPointSchema } from '#domain/circuit/relay-points.schema.ts'
import { relayLimits } from '#domain/circuit/relay-points.ts'
import type { DeliveryStatus } from '#domain/delivery/delivery-status.ts'
import { isSigned } from '../event-signature.ts'
import { partnerId, partnerText } from '../partner-text.ts'
import type {
  CancelAnswer,
  Carrier,
  CarrierEvent,
  LabelAnswer,
  PointAnswer,
  PointsAnswer,
  RescheduleAnswer,
} from './carrier.ts'

/** Where a carrier answers, and the secret that it knows us by. */
export interface HttpCarrierOptions {
  readonly url: string
  readonly apiKey: string
  readonly timeoutMs?: number
}

const answerBytes = 6 * 1024 * 1024
const labelBytes = 4 * 1024 * 1024

const number = z.string().regex(/^[A-Za-z0-9-]{4,64}$/)
const orderSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('ready'),
    key: z.string(),
    trackingNumber: number,
    trackingUrl: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .nullable()
      .optional(),
    label: z.base64(),
  }),
  z.object({ status: z.literal('accepted'), key: z.string() }),
  z.object({ status: z.literal('failed'), key: z.string(), reason: z.string().nullable().optional() }),
])
const rescheduleSchema = z.object({ status: z.enum(['changed', 'refused', 'absent']), key: z.string() })
const cancelSchema = z.object({ status: z.enum(['cancelled', 'refused', 'absent']), key: z.string() })

const foundPointSchema = relayPointSchema.safeExtend({
  distanceKm: z.number().min(0).max(41_000).nullable().default(null),
})
const pointsSchema = z.object({ points: z.array(z.unknown()) })
const absentSchema = z.object({ status: z.literal('absent'), reference: z.string() })

/** The carrier's own words for what happens to a parcel, on our closed list (decisions, 9). */
const statusOfType: Readonly<Record<string, DeliveryStatus>> = {
  'order.created': 'ORDER_CREATED',
  'order.ready': 'ORDER_LABEL_READY',
  'order.cancelled': 'ORDER_CANCELLED',
  'order.failed': 'ORDER_FAILED',
  'parcel.picked_up': 'DELIVERY_PICKED_UP',
  'parcel.in_transit': 'DELIVERY_IN_TRANSIT',
  'parcel.out_for_delivery': 'DELIVERY_OUT_FOR_DELIVERY',
  'parcel.at_pickup_point': 'DELIVERY_AT_PICKUP_POINT',
  'parcel.delayed': 'DELIVERY_DELAYED',
  'parcel.not_delivered': 'DELIVERY_FAILED',
  'parcel.returned': 'DELIVERY_RETURNED',
  'parcel.delivered': 'DELIVERY_DELIVERED',
}
const eventSchema = z.object({
  id: partnerId(eventLimits.id),
  trackingNumber: number.nullable().optional(),
  key: z.string().min(1).max(64).nullable().optional(),
  at: z.iso.datetime({ offset: true }).refine((at) => !isBeforeAllEvents(new Date(at))),
  type: z.string().max(64),
  place: z.string().nullable().optional(),
  text: z.string().nullable().optional(),
})

/**
 * A carrier over HTTP: `POST {url}/orders` with an `Idempotency-Key` orders a label, and asks for it when it comes again;
 * `POST {url}/orders/{key}/cancel` cancels it, and `/pickup` asks for another slot. `GET {url}/relay-points`
 * tells the points near a place, and `/relay-points/{reference}` one of them. An answer counts where it names our key and
 * holds what it promises: a PDF for a label. A failure is definite only where the carrier's own body says so, for a status line alone may come from
 * anything on the way.
 */
export function createHttpCarrier({ url, apiKey, timeoutMs = 10_000 }: HttpCarrierOptions): Carrier {
  const base = url.replace(/\/$/, '')
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' }
  const read = async (path: string): Promise<{ ok: boolean; body: unknown } | null> => {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(`${base}${path}`, { redirect: 'error', signal, headers })
      return { ok: response.ok, body: await readJson(response) }
    } catch {
      return null
    }
  }
  const post = async (path: string, key: string, body: object): Promise<{ ok: boolean; body: unknown } | null> => {
    try {
      const response = await fetch(`${base}${path}`, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      })
      return { ok: response.ok, body: await readJson(response) }
    } catch {
      return null
    }
  }

  return {
    order: async ({ key, reference, from, to, weightGrams, products, pickup, relayPoint }): Promise<LabelAnswer> => {
      const chosen = { ...(pickup !== null && { pickup }), ...(relayPoint !== null && { relayPoint }) }
      const response = await post('/orders', key, { key, reference, from, to, weightGrams, products, ...chosen })
      const answer = orderSchema.safeParse(response?.body)
      if (response === null || !answer.success || answer.data.key !== key) return { state: 'unknown' }
      const { data } = answer
      if (data.status === 'failed') return { state: 'failed', reason: partnerText(data.reason, 255) ?? 'refused' }
      if (!response.ok) return { state: 'unknown' }
      if (data.status === 'accepted') return { state: 'accepted' }
      const label = Buffer.from(data.label, 'base64')
      if (!isPdf(label)) return { state: 'unknown' }
      return { state: 'ready', number: data.trackingNumber, url: data.trackingUrl ?? null, label }
    },

    cancel: async (key): Promise<CancelAnswer> => {
      const response = await post(`/orders/${encodeURIComponent(key)}/cancel`, key, { key })
      const answer = cancelSchema.safeParse(response?.body)
      if (!answer.success || answer.data.key !== key) return 'unknown'
      return answer.data.status === 'refused' ? 'refused' : 'cancelled'
    },

    reschedule: async (key, pickup): Promise<RescheduleAnswer> => {
      const response = await post(`/orders/${encodeURIComponent(key)}/pickup`, key, { key, pickup })
      const answer = rescheduleSchema.safeParse(response?.body)
      return answer.success && answer.data.key === key ? answer.data.status : 'unknown'
    },

    relayPoints: async (place, country): Promise<PointsAnswer> => {
      const asked: Record<string, string> =
        'at' in place
          ? { latitude: String(place.at.latitude), longitude: String(place.at.longitude) }
          : { country, near: place.words }
      const query = new URLSearchParams({ ...asked, limit: String(relayLimits.found) })
      const response = await read(`/relay-points?${query}`)
      const answer = pointsSchema.safeParse(response?.body)
      if (response?.ok !== true || !answer.success) return 'unknown'
      // One point that cannot be kept must not hide the others.
      const points = answer.data.points.map((point) => foundPointSchema.safeParse(point))
      return points.flatMap(({ success, data }) => (success ? [data] : [])).slice(0, relayLimits.found)
    },

    relayPoint: async (reference): Promise<PointAnswer> => {
      const response = await read(`/relay-points/${encodeURIComponent(reference)}`)
      const absent = absentSchema.safeParse(response?.body)
      if (absent.success && absent.data.reference === reference) return 'absent'
      const point = relayPointSchema.safeParse(response?.body)
      return response?.ok === true && point.success && point.data.reference === reference ? point.data : 'unknown'
    },
  }
}

/**
 * Reads an event as the carrier delivers it: null where the signature is not the carrier's, `invalid` where it is and
 * the content is none that we know.
 */
export function readCarrierEvent(
  body: Uint8Array,
  signature: string | null,
  secret: string,
  now: Date,
): CarrierEvent | 'invalid' | null {
  if (!isSigned(body, signature, secret, now)) return null
  const event = eventSchema.safeParse(parseJson(new TextDecoder().decode(body)))
  if (!event.success) return 'invalid'
  const { id, trackingNumber, key, at, type, place, text } = event.data
  const status = Object.hasOwn(statusOfType, type) ? statusOfType[type] : undefined
  if (status === undefined) return 'invalid'
  return {
    id,
    number: trackingNumber ?? null,
    key: key ?? null,
    at: new Date(at),
    status,
    place: partnerText(place, eventLimits.place),
    text: partnerText(text, eventLimits.text),
  }
}

function isPdf(bytes: Buffer): boolean {
  return bytes.length > 0 && bytes.length <= labelBytes && bytes.subarray(0, 5).toString('latin1') === '%PDF-'
}

async function readJson(response: Response): Promise<unknown> {
  if (response.body === null) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > answerBytes) return null
    chunks.push(chunk)
  }
  return parseJson(Buffer.concat(chunks).toString('utf8'))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
