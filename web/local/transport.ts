import { isJson, type RawAnswer } from '#sync/replica/judge-answer.ts'
import type { EnginePorts } from './ports.ts'

/**
 * Sends JSON and hands back what came, unjudged; null where no answer came in time. A token travels as a bearer,
 * without the browser's session.
 */
export function postJson(
  ports: Pick<EnginePorts, 'fetch' | 'setTimer'>,
  path: string,
  body: unknown,
  timeoutMs: number,
  token?: string,
): Promise<RawAnswer | null> {
  return ask(ports, path, jsonRequest(body, token), timeoutMs)
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

/** A JSON request: with a token on its own, else with the session. */
export function jsonRequest(body: unknown, token?: string) {
  const bearer: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...bearer },
    body: JSON.stringify(body),
    credentials: token === undefined ? ('same-origin' as const) : ('omit' as const),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
