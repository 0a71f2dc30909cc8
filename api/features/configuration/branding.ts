import type { Database } from '#api/db/database.ts'
import { defaultLanguage } from '#domain/kernel/languages.ts'
import type { Branding } from '#sync/calls/configuration.ts'
import { findAccountByHost, type PublicAccount } from './branding-queries.ts'

/** What an unknown host shows: the product's own face. */
const plain: Branding = {
  accountId: null,
  name: 'Reprise',
  mainColor: null,
  logo: null,
  favicon: null,
  language: defaultLanguage,
  currency: 'EUR',
  externalWebsiteLink: null,
}

/** The branding of a host name. */
export async function brandingOf(database: Database, host: string): Promise<Branding> {
  const account = await findAccountByHost(database, host)
  if (account === null) return plain
  return {
    accountId: account.id,
    name: account.name,
    mainColor: account.main_color,
    logo: account.logo,
    favicon: account.favicon,
    language: account.language,
    currency: account.currency,
    externalWebsiteLink: externalWebsiteLink(account),
  }
}

/** The link back to the client's own web site; null unless address and text are both set. */
export function externalWebsiteLink(account: PublicAccount): Branding['externalWebsiteLink'] {
  const { external_website_url: url, external_website_text: text } = account
  return url === null || text === null ? null : { url, text }
}
