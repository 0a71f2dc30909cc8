import { inAccount } from '#api/db/in-account.ts'
import type { Database } from '#api/db/database.ts'
import { plainPlace, type JourneySite } from '#sync/calls/journey.ts'
import { brandingOfAccount, whiteLabelOf } from './branding.ts'
import { findAccountByHost } from './branding-queries.ts'
import { readRootDetail } from './root-detail-queries.ts'

/** The public site of a host name: its face, its white label and the settings that it follows. */
export async function siteOf(database: Database, host: string, mapTiles: string | null): Promise<JourneySite> {
  const account = await findAccountByHost(database, host)
  const branding = brandingOfAccount(account)
  if (account === null) return { branding, whiteLabel: null, settings: null, place: plainPlace, mapTiles }
  const place = { country: account.company_country, timeZone: account.time_zone }
  const detail = await inAccount(database, account.id, (tx) => readRootDetail(tx, { accountId: account.id }))
  return { branding, whiteLabel: whiteLabelOf(account), settings: detail && settingsOf(detail), place, mapTiles }
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
