import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { lifetimes } from '#domain/access/lifetimes.ts'
import type { Visitor } from './caller.ts'
import type { Clock } from './clock.ts'
import { createSignedClaims, type TokenSecret } from './signed-claims.ts'

/** Gives and checks the tokens of visitors of the public site. */
export interface VisitorTokens {
  give(accountId: string): { readonly token: string; readonly expiresAt: Date }
  /** The visitor behind a token; null for a foreign, changed or expired one. */
  find(token: string): Visitor | null
}

/** Tokens whose signature this process has seen to be right; each use looks at its end again. */
const mostSeen = 20_000

const claims = z.strictObject({ account: z.string(), visitor: z.string(), until: z.int() })
type Claimed = z.output<typeof claims>

/** Signed tokens, so that a visit writes nothing: anybody may ask for one, and it opens only what any visitor sees. */
export function createVisitorTokens({
  secret,
  now,
}: {
  readonly secret: TokenSecret
  readonly now: Clock
}): VisitorTokens {
  const tokens = createSignedClaims(secret, 'reprise visitor token', 'visitor')
  const seen = new Map<string, Claimed>()

  function claimedBy(token: string): Claimed | null {
    const present = seen.get(token)
    if (present !== undefined) return present
    const read = tokens.read(token)
    if (read === undefined) return null
    const claimed = claims.parse(read)
    if (seen.size >= mostSeen) seen.clear()
    seen.set(token, claimed)
    return claimed
  }

  return {
    give: (accountId) => {
      const expiresAt = new Date(now().getTime() + lifetimes.webTokenMs)
      const claimed = { account: accountId, visitor: randomBytes(16).toString('base64url'), until: expiresAt.getTime() }
      return { token: tokens.sign(claimed), expiresAt }
    },
    find: (token) => {
      const claimed = claimedBy(token)
      if (claimed === null || claimed.until <= now().getTime()) return null
      return { kind: 'visitor', accountId: claimed.account, visitorId: claimed.visitor }
    },
  }
}
