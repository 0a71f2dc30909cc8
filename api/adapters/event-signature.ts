import { createHmac, timingSafeEqual } from 'node:crypto'

/** How old a signature may be: longer than any delivery takes, too short to be kept and played again. */
const signatureSeconds = 300

/**
 * Whether an outside service signed these very bytes, and lately: HMAC-SHA-256 over `{time}.{body}`, which comes as
 * `X-Signature: t={Unix seconds},v1={hex}`.
 */
export function isSigned(body: Uint8Array, signature: string | null, secret: string, now: Date): boolean {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '')
  if (parts === null) return false
  const [, time = '', given = ''] = parts
  if (Math.abs(now.getTime() / 1000 - Number(time)) > signatureSeconds) return false
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(given, 'hex'))
}
