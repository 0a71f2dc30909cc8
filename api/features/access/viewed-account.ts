import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { Module } from '#domain/organization/module.ts'
import { isRetailer, loadReachableAccounts } from './user-queries.ts'

/**
 * The account whose data a session works on. A buyer account of its own works in a retailer's, the one asked for or
 * the first that is linked; everybody else in their own. Null where no active link leads there.
 */
export async function viewedAccount(
  tx: Transaction<Tables>,
  { accountId, module }: { readonly accountId: string; readonly module: Module },
  asked?: string,
): Promise<string | null> {
  if (module !== 'lcm' || (await isRetailer(tx, accountId)))
    return asked === undefined || asked === accountId ? accountId : null
  const reachable = await loadReachableAccounts(tx, accountId)
  return (asked === undefined ? reachable[0] : reachable.find((id) => id === asked)) ?? null
}
