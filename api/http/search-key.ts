import * as z from 'zod'
import { lifetimes } from '#domain/access/lifetimes.ts'
import type { Clock } from './clock.ts'
import { createSignedClaims, type TokenSecret } from './signed-claims.ts'

/** What a key of the product search opens: one collection of one account, for reading. */
export interface SearchScope {
  readonly accountId: string
  readonly collection: string
}

/** Gives and checks keys of the product search. */
export interface SearchKeys {
  give(scope: SearchScope): { readonly key: string; readonly expiresAt: Date }
  /** The scope of a key; null for a foreign, changed or expired one. */
  find(key: string): SearchScope | null
}

const claims = z.strictObject({ account: z.string(), collection: z.string(), until: z.int() })

/** Signed keys; nothing is stored, and nothing but their expiry ends one. */
export function createSearchKeys({ secret, now }: { readonly secret: TokenSecret; readonly now: Clock }): SearchKeys {
  const tokens = createSignedClaims(secret, 'reprise search key', 'search')
  return {
    give: ({ accountId, collection }) => {
      const expiresAt = new Date(now().getTime() + lifetimes.searchKeyMs)
      return { key: tokens.sign({ account: accountId, collection, until: expiresAt.getTime() }), expiresAt }
    },
    find: (key) => {
      const claimed = tokens.read(key)
      if (claimed === undefined) return null
      const { account, collection, until } = claims.parse(claimed)
      return until <= now().getTime() ? null : { accountId: account, collection }
    },
  }
}
