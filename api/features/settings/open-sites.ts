import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { isSiteOpen } from '#domain/settings/site-opening.ts'
import { isAtWork, storedTexts } from './site-queries.ts'

/** Whether the public site of an account is open: the account is at work, and its terms can be read. */
export type OpenSites = (accountId: string) => Promise<boolean>

interface Known {
  readonly version: number
  readonly isOpen: boolean
}

const mostAccounts = 10_000

/** Reads it again where anything has changed that the public site of the account shows. */
export function createOpenSites(deps: {
  readonly database: Database
  readonly versionOf: (accountId: string) => Promise<number>
}): OpenSites {
  const known = new Map<string, Known>()
  return async (accountId) => {
    const version = await deps.versionOf(accountId)
    const present = known.get(accountId)
    if (present?.version === version) return present.isOpen
    const isOpen = await inAccount(
      deps.database,
      accountId,
      async (tx) => (await isAtWork(tx, { accountId })) && isSiteOpen(await storedTexts(tx, { accountId })),
    )
    if (known.size >= mostAccounts) known.clear()
    known.set(accountId, { version, isOpen })
    return isOpen
  }
}
