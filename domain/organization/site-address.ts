/** Where an account's public site answers. */
export interface SiteAddress {
  /** The host name; `*` answers what no other account holds, null has no site. */
  readonly host: string | null
  /** Address of the web channel, which names the port where there is one. */
  readonly webChannelUrl: string | null
}

/** Answers every host that no other account holds. */
export const everyHost = '*'

/**
 * The origin that links to an account's pages begin with: the account's own host, else the installation's. Customers
 * would otherwise be led to another client's site.
 *
 * @param installation Origin of the installation
 */
export function siteOrigin({ host, webChannelUrl }: SiteAddress, installation: string): string {
  const own = new URL(installation)
  if (host === null || host === everyHost || host === own.hostname) return own.origin
  if (webChannelUrl !== null && URL.canParse(webChannelUrl)) {
    const channel = new URL(webChannelUrl)
    if (channel.hostname === host) return channel.origin
  }
  return `${own.protocol}//${host}`
}
