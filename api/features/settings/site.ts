import { inAccount } from '#api/db/in-account.ts'
import type { Database } from '#api/db/database.ts'
import { isSiteOpen } from '#domain/settings/site-opening.ts'
import { everyHost, siteOrigin } from '#domain/organization/site-address.ts'
import type { HostedSite } from '#api/http/pages.ts'
import { plainPlace, type JourneySite, type MapTiles } from '#sync/calls/journey.ts'
import { brandingOfAccount, whiteLabelOf } from './branding.ts'
import { readRootDetail } from './root-detail-queries.ts'
import type { SiteHosts } from './site-hosts.ts'
import { readAssurances, termsOf } from './site-queries.ts'
import { readFiledTexts, readListedHosts } from './white-label-queries.ts'

/** What a public site is read from. */
export interface SiteDeps {
  readonly database: Database
  readonly hosts: SiteHosts
  /** Origin of the installation. */
  readonly publicUrl: string
  readonly mapTiles: MapTiles | null
}

/** The public site of a host name: its face, its white label and the settings that it follows. */
export async function siteOf({ database, hosts, publicUrl, mapTiles }: SiteDeps, host: string): Promise<HostedSite> {
  const account = await hosts.accountOf(host)
  const branding = brandingOfAccount(account)
  const plain = { branding, whiteLabel: null, settings: null, place: plainPlace, mapTiles }
  if (account === null)
    return {
      site: { ...plain, isOpen: true },
      origin: null,
      listed: { images: [], tags: [] },
      assurancesIn: () => [],
    }
  const place = { country: account.company_country, timeZone: account.time_zone }
  const scope = { accountId: account.id }
  const [detail, listed, files, assurancesIn] = await inAccount(database, account.id, async (tx) => [
    await readRootDetail(tx, scope),
    await readListedHosts(tx, scope),
    await readFiledTexts(tx, scope),
    await readAssurances(tx, scope),
  ])
  const site = {
    branding,
    whiteLabel: whiteLabelOf(account),
    settings: detail && settingsOf(detail),
    place,
    mapTiles,
    isOpen: isSiteOpen(termsOf({ eula: detail?.eula, serviceTerms: detail?.serviceTerms }, files)),
  }
  const address = { host: account.host, webChannelUrl: account.web_channel_url }
  return { site, origin: account.host === everyHost ? null : siteOrigin(address, publicUrl), listed, assurancesIn }
}

function settingsOf(detail: NonNullable<JourneySite['settings']>): JourneySite['settings'] {
  const { enabledPremiumFeatures, categoryNavigationEnabled, customerIdentityDocumentRequired } = detail
  const { barCodeEnabled, cartMinValue, sellerSupportEmail } = detail
  return {
    enabledPremiumFeatures,
    categoryNavigationEnabled,
    customerIdentityDocumentRequired,
    barCodeEnabled,
    cartMinValue,
    sellerSupportEmail,
  }
}
