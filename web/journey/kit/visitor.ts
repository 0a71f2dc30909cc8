import { lifetimes } from '#domain/access/lifetimes.ts'
import { searchConnection } from '#domain/catalog/search-connection.ts'
import { CallError } from '#web/lib/http.ts'

const key = 'anonymousUser'
/** A token that ends within this time is not begun with any more. */
const marginMs = 60_000

interface StoredVisitor {
  readonly token: string
  readonly arrivedAtMs: number
}

/** The anonymous user of this browser (PUB-40): the token by which it asks for what every visitor may see. */
export interface VisitorToken {
  /** The token, asked for once where there is none or it has ended; gives up when no answer comes in time. */
  get(): Promise<string>
  /** Drops a token that the server no longer takes (decisions, 11). */
  drop(token: string): void
}

/**
 * Keeps the visitor's token for as long as the page lives, and in the browser's storage for the next one. The token's
 * age is told from its arrival by the device's clock: that may be years off the server's, and what a sale has begun
 * under one token ends under no other.
 */
export function createVisitorToken(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  { timeoutMs }: { readonly timeoutMs: number } = searchConnection,
): VisitorToken {
  let held: string | null = null
  let asked: Promise<string> | null = null
  const stored = (): string | null => {
    try {
      const value = JSON.parse(storage.getItem(key) ?? 'null') as Partial<StoredVisitor> | null
      if (typeof value?.token !== 'string' || typeof value.arrivedAtMs !== 'number') return null
      return Date.now() - value.arrivedAtMs < lifetimes.webTokenMs - marginMs ? value.token : null
    } catch {
      return null
    }
  }
  const keep = (token: string): string => {
    try {
      storage.setItem(key, JSON.stringify({ token, arrivedAtMs: Date.now() } satisfies StoredVisitor))
    } catch {
      // A full storage makes another visitor of the next page, and costs this one nothing.
    }
    return token
  }
  return {
    get: async () => {
      held ??= stored()
      if (held !== null) return held
      asked ??= askForToken(AbortSignal.timeout(timeoutMs)).finally(() => (asked = null))
      const token = await asked
      // What asks at once shares the token; another tab may have been given one in the meantime.
      return (held ??= stored() ?? keep(token))
    },
    drop: (token) => {
      if (held === token) held = null
      if (stored() === token) storage.removeItem(key)
    },
  }
}

async function askForToken(signal: AbortSignal): Promise<string> {
  const response = await fetch('/api/webtoken-with-account-and-ord', {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ url: location.origin }),
    signal,
  }).catch(() => {
    throw new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })
  })
  const { status } = response
  const answer = (await response.json().catch(() => null)) as {
    readonly token?: unknown
    readonly code?: unknown
  } | null
  if (response.ok && typeof answer?.token === 'string') return answer.token
  throw typeof answer?.code === 'string'
    ? new CallError('refused', { code: answer.code, status })
    : new CallError('foreign', { code: 'NETWORK_FOREIGN_ANSWER', status })
}
