import { externalWebsiteLink } from '#api/db/website-link.ts'
import { defaultLanguage } from '#domain/kernel/languages.ts'
import type { Branding } from '#sync/calls/session-answers.ts'
import type { WhiteLabel } from '#sync/calls/journey.ts'
import type { PublicAccount } from './branding-queries.ts'

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

/** The branding of an account; the product's own face where there is none. */
export function brandingOfAccount(account: PublicAccount | null): Branding {
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

/** The columns of an account that its white label is made of. */
type WhiteLabelColumns = Pick<
  PublicAccount,
  | 'tag_manager_id'
  | 'consent_tool_id'
  | 'external_website_url'
  | 'external_website_text'
  | 'drop_off_locations_map_enabled'
  | 'cookies_policy'
>

/** The white label of an account (PUB-44). */
export function whiteLabelOf(account: WhiteLabelColumns): WhiteLabel {
  return {
    tagManagerId: account.tag_manager_id,
    axeptioId: account.consent_tool_id,
    externalWebsiteLink: externalWebsiteLink(account),
    dropOffLocationsMapEnabled: account.drop_off_locations_map_enabled,
    cookiesPolicy: account.cookies_policy,
  }
}
