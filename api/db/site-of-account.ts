import { siteOrigin } from '#domain/organization/site-address.ts'
import type { Database } from './database.ts'
import { inAccount } from './in-account.ts'

/** Origin of an account's public site; null where there is no such account. `publicUrl` is the installation's own. */
export async function siteOfAccount(database: Database, accountId: string, publicUrl: string): Promise<string | null> {
  const site = await inAccount(
    database,
    accountId,
    (tx) =>
      tx
        .selectFrom('account')
        .select(['host', 'web_channel_url as webChannelUrl'])
        .where('id', '=', accountId)
        .executeTakeFirst(),
    { readOnly: true },
  )
  return site === undefined ? null : siteOrigin(site, publicUrl)
}
