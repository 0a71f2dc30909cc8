import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { lifetimes } from '#domain/access/lifetimes.ts'
import type { Visitor } from './caller.ts'
import type { Clock } from './clock.ts'
import { tokenKinds } from './token.ts'

/** Gives and checks the tokens of visitors of the public site. */
export interface VisitorTokens {
  give(accountId: string): { readonly token: string; readonly expiresAt: Date }
  /** The visitor behind a token; null for a foreign, changed or expired one. */
  find(token: string): Visitor | null
}

const claims = z.strictObject({ account: z.string(), visitor: z.string(), until: z.int() })

/**
 * Signed tokens, so that a visit writes nothing: anybody may ask for one, and it opens only what any visitor sees. The
 * key is stretched, for a signature lets its reader try guesses at whatever it was made from.
 */
export function createVisitorTokens({ secret, now }: { readonly secret: string; readonly now: Clock }): VisitorTokens {
  const key = scryptSync(secret, 'reprise visitor token', 32)
  const sign = (text: string) => createHmac('sha256', key).update(text).digest()

  return {
    give: (accountId) => {
      const expiresAt = new Date(now().getTime() + lifetimes.webTokenMs)
      const claimed = { account: accountId, visitor: randomBytes(16).toString('base64url'), until: expiresAt.getTime() }
      const text = Buffer.from(JSON.stringify(claimed)).toString('base64url')
      return { token: `${tokenKinds.visitor}_${text}.${sign(text).toString('base64url')}`, expiresAt }
    },
    find: (token) => {
      const match = /^v_([\w-]+)\.([\w-]{43})$/.exec(token)
      const text = match?.[1]
      const signature = Buffer.from(match?.[2] ?? '', 'base64url')
      if (text === undefined || signature.length !== 32 || !timingSafeEqual(signature, sign(text))) return null
      const { account, visitor, until } = claims.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
      if (until <= now().getTime()) return null
      return { kind: 'visitor', accountId: account, visitorId: visitor }
    },
  }
}
