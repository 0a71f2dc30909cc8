import type { Database } from '#api/db/database.ts'
import { isLoopback, networkOf } from '#api/http/network-of.ts'
import { findAccountByHost, type PublicAccount } from './branding-queries.ts'

/** Which host names are answered, and for whom. */
export interface SiteHosts {
  /** Whether a host name is the installation's own, where people sign in of whatever account. */
  isOwn(host: string): boolean
  /** The account at work whose public site a host name shows. */
  accountOf(host: string): Promise<PublicAccount | null>
}

/** What the hosts follow from. */
export interface HostDeps {
  readonly database: Database
  readonly config: {
    /** Origin of the installation. */
    readonly publicUrl: string
    /** Whether the account of `*` answers every host that no other account holds. */
    readonly anyHost: boolean
  }
}

/** An installation at this machine's own address has all the names of this machine. */
export function createSiteHosts({ database, config: { publicUrl, anyHost } }: HostDeps): SiteHosts {
  const own = new URL(publicUrl).hostname
  const isHere = (host: string): boolean => host === 'localhost' || isLoopback(networkOf(host))
  const isOwn = (host: string): boolean => host === own || (isHere(own) && isHere(host))
  return { isOwn, accountOf: (host) => findAccountByHost(database, host, anyHost || isOwn(host)) }
}
