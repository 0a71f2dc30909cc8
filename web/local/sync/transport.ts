import { isJson, type RawAnswer } from '#sync/replica/classify-answer.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'

/**
 * By what a request goes: a token on its own, or the session. The session is that of the whole browser, which another
 * tab may have taken on to another account: the server refuses a request that names one which it does not view.
 */
export type RequestBy = { readonly token: string } | { readonly accountId: string }

/**
 * Sends JSON and hands back what came, unjudged; null where no answer came in time. A token travels as a bearer,
 * without the browser's session.
 */
export function postJson(
  ports: Pick<EnginePorts, 'fetch' | 'setTimer'>,
  path: string,
  body: unknown,
  timeoutMs: number,
  by: RequestBy,
): Promise<RawAnswer | null> {
  return ask(ports, path, jsonRequest(body, by), timeoutMs)
}

/** Sends a request and hands back what came, unjudged; null where no answer came in time. */
export async function ask(
  ports: Pick<EnginePorts, 'fetch' | 'setTimer'>,
  path: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<RawAnswer | null> {
  const abort = new AbortController()
  const cancel = ports.setTimer(() => abort.abort(), timeoutMs)
  try {
    const response = await ports.fetch(path, { ...init, signal: abort.signal })
    const contentType = response.headers.get('content-type') ?? ''
    const text = await response.text()
    const after = Number(response.headers.get('retry-after'))
    const retryAfterMs = Number.isFinite(after) && after > 0 ? Math.min(after, 3600) * 1000 : 0
    return { status: response.status, contentType, body: isJson(contentType) ? parse(text) : null, retryAfterMs }
  } catch {
    return null
  } finally {
    cancel()
  }
}

/** A JSON request. */
export function jsonRequest(body: unknown, by: RequestBy) {
  const named: Record<string, string> =
    'token' in by ? { authorization: `Bearer ${by.token}` } : { 'x-account': by.accountId }
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...named },
    body: JSON.stringify(body),
    credentials: 'token' in by ? ('omit' as const) : ('same-origin' as const),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
