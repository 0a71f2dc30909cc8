import type { Database } from '#api/db/database.ts'
import type { Session, Visitor } from '#api/http/caller.ts'
import type { Clock } from '#api/http/clock.ts'
import type { ResponseCache } from '#api/http/response-cache.ts'
import type { SearchKeys } from '#api/http/search-key.ts'

/** What visitors do often without being scripts, each with a limit of its own. */
export type VisitorAction = 'search' | 'suggestion' | 'imei' | 'product'

/** What the routes of the public catalog are built from. */
export interface PublicCatalogDeps {
  readonly database: Database
  readonly now: Clock
  readonly searchKeys: SearchKeys
  /** Whether the public site of an account is open; keys of its search do not tell who holds them. */
  readonly isSiteOpen: (accountId: string) => Promise<boolean>
  /** Answers of pages, and of searches: what people type pushes out no page. */
  readonly pages: ResponseCache
  readonly searches: ResponseCache
  /** Counts what a visitor does; answers how many seconds to wait when a limit is used up, else null. */
  readonly visitorThrottle: {
    spend(
      action: VisitorAction,
      subject: { readonly address: string; readonly visitorId: string },
    ): Promise<number | null>
  }
}

/** Counts what a visitor does; people who are signed in are known, and not counted. */
export async function visitorWait(
  { visitorThrottle }: PublicCatalogDeps,
  action: VisitorAction,
  caller: Visitor | Session,
  address: string,
): Promise<number | null> {
  if (caller.kind === 'session') return null
  return visitorThrottle.spend(action, { address, visitorId: caller.visitorId })
}
