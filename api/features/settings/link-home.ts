import { sql } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { siteOfAccount } from '#api/db/site-of-account.ts'
import { hashToken, isToken, type TokenKind } from '#api/http/token.ts'

/** What finds the account that a private link belongs to. */
export interface LinkHomeDeps {
  readonly database: Database
  /** Origin of the installation. */
  readonly publicUrl: string
  /** The account of a buyback's private link; null for a token that names none. */
  readonly trackedAccount: (token: string) => string | null
}

/** Where a private link is at home. */
export interface LinkHome {
  readonly accountId: string
  /** Origin of the account's own site. */
  readonly origin: string
}

/** Pages whose path ends with a token, and what kind it is. */
const tokenPaths: readonly (readonly [RegExp, TokenKind])[] = [
  [/^\/buyback\/quote\/([^/]+)\/?$/, 'quote'],
  [/^\/buyback\/tracking\/(c_[^/]+)\/?$/, 'correction'],
  [/^\/renew\/([^/]+)\/?$/, 'passwordLink'],
]

/** Where the private link of a page is at home: what it shows belongs to one account, whatever host is asked for it. */
export async function linkHomeOf(deps: LinkHomeDeps, url: URL): Promise<LinkHome | null> {
  const tracked = /^\/buyback\/tracking\/((?!c_)[^/]+)\/?$/.exec(url.pathname)?.[1]
  const accountId = tracked === undefined ? await accountOfToken(deps.database, url) : deps.trackedAccount(tracked)
  if (accountId === null) return null
  const origin = await siteOfAccount(deps.database, accountId, deps.publicUrl)
  return origin === null ? null : { accountId, origin }
}

async function accountOfToken(database: Database, { pathname, searchParams }: URL): Promise<string | null> {
  const isProposal = /^\/buyback\/[^/]+\/(accept|reject)\/?$/.test(pathname)
  const [token, kind] = isProposal ? ([searchParams.get('token'), 'proposal'] as const) : tokenIn(pathname)
  if (token === null || !isToken(token, kind)) return null
  const { rows } = await sql<{ id: string | null }>`select account_of_link(${hashToken(token)}) as id`.execute(
    database.app,
  )
  return rows[0]?.id ?? null
}

function tokenIn(pathname: string): readonly [string | null, TokenKind] {
  for (const [path, kind] of tokenPaths) {
    const token = path.exec(pathname)?.[1]
    if (token !== undefined) return [token, kind]
  }
  return [null, 'quote']
}
