import { CallError } from '#web/lib/http.ts'

const key = 'anonymousUser'
/** A token that ends within this time is not begun with any more. */
const marginMs = 60_000

interface StoredVisitor {
  readonly token: string
  readonly expiresAt: string
}

/** The anonymous user of this browser (PUB-40): the token by which it asks for what every visitor may see. */
export interface VisitorToken {
  /** The token, asked for where there is none or it has ended. */
  get(): Promise<string>
  /** Drops a token that the server no longer takes (decisions, 11). */
  drop(): void
}

/** Keeps the visitor's token in the browser's storage, and in memory where storage is refused. */
export function createVisitorToken(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): VisitorToken {
  let asked: Promise<string> | null = null
  const stored = (): StoredVisitor | null => {
    try {
      const value = JSON.parse(storage.getItem(key) ?? 'null') as Partial<StoredVisitor> | null
      if (typeof value?.token !== 'string' || typeof value.expiresAt !== 'string') return null
      return Date.parse(value.expiresAt) - Date.now() > marginMs ? (value as StoredVisitor) : null
    } catch {
      return null
    }
  }
  const ask = async (): Promise<string> => {
    const response = await fetch('/api/webtoken-with-account-and-ord', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ url: location.origin }),
    }).catch(() => {
      throw new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })
    })
    const answer = (await response.json().catch(() => ({}))) as Partial<StoredVisitor> & { code?: string }
    if (!response.ok || typeof answer.token !== 'string' || typeof answer.expiresAt !== 'string')
      throw new CallError('refused', { code: answer.code ?? 'NETWORK_FOREIGN_ANSWER', status: response.status })
    storage.setItem(key, JSON.stringify({ token: answer.token, expiresAt: answer.expiresAt } satisfies StoredVisitor))
    return answer.token
  }
  return {
    get: () => {
      const found = stored()
      if (found !== null) return Promise.resolve(found.token)
      asked ??= ask().finally(() => (asked = null))
      return asked
    },
    drop: () => storage.removeItem(key),
  }
}
