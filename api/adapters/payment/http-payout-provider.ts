import * as z from 'zod'
import { isSigned } from '../event-signature.ts'
import { partnerId, partnerText } from '../partner-text.ts'
import type { PayoutAnswer, PayoutProvider } from './payout-provider.ts'

/** Where a payout service answers, and the secrets shared with it. */
export interface HttpPayoutOptions {
  readonly url: string
  readonly apiKey: string
  /** What its events are signed with. */
  readonly eventSecret: string
  readonly timeoutMs?: number
}

const amount = {
  amountCents: z.int().min(0).nullish(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish(),
}
const answerSchema = z.object({
  ...amount,
  status: z.enum(['accepted', 'completed', 'failed']),
  id: z.string().max(255).nullable().optional(),
  reason: z.string().nullable().optional(),
})
const eventSchema = z
  .object({
    ...amount,
    key: partnerId(35),
    status: z.enum(['accepted', 'completed', 'failed', 'cancel_refused']),
    id: z.string().max(255).nullable().optional(),
    reason: z.string().nullable().optional(),
  })
  // Nothing is held to be paid on a word that does not say how much.
  .refine((event) => event.status !== 'completed' || amountOf(event) !== null)

function amountOf({ amountCents, currency }: z.output<z.ZodObject<typeof amount>>) {
  return amountCents == null || currency == null ? null : { amountCents, currency }
}

/**
 * A payout service over HTTP: `POST {url}/payouts` with an `Idempotency-Key`, `GET {url}/payouts/{key}`, and signed
 * events. A failure is definite only
 * where the service's own body says so: a status line alone may come from anything on the way.
 */
export function createHttpPayouts({ url, apiKey, eventSecret, timeoutMs = 10_000 }: HttpPayoutOptions): PayoutProvider {
  const base = url.replace(/\/$/, '')
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' }
  const call = (path: string, init: RequestInit) =>
    fetch(`${base}${path}`, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })

  return {
    pay: async (payout) => {
      const { key, amountCents, currency, payee, customValues } = payout
      try {
        const response = await call('/payouts', {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify({
            key,
            amountCents,
            currency,
            payee,
            // A service that was never told of them may refuse what it does not know.
            ...(Object.keys(customValues).length > 0 && { customValues }),
          }),
        })
        return await readAnswer(response)
      } catch {
        return { state: 'unknown' }
      }
    },

    ask: async (key) => {
      try {
        const response = await call(`/payouts/${encodeURIComponent(key)}`, { headers })
        if (response.status === 404) return await readAbsence(response)
        return await readAnswer(response)
      } catch {
        return { state: 'unknown' }
      }
    },

    readEvent: (body, signature, now) => {
      if (!isSigned(body, signature, eventSecret, now)) return null
      const event = eventSchema.safeParse(parseJson(new TextDecoder().decode(body)))
      if (!event.success) return 'invalid'
      const { key, status, id, reason } = event.data
      const texts = { reference: partnerText(id, 255), reason: partnerText(reason, 255) }
      return { key, state: status, ...texts, amount: amountOf(event.data) }
    },
  }
}

async function readAnswer(response: Response): Promise<PayoutAnswer> {
  const answer = answerSchema.safeParse(parseJson(await response.text()))
  if (!answer.success) return { state: 'unknown' }
  const { status, id, reason } = answer.data
  if (status === 'failed') return { state: 'failed', reason: partnerText(reason, 255) ?? 'refused' }
  if (!response.ok) return { state: 'unknown' }
  return { state: status, reference: partnerText(id, 255), amount: amountOf(answer.data) }
}

// A proxy's 404 is no word of the service.
async function readAbsence(response: Response): Promise<{ readonly state: 'absent' | 'unknown' }> {
  const body = z.object({ status: z.literal('absent') }).safeParse(parseJson(await response.text()))
  return { state: body.success ? 'absent' : 'unknown' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
