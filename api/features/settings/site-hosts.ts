import type { Database } from '#api/db/database.ts'
import { isLoopback, networkOf } from '#api/http/network-of.ts'
import type { Clock } from '#api/http/clock.ts'
import { findAccountByHost, findHolder, type PublicAccount } from './branding-queries.ts'

/** Which host names are answered, and for whom. */
export interface SiteHosts {
  /** Whether a host name is the installation's own, where users of every account sign in. */
  isOwn(host: string): boolean
  /** The account at work whose public site a host name shows. */
  accountOf(host: string): Promise<PublicAccount | null>
  /** Whether anything is answered under a host name: the installation's own, or one that a client holds. */
  isKnown(host: string): Promise<boolean>
  /** Whether a host name belongs to another client than this one. */
  isOfAnother(host: string, accountId: string): Promise<boolean>
}

/** What the hosts follow from. */
export interface HostDeps {
  readonly database: Database
  readonly now: Clock
  readonly config: {
    /** Origin of the installation. */
    readonly publicUrl: string
    /** Whether the account of `*` answers every host that no other account holds. */
    readonly anyHost: boolean
  }
}

const holderKeptMs = 5_000
const mostHolders = 5_000

/** An installation at this machine's own address has all the names of this machine. */
export function createSiteHosts({ database, now, config: { publicUrl, anyHost } }: HostDeps): SiteHosts {
  const own = new URL(publicUrl).hostname
  const isHere = (host: string): boolean => host === 'localhost' || isLoopback(networkOf(host))
  const isOwn = (host: string): boolean => host === own || (isHere(own) && isHere(host))
  const isAny = (host: string): boolean => anyHost || isOwn(host)
  const holders = new Map<string, { readonly accountId: string; readonly untilMs: number }>()

  /** The client that holds a host name, at work or not; asked by every call, and so kept for some seconds. */
  async function holderOf(host: string): Promise<string | null> {
    const kept = holders.get(host)
    if (kept !== undefined && kept.untilMs > now().getTime()) return kept.accountId
    const accountId = await findHolder(database, host, isAny(host))
    holders.delete(host)
    if (holders.size >= mostHolders) holders.clear()
    if (accountId !== null) holders.set(host, { accountId, untilMs: now().getTime() + holderKeptMs })
    return accountId
  }

  return {
    isOwn,
    accountOf: (host) => findAccountByHost(database, host, isAny(host)),
    isKnown: async (host) => anyHost || isOwn(host) || (await holderOf(host)) !== null,
    isOfAnother: async (host, accountId) => ((await holderOf(host)) ?? accountId) !== accountId,
  }
}
