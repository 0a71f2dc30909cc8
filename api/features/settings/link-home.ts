import { inAccount } from '#api/db/in-account.ts'
import type { Database } from '#api/db/database.ts'
import { siteOrigin } from '#domain/organization/site-address.ts'

/** What finds the account that a private link belongs to. */
export interface LinkHomeDeps {
  readonly database: Database
  /** Origin of the installation. */
  readonly publicUrl: string
  /** The account of a buyback's private link; null for a token that names none. */
  readonly trackedAccount: (token: string) => string | null
  /** The account of a proposal's link; null for a token that names none. */
  readonly proposedAccount: (token: string) => Promise<string | null>
}

/** Where a private link is at home. */
export interface LinkHome {
  readonly accountId: string
  /** Origin of the account's own site. */
  readonly origin: string
}

/** Where the private link of a page is at home: what it shows belongs to one account, whatever host is asked for it. */
export async function linkHomeOf(deps: LinkHomeDeps, { pathname, searchParams }: URL): Promise<LinkHome | null> {
  const tracked = /^\/buyback\/tracking\/([^/]+)\/?$/.exec(pathname)?.[1]
  const accountId =
    tracked !== undefined
      ? deps.trackedAccount(tracked)
      : /^\/buyback\/[^/]+\/(accept|reject)\/?$/.test(pathname)
        ? await deps.proposedAccount(searchParams.get('token') ?? '')
        : null
  if (accountId === null) return null
  const site = await inAccount(
    deps.database,
    accountId,
    (tx) =>
      tx
        .selectFrom('account')
        .select(['host', 'web_channel_url as webChannelUrl'])
        .where('id', '=', accountId)
        .executeTakeFirst(),
    { readOnly: true },
  )
  return site === undefined ? null : { accountId, origin: siteOrigin(site, deps.publicUrl) }
}
