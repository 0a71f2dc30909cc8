import type { Vault } from '#api/adapters/vault/vault.ts'
import type { BuybackMailDeps } from '#api/mail/buyback-mails.ts'
import { siteOrigin } from '#domain/organization/site-address.ts'
import { trackingToken } from './tracking-token.ts'

/**
 * Links under which customers follow their buybacks, on the site of the account that they sold to.
 *
 * @param installation Origin of the installation
 */
export function createTrackingLink(vault: Pick<Vault, 'mac'>, installation: string): BuybackMailDeps['trackingLink'] {
  return ({ site, ...tracked }) => `${siteOrigin(site, installation)}/buyback/tracking/${trackingToken(vault, tracked)}`
}
